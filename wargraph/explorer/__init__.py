"""The explorer: one page for the browser in which a War graph, or a game, can be looked at from all sides."""
