"""Settings for all tests: hypothesis draws the same examples at every run, and nothing is timed."""

from hypothesis import settings

settings.register_profile("wargraph", deadline=None, derandomize=True, database=None, max_examples=40)
settings.load_profile("wargraph")
