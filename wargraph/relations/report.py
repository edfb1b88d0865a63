"""Everything about War under one relation: the report of `wargraph matrix`."""

from dataclasses import dataclass, field
from typing import Any

from wargraph.core.position import Deals, Position
from wargraph.core.relation import Reading, Relation
from wargraph.core.rules import FIXED_ORDERS, Game, ReturnOrder
from wargraph.fixed_order.cycles import Cycles, cycles
from wargraph.fixed_order.lengths import Longest, longest
from wargraph.fixed_order.lengths import endless as endless_games
from wargraph.graph.components import require_components_memory
from wargraph.graph.finish import distances
from wargraph.graph.free_cycles import FreeCycles, free_cycles
from wargraph.graph.summary import GraphSummary, summary
from wargraph.graph.war_graph import WarGraph, require_graph_memory
from wargraph.graph.winners import PossibleWinners, Winners, possible_winners, winners
from wargraph.relations.endless_positions import EndlessPositions
from wargraph.relations.structure import Structure, structure
from wargraph.report.document import Document, Figure, Paragraph, Preformatted, Table, Title
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row

_WORDS = (
    "Words. The two players are Left and Right; a position is Left's hand, a bar and Right's hand, top cards first. "
    "Under WL the winner of a turn puts the own card under the hand first and then the loser's, under LW the other way "
    "round; under free order either, at every turn. An even deal gives each player half of the cards, Left one more if "
    "they are odd. Positions that lead to one another, round and round, are a component with a cycle. The finish of a "
    "position is the fewest turns to the end under free order, both players helping. Tables hold shares of 1."
)
_OF_CYCLES = ("length", "cycles", "positions", "endless")
_LARGEST_DRAWN = 4
_SHOWN_NEVER_ENDING = 5
_SHOWN_BEGINNING, _SHOWN_END = 20, 9


