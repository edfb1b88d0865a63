"""War under a relation of any size: estimates from random balanced deals, which the simulator of full games plays.

The full game with one copy of each card, nothing face down and the winnings put under the hand is War under the
relation: cards that draw are a war. Under WL and LW a game that comes back to an earlier position is proved endless.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.run_options import RunOptions
from wargraph.core.endings import MOST_ROUNDS, Ending
from wargraph.core.position import Position
from wargraph.core.relation import Interpretation, Relation
from wargraph.core.rules import ReturnOrder
from wargraph.full_game.choices import Dealing, Replacement
from wargraph.full_game.rule_set import MOST_CARDS, RuleSet
from wargraph.full_game.simulate import simulate
from wargraph.full_game.simulation import Simulation
from wargraph.relations.structure import Structure, relation_structure
from wargraph.report.document import Figure, Part, Table
from wargraph.report.estimates import Share, rounded
from wargraph.report.humanize import counted, some
from wargraph.report.result import Result, Row

Card = TypeVar("Card")

COIN = "coin"
"""The order that a coin chooses anew at every turn."""

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
        median, longest, example, left_share, right_share``; ``example`` is a deal of a longest game. With a coin no
        game is proved endless. The shares are those of all games.
        """
        return [self._row(order, played) for order, played in self.simulations.items()]

    def _row(self, order: str, played: Simulation) -> Row:
        games, lengths = len(played.games), played.lengths
        names = ("endless_share", "endless_low", "endless_high")
        endless = dict.fromkeys(("endless", *names)) if order == COIN else {"endless": played.endless}
        ends = (lengths.mean, *lengths.mean_interval) if played.finished else (None,) * 3
        left, right = (Share.of(int(won), games) for won in played.won)
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
            by_share = sorted(shares, key=lambda card: -shares[card].value)
            for card in by_share:
                name = {"name": self.relation.name_of(card)} if self.relation.card_names else {}
                rows.append({"card": card, **name, "order": str(order), **shares[card].row("share", "low", "high")})
        return rows

    def holders(self, intervals: int = 1) -> dict[str, dict[int, Share]]:
        """Return for each order how often the holder of each card wins, if somebody does.

        With `intervals` that many shares lie within their intervals together.
        """
        shares = {}
        for order, played in self.simulations.items():
            if decided := played.count(Ending.WON):
                wins = sum(some.sum(axis=0) for some in holder_wins(played)).tolist()
                shares[order] = {card: Share.of(won, decided, intervals) for card, won in enumerate(wins, start=1)}
        return shares

    def _body(self) -> list[Part]:
        rows = self.rows()
        brief = [{name: cell for name, cell in row.items() if name != "example"} for row in rows]
        return [
            self.structure.title,
            "\n".join([self.structure.regularity, *self._strengths(), *self._endings()]),
            self.structure.interpretation,
            self._scope(),
            Table("estimates", rows, "Random balanced deals, with 95% intervals", brief=brief) if rows else None,
            *self.structure.source(),
            Figure(self.relation, "relation") if self.relation.n <= _LARGEST_CIRCLE else Figure(self.structure),
            *self.structure.tables(),
            Table(
                "holders", self.holder_rows(), "Among decided games, how often the player who was dealt the card wins"
            )
            if self.simulations
            else None,
        ]

    def _strengths(self) -> Iterable[str]:
        """Say which card is the strongest under each order, if the games tell one from the others."""
        if self.structure.is_vertex_transitive:
            yield "No card is stronger than another: an automorphism takes each card to each other."
            return
        for order, shares in self.holders(intervals=self.relation.n).items():
            values = {card: share.value for card, share in shares.items()}
            if are_alike(shares.values()):
                span = f"{min(values.values()):.1%} to {max(values.values()):.1%}"
                yield f"{under(order)} the games show no card to be stronger than another: each holder wins {span}."
                continue
            best, worst = max(values, key=values.__getitem__), min(values, key=values.__getitem__)
            is_told = all(share.high < shares[best].low for card, share in shares.items() if card != best)
            is_it = "is" if is_told else "seems to be"
            yield (
                f"{under(order)} the strongest card {is_it} {self.relation.name_of(best)}, "
                f"whose holder wins {shares[best].display} of the decided deals, and the weakest "
                f"{self.relation.name_of(worst)}, {shares[worst].display}."
            )

    def _endings(self) -> Iterable[str]:
        for order, played in self.simulations.items():
            ends = f"{played.mean:,.1f} turns on average, {played.longest:,} at most" if played.finished else ""
            if played.endless:
                others = f", and the others take {ends}" if ends else ""
                yield f"{under(order)} {played.endless_share.display} of the balanced deals never end{others}."
            elif ends:
                yield f"{under(order)} every game{' that ends' * bool(played.capped)} takes {ends}."
            if played.capped:
                yield f"{under(order)} {counted(played.capped, 'game')} neither ended nor came back and were given up."

    def _scope(self) -> str:
        """Say what is exact and what is estimated, and which commands count exactly."""
        n = self.relation.n
        exact = "Cards, structure and automorphisms are exact."
        if not self.simulations:
            why = (
                "a relation that is read literally is not simulated"
                if self.relation.interpretation is Interpretation.LITERAL
                else f"up to {MOST_CARDS} cards are simulated"
                if n > MOST_CARDS
                else "one card makes no game"
            )
            return f"{exact} There are no estimates of games: {why}."
        played = self.simulations[ReturnOrder.WL]
        deals = f"{counted((n + 1) // 2, 'card')} for Left and {n // 2} for Right"
        sample = f"{len(played.games):,} random deals, {deals} (seed {played.seed})"
        text = f"{exact} All about games is estimated from {sample}."
        commands = ["longest", "endless", "lengths"] * (n <= _LARGEST_WALK)
        commands += ["farthest"] * (n <= _LARGEST_FINISH and self.relation.interpretation is Interpretation.STRICT)
        return f"{text} To count exactly: {', '.join(commands)} with --matrix." if commands else text


