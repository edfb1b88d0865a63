"""One given relation, large: its finite positions visited once each, going back from the finished games."""
