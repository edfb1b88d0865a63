"""The status of a checkpoint: how far the work is that it keeps."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path

from wargraph.campaign.checkpoint import FINISHED, check_contents, file_errors, is_at_work, question_text
from wargraph.errors import CheckpointError, shown
from wargraph.report.humanize import counted, duration
from wargraph.report.result import Result, Row


@dataclass(frozen=True)
class CheckpointStatus(Result):
    """The status of a checkpoint.

    Attributes
    ----------
    path : Path
        The file.
    facts : dict of str
        The question and its parameters, the code, the last command line and the progress, as texts.
    campaigns : tuple of dict
        The rows of the table.
    is_at_work : bool
        Whether a process works on it now.
    """

    path: Path
    facts: dict[str, str] = field(repr=False)
    campaigns: tuple[Row, ...]
    is_at_work: bool

    @property
    def question(self) -> dict[str, str]:
        """The question: who asks it, as ``question``, and its parameters."""
        named = {name.removeprefix("question "): name for name in self.facts if name.startswith("question ")}
        return {name: self.facts[fact] for name, fact in named.items()}

    @property
    def is_finished(self) -> bool:
        """Whether every campaign that has begun is finished."""
        return bool(self.campaigns) and all(row["progress"] == FINISHED for row in self.campaigns)

    def rows(self) -> list[Row]:
        """Return a row for each campaign: ``campaign, units, machine_seconds, began, noted, progress``."""
        return list(self.campaigns)

    def _answer(self) -> str:
        state = "at work" if self.is_at_work else "finished" if self.is_finished else "not finished"
        units = sum(int(str(row["units"])) for row in self.campaigns)
        seconds = sum(float(str(row["machine_seconds"])) for row in self.campaigns)
        kept = f"{counted(units, 'work unit')} kept, {duration(seconds)} of machine time"
        answer = f"{question_text(self.question)}: {state}; {kept}."
        if self.is_at_work or self.is_finished:
            return answer
        command = self.facts.get("command")
        return f"{answer}\n{f'To go on, type: {command}' if command else 'The same question goes on with it.'}"


def checkpoint_status(path: str | PathLike[str]) -> CheckpointStatus:
    """Return the status of a checkpoint, also while a process works on it.

    Parameters
    ----------
    path : str or path
        The file, which a command was given as ``--checkpoint`` or a function in its run options.

    Raises
    ------
    CheckpointError
        If there is no such file, or it is no checkpoint, or is damaged.

    Examples
    --------
    >>> import tempfile
    >>> from wargraph import RunOptions, longest
    >>> path = f"{tempfile.mkdtemp()}/longest-10.db"
    >>> longest(10, run_options=RunOptions(checkpoint=path)).turns
    53
    >>> status = checkpoint_status(path)
    >>> status.question["deck"], status.is_finished
    ('10', True)
    """
    file = Path(path)
    if not file.is_file():
        raise CheckpointError(f"there is no checkpoint {shown(str(path))}: name the file that --checkpoint named")
    uri = f"{file.resolve().as_uri()}?mode=rw"
    with file_errors(file), closing(sqlite3.connect(uri, 0, isolation_level=None, uri=True)) as database:
        check_contents(database, file)
        facts = dict(database.execute("SELECT name, value FROM fact"))
        units = {
            campaign: {"units": units, "machine_seconds": round(seconds, 2), "began": began, "noted": noted}
            for campaign, units, seconds, began, noted in database.execute(
                "SELECT campaign, count(*), total(seconds), min(finished), max(finished) FROM unit GROUP BY campaign "
                "ORDER BY min(rowid)"
            )
        }
        rows = tuple(
            {"campaign": campaign, **row, "progress": facts.get(f"progress {campaign}", "")}
            for campaign, row in units.items()
        )
        return CheckpointStatus(file, facts, rows, is_at_work(database))
