"""The explorer: an interactive page for the browser that shows a War graph or a game."""
