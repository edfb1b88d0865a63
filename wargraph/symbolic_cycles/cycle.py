"""The symbolic cycle of an endless game: who wins round by round, and which cards take each other's places.

Cards are *labels* here and know nothing of their ranks. A *word* says who wins the rounds. Played once, the word of a
cycle brings the hands back to their sizes, with the labels permuted; played again and again, it goes round.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from math import lcm
from typing import NamedTuple, TypeVar

from wargraph.core.rules import FIXED_ORDERS, ReturnOrder
from wargraph.full_game.choices import Winnings
from wargraph.full_game.game import FullGame
from wargraph.full_game.rounds import Round
from wargraph.report.result import Row, row_of

Card = TypeVar("Card")

_SWAPPED = str.maketrans("LR", "RL")


class PairOrder(NamedTuple):
    """The order of the pairs that go back: in each the winner's card first or the loser's; the last pair first or not.

    Of a drawn pair the winner's own card counts as the winning one.
    """

    order: ReturnOrder
    is_last_first: bool

    def returned(self, pairs: Sequence[tuple[Card, Card]]) -> list[Card]:
        """Return the cards in the order in which they go under the hand; in a pair the winner's own comes first.

        >>> PairOrder(ReturnOrder.LW, True).returned([("a", "A"), ("b", "B")])
        ['B', 'b', 'A', 'a']
        """
        laid = reversed(pairs) if self.is_last_first else pairs
        return [card for own, other in laid for card in self.order.returned(own, other)]

    def is_of(self, played: Round) -> bool:
        """Return whether the cards of a round went back in this order."""
        winner = played.winner or 1
        pairs = [(dict(play).get(winner), dict(play).get(3 - winner)) for play in played.plays]
        return self.returned(pairs) == [*played.returned]


@dataclass(frozen=True)
class CycleOfWinners:
    """A symbolic cycle; of two mirror images, with the players exchanged, the first one.

    Attributes
    ----------
    order
        The card of a pair that goes back first.
    split
        Left's number of cards before the first round of the word.
    word
        The winners of the rounds, ``L`` or ``R``, after a ``=`` for each draw: the shortest word in its first rotation.
    orbits
        The sizes of the sets of cards that take each other's places, the largest first.
    rounds_until_every_card_is_back
        The number of rounds until each card is back at its place. The hands may look the same sooner.
    first, first_split, first_word
        How the game shows it: the round where its word first begins, Left's number of cards before this round, and the
        word, which may be that of the mirror image.
    """

    order: ReturnOrder
    split: int
    word: str
    orbits: tuple[int, ...]
    rounds_until_every_card_is_back: int
    first: int = field(compare=False)
    first_split: int = field(compare=False)
    first_word: str = field(compare=False)

    def rows(self) -> list[Row]:
        """Return the row ``cards, order, split, word, rounds_until_every_card_is_back, orbits``."""
        row = {"cards": sum(self.orbits), "order": str(self.order)}
        row |= row_of(self, "split", "word", "rounds_until_every_card_is_back")
        return [row | {"orbits": " ".join(map(str, self.orbits))}]


def symbolic_cycle(game: FullGame) -> CycleOfWinners | None:
    """Return the cycle of an endless game of two players; None if no word tells it."""
    assert game.preperiod is not None, "only an endless game has a cycle"  # nosec B101
    once = game.rounds[game.preperiod :]
    orders = (PairOrder(*each) for each in product(FIXED_ORDERS, (True, False)))
    order = next((each for each in orders if all(map(each.is_of, once))), None)
    if order is None or set(game.rules.winnings) != {Winnings.UNDER}:
        return None
    before = game.rounds[game.preperiod - 1].hands if game.preperiod else game.deal
    sizes = [(len(left), len(right)) for left, right in (before, *(played.hands for played in once))]
    word = ["=" * len(played.tied) + "LR"[played.winner == 2] for played in once]
    word = word[: _unrepeated(word)]
    begins, text = _first_rotation(word)
    first = game.preperiod + begins + 1, sizes[begins][0], text
    begins, mirrored = _first_rotation([each.translate(_SWAPPED) for each in word])
    split, text = min(first[1:], (sizes[begins][1], mirrored), key=lambda image: image[::-1])
    orbits = _orbits(sizes[0], word, order)
    return CycleOfWinners(order.order, split, text, orbits, len(word) * lcm(*orbits), *first)


def _unrepeated(word: Sequence[str]) -> int:
    """Return the length of the shortest word that gives a word when it is repeated."""
    letters = "".join(word)
    shortest = (letters + letters).index(letters, 1)
    return sum(letter != "=" for letter in letters[:shortest])


def _first_rotation(word: Sequence[str]) -> tuple[int, str]:
    """Return the place where the alphabetically first rotation of an unrepeated word begins, and this rotation."""
    starts, later = [*range(len(word))], 0
    while len(starts) > 1:
        least = min(word[(start + later) % len(word)] for start in starts)
        starts, later = [start for start in starts if word[(start + later) % len(word)] == least], later + 1
    return starts[0], "".join(word[starts[0] :]) + "".join(word[: starts[0]])


def _orbits(sizes: tuple[int, int], word: Sequence[str], order: PairOrder) -> tuple[int, ...]:
    """Return the sizes of the orbits of the labels when a word is played once, the largest first."""
    hands = [[*range(sizes[0])], [*range(sizes[0], sum(sizes))]]
    for played in word:
        winner = played.endswith("R")
        laid = [(hands[winner].pop(0), hands[not winner].pop(0)) for _ in played]
        hands[winner] += order.returned(laid)
    after, left, orbits = hands[0] + hands[1], set(range(sum(sizes))), []
    while left:
        before, label = len(left), min(left)
        while label in left:
            left.remove(label)
            label = after[label]
        orbits.append(before - len(left))
    return tuple(sorted(orbits, reverse=True))
