"""Beat matrices as they come: by name, as text in a file, as objects of other libraries."""
