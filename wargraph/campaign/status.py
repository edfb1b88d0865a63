"""The status of a checkpoint: its progress, who worked on it for how long, and by which code."""

import sqlite3
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from os import PathLike
from pathlib import Path
from typing import Any

from wargraph.campaign.checkpoint import KEPT_PIECE, is_locked, opened, reading
from wargraph.campaign.progress import Amount
from wargraph.campaign.question import display_question
from wargraph.errors import CheckpointError, shown
from wargraph.report.document import Table
from wargraph.report.humanize import counted, duration
from wargraph.report.result import Result, Row


@dataclass(frozen=True)
class CampaignStatus:
    """The status of one of the campaigns that answer a question.

    Attributes
    ----------
    title : str
        The name of its work.
    pieces : int
        The number of finished work units.
    machine_seconds : float
        Their processor time.
    finished : str or None
        The time at which the campaign was finished; None if it is not.
    amount : Amount or None
        What was done and what was left when the progress was last noted; None if it never was.
    seconds_left : float or None
        How long the rest would take from then on, at the rate of that run; None if there was no rate yet.
    partial_summary : str
        What was known of the answer then.
    noted : str or None
        The time at which the progress was last noted.
    """

    title: str
    pieces: int
    machine_seconds: float
    finished: str | None
    amount: Amount | None
    seconds_left: float | None
    partial_summary: str
    noted: str | None

    @property
    def is_finished(self) -> bool:
        """Whether the campaign is finished."""
        return self.finished is not None

    @property
    def rate(self) -> float | None:
        """The amount done in a second of the last run; None if there is no rate."""
        return self.amount.left / self.seconds_left if self.amount and self.seconds_left else None

    @property
    def ready(self) -> datetime | None:
        """The time at which it will be finished at the same rate; None if there is no rate."""
        if self.noted is None or self.seconds_left is None:
            return None
        return datetime.fromisoformat(self.noted) + timedelta(seconds=self.seconds_left)

    def display(self, is_at_work: bool) -> str:
        """Return the progress, and how long the rest takes, as a sentence or two.

        Parameters
        ----------
        is_at_work : bool
            Whether a process works on the campaign now, so that the time until the end can be given.

        Returns
        -------
        str
            The sentences.
        """
        if self.amount is None:
            return f"The file does not say yet how far {self.title} is: that is noted after two seconds of work."
        done = f"{self.title}: {self.amount.display_share} of {self.amount.display} is done"
        if self.seconds_left is None:
            return f"{done}."
        if is_at_work and self.noted is not None and self.ready is not None:
            noted = f"{datetime.fromisoformat(self.noted).astimezone():%H:%M:%S}"
            left = max(0.0, (self.ready - datetime.now(UTC)).total_seconds())
            at = f"{self.ready.astimezone():%H:%M:%S on %d %B}"
            return f"{done}, as of {noted}; the rest takes {self.amount.display_time(left)}, until {at}."
        return f"{done}; the rest takes {self.amount.display_time(self.seconds_left)} at the pace of the last run."

    def row(self) -> Row:
        """Return the row of the campaign in the table of the checkpoint.

        Returns
        -------
        dict
            The cells ``campaign, finished, pieces, machine_seconds, done, left, of, a_second, seconds_left``.
        """
        amount = self.amount
        return {
            "campaign": self.title,
            "finished": self.is_finished,
            "pieces": self.pieces,
            "machine_seconds": round(self.machine_seconds, 2),
            "done": amount and amount.done,
            "left": amount and (_rounded(amount.left)),
            "of": amount and amount.of,
            "a_second": self.rate and _rounded(self.rate),
            "seconds_left": None if self.seconds_left is None else round(self.seconds_left),
        }


