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
from wargraph.compute import kernel_cache
from wargraph.compute.kernel import inner_kernel, kernel, merged_kernel
from wargraph.compute.kernel_cache import KernelFiles, kernel_digest

pytestmark = pytest.mark.long

PACKAGE = Path(wargraph.__file__).parent
KEY = ("signature", "machine")


@pytest.fixture(autouse=True)
def nothing_said_yet():
    kernel_cache.say_once.cache_clear()


@pytest.fixture
def files(tmp_path):
    return KernelFiles(str(tmp_path), "wargraph.graph.play", lambda: "a1")


def test_what_is_saved_is_there_for_the_next(tmp_path, files):
    assert files.load(KEY) is None
    files.save(KEY, ("code", b"\0"))
    again = KernelFiles(str(tmp_path), "wargraph.graph.play", lambda: "a1")
    assert (again.load(KEY), again.load(("other signature", "machine"))) == (("code", b"\0"), None)
    again.flush()
    assert (files.load(KEY), list(tmp_path.iterdir())) == (None, [])


def test_other_sources_find_nothing_and_throw_the_old_away(tmp_path, files):
    files.save(KEY, "old")
    other, neighbour = (
        KernelFiles(str(tmp_path), f"wargraph.graph.{name}", lambda: "b2") for name in ("play", "player")
    )
    neighbour.save(KEY, "of another kernel")
    assert files.load(KEY) == "old"
    assert other.load(KEY) is None
    other.save(KEY, "new")
    assert (files.load(KEY), other.load(KEY), neighbour.load(KEY)) == (None, "new", "of another kernel")


@pytest.mark.parametrize(("kept", "more"), [(0, b""), (0, b"\x80garbage" * 9), (-1, b"x")])
def test_a_damaged_file_is_as_good_as_none(tmp_path, files, capsys, kept, more):
    files.save(KEY, "code")
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:kept] + more)
    assert [files.load(KEY), files.load(KEY)] == [None, None]
    assert capsys.readouterr().err.count("damaged: it is compiled anew\n") == 1
    files.save(KEY, "code again")
    assert files.load(KEY) == "code again"


def test_where_nothing_can_be_written_it_is_said_once(tmp_path, capsys):
    nowhere = KernelFiles(str(tmp_path / "gone"), "play", lambda: "a1")
    for _ in range(2):
        nowhere.save(KEY, "code")
    assert nowhere.load(KEY) is None
    assert capsys.readouterr().err == (
        "wargraph: the compiled kernels cannot be kept (No such file or directory): the next run compiles them again\n"
    )


def test_a_full_disk_leaves_nothing_half_written(tmp_path, files, capsys, monkeypatch):
    def fail(path, content):
        with path.open("wb") as file:
            file.write(content[:9])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail)
    files.save(KEY, "code")
    assert "cannot be kept (No space left on device)" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


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


def test_a_constant_three_calls_away_changes_just_the_kernels_that_use_it(monkeypatch):
    kernels = near, of_array
    before = [kernel_digest(each) for each in kernels]
    monkeypatch.setitem(globals(), "ADDED", 6)
    changed = [kernel_digest(each) for each in kernels]
    assert [one == other for one, other in zip(before, changed, strict=True)] == [False, True]
    monkeypatch.setitem(globals(), "HELD", np.arange(1, 4))
    assert kernel_digest(of_array) != before[1]


def test_how_an_inner_kernel_is_compiled_counts(monkeypatch):
    before = kernel_digest(near)
    monkeypatch.setitem(globals(), "far", merged_kernel(far.py_func))
    assert kernel_digest(near) != before


def test_what_can_change_unseen_is_refused(monkeypatch):
    monkeypatch.setitem(globals(), "ADDED", [5])
    with pytest.raises(TypeError, match="nothing tells when it changes"):
        kernel_digest(near)


def test_a_kernel_that_numba_lost_hold_of_is_used_all_the_same(tmp_path, monkeypatch):
    """As after Ctrl-C in the callback that hands over what was compiled: nothing takes it, and numba misses it."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    doubled = kernel(twice)
    with monkeypatch.context() as lost:
        lost.setattr(codegen.CodeLibrary, "_compiled_object", property(lambda _: None, lambda *_: None), raising=False)
        assert doubled(21) == 42
    assert list(tmp_path.rglob("*.kernel")) == []
    assert kernel(twice)(3) == 6
    assert len(list(tmp_path.rglob("*.kernel"))) == 1


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
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), **environment}
        run = partial(subprocess.run, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
        done = run([sys.executable, "-c", code])
        return int(done.stdout), done.stderr

    ask.package = package
    return ask


def test_kernels_are_compiled_anew_if_what_they_use_changes_or_they_are_damaged(asked):
    said = "wargraph: compiling its kernels, once, for some seconds; later runs start at once\n"
    assert asked() == (30, said)
    inner, outer = (asked.package / f"{name}.py" for name in ("inner", "outer"))
    inner.write_text(INNER.format(added=1, unused=22))
    outer.write_text(OUTER.replace("    return", '    """Much more."""  # and a comment\n    return'))
    elsewhere = asked.package / "compute/rng_kernels.py"
    elsewhere.write_text(elsewhere.read_text() + "\nNEW = 1\n")
    assert asked() == (30, "")
    inner.write_text(INNER.format(added=12, unused=22))
    assert asked() == (140, said)
    (kept,) = asked.package.rglob("*.kernel")
    kept.write_bytes(b"garbage")
    answer, said = asked()
    assert answer == 140
    assert ["damaged" in line or "compiling" in line for line in said.splitlines()] == [True, True]
    assert asked() == (140, "")


def test_a_full_disk_is_no_reason_to_fail(asked):
    full = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)"
    answer, said = asked(f"{full}; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))", PYTHONDONTWRITEBYTECODE="1")
    assert answer == 30
    assert "cannot be kept (File too large): the next run compiles them again" in said
    assert not [*asked.package.rglob("*.kernel"), *asked.package.rglob("*.tmp")]


def test_a_folder_that_cannot_be_made_is_no_reason_to_fail(asked):
    (asked.package / "cache").write_text("a file where a folder should be")
    nowhere = {
        "NUMBA_CACHE_DIR": str(asked.package / "cache"),
        "NUMBA_CACHE_LOCATOR_CLASSES": "EnvironmentCacheLocator",
    }
    answer, said = asked(**nowhere)
    assert answer == 30
    assert said.count("\n") == 1
    assert "in every run" in said
