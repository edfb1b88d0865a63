"""Kernels are compiled before anything is timed."""

import pytest

from wargraph.cli.tour import warmup


@pytest.fixture(scope="session", autouse=True)
def _compiled_kernels():
    warmup()
