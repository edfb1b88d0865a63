"""What a checkpoint holds: how far its question is answered, by which code, and how long that took."""

import sqlite3
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from os import PathLike
from pathlib import Path

from wargraph.campaign.checkpoint import is_locked, reading
from wargraph.campaign.progress import Amount
from wargraph.campaign.question import told_question
from wargraph.errors import CheckpointError, shown
from wargraph.report.document import Document, Paragraph, Table
from wargraph.report.humanize import counted, duration
from wargraph.report.result import Result, Row


@dataclass(frozen=True)
class CampaignStatus:
    """One of the campaigns that answer the question.

    Attributes
    ----------
    title
        What it works on.
    pieces
        How many of its pieces are finished.
    machine_seconds
        How long processors worked on them.
    finished
        When all of it was; None if it is not.
    amount
        What was done and left when that was last noted; None if it was not yet.
    seconds_left
        How long the rest would take from then on, at the rate of that run; None if that could not be told.
    known
        What was known of the answer then.
    noted
        When that was.
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
        """Whether all of it is."""
        return self.finished is not None

    @property
    def rate(self) -> float | None:
        """How much was done a second in the last run; None if that cannot be told."""
        return self.amount.left / self.seconds_left if self.amount and self.seconds_left else None

    @property
    def ready(self) -> datetime | None:
        """When it will be ready if it goes on as it did; None if that cannot be told."""
        if self.noted is None or self.seconds_left is None:
            return None
        return datetime.fromisoformat(self.noted) + timedelta(seconds=self.seconds_left)

    def display(self, is_at_work: bool) -> str:
        """How far it is, and how long the rest takes, in a sentence or two."""
        if self.amount is None:
            return f"How far {self.title} is has not been noted yet."
        done = f"Of {self.title} {self.amount.display_share} of {self.amount.display} is done"
        if self.seconds_left is None:
            return f"{done}."
        if is_at_work and self.ready is not None:
            left = max(0.0, (self.ready - datetime.now(UTC)).total_seconds())
            at = f"{self.ready.astimezone():%H:%M:%S on %d %B}"
            return f"{done}, as of {self.noted_here}; the rest takes {self.amount.told_time(left)}, until {at}."
        return f"{done}; the rest takes {self.amount.told_time(self.seconds_left)} at the pace of the last run."

    @property
    def noted_here(self) -> str:
        """When it was noted, by the clock of this place."""
        return f"{datetime.fromisoformat(self.noted).astimezone():%H:%M:%S}" if self.noted else ""

    def row(self) -> Row:
        """Its row of the table."""
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
    """What a checkpoint holds.

    Attributes
    ----------
    path
        The file.
    question
        What is asked, by name.
    campaigns
        The campaigns that have begun to answer it, in their order.
    workers
        How many processes, on whichever machines, finished pieces.
    runs
        Which process worked on it, and from when to when; without an end if it works still, or was killed.
    codes
        The versions of the package that made it or verified it, with the number of their sources, and what they ran on.
    is_at_work
        Whether a process works on it now.
    """

    path: Path
    question: dict[str, str]
    campaigns: tuple[CampaignStatus, ...]
    workers: int
    runs: tuple[Row, ...] = field(repr=False)
    codes: tuple[Row, ...] = field(repr=False)
    is_at_work: bool = False

    @property
    def is_finished(self) -> bool:
        """Whether all that has begun is finished."""
        return bool(self.campaigns) and all(each.is_finished for each in self.campaigns)

    @property
    def finished(self) -> str | None:
        """When all that has begun was finished; None if it is not."""
        return max(each.finished or "" for each in self.campaigns) if self.is_finished else None

    @property
    def pieces(self) -> int:
        """How many pieces are finished."""
        return sum(each.pieces for each in self.campaigns)

    @property
    def machine_seconds(self) -> float:
        """How long processors worked on them."""
        return sum(each.machine_seconds for each in self.campaigns)

    def rows(self) -> list[Row]:
        """Rows ``campaign, finished, pieces, machine_seconds, done, left, of, a_second, seconds_left``."""
        return [each.row() for each in self.campaigns]

    def provenance(self) -> Row:
        """Where the answer comes from, in a row."""
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
        kept = f"{counted(self.pieces, 'piece')} kept, {duration(self.machine_seconds)} of machine time"
        answer = [f"{told_question(self.question)}: {self._state}; {kept}."]
        if self.is_at_work and not self.campaigns:
            answer.append("It is still preparing, and has begun none of its pieces.")
        for campaign in self.campaigns:
            if not campaign.is_finished:
                answer.append(campaign.display(self.is_at_work))
                answer += [f"{campaign.partial_summary}."] if campaign.partial_summary else []
        if not (self.is_finished or self.is_at_work):
            answer.append("The same command goes on with it.")
        return "\n".join(answer)

    def document(self) -> Document:
        """How far it is, and where that comes from."""
        return Document(
            [
                Paragraph(self._answer()),
                Table("campaigns", self.rows(), empty="no campaign has begun"),
                Table("runs", list(self.runs), "Who worked on it"),
                Table("code", list(self.codes), "The code that made it, or verified it"),
            ]
        )


def checkpoint_status(path: str | PathLike[str]) -> CheckpointStatus:
    """What a checkpoint holds; it can be asked while a process works on it.

    Parameters
    ----------
    path
        The file.

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
                title,
                pieces,
                seconds,
                finished,
                None if of is None else Amount(done, still, of, error),
                seconds_left,
                partial_summary or "",
                noted,
            )
            for title, finished, done, still, error, of, seconds_left, partial_summary, noted, pieces, seconds in (
                database.execute(
                    "SELECT title, campaign.finished, done, still, error, of, seconds_left, known, noted, "
                    "count(name), total(seconds) "
                    "FROM campaign LEFT JOIN piece ON campaign = number GROUP BY number ORDER BY number"
                )
            )
        )
        [(workers,)] = database.execute("SELECT count(DISTINCT worker) FROM piece")
        return CheckpointStatus(
            file,
            dict(database.execute("SELECT name, value FROM question")),
            campaigns,
            workers,
            _rows(database, "SELECT process, began, ended FROM run ORDER BY number"),
            _rows(database, "SELECT version, digest, made_with, since FROM code ORDER BY since"),
            is_locked(file),
        )


def _rounded(amount: float) -> int:
    """A whole number: all digits of what was counted, three of an estimate."""
    return amount if isinstance(amount, int) else int(float(f"{amount:.3g}"))


def checkpoint_path(path: object) -> Path:
    """The file that is named, or a `CheckpointError`."""
    if isinstance(path, str | PathLike):
        with suppress(OSError, ValueError):  # too long, or with characters that no name has
            file = Path(path)
            if file.is_file():
                return file
    named = str(path) if isinstance(path, PathLike) else path
    raise CheckpointError(f"there is no checkpoint {shown(named)}: name the file that --checkpoint named")


def _rows(database: sqlite3.Connection, statement: str) -> tuple[Row, ...]:
    found = database.execute(statement)
    names = [column[0] for column in found.description]
    return tuple(dict(zip(names, values, strict=True)) for values in found)
