"""The War graph held in arrays, and what is asked of it."""
