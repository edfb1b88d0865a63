"""What commands print, to the letter: `printed.txt`, and `refusals.txt` for those that are refused in one line.

A new case is a line `$ wargraph ...` in one of them. `pytest tests/cli/test_expected.py --renew` writes what is printed
now, with the first example of a command that no case types; what has changed is then seen in the difference.
"""

import re
import shlex
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.auction.support import MIDDLE
from tests.cli.running import COMMANDS, EVERY_COMMAND, examples, names_in

PRINTED, REFUSALS = (Path(__file__).with_name(name) for name in ("printed.txt", "refusals.txt"))
STRATEGIES = f"""{MIDDLE}
class Cheat(Middle):
    def card(self, view):
        return 14
"""


def cases(path):
    """What is typed, and what is printed then."""
    return re.findall(r"^\$ wargraph (.*)\n((?:(?!\$ ).*\n)*)", path.read_text("utf-8"), re.MULTILINE)


@pytest.fixture
def assert_expected(request, tmp_path):
    """Compare what is printed with what stands in a file, or write it there."""

    def compare(path, typed, expected, printed):
        found = printed.replace(f"wargraph {version('wargraph')}", "wargraph VERSION").replace(str(tmp_path), "FOLDER")
        found = found.replace(f'"version": "{version("wargraph")}"', '"version": VERSION')
        if request.config.getoption("--renew"):
            now = dict(cases(path)) | {typed: found}
            path.write_text("".join(f"$ wargraph {each}\n{text}" for each, text in now.items()), "utf-8")
        else:
            assert found == expected, f"if that is meant: pytest tests/cli/test_expected.py --renew, see {path.name}"

    return compare


@pytest.mark.parametrize(("typed", "expected"), cases(REFUSALS), ids=[typed for typed, _ in cases(REFUSALS)])
def test_nonsense_is_refused_in_one_line(call, tmp_path, assert_expected, typed, expected):
    (tmp_path / "mine.py").write_text(STRATEGIES)
    assert_expected(REFUSALS, typed, expected, call(*shlex.split(typed)).refusal())
    assert [name for name in names_in(tmp_path) if "__pycache__" not in name] == ["mine.py"]


def untyped():
    """The first example of each command that no case types, but for those tested elsewhere, with nothing printed."""
    typed = [f"{line} " for line, _ in cases(PRINTED) + cases(REFUSALS)]
    typed += ["warmup "]  # which compiles for a minute: test_process.py
    commands = [name for name in EVERY_COMMAND if not COMMANDS.get(name)]
    return [(examples(name)[0], "") for name in commands if not any(line.startswith(f"{name} ") for line in typed)]


ALL = cases(PRINTED) + untyped()


@pytest.mark.parametrize(("typed", "expected"), ALL, ids=[typed for typed, _ in ALL])
def test_what_is_asked_for_is_printed(call, assert_expected, typed, expected):
    assert_expected(PRINTED, typed, expected, call(*shlex.split(typed)).printed())
