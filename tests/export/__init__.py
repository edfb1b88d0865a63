"""Tests of `wargraph.export`."""
