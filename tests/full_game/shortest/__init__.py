"""Tests of wargraph.full_game.shortest."""
