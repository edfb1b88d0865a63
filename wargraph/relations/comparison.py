"""What changes between two relations: each answer side by side, and what each pair of cards does if it is turned round.

Up to ten cards the answers are exact, from all balanced deals. With more cards they are estimated from random balanced
deals, the same under both relations, so that the error of a difference is that of the differences game by game.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from time import monotonic
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.run_options import RunOptions
from wargraph.core.endings import Ending
from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.core.rules import FIXED_ORDERS
from wargraph.errors import ParameterError, TooLongError
from wargraph.fixed_order.graph_engine import GraphEngine
from wargraph.graph.outcomes.winners import winners
from wargraph.graph.war_graph import as_graph
from wargraph.relations.estimates import are_alike, holder_wins, relation_estimates, under
from wargraph.relations.report import LARGEST_EXACT
from wargraph.relations.structure import Structure, relation_structure
from wargraph.report.document import Figure, Part, Table, Title
from wargraph.report.estimates import DEVIATIONS, Share, rounded
from wargraph.report.humanize import counted, some
from wargraph.report.result import Result, Row

LARGEST_EXACT_FLIPS = 8
"""With more cards estimates are faster than so many War graphs."""

_NEVER, _MEAN, _LONGEST = "share of games that never end", "mean of the games that end", "longest game that ends"
_STRONGEST, _WEAKEST, _HOLDER = "strongest card", "weakest card", "share of decided games that its holder wins"
_SCORE = "cards that it beats"
_FEWEST_DIFFERING = 30
_MOST_SHOWN = 30


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
        return 0.0 if self.games is None or self.value is None else _error(self.deviations)

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
        return _error(other.deviations - self.deviations) if differ.sum() >= _FEWEST_DIFFERING else 0.0

    @property
    def _shown(self) -> object:
        return rounded(self.value, self.error) if isinstance(self.value, float) else self.value


Answers = Mapping[Asked, Answer]


@dataclass(frozen=True)
class RelationComparison(Result):
    """Two relations side by side.

    Cards of the same name are the same card; without names in both, cards of the same number.

    Attributes
    ----------
    first, second : Relation
        The relations; the cards of the second are in the order of the first.
    structures : tuple of Structure
        The structure of each.
    sample : tuple of int or None
        The number of random deals and the seed; None if the answers are exact.
    answers : tuple of dict
        For each relation the answers by their questions.
    """

    first: Relation
    second: Relation
    structures: tuple[Structure, Structure] = field(repr=False)
    sample: tuple[int, int] | None
    answers: tuple[Answers, Answers] = field(repr=False, compare=False)

    def rows(self) -> list[Row]:
        """Return a row for each question about all cards: ``order, question, first, second, change, low, high``.

        The change is the second answer less the first, with a 95% interval if they are estimated. Games are from
        balanced deals.
        """
        return [
            {"order": asked.order, "question": asked.question, **row} for asked, row in self._rows if not asked.card
        ]

    def card_rows(self) -> list[Row]:
        """Return rows ``card, order, question, first, second, change, low, high``: scores, and holders' shares."""
        rows = [(asked, row) for asked, row in self._rows if asked.card]
        return [{"card": asked.card, "order": asked.order, "question": asked.question, **row} for asked, row in rows]

    def entry_rows(self) -> list[Row]:
        """Return a row for each two cards that come out differently: ``card, against, first, second``.

        `first` and `second` say which card wins; if the relation is read literally, it may be whose card.
        """
        places = [{self._name(relation, card): card for card in range(1, relation.n + 1)} for relation in self._both]
        common = [name for name in places[0] if name in places[1]]
        rows: list[Row] = []
        for card, against in combinations(common, 2):
            first, second = (
                _outcome(relation, of[card], of[against], card, against)
                for relation, of in zip(self._both, places, strict=True)
            )
            if first != second:
                rows.append({"card": card, "against": against, "first": first, "second": second})
        return rows

    @property
    def _both(self) -> tuple[Relation, Relation]:
        return self.first, self.second

    def _name(self, relation: Relation, card: int) -> str:
        """Return the name of a card; one relation may lend its names to the other."""
        named = next((each for each in self._both if each.card_names), relation)
        return (relation if relation.card_names or named.n != relation.n else named).name_of(card)

    def cards_of(self, relation: Relation) -> list[str]:
        """Return the names of the cards of one of the relations, as both share them."""
        return [self._name(relation, card) for card in range(1, relation.n + 1)]

    @cached_property
    def _rows(self) -> list[tuple[Asked, Row]]:
        asked, nothing = dict.fromkeys([*self.answers[0], *self.answers[1]]), Answer(None)
        is_paired = self.first.n == self.second.n
        first, second = self.answers
        return [(each, first.get(each, nothing).row(second.get(each, nothing), is_paired)) for each in asked]

    def _body(self) -> list[Part]:
        names = [f"{relation.name} ({which})" for relation, which in zip(self._both, ("first", "second"), strict=True)]
        balances = (f"{name}: {each.balance}" for name, each in zip(names, self.structures, strict=True))
        entries = self.entry_rows()
        moved = [row for row in self.card_rows() if row["change"]]
        moved.sort(key=lambda row: (row["order"] is not None, -abs(cast("float", row["change"]))))
        return [
            Title(f"{self.first.name} and {self.second.name}: two relations compared"),
            "\n".join([self._cards(), self._pairs(), *balances, *self._changes()]),
            _scope(self.sample),
            Table("answers", self.rows(), "Answers, balanced deals"),
            Figure(self),
            Table("entries", entries, "Pairs of cards that come out differently", excerpt=entries[:_MOST_SHOWN]),
            Table("cards", self.card_rows(), "Cards that differ most", excerpt=moved[:_MOST_SHOWN]),
        ]

    def _cards(self) -> str:
        first, second = map(self.cards_of, self._both)
        only = [[card for card in one if card not in other] for one, other in ((first, second), (second, first))]
        if not any(only):
            return f"Both have the same {counted(len(first), 'card')}."
        told = (
            f"only the {which} has {some(cards, ', ')}"
            for which, cards in zip(("first", "second"), only, strict=True)
            if cards
        )
        return f"{len(first) - len(only[0])} of the cards are in both; {'; '.join(told)}."

    def _pairs(self) -> str:
        rows = self.entry_rows()
        if not rows:
            return "Any two cards that are in both come out alike."
        told = [f"{row['card']} against {row['against']}, {row['first']} or {row['second']}" for row in rows]
        come = "come" if rows[1:] else "comes"
        return f"{counted(len(rows), 'pair')} of cards {come} out differently: {some(told, '; ')}."

    def _changes(self) -> Iterator[str]:
        for (order, question, card), row in self._rows:
            if not card and question == _STRONGEST and row["first"] != row["second"]:
                first, second = (row[which] or "none" for which in ("first", "second"))
                yield f"{under(order)} the {question} changes from {first} to {second}."
            if card or question not in (_NEVER, _MEAN, _LONGEST) or not row["change"]:
                continue
            low, high = (cast("float | None", row[end]) for end in ("low", "high"))
            is_sure = low is not None and high is not None and not low <= 0 <= high
            if is_sure or self.sample is None or question == _LONGEST:
                yield f"{under(order)} the {question} goes from {row['first']:,.4g} to {row['second']:,.4g}."


