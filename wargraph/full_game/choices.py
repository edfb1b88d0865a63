"""The choices that a `RuleSet` is made of. Each says once, in one entry, what it is called, means and does.

What an entry does is data, which the plain game and the kernels read. The first line of the docstring of each choice is
the question that it answers, and stands in explanations and rules files.
"""

import re
from enum import IntEnum
from inspect import cleandoc
from typing import NamedTuple, TypeVar

from wargraph.core.checks import checked_whole
from wargraph.core.endings import MOST_ROUNDS
from wargraph.core.enums import Choice
from wargraph.errors import ParameterError, shown

_Rules = TypeVar("_Rules", bound=type[Choice])


def _with_table(rules: _Rules) -> _Rules:
    """Add the entries with their meanings as a table to the docstring."""
    width = max(map(len, rules)) + 4
    lines = [f"{f'``{rule}``':{width}}  {rule.meaning}" for rule in rules]
    frame = f"{'=' * width}  {'=' * max(len(rule.meaning) for rule in rules)}"
    rules.__doc__ = "\n".join([cleandoc(f"{rules.__doc__}"), "", frame, *lines, frame, ""])
    return rules


class DealingSteps(NamedTuple):
    """A way to deal cards: to one player after the other, or in turn; whether until no card is left, or a pack each."""

    is_in_blocks: bool
    deals_all: bool = False
    is_pack_each: bool = False


@_with_table
class Dealing(Choice):
    """How the shuffled deck is dealt.

    In blocks: one player's cards after the other's. In turn: one card at a time. Everyone gets as many, and the rest
    is put aside, unless all are dealt. With a pack of their own, everyone plays a whole deck, shuffled separately.
    """

    how: DealingSteps

    BLOCKS = "blocks", "in blocks of the same size", DealingSteps(is_in_blocks=True)
    ALTERNATE = "alternate", "in turn, the same number to each", DealingSteps(is_in_blocks=False)
    ALTERNATE_ALL = "alternate-all", "in turn, until no card is left", DealingSteps(is_in_blocks=False, deals_all=True)
    OWN_PACK = "own-pack", "a whole pack each, shuffled separately", DealingSteps(is_in_blocks=True, is_pack_each=True)


class Measure(IntEnum):
    """Whose hand limits the face-down cards of a player: their own, the smallest non-empty one, or the largest."""

    OWN = 0
    SMALLEST = 1
    LARGEST = 2


class FaceDown(NamedTuple):
    """The number of cards that a player plays face down: m, or all of the measured hand, or all but one of it.

    If `last_stays`, a player without cards is not out: the card compared last is compared again.
    """

    measure: Measure
    leaves_last: bool
    last_stays: bool = False


@_with_table
class WarRule(Choice):
    """What happens in a war where a player is short of cards.

    A player is short of cards if the hand holds fewer than are played face down and one to compare. "Everyone" is who
    takes part in the war. ``STRICT`` is the Rutgers procedure WARm, ``SHORTEST`` WARmin and ``LONGEST`` WARmax.
    """

    how: FaceDown

    STRICT = "strict", "a player short of cards plays all of them and is eliminated", FaceDown(Measure.OWN, False)
    SHORTEST = (
        "shortest",
        "if any player is short of cards, everyone plays one less than the smallest hand holds",
        FaceDown(Measure.SMALLEST, True),
    )
    LONGEST = (
        "longest",
        "if all are short of cards, everyone plays one less than the largest hand holds, or is eliminated",
        FaceDown(Measure.LARGEST, True),
    )
    EACH = "each", "a player short of cards keeps one back for the comparison", FaceDown(Measure.OWN, True)
    LAST_CARD = (
        "last-card",
        "as each, but a player who has run out of cards goes on comparing the last card played",
        FaceDown(Measure.OWN, True, last_stays=True),
    )


@_with_table
class Fighters(Choice):
    """Who takes part in a war."""

    ALL = "all", "everyone who still holds cards, tied or not"
    TIED = "tied", "only the players who share the highest card; the cards of the others stay on the table"


@_with_table
class NobodyLeft(Choice):
    """What happens when a war must go on and nobody has a card."""

    TIE = "tie", "the game ends without a winner"
    LAST_PLAYER = "last-player", "the tied players lose in player order, and the last of them wins"


class Unit(IntEnum):
    """The units that go back in turn: the whole table at once, the wars and the deciding layer, or the layers."""

    TABLE = 0
    WAR = 1
    PLAY = 2


