"""The War graph as a digraph: strongly connected components, shortest cycles, other libraries."""
