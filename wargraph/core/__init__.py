"""War in plain Python: positions, relations, rules, and what all rooms above need of them."""
