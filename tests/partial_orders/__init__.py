"""Tests of wargraph.partial_orders."""
