"""Compiled kernels on disk: never older than their sources, and no reason to fail."""

import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from numba import config
from numba.core import codegen

import wargraph
from wargraph.compute import kernel as kernel_cache
from wargraph.compute.kernel import inner_kernel, kernel, kernel_digest, merged_kernel

pytestmark = pytest.mark.long

PACKAGE = Path(wargraph.__file__).parent


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The folder in which the kernels of a test are kept, with nothing said yet."""
    kernel_cache.say_once.cache_clear()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "kept"))
    return tmp_path / "kept"


def kept(folder):
    return sorted(folder.rglob("*.kernel"))


def twice(number):
    return 2 * number


ADDED, HELD = 5, np.arange(3)


@inner_kernel
def far(number):
    return number + ADDED


@inner_kernel
def middle(number):
    return far(number) + 1


@kernel
def near(number):
    return middle(number)


@kernel
def of_array(number):
    return number + HELD[1]


@pytest.mark.parametrize(
    ("name", "value", "changed"),
    [
        ("ADDED", 6, {near}),  # three calls away
        ("HELD", np.arange(1, 4), {of_array}),
        ("HELD", slice(1, 4), {of_array}),  # among the constants of a function from Python 3.14 on
        ("far", merged_kernel(far.py_func), {near}),  # compiled in another way
        ("twice", None, set()),
    ],
)
def test_a_change_reaches_the_kernels_that_use_it(monkeypatch, name, value, changed):
    before = {kernel: kernel_digest(kernel) for kernel in (near, of_array)}
    monkeypatch.setitem(globals(), name, value)
    assert {kernel for kernel, digest in before.items() if kernel_digest(kernel) != digest} == changed


def test_what_can_change_unseen_is_refused(monkeypatch):
    monkeypatch.setitem(globals(), "ADDED", [5])
    with pytest.raises(TypeError, match="nothing tells when it changes"):
        kernel_digest(near)


def loaded(number):
    """Whether the kernel `twice` comes from disk in a new run."""
    doubled = kernel(twice)
    assert doubled(number) == 2 * number
    return not doubled.stats.cache_misses


def test_there_is_a_file_for_each_signature(folder):
    assert [loaded(3), loaded(3), loaded(0.5), loaded(0.5)] == [False, True, False, True]
    assert len(kept(folder)) == 2


def test_files_of_other_code_are_deleted(folder, monkeypatch):
    loaded(3)
    assert kernel(near.py_func)(1) == 7
    before = kept(folder)
    monkeypatch.setattr(kernel_cache, "kernel_digest", lambda _: "other code")
    assert not loaded(3)
    assert [path in before for path in kept(folder)] == [True, False]


def test_a_setting_of_numba_has_files_of_its_own(folder, monkeypatch):
    loaded(3)
    with monkeypatch.context() as checked:
        checked.setattr(config, "BOUNDSCHECK", 1)
        assert [loaded(3), loaded(3)] == [False, True]
    assert loaded(3)
    assert len(kept(folder)) == 2


@pytest.mark.parametrize(("end", "more"), [(0, b""), (0, b"\x80garbage" * 9), (-1, b"x")])
def test_a_damaged_file_is_as_good_as_none(folder, end, more):
    loaded(3)
    (path,) = kept(folder)
    path.write_bytes(path.read_bytes()[:end] + more)
    assert [loaded(3), loaded(3)] == [False, True]


def test_a_kernel_that_numba_lost_is_used(folder, monkeypatch):
    """As after Ctrl-C in the callback that hands over what was compiled: nothing takes it, and numba misses it."""
    with monkeypatch.context() as lost:
        lost.setattr(codegen.CodeLibrary, "_compiled_object", property(lambda _: None, lambda *_: None), raising=False)
        assert not loaded(21)
    assert kept(folder) == []
    assert [loaded(3), loaded(3)] == [False, True]


INNER = """
from wargraph.compute.kernel import inner_kernel

ADDED = {added}
UNUSED = {unused}

@inner_kernel
def more(number):
    return number + ADDED
"""
OUTER = """
from wargraph.inner import more
from wargraph.compute.kernel import kernel

@kernel
def much_more(number):
    return 10 * more(number)
"""


@pytest.fixture
def asked(tmp_path):
    """A copy of the package with a kernel more; called, a process of its own says what the kernel gives."""
    package = tmp_path / "wargraph"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("*.kernel"))
    (package / "inner.py").write_text(INNER.format(added=1, unused=1))
    (package / "outer.py").write_text(OUTER)

    def ask(before="", **environment):
        code = f"{before}\nfrom wargraph.outer import much_more\nprint(much_more(2))"
        own = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
        environment = {**own, "PYTHONPATH": str(tmp_path), **environment}
        run = partial(subprocess.run, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
        done = run([sys.executable, "-c", code])
        return int(done.stdout), done.stderr

    ask.package = package
    return ask


def test_kernels_are_recompiled_if_their_callees_change(asked):
    said = "wargraph: compiling kernels (once, 5 to 20 s)\n"
    assert asked() == (30, said)
    inner, outer = (asked.package / f"{name}.py" for name in ("inner", "outer"))
    inner.write_text(INNER.format(added=1, unused=22))
    outer.write_text(OUTER.replace("    return", '    """Much more."""  # and a comment\n    return'))
    elsewhere = asked.package / "compute/rng_kernels.py"
    elsewhere.write_text(elsewhere.read_text() + "\nNEW = 1\n")
    assert asked() == (30, "")
    inner.write_text(INNER.format(added=12, unused=22))
    assert asked() == (140, said)


COMPILES = """
import atexit, sys
atexit.register(lambda: print("numba.np.arraymath" in sys.modules, "scipy.linalg" in sys.modules, file=sys.stderr))
"""


def test_a_kept_kernel_is_loaded_without_the_compiler(asked):
    assert asked(COMPILES)[1].endswith("True True\n")
    assert asked(COMPILES) == (30, "False False\n")


FULL_DISK = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
"""
NO_FOLDER = {"NUMBA_CACHE_DIR": os.devnull, "NUMBA_CACHE_LOCATOR_CLASSES": "EnvironmentCacheLocator"}


@pytest.mark.parametrize(
    ("before", "environment", "parts"),
    [
        (FULL_DISK, {"PYTHONDONTWRITEBYTECODE": "1"}, ["the next run compiles them again", "File too large"]),
        ("", NO_FOLDER, ["in every run"]),
    ],
    ids=["full disk", "no folder"],
)
def test_kernels_that_cannot_be_stored_still_run(asked, before, environment, parts):
    answer, said = asked(before, **environment)
    assert answer == 30
    assert [part for part in parts if part not in said] == []
    assert not [*asked.package.rglob("*.kernel"), *asked.package.rglob(".wargraph*")]
