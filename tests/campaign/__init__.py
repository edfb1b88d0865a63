"""Tests of wargraph.campaign."""
