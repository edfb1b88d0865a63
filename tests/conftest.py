"""Settings for all tests: hypothesis draws the same examples at every run, and nothing is timed."""

import os

import pytest
from hypothesis import settings

settings.register_profile("wargraph", deadline=None, derandomize=True, database=None, max_examples=40)
settings.load_profile("wargraph")

# Hundreds of processes are started: each would have to read the whole package anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.fixture
def looks_are_many(monkeypatch):
    """Watchers are told whenever a piece is back, and not only every tenth of a second."""
    monkeypatch.setattr("wargraph.campaign.effort._SECONDS_BETWEEN_LOOKS", 0)
