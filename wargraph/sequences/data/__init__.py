"""Known terms of integer sequences, a b-file each."""
