"""Answers about War under a relation, by their questions, which several relations can be compared by.

Up to ten cards the answers are exact, from all balanced deals. With more cards they are estimated from random balanced
deals, the same under each relation of a size, so that the error of a difference is that of the differences game by
game.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.run_options import RunOptions
from wargraph.core.endings import Ending
from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.core.rules import FIXED_ORDERS
from wargraph.errors import ParameterError
from wargraph.fixed_order.graph_engine import GraphEngine
from wargraph.graph.outcomes.winners import winners
from wargraph.graph.war_graph import as_graph
from wargraph.relations.estimates import ORDERS, Sample, holder_wins, simulations_of
from wargraph.relations.strength import Strength
from wargraph.relations.structure import Structure
from wargraph.report.estimates import DEVIATIONS, rounded
from wargraph.report.result import Row

NEVER, MEAN, LONGEST = "share of games that never end", "mean of the games that end", "longest game that ends"
STRONGEST, WEAKEST, HOLDER = "strongest card", "weakest card", "share of decided games that its holder wins"
SCORE = "cards that it beats"
_FEWEST_DIFFERING = 30


class Asked(NamedTuple):
    """A question: about the games under an order, or without one about the relation; of one card, or of all."""

    order: str | None
    question: str
    card: str = ""


@dataclass(frozen=True)
class Answer:
    """The answer to a question; if it is the mean of a value over some of the games, the value in each game.

    `games` has NaN for the games that do not count, such as the turns of one that never ends.
    """

    value: Any
    games: NDArray[np.float32] | None = None

    @classmethod
    def mean(cls, games: NDArray[Any], counts: NDArray[np.bool_] | None = None) -> "Answer":
        """Return the mean over the games that count."""
        values = games.astype(np.float32) if counts is None else np.where(counts, games, np.nan).astype(np.float32)
        return cls(float(np.nanmean(values, dtype=float)) if np.isfinite(values).any() else None, values)

    @property
    def deviations(self) -> NDArray[np.float64]:
        """What each game adds to the error of the mean, to first order in the number of games that count."""
        if self.games is None:
            raise AssertionError(self.value)
        return np.asarray(np.nan_to_num(self.games - self.value) / np.isfinite(self.games).mean(), float)

    @property
    def error(self) -> float:
        """The standard error."""
        return 0.0 if self.games is None or self.value is None else _standard_error(self.deviations)

    def row(self, other: "Answer", is_paired: bool) -> Row:
        """Return both answers, what the other one has more, and the ends of its interval if it is estimated."""
        row: Row = {"first": self._shown, "second": other._shown, "change": None, "low": None, "high": None}
        if any(isinstance(each.value, str | None) for each in (self, other)):
            return row
        difference, error = other.value - self.value, self.error_of(other, is_paired)
        row["change"] = rounded(difference, error) if isinstance(difference, float) else difference
        if error:
            reach = DEVIATIONS * error
            row |= {"low": rounded(difference - reach, error), "high": rounded(difference + reach, error)}
        return row

    def error_of(self, other: "Answer", is_paired: bool) -> float:
        """Return the standard error of the difference; 0 if it is exact, or if too few games differ to tell it."""
        if self.games is None or other.games is None:
            return 0.0
        if not is_paired:
            return math.hypot(self.error, other.error)
        differ = (self.games != other.games) & (np.isfinite(self.games) | np.isfinite(other.games))
        return _standard_error(other.deviations - self.deviations) if differ.sum() >= _FEWEST_DIFFERING else 0.0

    @property
    def _shown(self) -> object:
        return rounded(self.value, self.error) if isinstance(self.value, float) else self.value


Answers = Mapping[Asked, Answer]


def names_of(relation: Relation) -> list[str]:
    """Return what the cards are called, card by card."""
    return [relation.name_of(card) for card in range(1, relation.n + 1)]


def answers_about(
    found: Structure,
    sample: Sample,
    options: RunOptions | None,
    orders: Iterable[str] = ORDERS,
) -> Answers:
    """Return the answers about the relation of a structure and its games from balanced deals, exact or from a sample.

    A sample is played under these orders; exact answers are those under WL and LW.
    """
    relation, cards = found.relation, names_of(found.relation)
    row = found.rows()[0] | {"largest score": max(found.scores), "smallest score": min(found.scores)}
    answers = {Asked(None, name.replace("_", " ")): Answer(value) for name, value in row.items()}
    answers |= {Asked(None, SCORE, card): Answer(score) for card, score in zip(cards, found.scores, strict=True)}
    of_games = _exact(relation) if sample is None else _estimated(relation, sample, options, orders)
    for order, (of_all, holders) in of_games.items():
        answers |= {Asked(order, question): answer for question, answer in of_all.items()}
        shares = dict(zip(cards, holders, strict=True))
        decided = (
            max(int(np.isfinite(share.games).sum()) for share in holders if share.games is not None) if sample else 0
        )
        strength = Strength({card: share.value for card, share in shares.items() if share.value is not None}, decided)
        for question, names in zip((STRONGEST, WEAKEST), strength.extremes or ((), ()), strict=True):
            answers[Asked(order, question)] = Answer(", ".join(names) or None)
        answers |= {Asked(order, HOLDER, card): share for card, share in shares.items()}
    return answers


OfGames = dict[str, tuple[dict[str, Answer], list[Answer]]]
"""For each order the answers by their questions, and the share of decided games that each card's holder wins."""


def _exact(relation: Relation) -> OfGames:
    graph, found = as_graph(relation), {}
    for order in FIXED_ORDERS:
        lengths, wins = GraphEngine(graph, order, Deals.BALANCED).lengths(None), winners(graph, order, Deals.BALANCED)
        ends = {MEAN: lengths.mean, "median of the games that end": lengths.median, LONGEST: lengths.longest}
        shares = {"Left wins, share": wins.left / wins.total, "Right wins, share": wins.right / wins.total}
        all_answers = {NEVER: lengths.endless / lengths.total, **ends, **shares}
        of_all = {question: Answer(value) for question, value in all_answers.items()}
        found[str(order)] = of_all, [Answer(wins.holder_share(card)) for card in range(1, relation.n + 1)]
    return found


def _estimated(
    relation: Relation, sample: tuple[int, int], options: RunOptions | None, orders: Iterable[str]
) -> OfGames:
    simulations = simulations_of(relation, sample, options, orders)
    if not simulations:
        raise ParameterError(
            f"{relation.name}: games on {relation.n} cards are only estimated, and this relation cannot be simulated: "
            "compare relations of 2 to 255 cards that are not read literally"
        )
    found = {}
    for order, played in simulations.items():
        endings, turns, winner = (played.games[column] for column in ("ending", "turns", "winner"))
        won = endings == Ending.WON.code
        of_all = {
            NEVER: Answer.mean(endings == Ending.ENDLESS.code),
            MEAN: Answer.mean(turns, played.is_finished),
            "median of the games that end": Answer(played.median),
            LONGEST: Answer(played.longest),
            "Left wins, share": Answer.mean(winner == 1),
            "Right wins, share": Answer.mean(winner == 2),
        }
        if order not in FIXED_ORDERS:
            del of_all[NEVER]  # with a coin no game is proved endless
        holders = np.concatenate([*holder_wins(played)])
        found[str(order)] = of_all, [Answer.mean(holders[:, card], won) for card in range(relation.n)]
    return found


def _standard_error(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else 0.0