def relation_estimates(
    relation: Relation,
    games: int = 20_000,
    seed: int = 0,
    run_options: RunOptions | None = None,
    orders: Iterable[str] = ORDERS,
) -> RelationEstimates:
    """Analyse the structure of a relation, and estimate from random balanced deals how its games go."""
    simulations: dict[str, Simulation] = {}
    if 2 <= relation.n <= MOST_CARDS and relation.interpretation is not Interpretation.LITERAL:
        simulations = {
            order: simulate(rules_of(relation, order), games, seed, MOST_ROUNDS, run_options) for order in orders
        }
    return RelationEstimates(relation, relation_structure(relation), simulations)


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


def are_alike(shares: Collection[Share]) -> bool:
    """Return whether the mean of some shares lies within the intervals of all."""
    usual = sum(share.value for share in shares) / len(shares)
    return all(share.low <= usual <= share.high for share in shares)


def extremes(shares: Mapping[Card, float]) -> tuple[list[Card], list[Card]] | None:
    """Return the strongest and the weakest cards by their holders' shares of decided games; None if all are alike.

    >>> extremes({"a": 0.5, "b": 0.25, "c": 0.5}), extremes({"a": 0.5, "b": 0.5})
    ((['a', 'c'], ['b']), None)
    """
    ends = {max(shares.values(), default=0), min(shares.values(), default=0)}
    if len(ends) == 1:
        return None
    best, worst = ([card for card in shares if shares[card] == end] for end in sorted(ends, reverse=True))
    return best, worst


def strength(relation: Relation, order: str, shares: Mapping[int, float]) -> str:
    """Say in a sentence which cards' holders win the largest and the smallest share of decided games."""
    highest, lowest = max(shares.values()), min(shares.values())
    if (ends := extremes(shares)) is None:
        return f"{under(order)} the holder of each card wins {highest:.1%} of the decided balanced deals."
    best, worst = ([relation.name_of(card) for card in cards] for cards in ends)
    are, win = ("cards are", "holders win") if best[1:] else ("card is", "holder wins")
    return (
        f"{under(order)} the strongest {are} {some(best)}, whose {win} {highest:.1%} of the decided balanced deals, "
        f"and the weakest {some(worst)}, {lowest:.1%}."
    )


def under(order: str | None) -> str:
    """Return the beginning of a sentence about the games under an order, or with a coin."""
    return "With a coin" if order == COIN else f"Under {order}"


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
