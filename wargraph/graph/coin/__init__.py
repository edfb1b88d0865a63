"""A coin decides each return order: expected lengths, their distribution, and chances to win."""
