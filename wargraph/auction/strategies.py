"""The known strategies of WAR with Auction Rounds.

They are those of Rosenthal and Sattizahn, who invented the game; where their text and their program differ, it is what
the program does. A class here says all that is known of a strategy: `known` and `compiled` enter it in the lists that
names, help and exact play go by, and `compiled` gives it its code in the kernels.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import TypeVar

from wargraph.auction.rules import LAID_DOWN, Cards, cards_text, lay, missing_cards, war_choices
from wargraph.auction.strategy import Strategy, View, checked_choice
from wargraph.errors import shown

Kind = TypeVar("Kind", bound=type[Strategy])

ENOUGH_TO_TIE = 5
"""Cards that the cautious strategies want to hold before they play for a tie: one, and four for the war."""

STRATEGIES: dict[str, type[Strategy]] = {}
"""The known strategies by name."""

COMPILED: list[type[Strategy]] = []
"""Those that the engine plays, by their code; a subclass is a strategy of its own."""


def known(strategy: Kind) -> Kind:
    """Decorator of the strategies that everybody can name."""
    STRATEGIES[strategy.__name__] = strategy
    return strategy


def compiled(strategy: Kind) -> Kind:
    """Decorator of known strategies that have a branch in `engine/choices.py`."""
    COMPILED.append(strategy)
    return known(strategy)


@compiled
class Min(Strategy):
    """Plays the smallest card; in a war the fourth smallest, on the three smallest."""

    def card(self, view: View) -> int:
        return view.hand[0]

    def war_cards(self, view: View) -> Sequence[int]:
        return view.hand[: LAID_DOWN + 1]


@compiled
class Max(Strategy):
    """Plays the largest card; in a war too, on the three smallest."""

    def card(self, view: View) -> int:
        return view.hand[-1]

    def war_cards(self, view: View) -> Sequence[int]:
        return (*view.hand[:LAID_DOWN], view.hand[-1])


@compiled
class Dummy(Strategy):
    """Plays any card, each with the same probability; in a war four, the last one played (DUMMIEPLAYER)."""

    def card(self, view: View) -> int:
        return view.hand[view.chance.below(len(view.hand))]

    def war_cards(self, view: View) -> Sequence[int]:
        left = list(view.hand)
        return [left.pop(view.chance.below(len(left))) for _ in range(LAID_DOWN + 1)]

    def probabilities(self, view: View) -> Mapping[Cards, float]:
        return _any_choice(view.hand, view.is_war)


@compiled
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
    def choice(cards: Cards, rivals: Sequence[Cards], dares: Callable[[Cards, Sequence[Cards]], bool]) -> int:
        """The card of `cards` to play against the hands of the rivals, if it `dares` to tie or not."""
        highest = max((hand[-1] for hand in rivals), default=0)
        if cards[-1] == highest and len(cards) >= ENOUGH_TO_TIE and dares(cards, rivals):
            return highest
        return smallest_above(highest, cards)

    @staticmethod
    def dares(cards: Cards, rivals: Sequence[Cards]) -> bool:
        """Whether to play for a tie with the highest card."""
        return cards[-2] >= max((hand[-2] for hand in rivals if len(hand) >= 2), default=0)


@compiled
class SimpleMinded2(SimpleMinded1):
    """As `SimpleMinded1`, but plays for a tie whenever it holds five cards; in a war it is as careful."""

    @staticmethod
    def dares(cards: Cards, rivals: Sequence[Cards]) -> bool:
        """Whether to play for a tie with the highest card: always."""
        del cards, rivals
        return True


@compiled
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

    asks_rivals = True

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

    def _answer(self, view: View, player: int) -> Cards:
        """What a rival says it will lay: in a round one card, in a war four."""
        strategy, seen = self._who_answers(view, player), replace(view, player=player, is_question=True)
        return checked_choice(strategy, seen)

    @staticmethod
    def _who_answers(view: View, player: int) -> Strategy:
        asked = view.line_up[player]
        if asked.is_human:
            return SimpleMinded2()
        return Min() if view.is_question and isinstance(asked, Adversary) else asked


def _overlooked(tied: Sequence[int], hands: Sequence[Cards]) -> set[int]:
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


@known
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
    is_human = True

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


@cache
def _any_choice(hand: Cards, is_war: bool) -> Mapping[Cards, float]:
    """The choices from a hand, each as likely as its cards are drawn."""
    counts = Counter(war_choices(hand) if is_war else ((card,) for card in hand))
    return {choice: count / counts.total() for choice, count in counts.items()}


def smallest_above(highest: int, cards: Cards) -> int:
    """The smallest of the cards above the highest one of others, or the smallest of all if there is none.

    >>> smallest_above(5, (2, 6, 9)), smallest_above(9, (2, 6, 9))
    (6, 2)
    """
    return next((card for card in cards if card > highest), cards[0])


BUILT_IN = tuple(name for name, strategy in STRATEGIES.items() if strategy.is_pure)
"""The known strategies that are pure: exact play measures these if none are named."""
