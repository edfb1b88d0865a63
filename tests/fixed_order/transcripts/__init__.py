"""Tests of wargraph.fixed_order.transcripts."""