@dataclass(frozen=True)
class RelationReport(Result):
    """Everything the toolkit knows about War under one relation, on all (n+1)! positions.

    Attributes
    ----------
    relation
        What was asked about.
    structure
        Scores, symmetry and the like.
    summary
        Size, components, reachability and finish.
    longest
        The longest finite game under WL and LW.
    cycles
        The cycles under WL and LW.
    free_cycles
        The shortest cycles under free order.
    winners
        Who wins under WL and LW, of any and of even deals.
    possible_winners
        Who can win under free order, of any and of even deals.
    """

    relation: Relation
    structure: Structure = field(repr=False)
    summary: GraphSummary = field(repr=False)
    longest: dict[ReturnOrder, Longest]
    cycles: dict[ReturnOrder, Cycles]
    free_cycles: FreeCycles
    winners: tuple[Winners, ...] = field(repr=False)
    possible_winners: tuple[PossibleWinners, ...] = field(repr=False)

    def rows(self) -> list[Row]:
        """One row: the columns of the summary, then the longest games and the cycles by order."""
        row: Row = {"relation": self.relation.name, "n": self.relation.n, **self.summary.rows()[0]}
        for order in FIXED_ORDERS:
            row[f"longest_{order.lower()}"] = self.longest[order].turns
            row[f"cycles_{order.lower()}"] = sum(self.cycles[order].cycles.values())
        row["shortest_cycle"] = min(self.free_cycles.cycles, default=None)
        return [row]

    def game_rows(self) -> list[Row]:
        """The longest game under each order: ``order, question, turns, positions, example, endless``.

        Under free order it is the finish, and the endless positions are those that cannot end.
        """
        cannot_end = self.summary.reachability.cannot_end
        rows: list[Row] = []
        for order in FIXED_ORDERS:
            found = self.longest[order]
            rows.append(
                {
                    "order": str(order),
                    "question": "longest finite game",
                    "turns": found.turns,
                    "positions": found.positions,
                    "example": self.relation.text(found.example),
                    "endless": cannot_end[order],
                }
            )
        finish = self.summary.finish
        rows.append(
            {
                "order": ReturnOrder.FREE,
                "question": "finish: the farthest position from the end",
                "turns": finish.turns,
                "positions": finish.positions,
                "example": self.relation.text(finish.example),
                "endless": cannot_end[ReturnOrder.FREE],
            }
        )
        return rows

    @property
    def examples(self) -> dict[str, Game]:
        """Games to look at, by what they are examples of: the longest ones, and endless ones where there are some."""
        graph = self.summary.graph
        games = {f"a longest game under {order}": self.longest[order].verify() for order in FIXED_ORDERS}
        for order in FIXED_ORDERS:
            endless = endless_games(graph, order).verify()
            games |= {f"an endless game under {order}": endless} if endless else {}
        farthest = distances(graph).game(self.summary.finish.example)
        return games | {"a shortest game from the position that is farthest from the end, under free order": farthest}

    def document(self) -> Document:
        """What comes out, in sentences; the relation; its War graph; every order's games, who wins, the cycles."""
        graph = {name: value for name, value in self.summary.rows()[0].items() if not name.startswith("endless")}
        endless_positions = EndlessPositions(self.summary.reachability)
        return Document(
            [
                Title(_heading(self.relation)),
                Paragraph("\n".join(self._answers())),
                Paragraph(self.relation.reading.rule),
                *_source(self.relation),
                Figure(self.relation, "relation"),
                Preformatted(str(self.relation)),
                Table("summary", self.rows(), excerpt=()),
                Table("cards", self.structure.card_rows(), "Cards"),
                Table("structure", self.structure.rows(), "The relation", is_record=True),
                Table("automorphisms", self.structure.automorphisms.rows(), "Renamings that change nothing"),
                Table("graph", [graph], "War graph, all positions, free order", is_record=True),
                *([Figure(self.summary.graph, "auto")] if self.relation.n <= _LARGEST_DRAWN else []),
                Table("games", self.game_rows(), "Games"),
                Table("winners", [row for found in self.winners for row in found.rows()], "Who wins"),
                Table(
                    "possible-winners",
                    [row for found in self.possible_winners for row in found.rows()],
                    "Who can win under free order",
                ),
                Table(
                    "holders",
                    [row for found in self.winners for row in found.holder_rows()],
                    "Among decided games, how often the player who was dealt the card wins",
                    excerpt=self._holder_shares(),
                ),
                *(
                    Table(f"cycles-{order.lower()}", found.rows(), f"Cycles under {order}", columns=_OF_CYCLES)
                    for order, found in self.cycles.items()
                ),
                Table(
                    "cycles-free", self.free_cycles.rows(), "Shortest cycles under free order", columns=_OF_CYCLES[:-1]
                ),
                *map(Paragraph, self._remarks()),
                Table(
                    "never-ending",
                    endless_positions,
                    "Positions that never end, the first of each order",
                    excerpt=endless_positions.first(_SHOWN_NEVER_ENDING),
                    columns=("order", "position", "cycle_length"),
                    on_request=True,
                ),
                *(_example_table(name, game) for name, game in self.examples.items()),
                Paragraph(_WORDS),
            ]
        )

    def _answers(self) -> list[str]:
        """The report in some sentences: what ends under which order, and who wins the even deals."""
        total = len(self.summary.graph) - self.relation.has_draws  # without the tie, from which nothing starts
        n = self.relation.n
        cannot_end = self.summary.reachability.cannot_end
        answers = []
        for order in FIXED_ORDERS:
            never, turns = cannot_end[order], counted(self.longest[order].turns, "turn")
            endless = f"{never:,} of the {total:,} positions never end, and the longest other game takes {turns}"
            answers.append(f"Under {order} {endless if never else f'every game ends, after {turns} at the latest'}.")
        never, turns = cannot_end[ReturnOrder.FREE], counted(self.summary.finish.turns, "turn")
        free = f"{never:,} positions can never end, and every other" if never else "every position"
        answers.append(f"Under free order {free} can be brought to an end in {turns} or fewer.")
        even = [found for found in self.winners if found.deals is Deals.EVEN]
        outcomes = "; ".join(f"under {found.order} {_outcome(found)}" for found in even)
        dealt = f"{counted((n + 1) // 2, 'card')} for Left and {n // 2} for Right"
        return [*answers, f"Of {counted(even[0].total, 'even deal')}, {dealt}, {outcomes}."]

    def _holder_shares(self) -> list[Row]:
        names = [{"name": name} for name in self.relation.card_names] or [{}] * self.relation.n
        return [
            {
                "card": card,
                **name,
                **{f"{found.order}, {found.deals} deals": found.holder_share(card) for found in self.winners},
            }
            for card, name in enumerate(names, start=1)
        ]

    def _remarks(self) -> list[str]:
        firsts = [(order, next(iter(found), None)) for order, found in self.cycles.items()]
        remarks = [
            f"The first cycle under {order}: {self._round(first)}" if first else f"Under {order} every game ends."
            for order, first in firsts
        ]
        shortest = self.free_cycles.shortest
        if shortest:
            return [*remarks, f"A shortest cycle under free order: {self._round(shortest)}"]
        return [*remarks, "Under free order there is no cycle."]

    def _round(self, cycle: tuple[Position, ...]) -> str:
        return " -> ".join(map(self.relation.text, (*cycle, cycle[0])))


