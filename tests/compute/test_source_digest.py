"""The digest of the sources: another one for other code below the command line and the pictures."""

import shutil
from pathlib import Path

import pytest

import wargraph
from wargraph.compute import source_digest
from wargraph.compute.source_digest import sources_digest

PACKAGE = Path(wargraph.__file__).parent


@pytest.mark.parametrize(
    ("name", "text", "is_other"),
    [
        ("cli/tour.py", "NEW = 1\n", False),
        ("compute/rng_kernels.py", "NEW = 1\n", True),
        ("core/new.py", "", True),
        ("full_game/presets.toml", "# new\n", True),
    ],
)
def test_the_digest_covers_the_code_of_answers(tmp_path, name, text, is_other):
    copy = tmp_path / "wargraph"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    assert sources_digest(copy) == sources_digest()
    with (copy / name).open("a") as file:
        file.write(text)
    sources_digest.cache_clear()
    assert (sources_digest(copy) != sources_digest()) == is_other


def test_another_version_has_another_digest(monkeypatch):
    before = sources_digest()
    monkeypatch.setattr(source_digest, "__version__", "99")
    assert sources_digest.__wrapped__() != before
