"""How long games last under a fixed return order: one question, three engines."""
