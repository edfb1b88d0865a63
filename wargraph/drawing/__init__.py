"""Pictures of War graphs, relations and transcript trees."""
