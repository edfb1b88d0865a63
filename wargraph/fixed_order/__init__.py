"""The lengths of games under a fixed return order: one question, three engines."""
