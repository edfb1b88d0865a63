"""The War graph in arrays, and the questions to it."""
