"""A limited address space: the answer, or one line; `python benchmarks/address_space.py` tries every limit."""

import resource
import subprocess

import pytest
from address_space import COMMANDS, MEGABYTE, outcome

from tests.cli.running import console_command

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def usual():
    """What commands print without a limit."""
    answers = {}

    def ask(command):
        if command not in answers:
            answers[command] = outcome(command, None)[1]
        return answers[command]

    return ask


@pytest.mark.parametrize("command", [COMMANDS[number] for number in (6, 10, 12)])
@pytest.mark.parametrize("limit", [200, 500, 1100])
def test_the_answer_or_a_line(usual, limit, command):
    how, told, _ = outcome(command, limit * MEGABYTE, usual(command))
    assert how in ("answer", "refused")
    if how == "refused":
        assert limit < 1000
        assert "ulimit -v" in told


def test_what_needs_no_heavy_library_is_answered():
    assert [outcome(command, 200 * MEGABYTE)[0] for command in COMMANDS[:3]] == ["answer"] * 3


def test_threads_are_counted():
    how, told, _ = outcome("longest 13 --jobs 100", 1500 * MEGABYTE)
    assert how == "refused"
    assert "100 threads take up to 7.5 GB of address space" in told
    assert "--jobs 2" in told


def test_the_limit_on_data_counts_too(tmp_path):
    limit = 400 * MEGABYTE
    done = subprocess.run(
        [console_command(), "longest", "13"],
        cwd=tmp_path,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        "wargraph longest: the libraries for this need 900.0 MB of address space, 400.0 MB are allowed: "
    )
