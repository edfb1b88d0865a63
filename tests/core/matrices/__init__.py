"""Tests of beat matrices as they come."""
