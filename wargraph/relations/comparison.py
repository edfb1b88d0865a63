"""Two relations side by side: the cards and pairs that differ, and each answer about their games."""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, cast

import numpy as np

from wargraph.campaign.run_options import RunOptions
from wargraph.core.relation import Relation
from wargraph.core.rules import FIXED_ORDERS
from wargraph.relations.answers import (
    LONGEST,
    MEAN,
    NEVER,
    STRONGEST,
    Answer,
    Answers,
    Asked,
    answers_about,
    names_of,
)
from wargraph.relations.estimates import Sample, deals_of
from wargraph.relations.structure import LARGEST_EXACT, Structure, relation_structure
from wargraph.report.document import Figure, Part, Table, Title
from wargraph.report.humanize import counted, some
from wargraph.report.result import Result, Row

_MOST_SHOWN = 30
_ANSWER = (NEVER, MEAN, LONGEST, STRONGEST)
"""The questions that a report of one screen answers."""


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
    sample: Sample
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
        places = [{card: place for place, card in enumerate(names_of(relation), start=1)} for relation in self._both]
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

    @cached_property
    def _rows(self) -> list[tuple[Asked, Row]]:
        asked, nothing = dict.fromkeys([*self.answers[0], *self.answers[1]]), Answer(None)
        is_paired = self.first.n == self.second.n
        first, second = self.answers
        return [(each, first.get(each, nothing).row(second.get(each, nothing), is_paired)) for each in asked]

    def _body(self) -> list[Part]:
        names = [f"{relation.name} ({which})" for relation, which in zip(self._both, ("first", "second"), strict=True)]
        regularity = (f"{name}: {each.regularity}" for name, each in zip(names, self.structures, strict=True))
        entries = self.entry_rows()
        moved = [row for row in self.card_rows() if row["change"]]
        moved.sort(key=lambda row: (row["order"] is not None, -abs(cast("float", row["change"]))))
        told = [row for row in self.rows() if row["order"] in FIXED_ORDERS and row["question"] in _ANSWER]
        return [
            Title(f"{self.first.name} and {self.second.name}: two relations compared"),
            f"{self._cards()}\n{self._pairs()}",
            Table("answers", self.rows(), f"Answers, with games from {deals_of(self.sample)}", brief=told),
            "\n".join(regularity),
            Figure(self),
            Table("entries", entries, "Pairs of cards that come out differently", excerpt=entries[:_MOST_SHOWN]),
            Table("cards", self.card_rows(), "Cards that differ most", excerpt=moved[:_MOST_SHOWN]),
        ]

    def _cards(self) -> str:
        first, second = map(names_of, self._both)
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
        pairs, example = counted(len(rows), "pair"), _difference(rows[0])
        if not rows[1:]:
            return f"{pairs} of cards comes out differently: {example}."
        return f"{pairs} of cards come out differently, such as this one: {example}."


def _difference(row: Row) -> str:
    """Say how two cards come out in each relation.

    >>> _difference({"card": "fool", "against": "queen", "first": "queen", "second": "fool"})
    'fool loses to queen in the first and beats it in the second'
    """
    card, against, first, second = (str(row[name]) for name in ("card", "against", "first", "second"))
    verbs = {card: "beats", against: "loses to", "draw": "draws with"}
    if {first, second} <= verbs.keys():
        return f"{card} {verbs[first]} {against} in the first and {verbs[second]} it in the second"
    return f"between {card} and {against} the winner is {first} in the first and {second} in the second"


def compare_relations(
    first: Any, second: Any, games: int = 20_000, seed: int = 0, run_options: RunOptions | None = None
) -> RelationComparison:
    """Compare two relations, or what `Relation.of` accepts: which cards and pairs differ, and how their games go.

    Up to 10 cards the answers are exact, from all balanced deals; if either relation has more, both are estimated from
    `games` random balanced deals, which have the same deals if the numbers of cards are equal.

    >>> found = compare_relations("a beats b; b beats c; c beats a", "a beats b, c; b beats c")
    >>> found.entry_rows()
    [{'card': 'a', 'against': 'c', 'first': 'c', 'second': 'a'}]
    """
    first, second = _named_alike(Relation.of(first), Relation.of(second))
    sample = (games, seed) if max(first.n, second.n) > LARGEST_EXACT else None
    structures = relation_structure(first), relation_structure(second)
    answers = answers_about(structures[0], sample, run_options), answers_about(structures[1], sample, run_options)
    return RelationComparison(first, second, structures, sample, answers)


def _named_alike(first: Relation, second: Relation) -> tuple[Relation, Relation]:
    """Return both relations with one spelling of each name, and the second in the order of the first.

    If only one has names for as many cards, the other one borrows them.
    """
    borrowed = (first.card_names or second.card_names) if first.n == second.n else ()
    names = first.card_names or borrowed
    known = {name.casefold(): name for name in names}
    renamed = [known.get(name.casefold(), name) for name in second.card_names or borrowed]
    place = {name: number for number, name in enumerate(names)}
    order = sorted(range(second.n), key=lambda card: place.get(renamed[card], first.n) if renamed else card)
    return (
        Relation(first.rows, first.name, first.interpretation, names, first.understood),
        Relation(
            second.to_array()[np.ix_(order, order)],
            second.name,
            second.interpretation,
            [renamed[card] for card in order if renamed],
            second.understood,
        ),
    )


def _outcome(relation: Relation, card: int, other: int, name: str, other_name: str) -> str:
    """Say which of two cards wins; if the relation is read literally, it may be that of a player."""
    there, back = relation.winner(card, other), relation.winner(other, card)
    if there is back:
        return f"{there}'s card" if there else "draw"
    return name if relation.rows[card - 1][other - 1] else other_name
