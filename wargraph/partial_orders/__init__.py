"""Partial orders as bits: their linear extensions, and ranks for cards whose comparisons are known."""
