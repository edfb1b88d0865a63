"""What makes it fast: compiled kernels, where they are kept, and how much memory there is."""
