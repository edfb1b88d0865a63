"""Tests of `wargraph.graph`."""
