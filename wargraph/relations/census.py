"""The census: War under one relation of each isomorphism class on n cards, and the extremes among them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from math import factorial
from typing import NamedTuple

import numpy as np

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign
from wargraph.campaign.run_options import HOURS, RunOptions
from wargraph.core.relation import Interpretation, Relation
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder
from wargraph.errors import ParameterError
from wargraph.fixed_order.lengths import lengths
from wargraph.fixed_order.results import Lengths
from wargraph.graph.attractors.distances import distances
from wargraph.graph.loops import compiled_loops
from wargraph.graph.structure.components import components
from wargraph.graph.war_graph import WarGraph
from wargraph.relations.isomorphism_classes import number_of_classes, numbered_classes
from wargraph.relations.structure import Structure, relation_structure
from wargraph.report.document import Part, Table, Title
from wargraph.report.humanize import counted
from wargraph.report.result import ComparedByContent, Result, Row, row_of

_MOST_PLAIN = 50_000
"""A census of fewer positions is finished before the compiler would be loaded."""


@dataclass(frozen=True)
class CensusEntry(ComparedByContent):
    """War under one relation, from all starting positions.

    Attributes
    ----------
    number : int
        The number of the relation among those on n cards, counted from 1.
    relation : Relation
        The relation: who beats whom.
    structure : Structure
        The scores of the cards, the connectivity and the symmetry of the relation.
    lengths : dict of ReturnOrder to Lengths
        Under WL and under LW, the number of positions by the turns to the end of their game, and the number of endless
        positions by the length of their cycle.
    cannot_end : int
        Number of positions from which no end can be reached under free order.
    farthest : int
        The largest distance to a terminal position under free order, in turns, over all positions that can reach one.
    cyclic : tuple of int
        Sizes of the strongly connected components that contain a cycle under free order, largest first.
    """

    number: int
    relation: Relation
    structure: Structure = field(repr=False)
    lengths: dict[ReturnOrder, Lengths] = field(repr=False)
    cannot_end: int
    farthest: int
    cyclic: tuple[int, ...] = field(repr=False)

    @property
    def scores(self) -> tuple[int, ...]:
        """The number of other cards that each card beats, in rising order."""
        return tuple(sorted(self.structure.scores))

    def longest(self, order: ReturnOrder) -> int:
        """Return the length of the longest finite game under a fixed return order, in turns."""
        return max(self.lengths[order].by_turns)

    def longest_cycle(self, order: ReturnOrder) -> int:
        """Return the length of the longest cycle under a fixed return order, in turns; 0 if there is no cycle."""
        return max(self.lengths[order].by_cycle_length, default=0)

    def relation_row(self) -> Row:
        """Return the columns of `Census.rows` that describe the relation."""
        scores = " ".join(map(str, self.scores))
        return row_of(self, "number", matrix=self.relation.one_line, scores=scores) | self.structure.rows()[0]

    def war_row(self) -> Row:
        """Return the other columns of `Census.rows`, preceded by the number of the relation."""
        row: Row = {"number": self.number}
        for order, counts in self.lengths.items():
            turns = self.longest(order)
            row |= {
                f"longest_{order.lower()}": turns,
                f"positions_{order.lower()}": counts.by_turns[turns],
                f"endless_{order.lower()}": counts.endless,
                f"cycles_{order.lower()}": " ".join(map(str, counts.by_cycle_length)),
            }
        largest = max(self.cyclic, default=1)
        of_free_order = row_of(
            self, "cannot_end", "farthest", cyclic_components=len(self.cyclic), largest_component=largest
        )
        return row | of_free_order


class _Question(NamedTuple):
    """A question about all relations: which of them have the best value by `min` or `max`; without it, a true one."""

    text: str
    order: str
    value: Callable[[CensusEntry], int]
    best: Callable[[Iterable[int]], int] | None = None

    def row(self, entries: Sequence[CensusEntry]) -> Row:
        """Return the answer, with the number of relations that it holds for, and the first of them."""
        best = True if self.best is None else self.best(map(self.value, entries))
        attained = [entry for entry in entries if self.value(entry) == best]
        return {
            "question": self.text,
            "order": self.order,
            "value": None if self.best is None else best,
            "relations": len(attained),
            "number": attained[0].number if attained else None,
            "matrix": attained[0].relation.one_line if attained else None,
        }


def _questions_under(order: ReturnOrder) -> Iterator[_Question]:
    def endless(entry: CensusEntry) -> int:
        return entry.lengths[order].endless

    yield _Question("longest finite game: most turns", order, lambda entry: entry.longest(order), max)
    yield _Question("longest finite game: fewest turns", order, lambda entry: entry.longest(order), min)
    yield _Question("endless positions: most", order, endless, max)
    yield _Question("endless positions: fewest", order, endless, min)
    yield _Question("longest cycle: most turns", order, lambda entry: entry.longest_cycle(order), max)
    yield _Question("every game ends", order, lambda entry: not endless(entry))
    yield _Question("no game ends but in one turn", order, lambda entry: entry.longest(order) <= 1)


_QUESTIONS = (
    *_questions_under(ReturnOrder.WL),
    *_questions_under(ReturnOrder.LW),
    _Question("every game ends", "WL and LW", lambda entry: not any(case.endless for case in entry.lengths.values())),
    _Question("farthest: most turns", "free", lambda entry: entry.farthest, max),
    _Question("farthest: fewest turns", "free", lambda entry: entry.farthest, min),
    _Question("positions that cannot end: most", "free", lambda entry: entry.cannot_end, max),
    _Question("every position can end", "free", lambda entry: not entry.cannot_end),
    _Question("no position can end but in one turn", "free", lambda entry: entry.farthest <= 1),
)
"""The questions about extremes.

