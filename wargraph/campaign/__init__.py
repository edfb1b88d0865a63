"""Long work in pieces: independent parts on any executor, merged into one result."""
