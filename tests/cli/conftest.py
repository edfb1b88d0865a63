"""Fixtures of the command-line tests: a call inside this process, in an empty folder."""

from collections.abc import Callable

import pytest

from tests.cli.running import Outcome
from wargraph.cli import main


@pytest.fixture(scope="session", autouse=True)
def _compiled_kernels(compiled_kernels):
    """Without compiled kernels on disk the first command would announce that it compiles them."""


@pytest.fixture
def call(tmp_path, monkeypatch, capsys) -> Callable[..., Outcome]:
    """Run a command line in this process, with the test's own folder as the working directory."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> Outcome:
        monkeypatch.setattr("sys.argv", ["wargraph", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return Outcome(ended.value.code, out, err)

    return run
