"""Tests of the notebooks in docs/studies, and of notebooks at all."""
