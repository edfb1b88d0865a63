"""What a checkpoint holds: how far its question is answered, by which code, and how long that took."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path

from wargraph.campaign.checkpoint import check_is_checkpoint, is_locked, told_of
from wargraph.campaign.progress import counted_left
from wargraph.document import Document, Paragraph, Table
from wargraph.errors import CheckpointError, shown
from wargraph.results import Result, Row
from wargraph.wording import counted, duration


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
    is_finished
        Whether all of it is.
    done, left, of
        The amount when it was last noted: what is done, what is left, and of what; None if that was not yet.
    known
        What was known of the answer then.
    """

    title: str
    pieces: int
    machine_seconds: float
    is_finished: bool
    done: float | None
    left: float | None
    of: str | None
    known: str

    @property
    def machine_seconds_left(self) -> float | None:
        """How long processors will still work, at the rate so far; None if that cannot be told."""
        if self.is_finished:
            return 0.0
        return self.machine_seconds * self.left / self.done if self.done and self.left is not None else None

    def row(self) -> Row:
        """Its row of the table."""
        seconds_left = self.machine_seconds_left
        return {
            "campaign": self.title,
            "finished": self.is_finished,
            "pieces": self.pieces,
            "machine_seconds": round(self.machine_seconds, 2),
            "done": self.done,
            "left": 0 if self.is_finished else self.left,
            "of": self.of,
            "machine_seconds_left": None if seconds_left is None else round(seconds_left, 1),
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

    See Also
    --------
    checkpoint_status, verify_checkpoint, Effort
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
    def pieces(self) -> int:
        """How many pieces are finished."""
        return sum(each.pieces for each in self.campaigns)

    @property
    def machine_seconds(self) -> float:
        """How long processors worked on them."""
        return sum(each.machine_seconds for each in self.campaigns)

    def rows(self) -> list[Row]:
        """Rows ``campaign, finished, pieces, machine_seconds, done, left, of, machine_seconds_left``."""
        return [each.row() for each in self.campaigns]

    def provenance(self) -> Row:
        """Where the answer comes from, in a row."""
        return {
            "checkpoint": str(self.path),
            "pieces": self.pieces,
            "machine_seconds": round(self.machine_seconds, 2),
            "workers": self.workers,
            "runs": len(self.runs),
            "began": self.runs[0]["began"],
            "code": "; ".join(
                f"wargraph {code['version']} ({code['digest']}), {code['made_with']}" for code in self.codes
            ),
        }

    def _answer(self) -> str:
        asked = ", ".join(f"{name} {value}" for name, value in self.question.items() if name != "question")
        took = f"{counted(self.pieces, 'piece')}, {duration(self.machine_seconds)} of machine time"
        state = "finished" if self.is_finished else "at work" if self.is_at_work else "not finished"
        answer = f"{self.question['question']}, {asked}: {state}; {took}."
        for each in self.campaigns:
            if not each.is_finished and each.done is not None and each.left is not None:
                whole = f"{counted_left(each.done + each.left)} {each.of}"
                answer += f" Of {each.title} {each.done / (each.done + each.left):.0%} of {whole} is done"
                left = each.machine_seconds_left
                answer += f", {duration(left)} of machine time is left." if left is not None else "."
        return answer if self.is_finished or self.is_at_work else f"{answer} The same command goes on with it."

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
    CheckpointStatus, verify_checkpoint, Effort

    Examples
    --------
    >>> import tempfile
    >>> from wargraph import Effort, longest
    >>> path = f"{tempfile.mkdtemp()}/longest-10.db"
    >>> longest(10, effort=Effort(checkpoint=path)).turns
    58
    >>> status = checkpoint_status(path)
    >>> status.question["deck"], status.is_finished, status.pieces
    ('10', True, 1)
    """
    file = Path(path)
    with reading(file) as database:
        campaigns = tuple(
            CampaignStatus(title, pieces, seconds, finished is not None, done, left, of, known or "")
            for title, finished, done, left, of, known, pieces, seconds in database.execute(
                "SELECT title, campaign.finished, done, still, of, known, count(name), total(seconds) "
                "FROM campaign LEFT JOIN piece ON campaign = number GROUP BY number ORDER BY number"
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


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A checkpoint to be read."""
    if not path.is_file():
        raise CheckpointError(f"there is no checkpoint {shown(str(path))}: name the file that --checkpoint named")
    with told_of(path), closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as database:
        check_is_checkpoint(database, path)
        yield database


def _rows(database: sqlite3.Connection, statement: str) -> tuple[Row, ...]:
    found = database.execute(statement)
    names = [column[0] for column in found.description]
    return tuple(dict(zip(names, values, strict=True)) for values in found)
