"""Settings for all tests: hypothesis draws the same examples at every run, and nothing is timed.

Kernels are compiled before they are needed: by two workers of pytest-xdist each would be compiled twice.
"""

import gc
import os
import re
import signal
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from hypothesis import settings
from xdist import is_xdist_controller
from xdist.scheduler import LoadScopeScheduling

import wargraph
from wargraph.compute.source_digest import sources_digest
from wargraph.warmup import warm_up

for profile, examples in {"quick": 10, "full": 30}.items():
    settings.register_profile(profile, deadline=None, derandomize=True, database=None, max_examples=examples)

os.environ["COLUMNS"] = "100"  # what is printed is laid out for a window

# Hundreds of processes are started: each would have to read the whole package anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A shell that starts the tests in the background has them ignore Ctrl-C, and with them whatever they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def compile_kernels(config):
    """Compile all kernels, unless nothing has changed since the last time: also to load them all takes seconds."""

    def state():
        files = Path(wargraph.__file__).parent.rglob("*.kernel")
        folder = os.environ.get("NUMBA_CACHE_DIR")
        return [sources_digest(), version("numba"), sys.version, folder, *sorted(map(str, files))]

    kept = getattr(config, "cache", None)  # nothing is kept with -p no:cacheprovider
    if kept is None or kept.get("wargraph/kernels", None) != state():
        list(warm_up())
        if kept is not None:
            kept.set("wargraph/kernels", state())


def pytest_sessionstart(session):
    if is_xdist_controller(session):
        compile_kernels(session.config)


class RoomScheduling(LoadScopeScheduling):
    """A room, such as graph with its tests and doctests, stays with one worker: only this one loads its kernels."""

    def _split_scope(self, nodeid):
        return nodeid.partition("::")[0].split("/")[1]


def pytest_xdist_make_scheduler(config, log):
    """What is named on the command line may be a single room: then its files are divided, as `--dist` says."""
    return RoomScheduling(config, log) if config.args_source is config.ArgsSource.TESTPATHS else None


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="also run what takes long, and draw three times the examples")
    parser.addoption("--whole", action="store_true", help="as --all, and compute again what is shipped, for a release")
    parser.addoption("--renew", action="store_true", help="write what commands print now into the files that say so")


def pytest_configure(config):
    config.option.all |= config.option.whole
    settings.load_profile("full" if config.option.all else "quick")


def is_asked_for(path, config):
    """What takes long runs with `--all`, or if its file is named."""
    named = [(config.invocation_params.dir / argument.partition("::")[0]).resolve() for argument in config.args]
    return config.option.all or path in named


def pytest_ignore_collect(collection_path, config):
    """A file of which all takes long need not be loaded: its libraries are slow to load, too."""
    if collection_path.suffix == ".py" and not is_asked_for(collection_path, config):
        return bool(re.search(r"^pytestmark = .*mark\.long", collection_path.read_text("utf-8"), re.MULTILINE)) or None
    return None


def pytest_collection_modifyitems(config, items):
    """What takes long comes first, so that no worker ends alone."""
    long = {item for item in items if item.get_closest_marker("long")}
    left_out = {item for item in long if not is_asked_for(item.path, config)}
    left_out |= {item for item in items if item.get_closest_marker("whole") and not config.option.whole}
    config.hook.pytest_deselected(items=left_out)
    items[:] = sorted((item for item in items if item not in left_out), key=lambda item: item not in long)


def pytest_collection_finish():
    """Thousands of tests stay in memory to the end: the garbage collector need not look at them again and again."""
    gc.freeze()


@pytest.fixture(scope="session")
def compiled_kernels(worker_id, request):
    """Without compiled kernels on disk the first command would announce that it compiles them."""
    if worker_id == "master":  # else it was done before the workers were started
        compile_kernels(request.config)


@pytest.fixture
def looks_are_many(monkeypatch):
    """Watchers are told whenever a unit is back, and not only every tenth of a second."""
    monkeypatch.setattr("wargraph.campaign.run_options._SECONDS_BETWEEN_REPORTS", 0)
