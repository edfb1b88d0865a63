"""Estimates from samples: shares and means with their intervals."""
