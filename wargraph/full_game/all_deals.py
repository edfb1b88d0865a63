"""Every deal of a small deck, played: exact numbers for decks with several suits."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign
from wargraph.campaign.run_options import HOURS, RunOptions
from wargraph.full_game.deals import DealRange, DealTally, arrangements, check_deals, deal_ranges, hands_at
from wargraph.full_game.game import FullGame, play_full_game
from wargraph.full_game.hands import Hands, deal_text
from wargraph.full_game.rule_set import RuleSet
from wargraph.report.document import Figure, Part, Table
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row, row_of


@dataclass(frozen=True)
class AllDeals(Result):
    """The outcomes of all deals of a deck.

    Where no rule tells the two players apart, deals that differ only by swapping them are counted once.

    Attributes
    ----------
    deals
        The number of deals: different hands, whatever lies aside in which order.
    by_turns
        Finished games by their turns.
    by_cycle_length
        Endless games by the rounds of their cycle.
    tied
        Finished games without a winner.
    mean
        Mean turns of a finished game when all shuffles of the deck are equally likely; None if no game ends.
    example
        A deal with most turns; None if no game ends.
    endless_example
        An endless deal that takes longest to come back to its cycle; None if there is none.
    """

    rules: RuleSet
    deals: int
    by_turns: dict[int, int] = field(repr=False)
    by_cycle_length: dict[int, int]
    tied: int
    mean: Fraction | None = field(repr=False)
    example: Hands | None = field(repr=False)
    endless_example: Hands | None = field(repr=False)

    @property
    def endless(self) -> int:
        """Deals that never end."""
        return sum(self.by_cycle_length.values())

    @property
    def longest(self) -> int | None:
        """Turns of the longest game that ends."""
        return max(self.by_turns, default=None)

    @property
    def shortest(self) -> int | None:
        """Turns of the shortest game that ends."""
        return min(self.by_turns, default=None)

    def rows(self) -> list[Row]:
        """Return one row: what was played, how many deals, and how they come out."""
        return [
            {
                "rules": str(self.rules),
                "deals": self.deals,
                "up_to_swap": self.rules.is_symmetric,
                **row_of(self, "endless", "tied"),
                "mean": None if self.mean is None else float(f"{float(self.mean):.8g}"),
                **row_of(self, "shortest", "longest"),
                "longest_deals": 0 if self.longest is None else self.by_turns[self.longest],
                "example": self.example and deal_text(self.rules, self.example),
                "endless_example": self.endless_example and deal_text(self.rules, self.endless_example),
            }
        ]

    def length_rows(self) -> list[Row]:
        """Return rows ``turns, deals`` for every length of a finished game."""
        return [{"turns": turns, "deals": deals} for turns, deals in self.by_turns.items()]

    def cycle_rows(self) -> list[Row]:
        """``cycle_length, deals`` for every length of a cycle."""
        return [{"cycle_length": cycle_length, "deals": deals} for cycle_length, deals in self.by_cycle_length.items()]

    def _answer(self) -> str:
        swapped = " (two deals that differ by swapping the players are counted once)" * self.rules.is_symmetric
        deals = counted(self.deals, "deal")
        never = f"{self.endless:,} of {deals} never end" if self.endless else f"all of {deals} end"
        answer = f"Under {self.rules} {never}{swapped}."
        if self.mean is not None:
            span = f"{self.shortest:,} to {counted(self.longest or 0, 'turn')}"
            answer += f" A game that ends lasts {span}, {float(self.mean):,.1f} on average."
        return answer

    def _body(self) -> list[Part]:
        return [
            None if self.mean is None else Figure(self),
            Table("summary", self.rows(), is_record=True),
            Table("length", self.length_rows(), "Deals by number of turns, ties included"),
            Table("cycle", self.cycle_rows(), "Endless deals by cycle length"),
        ]

    def verify(self) -> list[FullGame]:
        """Return the examples, played by the reference implementation."""
        return [play_full_game(self.rules, deal) for deal in (self.example, self.endless_example) if deal is not None]


@checkpointed(rules=RuleSet.parse)
def all_deals(rules: RuleSet | str, run_options: RunOptions | None = None) -> AllDeals:
    """Play every deal of a deck, up to swapping the players where no rule tells them apart.

    The rules leave nothing to chance. What is forecast to take longer than `run_options` allows, by default one hour,
    is a `TooLongError`.

    Examples
    --------
    Delahaye and Mathieu found 360 endless deals of three ranks, all with a cycle of 19 turns:

    >>> result = all_deals("delahaye-mathieu,deck=3x4")
    >>> result.deals, result.by_cycle_length, result.longest
    (17370, {19: 360}, 37)
    """
    rules = RuleSet.parse(rules)
    check_deals(rules)
    run_options = run_options or RunOptions()
    DealRange(rules, 0, 1).work()  # the kernels are compiled, or loaded, before time is taken
    tally = _EveryDeal(rules).run(run_options)
    return AllDeals(
        rules,
        tally.deals,
        dict(sorted(tally.by_turns.items())),
        dict(sorted(tally.by_cycle_length.items())),
        tally.tied,
        Fraction(tally.turns, tally.finished) if tally.finished else None,
        hands_at(rules, -tally.longest[1]) if tally.finished else None,
        hands_at(rules, -tally.latest[1]) if tally.by_cycle_length else None,
    )


class _EveryDeal(Campaign[DealRange, DealTally]):
    hours = HOURS
    way_out = "use a smaller deck, or simulate"

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules

    def __str__(self) -> str:
        return str(self.rules)

    def units(self) -> Iterable[DealRange]:
        return deal_ranges(self.rules)

    def amount(self) -> Amount:
        done = self.result.arrangements if self.result else 0
        return Amount(done, arrangements(self.rules) - done, "orders of the deck")

    def partial_summary(self) -> str:
        if self.result is None:
            return ""
        endless = counted(sum(self.result.by_cycle_length.values()), "endless deal")
        return (
            f"{self.amount().share:.0%} of {arrangements(self.rules):,} orders of the deck looked at, {endless} so far"
        )
