"""Long work: one way to say who does it, how long it may take and who is told; campaigns, which run in pieces."""
