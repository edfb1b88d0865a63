"""War under a relation of any size: estimates from random balanced deals, which the simulator of full games plays.

The full game with one copy of each card, nothing face down and the winnings put under the hand is War under the
relation: cards that draw are a war. Under WL and LW a game that comes back to an earlier position is proved endless.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.run_options import RunOptions
from wargraph.core.endings import MOST_ROUNDS, Ending
from wargraph.core.position import Position
from wargraph.core.relation import Interpretation, Relation
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder
from wargraph.full_game.choices import Dealing, Replacement
from wargraph.full_game.rule_set import MOST_CARDS, RuleSet
from wargraph.full_game.simulate import simulate
from wargraph.full_game.simulation import Simulation
from wargraph.relations.strength import COIN, Strength, under
from wargraph.relations.structure import Structure, answer_columns
from wargraph.report.document import Figure, Part, Table
from wargraph.report.estimates import Share, rounded
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row

_REPLACEMENTS = {
    ReturnOrder.WL: Replacement.ALTERNATING,
    ReturnOrder.LW: Replacement.ALTERNATING_LOSER_FIRST,
    COIN: Replacement.ALTERNATING_RANDOM_ORDER,
}
ORDERS = tuple(_REPLACEMENTS)
"""The orders of games that are estimated."""

_LARGEST_CIRCLE = 11
"""With more cards the arrows are hard to follow, and a table of colours takes their place."""

_LARGEST_WALK, _LARGEST_FINISH = 13, 12
_DEALT_AT_A_TIME = 1 << 14
Sample = tuple[int, int] | None
"""The number of random deals and the seed; None if the answers are exact."""


@dataclass(frozen=True)
class RelationEstimates(Result):
    """War under one relation as random balanced deals show it.

    Attributes
    ----------
    relation : Relation
        The relation: who beats whom.
    structure : Structure
        The scores of the cards, the connectivity and the symmetry of the relation, all exact.
    simulations : dict of str to Simulation
        The games under WL, LW and with a coin at every turn, from the same deals; none if they cannot be played.
    """

    relation: Relation
    structure: Structure = field(repr=False)
    simulations: Mapping[str, Simulation] = field(repr=False)

    def rows(self) -> list[Row]:
        """Return a row for each order: how many games never end, how long the others are, and who wins them.

        The columns are ``order, games, endless, endless_share, endless_low, endless_high, mean, mean_low, mean_high,
        median, longest, example, left_share, right_share``, and ``tie_share`` if cards draw; ``example`` is a deal of a
        longest game. With a coin no game is proved endless. The shares are those of all games.
        """
        return [self._row(order, played) for order, played in self.simulations.items()]

    def _row(self, order: str, played: Simulation) -> Row:
        games, lengths = len(played.games), played.lengths
        names = ("endless_share", "endless_low", "endless_high")
        endless = dict.fromkeys(("endless", *names)) if order == COIN else {"endless": played.endless}
        ends = (lengths.mean, *lengths.mean_interval) if played.finished else (None,) * 3
        left, right, tie = (Share.of(int(count), games) for count in (*played.won, played.tied))
        return {
            "order": str(order),
            "games": games,
            **endless,
            **({} if order == COIN else played.endless_share.row(*names)),
            **{
                name: None if end is None else rounded(end, lengths.mean_error)
                for name, end in zip(("mean", "mean_low", "mean_high"), ends, strict=True)
            },
            "median": played.median,
            "longest": played.longest,
            "example": self._longest_deal(played),
            "left_share": rounded(left.value, left.error),
            "right_share": rounded(right.value, right.error),
            **({"tie_share": rounded(tie.value, tie.error)} if self.relation.has_draws else {}),
        }

    def _longest_deal(self, played: Simulation) -> str | None:
        if not played.finished:
            return None
        number = int(np.argmax(np.where(played.is_finished, played.games["turns"], -1)))
        left, right = played.condition.hands_of(played.rules, _decks(played, number, 1)[0].tolist())
        return self.relation.text(Position(left, right))

    def holder_rows(self) -> list[Row]:
        """Return how often the holder of each card wins the games that somebody wins, highest first.

        The columns are ``card, name, order, share, low, high``; without names of cards there is no ``name``.
        """
        rows: list[Row] = []
        for order, shares in self.holders().items():
            for card in sorted(shares, key=lambda card: -shares[card].value):
                name = {"name": self.relation.name_of(card)} if self.relation.card_names else {}
                rows.append({"card": card, **name, "order": str(order), **shares[card].row("share", "low", "high")})
        return rows

    def holders(self) -> dict[str, dict[int, Share]]:
        """Return for each order how often the holder of each card wins, if somebody does."""
        strengths = self._strengths.items()
        return {order: {card: strength.share(card) for card in strength.shares} for order, strength in strengths}

    @cached_property
    def _strengths(self) -> Mapping[str, Strength[int]]:
        """How often the holder of each card wins the decided games, for each order under which somebody wins."""
        found = {}
        for order, played in self.simulations.items():
            if decided := played.count(Ending.WON):
                wins = sum(some.sum(axis=0) for some in holder_wins(played)).tolist()
                found[order] = Strength({card: won / decided for card, won in enumerate(wins, start=1)}, decided)
        return found

    def _body(self) -> list[Part]:
        verdict, examples = self._verdict(), self._examples()
        return [
            self.structure.title,
            "\n".join([self.structure.regularity, *verdict[: len(FIXED_ORDERS)], *self._endings()]),
            self.structure.interpretation,
            self._estimates() if self.simulations else None,
            *examples[:1],
            self._scope(),
            "\n".join(verdict[len(FIXED_ORDERS) :]),
            *examples[1:],
            *self.structure.source(),
            Figure(self.relation, "relation") if self.relation.n <= _LARGEST_CIRCLE else Figure(self.structure),
            *self.structure.tables(),
            Table(
                "holders", self.holder_rows(), "Among decided games, how often the player who was dealt the card wins"
            )
            if self.simulations
            else None,
        ]

    def _estimates(self) -> Table:
        """Return the rows as a table, of which people read the examples in sentences."""
        played = self.simulations[ReturnOrder.WL]
        rows = self.rows()
        shown = [{name: cell for name, cell in row.items() if name != "example"} for row in rows]
        brief = [{name: row[name] for name in answer_columns(self.relation)} for row in shown]
        heading = f"{deals_of((len(played.games), played.seed))}, with 95% intervals"
        return Table("estimates", rows, heading, excerpt=shown, brief=brief)

    def _verdict(self) -> list[str]:
        """Say which card is the strongest under each order, if the games tell one from the others."""
        if self.structure.is_vertex_transitive:
            return ["No card is stronger than another: an automorphism takes each card to each other."]
        return [strength.sentence(self.relation, order) for order, strength in self._strengths.items()]

    def _endings(self) -> Iterable[str]:
        if self.simulations:
            wl, lw = (self.simulations[order].endless_share.display for order in FIXED_ORDERS)
            ends = "or" if wl == lw else f"and {lw} under"
            yield f"Of the balanced deals {wl} never end under WL {ends} LW."
        for order, played in self.simulations.items():
            if played.capped:
                yield f"{under(order)} {counted(played.capped, 'game')} neither ended nor came back and were given up."

    def _examples(self) -> list[str]:
        """Return a longest game under each order, in a sentence."""
        return [
            f"{under(order)} the deal {deal} takes longest, {played.longest:,} turns."
            for order, played in self.simulations.items()
            if (deal := self._longest_deal(played))
        ]

    def _scope(self) -> str:
        """Say what is exact and what is estimated, and which commands count exactly."""
        n = self.relation.n
        if not self.simulations:
            why = (
                "a relation that is read literally is not simulated"
                if self.relation.interpretation is Interpretation.LITERAL
                else f"up to {MOST_CARDS} cards are simulated"
                if n > MOST_CARDS
                else "one card makes no game"
            )
            return f"Cards, structure and automorphisms are exact. There are no estimates of games: {why}."
        text = (
            "Cards, structure and automorphisms are exact, and all about games is estimated. "
            f"A balanced deal gives {counted((n + 1) // 2, 'card')} to Left and {n // 2} to Right."
        )
        commands = ["longest", "endless", "lengths"] * (n <= _LARGEST_WALK)
        commands += ["farthest"] * (n <= _LARGEST_FINISH and self.relation.interpretation is Interpretation.STRICT)
        return f"{text} To count exactly: {', '.join(commands)} with --matrix." if commands else text


def simulations_of(
    relation: Relation, sample: tuple[int, int], run_options: RunOptions | None = None, orders: Iterable[str] = ORDERS
) -> dict[str, Simulation]:
    """Play a sample of random balanced deals under each order; none if the relation cannot be simulated."""
    if not 2 <= relation.n <= MOST_CARDS or relation.interpretation is Interpretation.LITERAL:
        return {}
    return {order: simulate(rules_of(relation, order), *sample, MOST_ROUNDS, run_options) for order in orders}


def rules_of(relation: Relation, order: str) -> RuleSet:
    """Return the rules of the full game that are those of War under a relation, for an order or a coin."""
    rules = RuleSet(
        ranks=relation.n,
        suits=1,
        beats=relation,
        face_down=0,
        dealing=Dealing.ALTERNATE_ALL,
        replacement=_REPLACEMENTS[order],
    )
    return rules.named(f"{relation.name}, {order}")


def deals_of(sample: Sample) -> str:
    """Return the deals whose games the answers are about: with random ones they are estimates.

    >>> deals_of(None), deals_of((20000, 0))
    ('all balanced deals', '20,000 random balanced deals (seed 0)')
    """
    return "all balanced deals" if sample is None else f"{sample[0]:,} random balanced deals (seed {sample[1]})"


def _decks(played: Simulation, first: int, games: int) -> NDArray[np.uint8]:
    """Return the cards of games with consecutive numbers, Left's hand and then Right's."""
    from wargraph.full_game.engine.games import dealt_decks  # imported late: it loads the compiler

    return dealt_decks(played.rules, played.condition, played.seed, first, games)[0]


def holder_wins(played: Simulation) -> Iterator[NDArray[np.bool_]]:
    """Yield for some games at a time, and each card, whether its holder wins: arrays of shape (games, cards)."""
    for first in range(0, len(played.games), _DEALT_AT_A_TIME):
        winners = played.games["winner"][first : first + _DEALT_AT_A_TIME]
        is_of_right = np.argsort(_decks(played, first, len(winners)), axis=1) >= played.rules.dealt[0]
        yield is_of_right == winners[:, None] - 1
