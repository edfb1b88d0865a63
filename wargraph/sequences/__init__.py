"""The integer sequences that the project knows, with their terms."""
