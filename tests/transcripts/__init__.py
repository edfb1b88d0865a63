"""Tests of wargraph.transcripts."""