@dataclass(frozen=True)
class Flips(Result):
    """What changes in War under a relation if one pair of cards is turned round, for each pair that does not draw.

    Attributes
    ----------
    relation : Relation
        The relation.
    sample : tuple of int or None
        The number of random deals and the seed; None if the answers are exact.
    answers : dict of Asked to Answer
        The answers under the relation itself.
    pairs : tuple of dict
        What `rows` returns.
    errors : dict of str to float
        The largest standard error of the change of a share, by the question that the share answers.
    """

    relation: Relation
    sample: tuple[int, int] | None
    answers: Answers = field(repr=False, compare=False)
    pairs: tuple[Row, ...] = field(repr=False)
    errors: Mapping[str, float] = field(repr=False)

    def rows(self) -> list[Row]:
        """Return a row for each pair, with the largest change first.

        ``card`` beats ``against`` in the relation, and loses to it once the pair is turned round; the other columns say
        what holds then. ``score`` and ``against_score`` are the numbers of cards that the two beat. ``largest_change``
        is that of a share of the balanced deals, of those that never end or of the decided ones that a card's holder
        wins, under WL or LW. Then follow, for each order, the share that never ends, its change, the longest game and
        the strongest card.
        """
        return list(self.pairs)

    def _body(self) -> list[Part]:
        largest = [f"{row['card']} beats {row['against']} ({row['largest_change']:.3g})" for row in self.pairs]
        turned = f"Turned round, these pairs change a share most: {some(largest, ', ')}."
        asked = [Asked(order, question) for order in FIXED_ORDERS for question in (_NEVER, _LONGEST, _STRONGEST)]
        values = ((each, self.answers[each].value) for each in asked)
        now = (
            f"{under(each.order)} the {each.question} is {value if isinstance(value, str) else f'{value:,.4g}'}."
            for each, value in values
            if value is not None
        )
        chance = (
            f"By chance alone a change of the {question} may be off by {DEVIATIONS * error:.2g} (95% interval)."
            for question, error in self.errors.items()
            if error
        )
        return [
            Title(f"{self.relation.name}: one pair of cards turned round"),
            "\n".join([*now, turned if largest else "There is no pair to turn round.", *chance]),
            _scope(self.sample),
            Table(
                "flips", self.rows(), "Each pair turned round, the largest change first", columns=("card", "against")
            ),
        ]


