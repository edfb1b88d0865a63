"""What a strategy of WAR with Auction Rounds is: what it sees, what it chooses, and what is refused.

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

import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, is_dataclass, replace
from inspect import signature
from itertools import islice
from operator import index
from pathlib import Path
from typing import Any, ClassVar, Self, SupportsIndex, TypeVar

from wargraph.auction.rules import LAID_DOWN, Cards, cards_text, missing_cards, utilities
from wargraph.core.rng import Chance
from wargraph.errors import ParameterError, StrategyError, WarGraphError, shown

Chosen = TypeVar("Chosen")

_PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True)
class Chances:
    """The random numbers of a game: every player has its own, for single cards and for wars.

    So what a player would do can be known before it does it: by a copy.

    Attributes
    ----------
    cards, wars
        A stream for each player.
    """

    cards: tuple[Chance, ...]
    wars: tuple[Chance, ...]

    @classmethod
    def of(cls, chance: Chance, players: int) -> "Chances":
        """The random numbers for so many players, from those of a game."""
        branches = chance.branches(2 * players)
        return cls(branches[::2], branches[1::2])

    def copied(self) -> "Chances":
        """The same random numbers once more."""
        return Chances(tuple(map(copy, self.cards)), tuple(map(copy, self.wars)))

    @property
    def state(self) -> tuple[int, ...]:
        """Where all streams are; it changes if a number is drawn."""
        return tuple(chance.state for chance in (*self.cards, *self.wars))


@dataclass(frozen=True)
class View:
    """What a player sees when it has to choose. Hands and piles are open, choices are made at once.

    Attributes
    ----------
    player
        Whose view it is, from 0 on.
    hands
        What everyone has in hand, smallest card first.
    piles
        What everyone has won and not yet taken up, smallest card first.
    table
        What is to be won besides the cards that are laid now.
    contenders
        The players who can win it, this one among them: everyone who has cards, or in a war all who tied. Those of
        them who have fewer than four cards will lay them all down, and play none; it may be that they have none.
    line_up
        The strategies of all players.
    chances
        Random numbers for all of them; `chance` are those for the choice to be made.
    is_war
        Whether cards for a war are to be chosen.
    is_question
        Whether an `Adversary` asks what would be played: nothing is played now.
    """

    player: int
    hands: tuple[Cards, ...]
    piles: tuple[Cards, ...]
    table: Cards
    contenders: tuple[int, ...]
    line_up: "tuple[Strategy, ...]"
    chances: Chances
    is_war: bool = False
    is_question: bool = False

    def of(self, player: int) -> "View":
        """What another player sees at the same moment."""
        return replace(self, player=player)

    @property
    def chance(self) -> Chance:
        """Random numbers for strategies that want some."""
        return (self.chances.wars if self.is_war else self.chances.cards)[self.player]

    @property
    def hand(self) -> Cards:
        """The player's own hand, smallest card first."""
        return self.hands[self.player]

    def __str__(self) -> str:
        """What is open, a line for each player who has cards."""
        wide = max(len(strategy.name) for strategy in self.line_up)
        lines = [
            f"  {player + 1:>3} {'you' if player == self.player else self.line_up[player].name:{wide}}  "
            f"hand {cards_text(hand)}{f', won {cards_text(pile)}' if pile else ''}, utility {utility}"
            for player, (hand, pile, utility) in enumerate(zip(self.hands, self.piles, self.utilities, strict=True))
            if hand or pile
        ]
        return "\n".join([*lines, *([f"  on the table: {cards_text(self.table)}"] if self.table else [])])

    @property
    def rivals(self) -> tuple[int, ...]:
        """The other contenders."""
        return tuple(player for player in self.contenders if player != self.player)

    @property
    def rival_hands(self) -> tuple[Cards, ...]:
        """The hands of those who have cards. In a war it may be that none of the rivals has."""
        return tuple(self.hands[player] for player in self.rivals if self.hands[player])

    @property
    def utilities(self) -> tuple[int, ...]:
        """The utility of every player: the sum of the cards in hand and pile."""
        return utilities(self.hands, self.piles)