@dataclass(frozen=True)
class CheckpointStatus(Result):
    """The status of a checkpoint.

    Attributes
    ----------
    path : Path
        The file.
    question : dict of str
        The question: who asks it, as ``question``, and its parameters, as texts.
    campaigns : tuple of CampaignStatus
        The campaigns that have begun to answer it, in their order.
    workers : int
        The number of processes, on all machines, that finished work units.
    runs : tuple of dict
        The processes that worked on it, with the times at which they began and ended. A process that still works, or
        was killed, has no end.
    codes : tuple of dict
        The versions of the package that made the file or verified it, with the digests of their sources, and the
        libraries that they ran with.
    is_at_work : bool
        Whether a process works on it now.
    command : str
        The command line of the last run; empty if that run was started from Python.
    """

    path: Path
    question: dict[str, str]
    campaigns: tuple[CampaignStatus, ...]
    workers: int
    runs: tuple[Row, ...] = field(repr=False)
    codes: tuple[Row, ...] = field(repr=False)
    is_at_work: bool = False
    command: str = ""

    @property
    def is_finished(self) -> bool:
        """Whether every campaign that has begun is finished."""
        return bool(self.campaigns) and all(each.is_finished for each in self.campaigns)

    @property
    def finished(self) -> str | None:
        """The time at which the last campaign was finished; None if some campaign is not."""
        return max(each.finished or "" for each in self.campaigns) if self.is_finished else None

    @property
    def pieces(self) -> int:
        """The number of finished work units."""
        return sum(each.pieces for each in self.campaigns)

    @property
    def machine_seconds(self) -> float:
        """Their processor time in seconds."""
        return sum(each.machine_seconds for each in self.campaigns)

    def rows(self) -> list[Row]:
        """Return the campaigns as rows.

        Returns
        -------
        list of dict
            Rows ``campaign, finished, pieces, machine_seconds, done, left, of, a_second, seconds_left``.
        """
        return [each.row() for each in self.campaigns]

    def provenance(self) -> Row:
        """Return where the answer comes from: the work units, the runs and the code.

        Returns
        -------
        dict
            The cells ``checkpoint, pieces, machine_seconds, workers, runs, began, finished, code``.
        """
        return {
            "checkpoint": str(self.path),
            "pieces": self.pieces,
            "machine_seconds": round(self.machine_seconds, 2),
            "workers": self.workers,
            "runs": len(self.runs),
            "began": self.codes[0]["since"],
            "finished": self.finished,
            "code": "; ".join(
                f"wargraph {code['version']} ({code['digest']}), {code['made_with']}" for code in self.codes
            ),
        }

    @property
    def _state(self) -> str:
        if self.is_at_work:
            return "at work"
        return "finished" if self.is_finished else "not finished, and nobody works on it"

    def _answer(self) -> str:
        kept = f"{counted(self.pieces, 'work unit')} kept, {duration(self.machine_seconds)} of machine time"
        answer = [f"{display_question(self.question)}: {self._state}; {kept}."]
        if self.is_at_work and not self.campaigns:
            answer.append("It is still preparing, and has begun no work unit.")
        for campaign in self.campaigns:
            if not campaign.is_finished:
                answer.append(campaign.display(self.is_at_work))
                answer += [f"{campaign.partial_summary}."] if campaign.partial_summary else []
        if not (self.is_finished or self.is_at_work):
            again = f"To go on, type: {self.command}" if self.command else "The same question goes on with it."
            answer.append(again)
        return "\n".join(answer)

    def _body(self) -> list[Table]:
        return [
            Table("campaigns", self.rows(), empty="no campaign has begun"),
            Table("runs", list(self.runs), "Who worked on it"),
            Table("code", list(self.codes), "The code that made it, or verified it"),
        ]


def checkpoint_status(path: str | PathLike[str]) -> CheckpointStatus:
    """Return the status of a checkpoint, also while a process works on it.

    Parameters
    ----------
    path : str or path
        The file, which a command was given as ``--checkpoint`` or a function in its run options.

    Returns
    -------
    CheckpointStatus
        What is done and left, the runs, and the code.

    Raises
    ------
    CheckpointError
        If there is no such file, or it is no checkpoint, or is damaged.

    See Also
    --------
    verify_checkpoint

    Examples
    --------
    >>> import tempfile
    >>> from wargraph import RunOptions, longest
    >>> path = f"{tempfile.mkdtemp()}/longest-10.db"
    >>> longest(10, run_options=RunOptions(checkpoint=path)).turns
    53
    >>> status = checkpoint_status(path)
    >>> status.question["deck"], status.is_finished, status.pieces
    ('10', True, 1)
    """
    file = checkpoint_path(path)
    with reading(file) as database:
        campaigns = tuple(
            CampaignStatus(
                row["title"],
                row["pieces"],
                row["machine_seconds"],
                row["finished"],
                None
                if row["of"] is None
                else Amount(*(row[name] for name in ("done", "still", "of", "least", "most"))),
                row["seconds_left"],
                row["known"] or "",
                row["noted"],
            )
            for row in _rows(
                database,
                "SELECT campaign.*, count(name) AS pieces, total(seconds) AS machine_seconds "
                "FROM campaign LEFT JOIN piece ON campaign = number GROUP BY number ORDER BY number",
            )
        )
        for row in database.execute(KEPT_PIECE):
            opened(row)
        [(workers,)] = database.execute("SELECT count(DISTINCT worker) FROM piece")
        return CheckpointStatus(
            file,
            dict(database.execute("SELECT name, value FROM question")),
            campaigns,
            workers,
            _rows(database, "SELECT process, began, ended FROM run ORDER BY number"),
            _rows(database, "SELECT version, digest, made_with, since FROM code ORDER BY since"),
            is_locked(file),
            *(command for (command,) in database.execute("SELECT command FROM run ORDER BY number DESC LIMIT 1")),
        )


def _rounded(amount: float) -> int:
    """Return a whole number: with all digits of a count, and three of an estimate."""
    return amount if isinstance(amount, int) else int(float(f"{amount:.3g}"))


def checkpoint_path(path: object) -> Path:
    """Return the path of a file that exists; raise a `CheckpointError` otherwise."""
    if isinstance(path, str | PathLike):
        with suppress(OSError, ValueError):  # too long, or with characters that no name has
            file = Path(path)
            if file.is_file():
                return file
    named = str(path) if isinstance(path, PathLike) else path
    raise CheckpointError(f"there is no checkpoint {shown(named)}: name the file that --checkpoint named")


def _rows(database: sqlite3.Connection, statement: str) -> tuple[dict[str, Any], ...]:
    rows = database.execute(statement)
    names = [column[0] for column in rows.description]
    return tuple(dict(zip(names, values, strict=True)) for values in rows)