def compare_relations(
    first: Any, second: Any, games: int = 20_000, seed: int = 0, run_options: RunOptions | None = None
) -> RelationComparison:
    """Compare two relations, or what `Relation.of` accepts: which cards and pairs differ, and how their games go.

    Up to 10 cards the answers are exact, from all balanced deals; if either relation has more, both are estimated from
    so many random balanced `games`, which have the same deals if the numbers of cards are equal.

    >>> found = compare_relations("a beats b; b beats c; c beats a", "a beats b, c; b beats c")
    >>> found.entry_rows()
    [{'card': 'a', 'against': 'c', 'first': 'c', 'second': 'a'}]
    """
    first, second = Relation.of(first), Relation.of(second)
    second = _in_the_order_of(first, second)
    sample = (games, seed) if max(first.n, second.n) > LARGEST_EXACT else None
    compared = RelationComparison(
        first, second, (relation_structure(first), relation_structure(second)), sample, ({}, {})
    )
    one, other = (_answers(each, compared.cards_of(each), sample, run_options) for each in (first, second))
    return replace(compared, answers=(one, other))


def flips(relation: Any, games: int = 20_000, seed: int = 0, run_options: RunOptions | None = None) -> Flips:
    """Turn round each pair of cards of a relation, or of what `Relation.of` accepts, and say what changes.

    Up to 8 cards the answers are exact, from all balanced deals; with more they are estimated from so many random
    balanced `games`, with the same deals for each pair.

    >>> row = flips("rock-paper-scissors").rows()[0]
    >>> row["card"], row["against"], row["strongest_wl"]
    ('rock', 'scissors', 'scissors')
    """
    relation = Relation.of(relation)
    cards = [*map(relation.name_of, range(1, relation.n + 1))]
    sample = None if relation.n <= LARGEST_EXACT_FLIPS else (games, seed)
    began = monotonic()
    now = _answers(relation, cards, sample, run_options)
    beats = relation.to_array()
    pairs = np.argwhere(beats & ~beats.T).tolist()
    hours, allowed = len(pairs) * (monotonic() - began) / 3600, (run_options and run_options.hours) or 1
    if sample and hours > allowed:
        raise TooLongError(
            f"{len(pairs):,} pairs of cards turned round are forecast to take {hours:.1f} hours, more than "
            f"{allowed:g}: play fewer games than {games:,}"
        )
    rows, errors = [], dict.fromkeys((_NEVER, _HOLDER), 0.0)
    for pair in pairs:
        turned = beats.copy()
        turned[pair, pair[::-1]] = False, True
        other = Relation(turned, relation.name, relation.interpretation, relation.card_names)
        after = _answers(other, cards, sample, run_options)
        rows.append(_flip_row([cards[card] for card in pair], now, after))
        for asked in _shares(after):
            errors[asked.question] = max(errors[asked.question], now[asked].error_of(after[asked], is_paired=True))
    rows.sort(key=lambda row: -cast("float", row["largest_change"]))
    return Flips(relation, sample, now, tuple(rows), errors)


def _shares(answers: Answers) -> list[Asked]:
    return [asked for asked in answers if asked.order in FIXED_ORDERS and asked.question in (_NEVER, _HOLDER)]


def _flip_row(pair: list[str], now: Answers, after: Answers) -> Row:
    values = ((now[asked].value, after[asked].value) for asked in _shares(after))
    change = max((abs(one - other) for one, other in values if None not in (one, other)), default=0.0)
    row: Row = {"card": pair[0], "against": pair[1], "largest_change": rounded(change)}
    scores = (after[Asked(None, _SCORE, card)].value for card in pair)
    row |= zip(("score", "against_score"), scores, strict=True)
    for order in FIXED_ORDERS:
        never = now[Asked(order, _NEVER)].row(after[Asked(order, _NEVER)], is_paired=True)
        row |= {
            f"endless_share_{order.lower()}": never["second"],
            f"endless_change_{order.lower()}": never["change"],
            f"longest_{order.lower()}": after[Asked(order, _LONGEST)].value,
            f"strongest_{order.lower()}": after[Asked(order, _STRONGEST)].value,
        }
    return row