Under every relation on two or more cards some games end after a single turn, which takes a player's only card. So under
no relation every game is endless; the questions look for relations under which no other game ends.
"""


@dataclass(frozen=True)
class Census(Result):
    """War under one relation of each isomorphism class on n cards.

    Attributes
    ----------
    n : int
        Number of cards.
    interpretation : Interpretation
        The interpretation of the matrices: ``strict`` for tournaments, or ``draws`` if two cards may draw.
    up_to_reversal : bool
        Whether only the first of two relations that are each other's reverse is listed.
    classes : int
        Number of isomorphism classes.
    entries : tuple of CensusEntry
        The results, by number: one for each class, or fewer if the work was interrupted.
    are_classes : bool
        Whether all isomorphism classes are listed, not the relations of a list.
    """

    n: int
    interpretation: Interpretation
    up_to_reversal: bool
    classes: int
    entries: tuple[CensusEntry, ...] = field(repr=False)
    are_classes: bool = True

    def rows(self) -> list[Row]:
        """Return one row for each relation.

        The first columns describe the relation: ``number, matrix, scores, transitive, regular, strongly_connected,
        automorphisms``. For WL, and then for LW, the columns ``longest, positions, endless, cycles`` hold the length of
        the longest finite game, how many positions last that long, how many never end, and the lengths of the cycles.
        The columns ``cannot_end, farthest, cyclic_components, largest_component`` are those under free order.
        """
        return [entry.relation_row() | entry.war_row() for entry in self.entries]

    def extreme_rows(self) -> list[Row]:
        """Return the extremes, as rows ``question, order, value, relations, number, matrix``.

        A row holds the extreme value, if the question has one, the number of relations that attain it, and the first of
        these relations.
        """
        return [question.row(self.entries) for question in _QUESTIONS]

    def _body(self) -> list[Part]:
        """Report the relations, War under each, the extremes, and the command that shows more of one relation."""
        has_draws = self.interpretation is Interpretation.DRAWS
        of_all = "" if len(self.entries) == self.classes else f"{len(self.entries):,} of "
        classes = counted(self.classes, "relation" if has_draws else "tournament")
        listed = (
            "One relation of each isomorphism class is listed" if self.are_classes else "The relations are those given"
        )
        if self.up_to_reversal:
            listed += ", but only one of two classes that are each other's reverse"
        positions = counted(factorial(self.n + 1), "position") + ", and the tie if cards can draw" * has_draws
        relations, wars = [entry.relation_row() for entry in self.entries], [entry.war_row() for entry in self.entries]
        rows = [relation | war for relation, war in zip(relations, wars, strict=True)]
        last = f"{self.entries[-1].relation.one_line}{' --draws' * has_draws}"
        return [
            Title(f"{of_all}{classes} on {counted(self.n, 'card')}{', with draws' * has_draws}"),
            f"{listed}. Each has {positions}.",
            Table("relations", rows, excerpt=()),
            Table("relations", (), "The relations", excerpt=relations),
            Table("relations", (), "War under each relation", excerpt=wars),
            Table("extremes", self.extreme_rows(), "Extremes, how many relations attain them, and the first one"),
            f"More about one relation: wargraph matrix {last}",
        ]


@checkpointed(interpretation=Interpretation)
def census(
    n: int | Sequence[Relation],
    interpretation: Interpretation | str = Interpretation.STRICT,
    up_to_reversal: bool = False,
    run_options: RunOptions | None = None,
) -> Census:
    """Analyse War under one relation of each isomorphism class on n cards, as `isomorphism_classes` lists them.

    If `n` is a list of tournaments on as many cards, such as `Relation.read_list` returns, these are analysed instead.

    The census records the longest finite games, the endless positions and the cycles under WL and LW, and the distances
    to the end and the components under free order.

    Examples
    --------
    >>> order, rock_paper_scissors = census(3).entries
    >>> rock_paper_scissors.relation.one_line, rock_paper_scissors.lengths["WL"].by_cycle_length
    ('001/100/010', {6: 6})
    """
    campaign = _Survey(n, Interpretation(interpretation), up_to_reversal)
    if campaign.are_many:  # the kernels are compiled, or loaded, before the forecast takes time
        SurveyUnit(1, Relation.order(campaign.n), are_many=True).work()
    return campaign.census_of(campaign.run(run_options))


@dataclass(frozen=True)
class SurveyUnit:
    """A work unit: one relation, with its number. `are_many` says whether all of them pay for compiling the loops."""

    number: int
    relation: Relation
    are_many: bool

    def work(self) -> "tuple[dict[int, CensusEntry], tuple[()]]":
        """Record everything about War under the relation."""
        with compiled_loops() if self.are_many else nullcontext():
            graph = WarGraph.from_relation(self.relation)
            distance = distances(graph).distance
            entry = CensusEntry(
                self.number,
                self.relation,
                relation_structure(self.relation),
                {order: lengths(graph, order) for order in FIXED_ORDERS},
                cannot_end=int(np.count_nonzero(distance < 0)),
                farthest=int(distance.max()),
                cyclic=tuple(components(graph).cyclic),
            )
            graph.forget()
        return {self.number: entry}, ()


class _Survey(Campaign[SurveyUnit, dict[int, CensusEntry]]):
    hours = HOURS
    way_out = "use fewer cards"

    def __init__(self, n: int | Sequence[Relation], interpretation: Interpretation, up_to_reversal: bool) -> None:
        self.listed = n if isinstance(n, list | tuple) else ()
        self.n: int = self.listed[0].n if self.listed else n  # type: ignore[assignment]
        self.interpretation = interpretation
        self.up_to_reversal = up_to_reversal
        if any((relation.n, relation.interpretation) != (self.n, interpretation) for relation in self.listed) or (
            self.listed and up_to_reversal
        ):
            raise ParameterError(
                "a list is analysed as it stands: give tournaments on as many cards, and no other options"
            )
        self.classes = len(self.listed) or number_of_classes(self.n, interpretation, up_to_reversal)
        self.are_many = self.classes * factorial(self.n + 1) > _MOST_PLAIN

    def __str__(self) -> str:
        return f"the census of {self.n} cards"

    def units(self) -> Iterator[SurveyUnit]:
        classes = (
            enumerate(self.listed, start=1)
            if self.listed
            else numbered_classes(self.n, self.interpretation, self.up_to_reversal)
        )
        return (SurveyUnit(number, relation, self.are_many) for number, relation in classes)

    def merged(self, one: dict[int, CensusEntry], other: dict[int, CensusEntry]) -> dict[int, CensusEntry]:
        one |= other
        return one

    def census_of(self, entries: dict[int, CensusEntry]) -> Census:
        """Return the census that holds some entries, in the order of their numbers."""
        in_order = tuple(entries[number] for number in sorted(entries))
        return Census(self.n, self.interpretation, self.up_to_reversal, self.classes, in_order, not self.listed)

    def amount(self) -> Amount:
        done = len(self.result or {})
        return Amount(done, self.classes - done, "relations")

    def partial_summary(self) -> str:
        entries = (self.result or {}).values()
        if not entries:
            return ""
        turns = [f"{max(entry.longest(order) for entry in entries)} turns under {order}" for order in FIXED_ORDERS]
        done = f"{len(entries):,} of {counted(self.classes, 'relation')}"
        return f"{done} are finished, and the longest finite game so far lasts {' and '.join(turns)}"
