"""Exact counts of games without visiting positions: the transcript tree (see docs/transcripts.md)."""
