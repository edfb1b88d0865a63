"""Strategies of WAR with Auction Rounds: what they see and what they choose.

A strategy of your own is one class with two methods:

>>> class Middle(Strategy):
...     def card(self, view):
...         return view.hand[len(view.hand) // 2]
...
...     def war_cards(self, view):
...         return view.hand[:4]
>>> from wargraph import play_auction
>>> print(play_auction([Middle(), "Dummy"], seed=5))
Middle+Dummy: player 1, Middle, wins after 8 rounds
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from inspect import findsource
from types import FunctionType

from wargraph.auction.rules import LAID_DOWN, Cards, cards_text, missing_cards, utilities
from wargraph.core.rng import Chance
from wargraph.errors import StrategyError, shown

Chances = tuple[Chance, ...]
"""The random numbers of a game: for each player in turn a stream for single cards and one for wars."""


def states_of(chances: Chances) -> tuple[int, ...]:
    """Return the states of all streams; they change when a number is drawn."""
    return tuple(chance.state for chance in chances)


@dataclass(frozen=True)
class View:
    """The view of a player who has to choose. Hands and piles are open, and all players choose at once.

    Attributes
    ----------
    player
        The number of the player whose view it is, from 0 on.
    line_up, chances
        The strategies and the random numbers of all players; `chance` gives the numbers for the choice to be made.
    hands, piles
        The cards that every player has in hand, and those won and not yet taken up, each sorted.
    table
        The cards that can be won besides those that are chosen now.
    contenders
        The players who can win the table, this one among them: every player who has cards, or in a war all who tied.
    is_war
        Whether cards for a war are to be chosen.
    is_question
        Whether an `Adversary` asks what would be played, and nothing is played now.
    """

    player: int
    line_up: "tuple[Strategy, ...]"
    chances: Chances
    hands: tuple[Cards, ...]
    piles: tuple[Cards, ...]
    table: Cards
    contenders: tuple[int, ...]
    is_war: bool
    is_question: bool = False

    @property
    def chance(self) -> Chance:
        """The player's own random numbers, for a strategy that wants some."""
        return self.chances[2 * self.player + self.is_war]

    @property
    def hand(self) -> Cards:
        """The player's own hand, smallest card first."""
        return self.hands[self.player]

    @property
    def rivals(self) -> tuple[int, ...]:
        """The other contenders."""
        return tuple(player for player in self.contenders if player != self.player)

    @property
    def rival_hands(self) -> tuple[Cards, ...]:
        """The hands of the rivals who have cards; in a war it may be that none of them has."""
        return tuple(self.hands[player] for player in self.rivals if self.hands[player])

    @property
    def utilities(self) -> tuple[int, ...]:
        """The utility of every player: the sum of the cards in hand and pile."""
        return utilities(self.hands, self.piles)

    def __str__(self) -> str:
        """Return all open cards as text, with a line for each player who has any."""
        names = player_names(self.line_up)
        names[self.player] = "you"
        wide = max(map(len, names))
        lines = [
            f"  {name:{wide}}  hand {cards_text(hand)}{f', won {cards_text(pile)}' if pile else ''}, utility {utility}"
            for name, hand, pile, utility in zip(names, self.hands, self.piles, self.utilities, strict=True)
            if hand or pile
        ]
        return "\n".join([*lines, *([f"  on the table: {cards_text(self.table)}"] if self.table else [])])


class Strategy(ABC):
    """A way to choose cards: from the view alone, and with random numbers from `View.chance`.

    So games can be played again, one object may play for several players in several games, and a repeated state proves
    a game endless. A strategy is named by its class, so all objects of one class count as one strategy.

    Attributes
    ----------
    is_pure
        Whether the strategy chooses in that way. A class that keeps memory, or draws other random numbers, must say
        ``is_pure = False``. Then every player in every game gets a copy of the object as it was made, and games are
        not proved endless but given up.
    """

    is_pure = True

    @property
    def name(self) -> str:
        """The name of the class."""
        return type(self).__name__

    @abstractmethod
    def card(self, view: View) -> int:
        """Choose the card to play in a round: one of `view.hand`."""

    @abstractmethod
    def war_cards(self, view: View) -> Sequence[int]:
        """Choose four cards of `view.hand` for a war: three to lay down, then the one to play."""

    def plain(self) -> tuple[str, str]:
        """Return the name and, of a strategy of your own, a digest of its attributes and of the source of its class.

        The source is the file, or the cell of a notebook. An `OSError` says that there is none.
        """
        if type(self).__module__ == "wargraph.auction.strategies":
            return self.name, ""
        kinds = [vars(kind) for kind in type(self).__mro__ if issubclass(kind, Strategy)]
        own = [(name, value) for kind in kinds for name, value in kind.items() if not name.startswith("__")]
        sources = sorted({"".join(findsource(value)[0]) for _, value in own if isinstance(value, FunctionType)})
        settings = [(name, value) for name, value in own if isinstance(value, int | float | str | tuple)]
        return self.name, sha256(repr([sources, settings, vars(self)]).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return self.name


def player_names(line_up: Sequence[Strategy]) -> list[str]:
    """Return the names of the players: the strategy of each, and its number from 1 on, such as ``Min 1``."""
    return [f"{strategy} {player}" for player, strategy in enumerate(line_up, start=1)]


def checked_choice(strategy: Strategy, view: View) -> Cards:
    """Return the cards that a strategy chooses, one or in a war four; a `StrategyError` if it may not play them."""
    cards = tuple(strategy.war_cards(view)) if view.is_war else (strategy.card(view),)
    if len(cards) != (LAID_DOWN + 1 if view.is_war else 1) or missing_cards(cards, view.hand):
        rule = f"war_cards must return {LAID_DOWN + 1} cards" if view.is_war else "card must return one card"
        raise StrategyError(
            f"strategy {strategy.name}, player {view.player + 1}, plays {shown(' '.join(map(str, cards)))} from the "
            f"hand {shown(' '.join(map(str, view.hand)))}: {rule} of view.hand"
        )
    return tuple(map(int, cards))
