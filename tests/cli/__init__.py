"""Tests of `wargraph.cli`."""
