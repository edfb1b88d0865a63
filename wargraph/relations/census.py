"""The census: War under every relation on n cards, one of each kind, and the extremes among them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from math import factorial
from typing import ClassVar

import numpy as np

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.pieces import KeptPiece
from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign
from wargraph.campaign.run_options import HOURS, RunOptions
from wargraph.core.relation import Reading, Relation
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder
from wargraph.fixed_order.lengths import Lengths, lengths
from wargraph.graph.components import components
from wargraph.graph.finish import distances, finish
from wargraph.graph.loops import compiled_loops
from wargraph.graph.war_graph import WarGraph
from wargraph.relations.kinds import MOST_CARDS, relation_kinds
from wargraph.relations.structure import Structure, structure
from wargraph.report.document import Document, Paragraph, Table, Title
from wargraph.report.humanize import counted
from wargraph.report.result import ComparedByContent, Result, Row

_PIECE = factorial(8)
"""About how many positions a piece has."""

_MOST_PLAIN = 50_000
"""Up to so many positions in all a census is done before the compiler is loaded."""


@dataclass(frozen=True)
class CensusEntry(ComparedByContent):
    """A relation, and what War is like under it, from all positions.

    Attributes
    ----------
    number
        Its number among those on n cards, from 1 on.
    relation, structure
        The relation; what can be said of it before a card is played.
    lengths
        Positions by the turns to the end and, the endless ones, by the length of their cycle; under WL and under LW.
    cannot_end
        Positions that cannot be brought to an end under free order.
    finish
        The farthest position from the end under free order, of those that can be brought there.
    cyclic
        Sizes of the components with a cycle, largest first.
    """

    number: int
    relation: Relation
    structure: Structure = field(repr=False)
    lengths: dict[ReturnOrder, Lengths] = field(repr=False)
    cannot_end: int
    finish: int
    cyclic: tuple[int, ...] = field(repr=False)

    @property
    def scores(self) -> tuple[int, ...]:
        """How many others each card beats, in rising order."""
        return tuple(sorted(self.structure.scores))

    def is_of(self, number: int, relation: Relation) -> bool:
        """Whether it may be the entry of a relation: each position is counted once, and no game is longer."""
        relations = [self.relation, self.structure.relation, self.structure.automorphisms.relation]
        relations += [found.relation for found in self.lengths.values()]
        counts = (*self.cyclic, self.cannot_end, self.finish)
        positions = factorial(relation.n + 1)
        return (
            self.number == number
            and {*relations} == {relation}
            and (*self.lengths,) == FIXED_ORDERS
            and all(_are_sound(found, positions) for found in self.lengths.values())
            and len(self.structure.scores) == relation.n
            and all(sorted(each) == [*range(1, relation.n + 1)] for each in self.structure.automorphisms.generators)
            and all(0 <= count <= positions for count in counts)
        )

    def longest(self, order: ReturnOrder) -> int:
        """Turns of the longest game that ends."""
        return max(self.lengths[order].by_turns)

    def longest_cycle(self, order: ReturnOrder) -> int:
        """Turns of the longest cycle; 0 if there is none."""
        return max(self.lengths[order].by_cycle_length, default=0)

    def relation_row(self) -> Row:
        """The columns of `Census.rows` that say what relation it is."""
        return {
            "number": self.number,
            "matrix": self.relation.one_line,
            "scores": _listed(self.scores),
            **self.structure.rows()[0],
        }

    def war_row(self) -> Row:
        """The other columns of `Census.rows`, with the number once more."""
        row: Row = {"number": self.number}
        for order, found in self.lengths.items():
            turns = self.longest(order)
            row |= {
                f"longest_{order.lower()}": turns,
                f"positions_{order.lower()}": found.by_turns[turns],
                f"endless_{order.lower()}": found.endless,
                f"cycles_{order.lower()}": _listed(found.by_cycle_length),
            }
        return row | {
            "cannot_end": self.cannot_end,
            "finish": self.finish,
            "cyclic_components": len(self.cyclic),
            "largest_component": max(self.cyclic, default=1),
        }


def _listed(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def survey(number: int, relation: Relation) -> CensusEntry:
    """Everything that a census says of a relation."""
    graph = WarGraph.from_relation(relation)
    entry = CensusEntry(
        number,
        relation,
        structure(relation),
        {order: lengths(graph, order) for order in FIXED_ORDERS},
        int(np.count_nonzero(distances(graph).distance < 0)),
        finish(graph).turns,
        tuple(components(graph).cyclic),
    )
    graph.forget()
    return entry


@dataclass(frozen=True)
class Census(Result):
    """War under every relation on n cards, one of each kind.

    Attributes
    ----------
    n, reading
        Number of cards; whether two of them may draw.
    up_to_reversal
        Whether of two relations that are each other's reverse only the first is there.
    kinds
        How many kinds there are.
    entries
        What was found, by number; fewer than there are kinds where the work was interrupted.
    """

    n: int
    reading: Reading
    up_to_reversal: bool
    kinds: int
    entries: tuple[CensusEntry, ...] = field(repr=False)

    def rows(self) -> list[Row]:
        """A row for each relation.

        ``number, matrix, scores, transitive, regular, strongly_connected, automorphisms``; then under WL, and under LW,
        ``longest, positions, endless, cycles``: the turns of the longest finite game, how many positions last that
        long, how many never end, and the lengths of the cycles; then under free order ``cannot_end, finish,
        cyclic_components, largest_component``.
        """
        return [entry.relation_row() | entry.war_row() for entry in self.entries]

    def extreme_rows(self) -> list[Row]:
        """The extremes: ``question, order, value, relations, number, matrix``.

        The value, where there is one, under how many relations it is attained, and the first of these.
        """
        return [question.row(self.entries) for question in _questions()]

    def document(self) -> Document:
        """The relations, the extremes, and how to see more of one."""
        has_draws = self.reading is Reading.DRAWS
        of_all = "" if len(self.entries) == self.kinds else f"{len(self.entries):,} of "
        what = "relation" if has_draws else "tournament"
        others = "others differ by the numbers of their cards" + ", or are the reverse of one" * self.up_to_reversal
        positions = f"{counted(factorial(self.n + 1), 'position')} each" + ", and the tie where cards draw" * has_draws
        return Document(
            [
                Title(f"{of_all}{counted(self.kinds, what)} on {counted(self.n, 'card')}{', with draws' * has_draws}"),
                Paragraph(f"One of each kind: {others}. {positions}."),
                Table("relations", self.rows(), excerpt=()),
                Table("relations", (), "The relations", excerpt=[entry.relation_row() for entry in self.entries]),
                Table("relations", (), "War under each of them", excerpt=[entry.war_row() for entry in self.entries]),
                Table("extremes", self.extreme_rows(), "Extremes: the value, how many relations attain it, the first"),
                Paragraph(f"More on one: wargraph matrix {self.entries[-1].relation.one_line}{' --draws' * has_draws}"),
            ]
        )


@checkpointed
def census(
    n: int, reading: Reading | str = Reading.STRICT, up_to_reversal: bool = False, run_options: RunOptions | None = None
) -> Census:
    """Ask War under every relation on n cards, one of each kind: longest games, endless positions, cycles, finish.

    Parameters
    ----------
    n, reading, up_to_reversal
        Which relations, as for `relation_kinds`: all tournaments, or with draws.
    run_options
        Who works, for how long, and who is told.

    Raises
    ------
    ParameterError, TooLargeError
        As for `relation_kinds`.
    TooLongError
        If it is forecast to take longer than `run_options` allows.
    Interrupted
        On Ctrl-C, with the census of the relations that were finished.

    See Also
    --------
    longest_of_any_relation

    Examples
    --------
    >>> order, rock_paper_scissors = census(3).entries
    >>> rock_paper_scissors.relation.one_line, rock_paper_scissors.lengths["WL"].by_cycle_length
    ('001/100/010', {6: 6})
    """
    campaign = _Survey(n, Reading(reading), up_to_reversal)
    campaign.piece([1]).work()  # the kernels are compiled, or loaded, before time is taken
    return campaign.of(campaign.run(run_options))


@dataclass(frozen=True)
class Kinds(KeptPiece[dict[int, CensusEntry]]):
    """A piece: some relations, by number, and whether there are so many in all that loops are to be compiled."""

    relations: dict[int, Relation]
    are_many: bool

    tag: ClassVar[str] = "relations"

    def work(self) -> "tuple[dict[int, CensusEntry], tuple[()]]":
        with compiled_loops() if self.are_many else nullcontext():
            return {number: survey(number, relation) for number, relation in self.relations.items()}, ()

    def is_sound(self) -> bool:
        sizes = {relation.n for relation in self.relations.values()}
        return (
            len(sizes) == 1
            and max(sizes) <= max(MOST_CARDS.values())
            and len(self.relations) <= _kinds_in_a_piece(max(sizes))
            and min(self.relations) > 0
        )

    def may_find(self, partial: dict[int, CensusEntry]) -> bool:
        return partial.keys() == self.relations.keys() and all(
            entry.is_of(number, self.relations[number]) for number, entry in partial.items()
        )


def _are_sound(found: Lengths, positions: int) -> bool:
    """Whether each position has its length, and some have ended."""
    counts = (*found.by_turns.items(), *found.by_cycle_length.items())
    return 0 < found.finite <= positions == sum(count for _, count in counts) and all(
        0 <= length < positions and count > 0 for length, count in counts
    )


def _kinds_in_a_piece(n: int) -> int:
    """How many relations on n cards are a piece."""
    return max(1, _PIECE // factorial(n + 1))


class _Survey(Campaign[Kinds, dict[int, CensusEntry]]):
    hours = HOURS
    way_out = "use fewer cards"

    def __init__(self, n: int, reading: Reading, up_to_reversal: bool) -> None:
        self.n = n
        self.reading = reading
        self.up_to_reversal = up_to_reversal
        self.relations = relation_kinds(n, reading, up_to_reversal)

    def __str__(self) -> str:
        return f"the census of {self.n} cards"

    def pieces(self) -> Iterator[Kinds]:
        numbers = list(self.relations)
        size = _kinds_in_a_piece(self.n)
        for first in range(0, len(numbers), size):
            yield self.piece(numbers[first : first + size])

    def piece(self, numbers: Iterable[int]) -> Kinds:
        """The piece of some relations."""
        are_many = len(self.relations) * factorial(self.n + 1) > _MOST_PLAIN
        return Kinds({number: self.relations[number] for number in numbers}, are_many)

    def merged(self, one: dict[int, CensusEntry], other: dict[int, CensusEntry]) -> dict[int, CensusEntry]:
        one |= other
        return one

    def of(self, entries: dict[int, CensusEntry]) -> Census:
        """The census of some entries."""
        found = tuple(entries[number] for number in sorted(entries))
        return Census(self.n, self.reading, self.up_to_reversal, len(self.relations), found)

    def amount(self) -> Amount:
        done = len(self.result or {})
        return Amount(done, len(self.relations) - done, "relations")

    def partial_summary(self) -> str:
        entries = (self.result or {}).values()
        if not entries:
            return ""
        turns = [f"{max(entry.longest(order) for entry in entries)} turns under {order}" for order in FIXED_ORDERS]
        done = f"{len(entries):,} of {counted(len(self.relations), 'relation')}"
        return f"{done} looked at, the longest finite game so far lasts {' and '.join(turns)}"

    def finished(self) -> Census | None:
        return self.of(self.result) if self.result else None


@dataclass(frozen=True)
class _Question:
    """A question about the relations of a census.

    Attributes
    ----------
    text, order
        What is asked, and under which return order.
    value
        What is compared, or looked for, in each relation.
    best
        Which of the values answers; None if true ones do.
    """

    text: str
    order: str
    value: Callable[[CensusEntry], int]
    best: Callable[[Iterable[int]], int] | None = None

    def row(self, entries: Sequence[CensusEntry]) -> Row:
        """The answer, with the number of relations that it holds for, and the first of them."""
        best = True if self.best is None else self.best(map(self.value, entries))
        found = [entry for entry in entries if self.value(entry) == best]
        return {
            "question": self.text,
            "order": self.order,
            "value": None if self.best is None else best,
            "relations": len(found),
            "number": found[0].number if found else None,
            "matrix": found[0].relation.one_line if found else None,
        }


def _questions() -> Iterator[_Question]:
    """What is asked about extremes.

    Under every relation on two or more cards some games are over after a turn, which takes a player's only card. So
    there is none under which nothing can be brought to an end; it is asked for those under which nothing else can.
    """
    for order in FIXED_ORDERS:
        yield from _questions_under(order)
    yield _Question(
        "every game ends",
        " and ".join(FIXED_ORDERS),
        lambda entry: not any(found.endless for found in entry.lengths.values()),
    )
    free = str(ReturnOrder.FREE)
    yield _Question("finish: most turns", free, lambda entry: entry.finish, max)
    yield _Question("finish: fewest turns", free, lambda entry: entry.finish, min)
    yield _Question("positions that cannot end: most", free, lambda entry: entry.cannot_end, max)
    yield _Question("every position can end", free, lambda entry: not entry.cannot_end)
    yield _Question("no position can end but in one turn", free, lambda entry: entry.finish <= 1)


def _questions_under(order: ReturnOrder) -> Iterator[_Question]:
    yield _Question("longest finite game: most turns", order, lambda entry: entry.longest(order), max)
    yield _Question("longest finite game: fewest turns", order, lambda entry: entry.longest(order), min)
    yield _Question("endless positions: most", order, lambda entry: entry.lengths[order].endless, max)
    yield _Question("endless positions: fewest", order, lambda entry: entry.lengths[order].endless, min)
    yield _Question("longest cycle: most turns", order, lambda entry: entry.longest_cycle(order), max)
    yield _Question("every game ends", order, lambda entry: not entry.lengths[order].endless)
    yield _Question("no game ends but in one turn", order, lambda entry: entry.longest(order) <= 1)
