"""Verification of a checkpoint: a random sample of its work units is done again, and must come out the same."""

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from numbers import Real
from os import PathLike
from pathlib import Path
from typing import Any

import wargraph.fixed_order.longest_over_tournaments  # noqa: F401 (its classes may stand in subtrees)
from wargraph.auction.simulate import AuctionGames
from wargraph.campaign.checkpoint import KEPT_PIECE, file_errors, opened, reading, trust_this_code
from wargraph.campaign.encoding import UnknownContentError, decoded_finds, decoded_piece, fingerprint, found_type
from wargraph.campaign.pieces import KeptPiece, worked
from wargraph.campaign.progress import Amount
from wargraph.campaign.question import display_question
from wargraph.campaign.run import Campaign
from wargraph.campaign.run_options import RunOptions
from wargraph.campaign.status import CheckpointStatus, checkpoint_path, checkpoint_status
from wargraph.errors import ParameterError, shown
from wargraph.fixed_order.forest.engine import Subforest
from wargraph.fixed_order.transcripts.engine import Subtrees
from wargraph.full_game.every_deal.one_by_one import DealRange
from wargraph.full_game.simulate import GameRange
from wargraph.graph.kept_layers import LayerPart
from wargraph.relations.census import RelationBatch
from wargraph.report.document import Document, Paragraph, Table
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row
from wargraph.symbolic_cycles.formula import WordsOfLength
from wargraph.symbolic_cycles.words import Words

KINDS: dict[str, type[KeptPiece[Any]]] = {
    kind.tag: kind
    for kind in (
        Subtrees,
        Subforest,
        DealRange,
        GameRange,
        AuctionGames,
        RelationBatch,
        Words,
        WordsOfLength,
        LayerPart,
    )
}
"""The classes of all work units that a checkpoint may hold, by their tags: a file can name no other class."""

Name = tuple[int, str]
"""The key of a work unit in a checkpoint: the number of its campaign, and its fingerprint."""


@dataclass(frozen=True)
class Verification(Result):
    """The result of doing some work units of a checkpoint again.

    Attributes
    ----------
    status : CheckpointStatus
        The status of the checkpoint.
    same : dict of int
        The number of work units that came out the same, by campaign.
    different : dict of tuple of str
        The fingerprints of those that did not, by campaign.
    is_other_code : bool
        Whether the checkpoint was made by other code than verified it now. If all work units came out the same, this
        code may go on with it.
    """

    status: CheckpointStatus
    same: dict[int, int]
    different: dict[int, tuple[str, ...]]
    is_other_code: bool

    @property
    def pieces(self) -> int:
        """The number of work units that were done again."""
        return sum(self.same.values()) + self.differing

    @property
    def differing(self) -> int:
        """The number of work units that came out differently."""
        return sum(map(len, self.different.values()))

    def rows(self) -> list[Row]:
        """Return the counts as rows.

        Returns
        -------
        list of dict
            Rows ``campaign, pieces, verified, same, different``, one for each campaign.
        """
        return [
            {
                "campaign": campaign.title,
                "pieces": campaign.pieces,
                "verified": self.same.get(number, 0) + len(self.different.get(number, ())),
                "same": self.same.get(number, 0),
                "different": len(self.different.get(number, ())),
            }
            for number, campaign in enumerate(self.status.campaigns)
        ]

    def _answer(self) -> str:
        of = f"{display_question(self.status.question)}: {counted(self.pieces, 'work unit')} of {self.status.pieces:,}"
        if not self.pieces:
            return f"{display_question(self.status.question)}: there are no work units to do again."
        if self.differing:
            return f"{of} done again: {self.differing:,} came out differently."
        more = " This code may go on with it." if self.is_other_code else ""
        return f"{of} done again: all came out the same.{more}"

    def document(self) -> Document:
        """Return the counts, and the work units that came out differently, as a document.

        Returns
        -------
        Document
            The document.
        """
        different: list[Row] = [
            {"campaign": self.status.campaigns[number].title, "piece": name}
            for number, names in self.different.items()
            for name in names
        ]
        return Document(
            [
                Paragraph(self._answer()),
                Table("rows", self.rows()),
                Table("different", different, "Work units that came out differently"),
            ]
        )