class CardOrder(IntEnum):
    """The order of the cards of a unit.

    ``PLAYED``: layer by layer, in player order. ``BACKWARDS``: the other way round. ``BY_PLAYER``: the cards of one
    player after the other's. ``OWN_FIRST``, ``OWN_LAST``: the same, but the winner's cards first or last.
    ``OTHERS_SHUFFLED``: the winner's cards as played, then all others shuffled.
    ``WINNER_FIRST``, ``WINNER_LAST``: layer by layer, the winner's card first or last, the others in player order.
    ``ASCENDING``, ``DESCENDING``: sorted. ``RANDOM``: shuffled.
    """

    PLAYED = 0
    BACKWARDS = 1
    BY_PLAYER = 2
    WINNER_FIRST = 3
    WINNER_LAST = 4
    ASCENDING = 5
    DESCENDING = 6
    RANDOM = 7
    OWN_FIRST = 8
    OWN_LAST = 9
    OTHERS_SHUFFLED = 10


SHUFFLING = (CardOrder.RANDOM, CardOrder.OTHERS_SHUFFLED)
"""The orders that leave something to chance. They are for the whole table."""


class Arrangement(NamedTuple):
    """In which order the cards on the table go back.

    Attributes
    ----------
    unit
        The units that go back one after the other.
    order
        The order of the cards in a unit. Those that shuffle are for the whole table.
    is_last_first
        Whether the last unit goes back first.
    deciding
        The order of the deciding unit, the last one, if that is another. The whole table is one unit: it has none.
    tails
        The order if a coin, thrown for each round, falls so. Then neither of the two sorts or shuffles.
    """

    unit: Unit
    order: CardOrder
    is_last_first: bool = False
    deciding: CardOrder | None = None
    tails: CardOrder | None = None

    @property
    def draws_chance(self) -> bool:
        """Whether chance has a say."""
        return self.tails is not None or self.order in SHUFFLING

    @property
    def is_by_player(self) -> bool:
        """Whether it looks at the order of two players."""
        by_player = (CardOrder.PLAYED, CardOrder.BACKWARDS, CardOrder.BY_PLAYER)
        return any(order in by_player for order in (self.order, self.deciding, self.tails))


@_with_table
class Replacement(Choice):
    """In which order the winner takes the cards on the table.

    A *layer* is one card from each player who has one: the cards compared are a layer, and so is each set of face-down
    cards. A *war* is a tied layer with the face-down layers that follow it.
    """

    how: Arrangement

    PLAYED = "played", "layer by layer, in player order", Arrangement(Unit.TABLE, CardOrder.PLAYED)
    REVERSED = "reversed", "the other way round, last card first", Arrangement(Unit.TABLE, CardOrder.BACKWARDS)
    ASCENDING = "ascending", "all cards sorted, lowest first", Arrangement(Unit.TABLE, CardOrder.ASCENDING)
    DESCENDING = "descending", "all cards sorted, highest first", Arrangement(Unit.TABLE, CardOrder.DESCENDING)
    ASCENDING_BY_PLAY = (
        "ascending-by-play",
        "layer by layer, each sorted lowest first",
        Arrangement(Unit.PLAY, CardOrder.ASCENDING),
    )
    DESCENDING_BY_PLAY = (
        "descending-by-play",
        "layer by layer, each sorted highest first",
        Arrangement(Unit.PLAY, CardOrder.DESCENDING),
    )
    TOP_DOWN = (
        "top-down",
        "the last layer first, each sorted highest first (Delahaye and Mathieu)",
        Arrangement(Unit.PLAY, CardOrder.DESCENDING, is_last_first=True),
    )
    WINNER_FIRST = (
        "winner-first",
        "layer by layer, the winner's card first, then the others in player order",
        Arrangement(Unit.TABLE, CardOrder.WINNER_FIRST),
    )
    LOSER_FIRST = (
        "loser-first",
        "layer by layer, the others in player order, the winner's card last",
        Arrangement(Unit.TABLE, CardOrder.WINNER_LAST),
    )
    OWN_FIRST = (
        "own-first",
        "the winner's cards in the order played, then those of each other player in player order",
        Arrangement(Unit.TABLE, CardOrder.OWN_FIRST),
    )
    OWN_LAST = (
        "own-last",
        "the cards of each other player in player order, then the winner's, in the order played",
        Arrangement(Unit.TABLE, CardOrder.OWN_LAST),
    )
    PLAYER_BY_PLAYER = (
        "player-by-player",
        "the cards of player 1 in the order played, then those of player 2, and so on, whoever wins",
        Arrangement(Unit.TABLE, CardOrder.BY_PLAYER),
    )
    ALTERNATING = (
        "alternating",
        "the last layer first, each winner's card first, then the others in player order",
        Arrangement(Unit.PLAY, CardOrder.WINNER_FIRST, is_last_first=True),
    )
    ALTERNATING_LOSER_FIRST = (
        "alternating-loser-first",
        "the last layer first, each winner's card last, after the others in player order",
        Arrangement(Unit.PLAY, CardOrder.WINNER_LAST, is_last_first=True),
    )
    ALTERNATING_RANDOM_ORDER = (
        "alternating-random-order",
        "alternating or alternating-loser-first, by a coin for each round",
        Arrangement(Unit.PLAY, CardOrder.WINNER_FIRST, is_last_first=True, tails=CardOrder.WINNER_LAST),
    )
    LOSER_SHUFFLED = (
        "loser-shuffled",
        "the winner's cards in the order played, then all others in random order",
        Arrangement(Unit.TABLE, CardOrder.OTHERS_SHUFFLED),
    )
    DECIDING_FIRST = (
        "deciding-first",
        "the deciding layer, winner's card first; then the wars, last one first, each player by player (Bryer)",
        Arrangement(Unit.WAR, CardOrder.BY_PLAYER, is_last_first=True, deciding=CardOrder.WINNER_FIRST),
    )
    RANDOM_ORDER = (
        "random-order",
        "winner-first or loser-first, by a coin for each round",
        Arrangement(Unit.TABLE, CardOrder.WINNER_FIRST, tails=CardOrder.WINNER_LAST),
    )
    SHUFFLED = "shuffled", "in random order", Arrangement(Unit.TABLE, CardOrder.RANDOM)


