"""Known terms of integer sequences, a b-file each, and what drafts for the OEIS say besides them."""