def relation_report(relation: Any) -> RelationReport:
    """Build the War graph of a relation, or of what `Relation.of` takes for one, and ask it everything.

    See Also
    --------
    structure, automorphisms, winners, summary

    Examples
    --------
    >>> row = relation_report("rock-paper-scissors").rows()[0]
    >>> row["positions"], row["longest_lw"], row["cycles_wl"], row["finish"]
    (24, 2, 1, 2)
    """
    relation = Relation.of(relation)
    require_components_memory(relation.n, left_holds_n=False)
    require_graph_memory(relation.n, left_holds_n=False)
    graph = WarGraph.from_relation(relation)
    return RelationReport(
        relation,
        structure(relation),
        summary(graph),
        {order: longest(graph, order) for order in FIXED_ORDERS},
        {order: cycles(graph, order) for order in FIXED_ORDERS},
        free_cycles(graph),
        tuple(winners(graph, order, deals) for order in FIXED_ORDERS for deals in Deals),
        tuple(possible_winners(graph, deals) for deals in Deals),
    )


def _heading(relation: Relation) -> str:
    decided = "a linear order" if relation.is_order else "a tournament"
    kind = {Reading.STRICT: decided, Reading.LITERAL: "read literally", Reading.DRAWS: "with draws"}[relation.reading]
    return f"{relation.name}: {counted(relation.n, 'card')}, {kind}"


def _source(relation: Relation) -> list[Paragraph]:
    return [Paragraph(f"It comes from {relation.understood}.")] if relation.understood else []


def _outcome(found: Winners) -> str:
    """Who wins how often, in words."""
    ties = f", {found.tie:,} are tied" if found.tie else ""
    endless = f", {found.endless:,} never end" if found.endless else ""
    return f"Left wins {found.left:,}, Right {found.right:,}{ties}{endless}"


def _example_table(name: str, game: Game) -> Table:
    """A game turn by turn: short ones whole, of long ones how they begin and end."""
    rows = game.rows()
    shown = rows
    if len(rows) > _SHOWN_BEGINNING + _SHOWN_END + 1:
        left_out: Row = {**dict.fromkeys(rows[0]), "position": "…"}
        shown = [*rows[:_SHOWN_BEGINNING], left_out, *rows[-_SHOWN_END:]]
    heading = f"{name[:1].upper()}{name[1:]}: {game.outcome.removeprefix('endless: ')}"
    told = [{"game": name, "order": str(game.order), **row} for row in rows]  # under free order the row says which
    return Table("examples", told, heading, excerpt=shown)