@_with_table
class Winnings(Choice):
    """Where a player puts the cards won. Players can differ: name one pile for each, joined by slashes.

    A separate pile becomes the hand when a card must be drawn and the hand is empty.
    """

    UNDER = "under", "straight under the hand"
    ON_TOP = "on-top", "on top of the hand, in the order in which the cards would go under it: the first is drawn next"
    FIRST_WON_FIRST = "first-won-first", "on a pile; the card won first is drawn first, in the same order as with under"
    LAST_WON_FIRST = "last-won-first", "on a pile; the card won last is drawn first"
    SHUFFLED = "shuffled", "on a pile, shuffled by putting each card at a random place when it is won"
    ANYWHERE = "anywhere", "each at a random place of the hand, top and bottom included"


CHANCE_PILES = frozenset({Winnings.SHUFFLED, Winnings.ANYWHERE})
"""The piles that leave something to chance."""


@_with_table
class Goal(Choice):
    """What ends a game and wins it. A game can always end earlier because one player holds all cards.

    In one pass a war that cannot go on pays nobody, and there is no earlier end. If several players have the most
    cards, nobody wins.
    """

    ALL_CARDS = "all-cards", "a player who holds all cards wins"
    ONE_PASS = "one-pass", "won cards are set aside; when a hand is empty, whoever has won most cards wins"
    WARS = "wars", "whoever is first to win this number of wars, such as wars:3, wins; a double war counts two"
    ROUNDS = "rounds", "after this number of rounds, such as rounds:200, whoever holds most cards wins"


class Ends(NamedTuple):
    """What ends a game, with the number of wars or rounds if that is what counts."""

    goal: Goal = Goal.ALL_CARDS
    number: int = 0

    @classmethod
    def parse(cls, text: "Ends | str") -> "Ends":
        """Read the text form, such as ``one-pass`` or ``wars:3``."""
        if isinstance(text, Ends):
            return text
        name, _, number = str(text).partition(":")
        goal, is_number = Goal(name.strip()), bool(re.fullmatch(r"\d{1,9}", number.strip(), re.ASCII))
        if is_number != (goal in (Goal.WARS, Goal.ROUNDS)) or bool(number) != is_number:
            raise ParameterError(f"ends = {shown(text)}: write all-cards, one-pass, wars:3 or rounds:200")
        return cls(goal, checked_whole(f"ends={goal}", int(number), 1, MOST_ROUNDS) if is_number else 0)

    def __str__(self) -> str:
        return f"{self.goal}:{self.number}" if self.number else str(self.goal)


ALL_CARDS = Ends()
"""The usual end: one player holds all cards."""


class TurnCount(NamedTuple):
    """The turns of a game beyond its rounds: each comparison beyond one a round, and one for the last."""

    comparisons: int
    last: int


@_with_table
class Counting(Choice):
    """What counts as a turn.

    A *round* is a comparison with the wars it leads to.
    """

    how: TurnCount

    ROUNDS = "rounds", "a comparison with the wars that follow it is one turn", TurnCount(0, 0)
    SKIRMISHES = "skirmishes", "every comparison is one turn", TurnCount(1, 0)
    BEFORE_LAST = "before-last", "as with rounds, but the last round is not counted", TurnCount(0, -1)


SECONDS_PER_TURN = 5.0
"""What a turn takes at a table, unless told otherwise: a guess, there is no published measurement."""


def check_seconds(seconds_per_turn: float) -> None:
    """Refuse a time that no turn takes."""
    if not 0 < seconds_per_turn < 1e9:
        raise ParameterError(f"seconds-per-turn = {shown(seconds_per_turn)}: it must be a number above 0, such as 5")
