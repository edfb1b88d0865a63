"""Results into files: tables, pictures and graph files."""
