"""Everything about War under one relation: the report of `wargraph matrix`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.core.rules import FIXED_ORDERS, Game, ReturnOrder
from wargraph.fixed_order.graph_engine import GraphEngine
from wargraph.fixed_order.results import Cycles, Lengths, Longest
from wargraph.graph.outcomes.play_outs import play_outs
from wargraph.graph.outcomes.reachability import Reachability
from wargraph.graph.outcomes.winners import PossibleWinners, Winners, possible_winners, winners
from wargraph.graph.structure.components import SEARCH
from wargraph.graph.structure.free_cycles import FreeCycles, free_cycles
from wargraph.graph.summary import GraphSummary, summary
from wargraph.graph.war_graph import as_graph
from wargraph.relations.strength import strength_of
from wargraph.relations.structure import LARGEST_EXACT, Structure, answer_columns, relation_structure
from wargraph.report.document import Figure, Part, Table
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row

if TYPE_CHECKING:
    from wargraph.relations.estimates import RelationEstimates

_WORDS = (
    "Terms. The two players are Left and Right; a position is Left's hand, a bar and Right's hand, top cards first. "
    "Under WL the winner of a turn puts their own card under their hand first and then the loser's card, under LW the "
    "other way round; under free order either order may be chosen at every turn. A balanced deal gives "
    "each player half of the cards, and Left one more if their number is odd. A component with a cycle is a set of "
    "positions each of which can reach all others. The distance of a position is the fewest turns to "
    "the end under free order, if both players help. Tables hold shares of 1."
)

_OF_CYCLES = ("n", "order", "cycle_length", "cycles", "positions", "endless")
_OF_GAMES = (
    "order", "deals", "total", "endless", "endless_share", "mean", "median", "longest", "positions", "example",
    "left_share", "right_share", "tie_share",
)  # fmt: skip
"""The columns of games that people see."""

_LARGEST_DRAWN = 4
_SHOWN_NEVER_ENDING = 5
_SHOWN_BEGINNING, _SHOWN_END = 20, 9


@dataclass(frozen=True)
class RelationReport(Result):
    """All analyses of War under one relation, on all (n+1)! positions.

    Attributes
    ----------
    relation : Relation
        The relation: who beats whom.
    structure : Structure
        The scores of the cards, the connectivity and the symmetry of the relation.
    summary : GraphSummary
        The size of the War graph, its components, and the distances to the end under free order.
    lengths : dict of (ReturnOrder, Deals) to Lengths
        The lengths of the games under WL and under LW, from all starting positions and from the balanced deals.
    longest : dict of (ReturnOrder, Deals) to Longest
        The longest finite games of the same; None if no balanced deal ends.
    cycles : dict of ReturnOrder to Cycles
        The cycles under WL and under LW.
    free_cycles : FreeCycles
        The shortest cycles under free order.
    winners : tuple of Winners
        The winners under WL and under LW, from all starting positions and from the balanced deals.
    possible_winners : tuple of PossibleWinners
        The possible winners under free order, from all starting positions and from the balanced deals.
    """

    relation: Relation
    structure: Structure = field(repr=False)
    summary: GraphSummary = field(repr=False)
    lengths: dict[tuple[ReturnOrder, Deals], Lengths] = field(repr=False)
    longest: dict[tuple[ReturnOrder, Deals], Longest | None]
    cycles: dict[ReturnOrder, Cycles]
    free_cycles: FreeCycles
    winners: tuple[Winners, ...] = field(repr=False)
    possible_winners: tuple[PossibleWinners, ...] = field(repr=False)

    def rows(self) -> list[Row]:
        """Return one row: the summary, then the longest finite games and the number of cycles by order."""
        row: Row = {"relation": self.relation.name, "n": self.relation.n, **self.summary.rows()[0]}
        for order in FIXED_ORDERS:
            row[f"longest_{order.lower()}"] = self.lengths[order, Deals.ALL].longest
            row[f"cycles_{order.lower()}"] = sum(self.cycles[order].cycles.values())
        row["shortest_cycle"] = min(self.free_cycles.cycles, default=None)
        return [row]

    def game_rows(self) -> list[Row]:
        """Return rows of how games end, who wins them and how long they take, under each order and from which deals.

        The columns are those of `Winners.rows`, and ``mean, median, longest, positions, example`` of the games that
        end: ``positions`` take the most turns, and ``example`` is one of them.
        """
        rows: list[Row] = []
        for wins in self.winners:
            lengths, longest = self.lengths[wins.order, wins.deals], self.longest[wins.order, wins.deals]
            row = wins.rows()[0] | {"mean": lengths.mean and round(lengths.mean, 6), "median": lengths.median}
            example = longest and self.relation.text(longest.example)
            row |= {"longest": lengths.longest, "positions": longest and longest.positions, "example": example}
            rows.append(row)
        return rows

    @property
    def examples(self) -> dict[str, Game]:
        """Example games by their descriptions: a longest game under each order, and endless games if there are any."""
        endless = {
            order: GraphEngine(self.summary.graph, order, Deals.ALL).endless(None).verify() for order in FIXED_ORDERS
        }
        return {
            **{
                f"a longest game under {order}": longest.verify()
                for (order, deals), longest in self.longest.items()
                if longest and deals is Deals.ALL
            },
            **{f"an endless game under {order}": game for order, game in endless.items() if game},
            "a shortest game from the position that is farthest from the end, under free order": (
                self.summary.farthest.games[0]
            ),
        }

    def _body(self) -> list[Part]:
        """Report the answers, the relation, its War graph, and for every order the games, winners and cycles."""
        games = self.game_rows()
        shown = [{name: row[name] for name in _OF_GAMES if name in row} for row in games]
        balanced = [row for row in shown if row["deals"] == Deals.BALANCED]
        brief = [{name: row[name] for name in answer_columns(self.relation)} for row in balanced]
        graph = {name: value for name, value in self.summary.rows()[0].items() if not name.startswith("endless")}
        endless_positions = EndlessPositions(self.summary.reachability)
        possible_winners = [row for wins in self.possible_winners for row in wins.rows()]
        holders = [row for wins in self.winners for row in sorted(wins.holder_rows(), key=_by_share("share"))]
        return [
            self.structure.title,
            "\n".join([*self._verdict(), *self._answers()]),
            self.structure.interpretation,
            Figure(self.relation, "relation"),
            Table("summary", self.rows(), excerpt=()),
            Table("games", games, f"Games; {self._balanced_deals}", shown, brief=brief),
            *self.structure.source(),
            *self.structure.tables(),
            Table("graph", [graph], "War graph, all positions, free order", is_record=True, question=("n",)),
            Figure(self.summary.graph, "auto") if self.relation.n <= _LARGEST_DRAWN else None,
            Table("possible-winners", possible_winners, "Who can win under free order", question=("n",)),
            Table(
                "holders",
                holders,
                "Among decided games, how often the player who was dealt the card wins",
                excerpt=self._holder_shares(),
            ),
            *(
                Table(
                    f"cycles-{order.lower()}",
                    cycles.rows(),
                    f"Cycles under {order}",
                    columns=_OF_CYCLES,
                    question=_OF_CYCLES[:2],
                )
                for order, cycles in self.cycles.items()
            ),
            Table(
                "cycles-free",
                self.free_cycles.rows(),
                "Shortest cycles under free order",
                columns=_OF_CYCLES[:-1],
                question=_OF_CYCLES[:2],
            ),
            *self._remarks(),
            Table(
                "never-ending",
                endless_positions,
                "Positions that never end, the first of each order",
                excerpt=endless_positions.first(_SHOWN_NEVER_ENDING),
                columns=("order", "position", "cycle_length"),
                on_request=True,
            ),
            *(_example_table(name, game) for name, game in self.examples.items()),
            _WORDS,
        ]

    def _verdict(self) -> list[str]:
        """Return whether the relation is regular, and the strongest and the weakest card under each order."""
        strengths = ((wins.order, strength_of(wins)) for wins in self.winners if wins.deals is Deals.BALANCED)
        sentences = (strength.sentence(self.relation, order) for order, strength in strengths if strength.shares)
        return [self.structure.regularity, *sentences]

    @property
    def _balanced_deals(self) -> str:
        n, total = self.relation.n, next(wins.total for wins in self.winners if wins.deals is Deals.BALANCED)
        return f"{counted(total, 'balanced deal')}, {counted((n + 1) // 2, 'card')} for Left and {n // 2} for Right"

    def _answers(self) -> list[str]:
        """Return how the games from all positions end, under the fixed orders and under free order."""
        total = len(self.summary.graph) - self.relation.has_draws  # the tie is not a starting position
        wl, lw, free = (self.summary.reachability.cannot_end[order] for order in ReturnOrder)
        longest = [self.lengths[order, Deals.ALL].longest or 0 for order in FIXED_ORDERS]
        turns = f"{longest[0]:,} and {counted(longest[1], 'turn')}"
        ends = f"Of all {total:,} positions {wl:,} never end under WL, and {lw:,} under LW"
        fixed = (
            f"{ends}; the longest finite games take {turns}."
            if wl or lw
            else (f"Every game ends under WL and under LW, after at most {turns}.")
        )
        most = counted(self.summary.farthest.turns, "turn")
        whose = f"{free:,} positions can never end, and every other" if free else "every position"
        return [fixed, f"Under free order {whose} can be brought to an end in {most} or fewer."]

    def _holder_shares(self) -> list[Row]:
        rows: list[Row] = [
            {name: row[name] for name in ("card", "name") if name in row}
            | {f"{wins.order}, {wins.deals.meaning}": wins.holder_share(card) for wins in self.winners}
            for card, row in enumerate(self.structure.card_rows(), start=1)
        ]
        return sorted(rows, key=_by_share(f"{ReturnOrder.WL}, {Deals.BALANCED.meaning}"))

    def _remarks(self) -> list[str]:
        """Return a cycle under each order that has one, written out."""
        firsts = {f"The first cycle under {order}": next(iter(cycles), ()) for order, cycles in self.cycles.items()}
        examples = firsts | {"A shortest cycle under free order": self.free_cycles.shortest or ()}
        return [
            f"{name}: {' -> '.join(map(self.relation.text, (*cycle, cycle[0])))}"
            for name, cycle in examples.items()
            if cycle
        ]


def relation_report(
    relation: Any, games: int = 20_000, seed: int = 0, run_options: RunOptions | None = None
) -> "RelationReport | RelationEstimates":
    """Report on a relation, or on anything that `Relation.of` accepts.

    Up to 10 cards the report is exact: the War graph is built and all analyses are run on it. With more cards the cards
    and the structure are exact, and the games are estimated from `games` random balanced deals.

    >>> row = relation_report("rock-paper-scissors").rows()[0]
    >>> row["positions"], row["longest_lw"], row["cycles_wl"], row["farthest"]
    (24, 2, 1, 2)
    """
    structure = relation_structure(relation)
    relation = structure.relation
    if relation.n > LARGEST_EXACT:
        from wargraph.relations.estimates import RelationEstimates, simulations_of  # with the simulator, only if asked

        return RelationEstimates(relation, structure, simulations_of(relation, (games, seed), run_options))
    graph = as_graph(relation, SEARCH)
    engines = {(order, deals): GraphEngine(graph, order, deals) for order in FIXED_ORDERS for deals in Deals}
    return RelationReport(
        relation,
        structure,
        lengths={key: engine.lengths(None) for key, engine in engines.items()},
        longest={key: engine.longest(None) for key, engine in engines.items()},
        cycles={order: engines[order, Deals.ALL].cycles(None) for order in FIXED_ORDERS},
        free_cycles=free_cycles(graph),
        winners=tuple(winners(graph, order, deals) for order, deals in engines),
        possible_winners=tuple(possible_winners(graph, deals) for deals in Deals),
        summary=summary(graph),
    )


def _by_share(column: str) -> Callable[[Row], float]:
    """Return a key that puts rows with a large share first."""
    return lambda row: -(cast("float | None", row[column]) or 0.0)


def _example_table(name: str, game: Game) -> Table:
    """Return a game turn by turn; a report shows only the beginning and the end of a long one."""
    rows = game.rows()
    shown = rows
    if len(rows) > _SHOWN_BEGINNING + _SHOWN_END + 1:
        left_out: Row = {**dict.fromkeys(rows[0]), "position": "…"}
        shown = [*rows[:_SHOWN_BEGINNING], left_out, *rows[-_SHOWN_END:]]
    heading = f"{name[:1].upper()}{name[1:]}: {game.outcome.removeprefix('never ends: ')}"
    turns = [{"game": name, "order": str(game.order), **row} for row in rows]  # under free order each row has its own
    return Table("examples", turns, heading, excerpt=shown)


class EndlessPositions(Sequence[Row]):
    """Rows ``order, position, cycle_length``: the positions that never end under WL, LW and free order.

    Under a fixed order ``cycle_length`` is the length of the cycle that the game runs into. A row is made when it is
    asked for, as there may be millions.
    """

    def __init__(self, reachability: Reachability) -> None:
        self._graph = reachability.graph
        members = [reachability.members_that_cannot_end(order) for order in ReturnOrder]
        self._starts = np.cumsum([0, *map(len, members)])
        self._members = np.concatenate(members)

    def __len__(self) -> int:
        return len(self._members)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        member, cycle_length = int(self._members[index]), None
        order = [*ReturnOrder][np.searchsorted(self._starts, index % len(self), "right") - 1]
        if order in FIXED_ORDERS:
            outs = play_outs(self._graph, order)
            cycle_length = int(outs.cycle_lengths[-1 - int(outs.outcome[member])])
        position = self._graph.relation.text(self._graph.positions[member])
        return {"order": str(order), "position": position, "cycle_length": cycle_length}

    def first(self, count: int) -> list[Row]:
        """Return the first rows of each order."""
        return [row for start, end in pairwise(self._starts) for row in self[start : min(start + count, end)]]
