"""How games end: every game played out under a fixed return order, and who can end or win."""