def verify_checkpoint(
    path: str | PathLike[str], sample: float = 0.01, seed: int = 0, run_options: RunOptions | None = None
) -> Verification:
    """Do a random sample of the work units of a checkpoint again, and compare the results.

    If other code made the checkpoint and the whole sample comes out the same, this code may go on with it.

    Parameters
    ----------
    path : str or path
        The file.
    sample : float, default 0.01
        The share of the work units to do again, above 0 and up to 1; at least one of each campaign is done.
    seed : int, default 0
        The seed of the random sample.
    run_options : RunOptions, optional
        Who does the work, how long it may take, and who sees the progress; by default all cores and one hour. A
        verification cannot be kept in a checkpoint itself.

    Returns
    -------
    Verification
        How many work units came out the same, and which did not.

    Raises
    ------
    ParameterError
        If `sample` is not a share.
    CheckpointError
        If there is no such file, or it is no checkpoint, or is damaged.

    See Also
    --------
    checkpoint_status

    Examples
    --------
    >>> import tempfile
    >>> from wargraph import RunOptions, all_deals
    >>> path = f"{tempfile.mkdtemp()}/deals.db"
    >>> result = all_deals("delahaye-mathieu,deck=2x4", RunOptions(checkpoint=path))
    >>> print(verify_checkpoint(path).document().blocks[0].text)
    all_deals, rules delahaye-mathieu,deck=2x4: 1 work unit of 1 done again: all came out the same.
    """
    if not (isinstance(sample, Real) and 0 < sample <= 1):
        raise ParameterError(f"sample {shown(sample)} is no share of the work units: it must be above 0 and up to 1")
    file = checkpoint_path(path)
    status = checkpoint_status(file)
    again = _Again(file, sample, seed)
    found = again.run(run_options) if again.names else _Compared()
    different: dict[int, tuple[str, ...]] = {}
    for number, name in sorted(found.different):
        different[number] = (*different.get(number, ()), name)
    is_other_code = bool(found.same) and not different and trust_this_code(file)
    return Verification(status, dict(found.same), different, is_other_code)


@dataclass(frozen=True)
class _Compared:
    """The number of work units that came out the same, by campaign, and the others."""

    same: Counter[int] = field(default_factory=Counter)
    different: tuple[Name, ...] = ()

    def __add__(self, other: "_Compared") -> "_Compared":
        return _Compared(self.same + other.same, self.different + other.different)


@dataclass(frozen=True)
class _Repeated:
    """A work unit to do again, and the fingerprint of its result."""

    name: Name
    piece: KeptPiece[Any]
    found: str

    def work(self) -> "tuple[_Compared, list[_Repeated]]":
        again = worked(self.piece)
        number, _ = self.name
        is_same = fingerprint((again.partial, again.left), found_type(type(self.piece))) == self.found
        return _Compared(Counter([number])) if is_same else _Compared(different=(self.name,)), []


def _repeated(kept: dict[str, Any]) -> _Repeated:
    """Return the work unit of a row."""
    if kept["tag"] not in KINDS:
        raise UnknownContentError(f"work units named {shown(kept['tag'])} are not known")
    kind = KINDS[kept["tag"]]
    piece = decoded_piece(kept["piece"], kind)
    if fingerprint(piece, kind) != kept["name"]:
        raise UnknownContentError("a work unit is not the one that it is called")
    finds = decoded_finds(kept["found"], piece)
    return _Repeated((kept["campaign"], kept["name"]), piece, fingerprint(finds, found_type(kind)))


class _Again(Campaign[_Repeated, _Compared]):
    """The campaign of a verification."""

    def __init__(self, path: Path, sample: float, seed: int) -> None:
        self.path = path
        with reading(path) as database:
            names = database.execute("SELECT campaign, name FROM piece ORDER BY campaign, name").fetchall()
        self.names = list(_drawn(names, sample, seed))

    def __str__(self) -> str:
        return f"the work units of {self.path}"

    def pieces(self) -> Iterator[_Repeated]:
        with reading(self.path) as database:
            for name in self.names:
                with file_errors(self.path):
                    [row] = database.execute(f"{KEPT_PIECE} WHERE campaign = ? AND name = ?", name)
                    yield _repeated(opened(row))

    def amount(self) -> Amount:
        found = self.result or _Compared()
        done = found.same.total() + len(found.different)
        return Amount(done, len(self.names) - done, "work units")

    def partial_summary(self) -> str:
        if self.result is None:
            return ""
        same, different = self.result.same.total(), len(self.result.different)
        return f"{counted(same, 'work unit')} came out the same" + (f", {different:,} differently" if different else "")


def _drawn(names: Sequence[Name], sample: float, seed: int) -> Iterator[Name]:
    """Draw a share of the work units of each campaign, at least one."""
    for number in sorted({number for number, _ in names}):
        own = [each for each in names if each[0] == number]
        chance = random.Random(seed)  # nosec B311 # a sample that a seed repeats
        yield from sorted(chance.sample(own, math.ceil(sample * len(own))))
