"""Strategies for WAR with Auction Rounds: what a player sees, and how the known ones choose.

The strategies are those of Rosenthal and Sattizahn, who invented the game; where their text and their program differ,
it is what the program does. A strategy of your own is one class with two methods:

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

import re
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import index
from pathlib import Path
from typing import Any, SupportsIndex

from wargraph.auction.rules import LAID_DOWN, Hand, cards_text, lay, utilities
from wargraph.chance import Chance
from wargraph.errors import StrategyError, WarGraphError, shown

ENOUGH_TO_TIE = 5
"""Cards that the cautious strategies want to hold before they play for a tie: one, and four for the war."""


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
    hands: tuple[Hand, ...]
    piles: tuple[Hand, ...]
    table: Hand
    contenders: tuple[int, ...]
    line_up: "tuple[Strategy, ...]"
    chances: "Chances"
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
    def hand(self) -> Hand:
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
    def rival_hands(self) -> tuple[Hand, ...]:
        """The hands of those who have cards. In a war it may be that none of the rivals has."""
        return tuple(self.hands[player] for player in self.rivals if self.hands[player])

    @property
    def utilities(self) -> tuple[int, ...]:
        """The utility of every player: the sum of the cards in hand and pile."""
        return utilities(self.hands, self.piles)


class Strategy(ABC):
    """How a player chooses: by the view alone, and by random numbers from `View.chance`.

    It is named by its class, so objects of one class count as one strategy; `name` may be overridden.

    So games can be played again, one object may have several seats at several tables, and a repeated state proves a
    game endless.

    Attributes
    ----------
    is_pure
        Whether that is so. A class that keeps memory, or uses other random numbers, must say ``is_pure = False``. Then
        every seat in every game has a copy of the object as it was made, and games are not proved endless but given up.
    """

    is_pure = True

    @property
    def name(self) -> str:
        """The name of the class."""
        return type(self).__name__

    @abstractmethod
    def card(self, view: View) -> int:
        """The card to play in a round: one of `view.hand`."""

    @abstractmethod
    def war_cards(self, view: View) -> Sequence[int]:
        """Four cards of `view.hand` for a war: three to lay down, then the one to play."""

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{self.name}()"


class Min(Strategy):
    """Plays the smallest card; in a war the fourth smallest, on the three smallest."""

    def card(self, view: View) -> int:
        return view.hand[0]

    def war_cards(self, view: View) -> Sequence[int]:
        return view.hand[: LAID_DOWN + 1]


class Max(Strategy):
    """Plays the largest card; in a war too, on the three smallest."""

    def card(self, view: View) -> int:
        return view.hand[-1]

    def war_cards(self, view: View) -> Sequence[int]:
        return (*view.hand[:LAID_DOWN], view.hand[-1])


class Dummy(Strategy):
    """Plays any card, each with the same probability; in a war four, the last one played (DUMMIEPLAYER)."""

    def card(self, view: View) -> int:
        return view.hand[view.chance.below(len(view.hand))]

    def war_cards(self, view: View) -> Sequence[int]:
        left = list(view.hand)
        return [left.pop(view.chance.below(len(left))) for _ in range(LAID_DOWN + 1)]


class SimpleMinded1(Strategy):
    """Wins as cheaply as it can where it is sure to win, and gives its smallest card where it is not.

    It looks at the highest card that a rival holds. The smallest of its own cards above that is played; if its highest
    is only as high, that one, as long as it holds five cards and its second-highest is at least that of every rival who
    has one; otherwise the smallest. In a war the same with what is left without the three smallest.
    """

    def card(self, view: View) -> int:
        return self.choice(view.hand, view.rival_hands, self.dares)

    def war_cards(self, view: View) -> Sequence[int]:
        return (*view.hand[:LAID_DOWN], self.choice(view.hand[LAID_DOWN:], view.rival_hands, SimpleMinded1.dares))

    @staticmethod
    def choice(cards: Hand, rivals: Sequence[Hand], dares: Callable[[Hand, Sequence[Hand]], bool]) -> int:
        """The card of `cards` to play against the hands of the rivals, if it `dares` to tie or not."""
        highest = max((hand[-1] for hand in rivals), default=0)
        if cards[-1] == highest and len(cards) >= ENOUGH_TO_TIE and dares(cards, rivals):
            return highest
        return smallest_above(highest, cards)

    @staticmethod
    def dares(cards: Hand, rivals: Sequence[Hand]) -> bool:
        """Whether to play for a tie with the highest card."""
        return cards[-2] >= max((hand[-2] for hand in rivals if len(hand) >= 2), default=0)


class SimpleMinded2(SimpleMinded1):
    """As `SimpleMinded1`, but plays for a tie whenever it holds five cards; in a war it is as careful."""

    @staticmethod
    def dares(cards: Hand, rivals: Sequence[Hand]) -> bool:
        """Whether to play for a tie with the highest card: always."""
        del cards, rivals
        return True


class Adversary(Strategy):
    """Asks every rival what it will play, and plays the smallest card that beats them all (GENERALPURPOSEADVERSARY).

    If its highest card only ties, and it holds five cards, it looks ahead to the war with those who tie: it ties if
    none of them then plays a higher card than itself. Otherwise it gives its smallest card. In a war it lays the three
    smallest cards down and does the same with the rest: it asks the others what they would play as a single card, not
    what they will lay in the war. Only looking ahead it asks for that.

    A rival that leaves its choice to chance answers by chance, and may play another card; but looking ahead everybody
    is copied with the random numbers to come, and so it knows what a rival will lay in the war. The program has no
    answer to two cases: there an Adversary that is asked by another asks back without end, and here it takes the other
    Adversaries to play like `Min`; and nobody asks a `Human`, who is taken to play like `SimpleMinded2`.
    """

    def card(self, view: View) -> int:
        view = replace(view, is_war=False)
        answers = {player: self._answer(view, player)[0] for player in view.rivals if view.hands[player]}
        highest = max(answers.values(), default=0)
        if view.hand[-1] == highest and len(view.hand) >= ENOUGH_TO_TIE and self._survives_war(view, answers):
            return highest
        return smallest_above(highest, view.hand)

    def war_cards(self, view: View) -> Sequence[int]:
        left = tuple(hand[LAID_DOWN:] if player == view.player else hand for player, hand in enumerate(view.hands))
        return (*view.hand[:LAID_DOWN], self.card(replace(view, hands=left)))

    def _survives_war(self, view: View, answers: dict[int, int]) -> bool:
        """Whether no rival plays a higher card than itself in the war that comes if everyone plays what it says."""
        highest = view.hand[-1]
        tied = [player for player, card in answers.items() if card == highest]
        laid = {player: (card,) for player, card in answers.items() if player not in _overlooked(tied, view.hands)}
        hands, table = lay({**laid, view.player: (highest,)}, view.hands, view.table)
        war = replace(
            view,
            hands=hands,
            table=table,
            contenders=(*tied, view.player),
            chances=view.chances.copied(),
            is_war=True,
        )
        own = self.war_cards(war)[-1]
        fighting = (player for player in tied if len(hands[player]) > LAID_DOWN)
        return all(self._answer(war, player)[-1] <= own for player in fighting)

    def _answer(self, view: View, player: int) -> Hand:
        """What a rival says it will lay: in a round one card, in a war four."""
        strategy, seen = self._who_answers(view, player), replace(view, player=player, is_question=True)
        return checked_war_cards(strategy, seen) if view.is_war else (checked_card(strategy, seen),)

    @staticmethod
    def _who_answers(view: View, player: int) -> Strategy:
        asked = view.line_up[player]
        if isinstance(asked, Human):
            return SimpleMinded2()
        return Min() if view.is_question and isinstance(asked, Adversary) else asked


def _overlooked(tied: Sequence[int], hands: Sequence[Hand]) -> set[int]:
    """The tied rivals whose card an `Adversary` forgets to take from their hands as it looks ahead.

    The program drops those whose last card it was from the list that it goes through, and so passes over the next one.

    >>> _overlooked([0, 1, 2], [(9,), (3, 9), (4, 9)])
    {1}
    """
    overlooked: set[int] = set()
    for before, player in pairwise(tied):
        if len(hands[before]) == 1 and before not in overlooked:
            overlooked.add(player)
    return overlooked


class Human(Strategy):
    """Shows what is open and asks at the terminal.

    Parameters
    ----------
    ask
        Given what is to be chosen, returns the answer as text; by default `input`. What can't be played is asked again.
    tell
        Given what there is to see, or what was wrong with an answer; by default `print`.
    """

    is_pure = False

    def __init__(self, ask: Callable[[str], str] = input, tell: Callable[[str], None] = print) -> None:
        self.ask = ask
        self.tell = tell

    def card(self, view: View) -> int:
        self.tell(str(view))
        return self._answer("your card: ", view, 1)[0]

    def war_cards(self, view: View) -> Sequence[int]:
        fighters = (player for player in view.rivals if len(view.hands[player]) > LAID_DOWN)
        rivals = [f"{player + 1} {view.line_up[player]}" for player in fighters]
        self.tell(f"War with {', '.join(rivals)}" if rivals else "War: nobody else has the cards for it, you will win")
        self.tell(str(view))
        return self._answer("three cards to lay down, then the one to play: ", view, LAID_DOWN + 1)

    def _answer(self, prompt: str, view: View, count: int) -> list[int]:
        while True:
            answer = self.ask(prompt)
            words = answer.replace(",", " ").split()
            if len(words) != count or not all(re.fullmatch(r"\d{1,9}", word, re.ASCII) for word in words):
                what = "one card of your hand" if count == 1 else f"{count} cards of your hand, separated by spaces"
                self.tell(f"{shown(answer)} is not understood: type {what}")
                continue
            cards = list(map(int, words))
            missing = missing_cards(cards, view.hand)
            if not missing:
                return cards
            self.tell(f"you have no {missing[0]} to play (or not so many): your hand is {cards_text(view.hand)}")


STRATEGIES: dict[str, type[Strategy]] = {
    strategy.__name__: strategy for strategy in (Min, Max, Dummy, SimpleMinded1, SimpleMinded2, Adversary, Human)
}
"""The known strategies by name."""


def checked_card(strategy: Strategy, view: View) -> int:
    """The card that a strategy chooses, or a `StrategyError`."""
    chosen = _asked(strategy, strategy.card, view)
    card = _whole(chosen)
    if card not in view.hand:
        raise StrategyError(
            f"strategy {strategy.name}, player {view.player + 1}, plays {shown(chosen)}, which is not in its hand "
            f"{shown(_text(view.hand))}: card(view) must return one of view.hand"
        )
    return card


def checked_war_cards(strategy: Strategy, view: View) -> Hand:
    """The cards that a strategy chooses for a war, or a `StrategyError`."""
    chosen = _asked(strategy, strategy.war_cards, view)
    rule = f"war_cards(view) must return {LAID_DOWN + 1} cards of view.hand, the last one played"
    whose = f"strategy {strategy.name}, player {view.player + 1},"
    cards = tuple(map(_whole, chosen)) if isinstance(chosen, Iterable) else ()
    if len(cards) != LAID_DOWN + 1:
        raise StrategyError(f"{whose} goes to war with {shown(chosen)}: {rule}")
    missing = missing_cards(cards, view.hand)
    if missing:
        raise StrategyError(
            f"{whose} goes to war with {shown(chosen)}, and one of these is not, or not so often, in its hand "
            f"{shown(_text(view.hand))}: {rule}"
        )
    return cards


def _asked(strategy: Strategy, method: Callable[[View], Any], view: View) -> Any:
    """What a method of a strategy returns; a `StrategyError` that says where it fails, if it does."""
    if isinstance(strategy, Human):
        return method(view)
    try:
        return method(view)
    except WarGraphError:
        raise
    except (Exception, SystemExit) as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        raise StrategyError(
            f"strategy {strategy.name}, player {view.player + 1}, with the hand {shown(_text(view.hand))}, fails in "
            f"line {last.lineno} of {Path(last.filename).name}: {type(error).__name__}: {shown(error)}"
        ) from error


def _whole(card: object) -> int:
    """A card as a plain number, as numpy's too; 0, which nobody has, if it is none."""
    if isinstance(card, bool) or not isinstance(card, SupportsIndex):
        return 0
    return index(card)


def missing_cards(cards: Sequence[object], hand: Hand) -> list[object]:
    """Those of the cards that the hand has not got, or not so often.

    >>> missing_cards((3, 3, 5), (2, 3, 5))
    [3]
    """
    left: list[object] = list(hand)
    missing = []
    for card in cards:
        if isinstance(card, bool) or card not in left:
            missing.append(card)
        else:
            left.remove(card)
    return missing


def smallest_above(highest: int, cards: Hand) -> int:
    """The smallest of the cards above the highest one of others, or the smallest of all if there is none.

    >>> smallest_above(5, (2, 6, 9)), smallest_above(9, (2, 6, 9))
    (6, 2)
    """
    return next((card for card in cards if card > highest), cards[0])


def _text(cards: Sequence[object]) -> str:
    return " ".join(map(str, cards))
