"""Kernels are compiled before anything is timed."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def _compiled_kernels(compiled_kernels):
    pass
