"""Compiled kernels, the files in which they are stored, and the memory that is available."""
