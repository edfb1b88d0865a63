"""One pair of cards of a relation turned round, for each pair: what changes in War."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, cast

import numpy as np

from wargraph.campaign.run_options import RunOptions
from wargraph.core.relation import Relation
from wargraph.core.rules import FIXED_ORDERS
from wargraph.errors import TooLongError
from wargraph.relations.answers import (
    HOLDER,
    LONGEST,
    NEVER,
    SCORE,
    STRONGEST,
    Answers,
    Asked,
    answers_about,
    names_of,
)
from wargraph.relations.estimates import Sample, deals_of
from wargraph.relations.structure import LARGEST_EXACT_FLIPS, relation_structure
from wargraph.report.document import Part, Table, Title
from wargraph.report.estimates import DEVIATIONS, rounded
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row
from wargraph.report.tables import for_people

_ANSWER = (
    *("card", "against", "largest_change"),
    *(f"{what}_{order.lower()}" for order in FIXED_ORDERS for what in ("endless_share", "strongest")),
)
"""The columns that a report of one screen shows."""


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
        The rows of the pairs, with the largest change first.
    errors : dict of str to float
        The largest standard error of the change of a share, by the question that the share answers.
    """

    relation: Relation
    sample: Sample
    answers: Answers = field(repr=False, compare=False)
    pairs: tuple[Row, ...] = field(repr=False)
    errors: Mapping[str, float] = field(repr=False)

    def rows(self) -> list[Row]:
        """Return a row for the relation as it is, and one for each pair, with the largest change first.

        ``card`` beats ``against`` in the relation, and loses to it once the pair is turned round; the other columns say
        what holds then. ``score`` and ``against_score`` are the numbers of cards that the two beat. ``largest_change``
        is that of a share of the balanced deals, of those that never end or of the decided ones that a card's holder
        wins, under WL or LW. Then follow, for each order, the share that never ends, its change, the longest game and
        the strongest card.
        """
        return [_row(self.answers, self.answers, self.sample), *self.pairs]

    def _body(self) -> list[Part]:
        errors = zip(("the first", "the second"), self.errors.values(), strict=True)
        offs = ", ".join(f"{share} may be off by {DEVIATIONS * error:.2g}" for share, error in errors if error)
        chance = f"By chance alone {offs} (95% intervals)." if offs else ""
        brief = [{name: cell for name, cell in row.items() if name in _ANSWER} for row in self.rows()]
        heading = f"With each card losing to the one against; {deals_of(self.sample)}"
        return [
            Title(f"{self.relation.name}: one pair of cards turned round"),
            "\n".join(filter(None, [self._verdict(), chance])),
            Table("flips", self.rows(), heading, brief=brief),
        ]

    def _verdict(self) -> str:
        """Say which pairs change most and least if they are turned round."""
        if not self.pairs:
            return "There is no pair to turn round."
        changes = [cast("float", row["largest_change"]) for row in self.pairs]
        (most, by), (least, by_least) = (
            (f"{row['card']} and {row['against']}", for_people(row["largest_change"]))
            for row in (self.pairs[0], self.pairs[-1])
        )
        of, chance = f"Of {counted(len(self.pairs), 'pair')}", DEVIATIONS * max(self.errors.values(), default=0.0)
        if changes[0] - changes[-1] <= 2 * chance:
            return f"{of} none stands out: if one is turned round, a share of the games changes by {by_least} to {by}."
        most, least = (
            f"{pair}, and {counted(others, 'other pair')} as much," if (others := changes.count(change) - 1) else pair
            for pair, change in ((most, changes[0]), (least, changes[-1]))
        )
        change = "seem to change" if self.sample else "change"
        return (
            f"{of}, {most} {change} most if they are turned round: the share of games that never end, or that the "
            f"holder of a card wins, by {by}; {least} {change} least: by {by_least}."
        )


def flips(relation: Any, games: int = 20_000, seed: int = 0, run_options: RunOptions | None = None) -> Flips:
    """Turn round each pair of cards of a relation, or of what `Relation.of` accepts, and say what changes.

    Up to 8 cards the answers are exact, from all balanced deals; with more they are estimated from `games` random
    balanced deals, the same for each pair.

    >>> row = flips("rock-paper-scissors").rows()[1]
    >>> row["card"], row["against"], row["strongest_wl"]
    ('rock', 'scissors', 'scissors')
    """
    relation = Relation.of(relation)
    cards = names_of(relation)
    sample = None if relation.n <= LARGEST_EXACT_FLIPS else (games, seed)
    began = monotonic()
    now = answers_about(relation_structure(relation), sample, run_options, FIXED_ORDERS)
    beats = relation.to_array()
    pairs = np.argwhere(beats & ~beats.T).tolist()
    hours, allowed = len(pairs) * (monotonic() - began) / 3600, (run_options and run_options.hours) or 1
    if sample and hours > allowed:
        raise TooLongError(
            f"{len(pairs):,} pairs of cards turned round are forecast to take {hours:.1f} hours, more than "
            f"{allowed:g}: play fewer games than {games:,}"
        )
    rows, errors = [], dict.fromkeys((NEVER, HOLDER), 0.0)
    for pair in pairs:
        turned = beats.copy()
        turned[pair, pair[::-1]] = False, True
        other = Relation(turned, relation.name, relation.interpretation, relation.card_names)
        after = answers_about(relation_structure(other), sample, run_options, FIXED_ORDERS)
        rows.append(_row(now, after, sample, [cards[card] for card in pair]))
        for asked in _shares(after):
            errors[asked.question] = max(errors[asked.question], now[asked].error_of(after[asked], is_paired=True))
    rows.sort(key=lambda row: -cast("float", row["largest_change"]))
    return Flips(relation, sample, now, tuple(rows), errors)


def _shares(answers: Answers) -> list[Asked]:
    return [asked for asked in answers if asked.order in FIXED_ORDERS and asked.question in (NEVER, HOLDER)]


def _row(now: Answers, after: Answers, sample: Sample, pair: Sequence[str] = ()) -> Row:
    """Return the row of a pair that is turned round; without a pair, that of the relation as it is."""
    # A step for all rows, so that all shares have as many digits: the largest error of a share, if it is estimated.
    step = 0.5 / math.sqrt(sample[0]) if sample else 0.001
    row: Row = dict.fromkeys(("card", "against", "largest_change", "score", "against_score"))
    if pair:
        values = ((now[asked].value, after[asked].value) for asked in _shares(after))
        change = max((abs(one - other) for one, other in values if None not in (one, other)), default=0.0)
        row |= {"card": pair[0], "against": pair[1], "largest_change": rounded(change, step)}
        row |= zip(("score", "against_score"), (after[Asked(None, SCORE, card)].value for card in pair), strict=True)
    for order in FIXED_ORDERS:
        was, share = (answers[Asked(order, NEVER)].value for answers in (now, after))
        row |= {
            f"endless_share_{order.lower()}": rounded(share, step),
            f"endless_change_{order.lower()}": rounded(share - was, step) if pair else None,
            f"longest_{order.lower()}": after[Asked(order, LONGEST)].value,
            f"strongest_{order.lower()}": after[Asked(order, STRONGEST)].value,
        }
    return row
