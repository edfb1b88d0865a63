"""Partial orders, as bits: linear extensions, and ranks for cards of which comparisons are known."""
