"""The known strategies of WAR with Auction Rounds, and the page on them.

They are the strategies of Rosenthal and Sattizahn, who invented the game. Where their text and their program differ, a
class does what the program does.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from itertools import pairwise
from typing import ClassVar

from wargraph.auction.rules import LAID_DOWN, Cards, fighters, lay
from wargraph.auction.strategy import Strategy, View, checked_choice
from wargraph.report.document import Document, Preformatted, Table
from wargraph.report.result import Row

ENOUGH_TO_TIE = 5
"""Cards that a strategy must hold before it plays for a tie: the tied card and four for the war."""


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
    """Plays any card with the same probability; in a war four such cards, the last one played (DUMMIEPLAYER)."""

    def card(self, view: View) -> int:
        return view.hand[view.chance.below(len(view.hand))]

    def war_cards(self, view: View) -> Sequence[int]:
        left = list(view.hand)
        return [left.pop(view.chance.below(len(left))) for _ in range(LAID_DOWN + 1)]


class SimpleMinded1(Strategy):
    """Wins as cheaply as it can where it is sure to win, and gives its smallest card where it is not.

    It plays its smallest card above all cards of its rivals. If its highest card is only as high as theirs, it plays
    that card, provided that it holds five cards and its second-highest card is at least the second-highest card of
    every rival who has two. Otherwise it plays its smallest card. In a war it lays the three smallest cards down and
    does the same with the others.
    """

    _is_bold: ClassVar[bool] = False

    def card(self, view: View) -> int:
        return self._choice(view.hand, view.rival_hands, self._is_bold)

    def war_cards(self, view: View) -> Sequence[int]:
        return (*view.hand[:LAID_DOWN], self._choice(view.hand[LAID_DOWN:], view.rival_hands, is_bold=False))

    @staticmethod
    def _choice(cards: Cards, rivals: Sequence[Cards], is_bold: bool) -> int:
        """Return the card to play against the rivals' hands; a bold player ties whatever its second-highest card is."""
        highest = max((hand[-1] for hand in rivals), default=0)
        if cards[-1] == highest and len(cards) >= ENOUGH_TO_TIE:
            second = max((hand[-2] for hand in rivals if len(hand) >= 2), default=0)
            if is_bold or cards[-2] >= second:
                return highest
        return smallest_above(highest, cards)


class SimpleMinded2(SimpleMinded1):
    """Plays like `SimpleMinded1`, but in a round it plays for a tie whenever it holds five cards."""

    _is_bold = True


class Adversary(Strategy):
    """Asks every rival what it will play, and plays the smallest card that beats them all (GENERALPURPOSEADVERSARY).

    If its highest card only ties, and it holds five cards, it looks ahead to the war with the rivals who tie: it ties
    if none of them then plays a higher card than it does itself. Otherwise it plays its smallest card. In a war it lays
    the three smallest cards down and asks the rivals what they would play as a single card, not what they will lay.

    A rival that chooses at random answers at random, and may play another card; but to look ahead an Adversary copies
    the random numbers to come, and so it knows what a rival will lay in the war. The published program has no answer to
    two cases: an Adversary that is asked by another assumes here that Adversaries play like `Min`, and a `Human` who is
    asked answers like `SimpleMinded2`.
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
        """Return whether no rival plays a higher card in the war that follows if all rivals play what they answered."""
        highest = view.hand[-1]
        tied = [player for player, card in answers.items() if card == highest]
        laid = {player: (card,) for player, card in answers.items() if player not in _overlooked(tied, view.hands)}
        hands, table = lay({**laid, view.player: (highest,)}, view.hands, view.table)
        contenders, chances = (*tied, view.player), tuple(map(copy, view.chances))
        war = replace(view, hands=hands, table=table, contenders=contenders, chances=chances, is_war=True)
        own = self.war_cards(war)[-1]
        return all(self._answer(war, player)[-1] <= own for player in fighters(tied, hands))

    @staticmethod
    def _answer(view: View, player: int) -> Cards:
        """Ask a rival what it will lay: in a round one card, in a war four."""
        rival = view.line_up[player]
        if view.is_question and isinstance(rival, Adversary):
            rival = Min()
        return checked_choice(rival, replace(view, player=player, is_question=True))


def _overlooked(tied: Sequence[int], hands: Sequence[Cards]) -> set[int]:
    """Return the tied rivals from whose hands an `Adversary` forgets to take the tied card as it looks ahead.

    The program drops a rival who lays the last card from the list that it iterates over, and so skips the next rival.

    >>> _overlooked([0, 1, 2], [(9,), (3, 9), (4, 9)])
    {1}
    """
    overlooked: set[int] = set()
    for before, player in pairwise(tied):
        if len(hands[before]) == 1 and before not in overlooked:
            overlooked.add(player)
    return overlooked


def smallest_above(highest: int, cards: Cards) -> int:
    """Return the smallest card above the highest card of others, or the smallest of all if there is none.

    >>> smallest_above(5, (2, 6, 9)), smallest_above(9, (2, 6, 9))
    (6, 2)
    """
    return next((card for card in cards if card > highest), cards[0])


COMPILED: tuple[type[Strategy], ...] = (Min, Max, Dummy, SimpleMinded1, SimpleMinded2)
"""The strategies that have a branch in `engine.py`; a subclass counts as another strategy."""

STRATEGIES: dict[str, type[Strategy]] = {kind.__name__: kind for kind in COMPILED} | {"Adversary": Adversary}
"""The known strategies by name; a `Human` is no name, because a person cannot play a thousand games."""

_YOUR_OWN = """\
    from wargraph import Strategy

    class Middle(Strategy):
        def card(self, view):
            return view.hand[len(view.hand) // 2]

        def war_cards(self, view):
            return view.hand[:4]"""


def strategies_document() -> Document:
    """Return the known strategies, and how to write one of your own."""
    rows: list[Row] = [
        {"strategy": name, "plays": " ".join(str(strategy.__doc__).split("\n\n")[0].split())}
        for name, strategy in STRATEGIES.items()
    ]
    parts = (
        Table("rows", rows),
        "A strategy of your own is one class with two methods, in a file such as mine.py:",
        Preformatted(_YOUR_OWN),
        "Then: wargraph auction tournament mine.py:Middle Min Max SimpleMinded2",
        "It must choose by what the view shows and, if it wants chance, by view.chance.below(n), a number 0..n-1. "
        "A class that keeps memory must say is_pure = False.",
    )
    return replace(Document.of(*parts), is_whole=True)
