"""The number of the sources: another one for other code, and for nothing else."""

import gc
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import pytest

import wargraph
from wargraph.compute.source_digest import sources_digest

PACKAGE = Path(wargraph.__file__).parent


@pytest.mark.long
def test_the_number_is_of_the_code_that_answers_can_depend_on(tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "wargraph", ignore=shutil.ignore_patterns("__pycache__"))
    before = sources_digest(tmp_path / "wargraph")
    assert before == sources_digest()
    without_effect = {"graph/build.py": "# A comment, and a text by itself.\n'A text.'", "cli/tour.py": "NEW = 1"}
    for changes, is_other in ((without_effect, False), ({"compute/rng_kernels.py": "NEW = 1"}, True)):
        for name, more in changes.items():
            with (tmp_path / "wargraph" / name).open("a") as file:
                file.write(f"\n{more}\n")
        sources_digest.cache_clear()
        assert (sources_digest(tmp_path / "wargraph") != before) == is_other


def test_threads_can_ask_at_the_same_time():
    """Whoever looks on as garbage is collected, as a worker of Dask does, lets another thread go on in between."""

    def look_on(*_):
        sleep(0)

    gc.callbacks.append(look_on)
    try:
        with ThreadPoolExecutor(4) as threads:
            numbers = {*threads.map(sources_digest.__wrapped__, [PACKAGE] * 4)}
    finally:
        gc.callbacks.remove(look_on)
    assert numbers == {sources_digest()}


def digests(folder, contents):
    """The different digests of a folder with one file, for some contents of it."""
    found = set()
    for content in contents:
        (folder / "one.py").write_text(content)
        sources_digest.cache_clear()
        found.add(sources_digest(folder))
    return found


def test_each_change_of_a_line_of_code_is_another_number(tmp_path):
    lines = ["x = 0", "x = 0.0", "x = False", "x = None", "x = ''", "x = []", "x = ()", "x: int = 0", "y = 0", "x == 0"]
    assert len(digests(tmp_path, ["z = 1\n", *(f"z = 1\n{line}\n" for line in lines)])) == len(lines) + 1


def test_a_docstring_can_be_written_anew(tmp_path):
    texts = ("Add one.", "Add one to a number.\n\n    Another line.\n    ")
    assert len(digests(tmp_path, [f'def one(n):\n    """{text}"""\n    return n + 1\n' for text in texts])) == 1


def test_the_digest_is_kept_beside_the_compiled_code_until_the_sources_change(tmp_path):
    (tmp_path / "__pycache__").mkdir()
    first, second = (digests(tmp_path, [content]) for content in ("x = 1", "x = 2"))
    (kept,) = (tmp_path / "__pycache__").iterdir()
    assert {kept.read_text()} == second != first
    kept.write_text("0123456789abcdef")
    assert digests(tmp_path, ["x = 2"]) == {"0123456789abcdef"}
    kept.write_text("0123")
    assert digests(tmp_path, ["x = 2"]) == second
    assert digests(tmp_path, ["x = 1"]) == first


def test_a_digest_that_cannot_be_kept_is_made_each_time(tmp_path):
    (tmp_path / "__pycache__").write_text("This is no folder.")
    assert digests(tmp_path, ["x = 1"]) == digests(tmp_path, ["x = 1"])