def _answers(
    relation: Relation, cards: list[str], sample: tuple[int, int] | None, options: RunOptions | None
) -> Answers:
    """Return the answers about a relation and its games from balanced deals, exact or from a sample."""
    found = relation_structure(relation)
    row = found.rows()[0] | {"largest score": max(found.scores), "smallest score": min(found.scores)}
    answers = {Asked(None, "balanced"): Answer("yes" if found.is_regular else "no")}
    answers |= {Asked(None, name.replace("_", " ")): Answer(value) for name, value in row.items() if name != "regular"}
    answers |= {Asked(None, _SCORE, card): Answer(score) for card, score in zip(cards, found.scores, strict=True)}
    of_games = _exact(relation) if sample is None else _estimated(relation, *sample, options)
    for order, (of_all, holders) in of_games.items():
        answers |= {Asked(order, question): answer for question, answer in of_all.items()}
        shares = dict(zip(cards, holders, strict=True))
        known = {card: share.value for card, share in shares.items() if share.value is not None}
        is_alike = len(set(known.values())) <= 1 or (sample is not None and _by_chance(holders))
        for question, end in ((_STRONGEST, max), (_WEAKEST, min)):
            names = ", ".join(card for card in known if known[card] == end(known.values()))
            answers[Asked(order, question)] = Answer(None if is_alike else names)
        answers |= {Asked(order, _HOLDER, card): share for card, share in shares.items()}
    return answers


def _by_chance(holders: list[Answer]) -> bool:
    """Return whether the games show no card to be stronger than another."""
    counts = [np.isfinite(holder.games).sum() for holder in holders if holder.games is not None]
    pairs = zip(holders, counts, strict=True)
    return are_alike([Share.of(round(holder.value * games), int(games), len(holders)) for holder, games in pairs])


OfGames = dict[str, tuple[dict[str, Answer], list[Answer]]]
"""For each order the answers by their questions, and the share of decided games that each card's holder wins."""


def _exact(relation: Relation) -> OfGames:
    graph, found = as_graph(relation), {}
    for order in FIXED_ORDERS:
        lengths, wins = GraphEngine(graph, order, Deals.BALANCED).lengths(None), winners(graph, order, Deals.BALANCED)
        turns = np.repeat([*lengths.by_turns], [*lengths.by_turns.values()])
        ends = {
            _MEAN: float(turns.mean()) if turns.size else None,
            "median of the games that end": int(np.quantile(turns, 0.5, method="lower")) if turns.size else None,
            _LONGEST: lengths.longest,
        }
        shares = {"Left wins, share": wins.left / wins.total, "Right wins, share": wins.right / wins.total}
        all_answers = {_NEVER: lengths.endless / lengths.total, **ends, **shares}
        of_all = {question: Answer(value) for question, value in all_answers.items()}
        found[str(order)] = of_all, [Answer(wins.holder_share(card)) for card in range(1, relation.n + 1)]
    return found


def _estimated(relation: Relation, games: int, seed: int, options: RunOptions | None) -> OfGames:
    simulations = relation_estimates(relation, games, seed, options).simulations
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
            _NEVER: Answer.mean(endings == Ending.ENDLESS.code),
            _MEAN: Answer.mean(turns, played.is_finished),
            "median of the games that end": Answer(played.median),
            _LONGEST: Answer(played.longest),
            "Left wins, share": Answer.mean(winner == 1),
            "Right wins, share": Answer.mean(winner == 2),
        }
        if order not in FIXED_ORDERS:
            del of_all[_NEVER]  # with a coin no game is proved endless
        holders = np.concatenate([*holder_wins(played)])
        found[str(order)] = of_all, [Answer.mean(holders[:, card], won) for card in range(relation.n)]
    return found


def _in_the_order_of(first: Relation, second: Relation) -> Relation:
    """Return the second relation with its cards in the order of the first, as far as both have names for them."""
    if not (first.card_names and second.card_names):
        return second
    place = {name: number for number, name in enumerate(first.card_names)}
    order = sorted(range(second.n), key=lambda card: place.get(second.card_names[card], first.n))
    names = [second.card_names[card] for card in order]
    rows = second.to_array()[np.ix_(order, order)]
    return Relation(rows, second.name, second.interpretation, names, second.understood)


def _outcome(relation: Relation, card: int, other: int, name: str, other_name: str) -> str:
    """Say which of two cards wins; if the relation is read literally, it may be that of a player."""
    there, back = relation.winner(card, other), relation.winner(other, card)
    if there is back:
        return f"{there}'s card" if there else "draw"
    return name if relation.rows[card - 1][other - 1] else other_name


def _scope(sample: tuple[int, int] | None) -> str:
    if sample is None:
        return "All is exact: the games are those from all balanced deals."
    games, seed = sample
    return f"Structure and scores are exact. Games are estimated from {games:,} random balanced deals (seed {seed})."


def _error(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else 0.0