class Strategy(ABC):
    """How a player chooses: by the view alone, and by random numbers from `View.chance`.

    So games can be played again, one object may have several seats at several tables, and a repeated state proves a
    game endless.

    It is named by its class, so objects of one class count as one strategy; a dataclass by its parameters as well,
    where they are not those by default, such as ``Careful(cards=5)``. `name` may be overridden.

    Attributes
    ----------
    is_pure
        Whether it chooses in that way. A class that keeps memory, or uses other random numbers, must say
        ``is_pure = False``. Then every seat in every game has a copy of the object as it was made, and games are not
        proved endless but given up.
    is_human
        Whether somebody chooses who has to be asked.
    asks_rivals
        Whether it asks its rivals what they will play, so that its choices are not its own.
    is_mixed
        Whether the class says by `probabilities` that it leaves choices to chance.
    made_with
        The parameters of the object that are not those by default, as text.
    """

    is_pure = True
    is_human = False
    asks_rivals = False
    is_mixed: ClassVar[bool] = False
    made_with = ""

    def __init_subclass__(cls, **options: Any) -> None:
        """The probabilities of a class are not those of a subclass that chooses otherwise."""
        super().__init_subclass__(**options)
        if not {"card", "war_cards", "probabilities"}.isdisjoint(vars(cls)):
            cls.is_mixed = "probabilities" in vars(cls)
            if not cls.is_mixed:
                cls.probabilities = Strategy.probabilities  # type: ignore[method-assign]

    def __new__(cls, *arguments: Any, **options: Any) -> Self:
        """Note what the object is made with; its copies take that over."""
        strategy = super().__new__(cls)
        if cls.__init__ is object.__init__:
            return strategy
        try:
            bound = signature(cls.__init__).bind(strategy, *arguments, **options)
        except TypeError:  # __init__ says it better
            return strategy
        _, *given = bound.arguments.items()
        defaults = {name: parameter.default for name, parameter in bound.signature.parameters.items()}
        vars(strategy)["made_with"] = ", ".join(
            f"{name}={value!r}" for name, value in given if repr(value) != repr(defaults[name])
        )
        return strategy

    @property
    def name(self) -> str:
        """The name of the class, for a dataclass with the parameters that are not those by default."""
        return type(self).__name__ + (f"({self.made_with})" if self.made_with and is_dataclass(self) else "")

    @abstractmethod
    def card(self, view: View) -> int:
        """The card to play in a round: one of `view.hand`."""

    @abstractmethod
    def war_cards(self, view: View) -> Sequence[int]:
        """Four cards of `view.hand` for a war: three to lay down, then the one to play."""

    def probabilities(self, view: View) -> Mapping[Cards, float]:
        """The choices, ``(card,)`` or in a war four cards, and how likely each is: one is certain if not overridden.

        A class that draws random numbers is measured by exact play if it says here what it draws.

        Raises
        ------
        ParameterError
            If random numbers are drawn, and the class does not say how.
        """
        before = view.chances.state
        choice = checked_choice(self, view)
        if view.chances.state != before:
            raise ParameterError(
                f"strategy {self.name} draws random numbers: to be measured exactly it must say by a method "
                "probabilities(view) how likely each choice is"
            )
        return {choice: 1.0}

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{self.name}()"


def checked_choice(strategy: Strategy, view: View) -> Cards:
    """What a strategy chooses, in a round one card, in a war four, or a `StrategyError`."""
    return checked_war_cards(strategy, view) if view.is_war else (checked_card(strategy, view),)


def checked_card(strategy: Strategy, view: View) -> int:
    """The card that a strategy chooses, or a `StrategyError`."""
    chosen, card = _asked(strategy, strategy.card, view, _whole)
    if card not in view.hand:
        raise StrategyError(
            f"strategy {strategy.name}, player {view.player + 1}, plays {shown(chosen)}, which is not in its hand "
            f"{shown(_text(view.hand))}: card(view) must return one of view.hand"
        )
    return card


def checked_war_cards(strategy: Strategy, view: View) -> Cards:
    """The cards that a strategy chooses for a war, or a `StrategyError`."""
    chosen, cards = _asked(strategy, strategy.war_cards, view, _whole_cards)
    rule = f"war_cards(view) must return {LAID_DOWN + 1} cards of view.hand, the last one played"
    whose = f"strategy {strategy.name}, player {view.player + 1},"
    if len(cards) != LAID_DOWN + 1:
        raise StrategyError(f"{whose} goes to war with {shown(chosen)}: {rule}")
    missing = missing_cards(cards, view.hand)
    if missing:
        raise StrategyError(
            f"{whose} goes to war with {shown(chosen)}, and one of these is not, or not so often, in its hand "
            f"{shown(_text(view.hand))}: {rule}"
        )
    return cards


def _asked(
    strategy: Strategy, method: Callable[[View], Any], view: View, read: Callable[[Any], Chosen]
) -> tuple[Any, Chosen]:
    """What a method of a strategy returns, as it is and as it is read.

    Both run code of the strategy: a `StrategyError` says where it fails, if it does.
    """
    if strategy.is_human:
        chosen = method(view)
        return chosen, read(chosen)
    try:
        chosen = method(view)
        return chosen, read(chosen)
    except StrategyError:  # of a rival that was asked what it plays
        raise
    except (Exception, SystemExit) as error:
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if _PACKAGE not in Path(frame.filename).parents]
        if isinstance(error, WarGraphError) and not own:  # said by one of the package's strategies
            raise
        last = (own or frames)[-1]
        raise StrategyError(
            f"strategy {strategy.name}, player {view.player + 1}, with the hand {shown(_text(view.hand))}, fails in "
            f"line {last.lineno} of {Path(last.filename).name}: {type(error).__name__}: {shown(error)}"
        ) from error


def _whole(card: object) -> int:
    """A card as a plain number, as numpy's too; 0, which nobody has, if it is none."""
    if isinstance(card, bool) or not isinstance(card, SupportsIndex) or hasattr(card, "__len__"):  # an array
        return 0
    return index(card)


def _whole_cards(cards: object) -> Cards:
    """Cards as plain numbers, of an endless row one too many; none if it is no row."""
    return tuple(map(_whole, islice(cards, LAID_DOWN + 2))) if isinstance(cards, Iterable) else ()


def _text(cards: Sequence[object]) -> str:
    return " ".join(map(str, cards))
