"""Reports on relations: who beats whom, and what War is like then."""
