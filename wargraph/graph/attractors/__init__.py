"""Positions from which an end is reached or can be forced, and in how many turns."""
