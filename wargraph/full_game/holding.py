"""What a player of the full game holds."""

from collections import deque
from collections.abc import Iterable, Sequence

from wargraph.core.rng import Chance
from wargraph.full_game.choices import Pile


class Holding:
    """What one player has: the hand, and a pile of winnings that becomes the hand when it is empty."""

    def __init__(self, hand: Iterable[int], pile: Pile) -> None:
        self.hand = deque(hand)
        self.pile: list[int] = []
        self.kind = pile

    def __len__(self) -> int:
        return len(self.hand) + len(self.pile)

    def draw(self) -> int:
        """The next card."""
        if not self.hand:
            if self.kind is Pile.LAST_WON_FIRST:
                self.pile.reverse()
            self.hand.extend(self.pile)
            self.pile.clear()
        return self.hand.popleft()

    def take(self, cards: Sequence[int], chance: Chance) -> None:
        """Put won cards where they belong."""
        if self.kind is Pile.SHUFFLED:
            chance.mix_in(self.pile, cards)
        elif self.kind is Pile.ON_TOP:
            self.hand.extendleft(reversed(cards))
        else:
            (self.hand if self.kind is Pile.UNDER else self.pile).extend(cards)

    def cards(self) -> tuple[int, ...]:
        """All cards, in the order in which they will be drawn as far as that is settled."""
        pile = reversed(self.pile) if self.kind is Pile.LAST_WON_FIRST else self.pile
        return (*self.hand, *pile)

    def state(self) -> tuple[int, tuple[int, ...]]:
        """What decides, without chance, which cards come from here: a pile below an empty hand is the next hand."""
        return (len(self.hand or self.pile) if self.kind is Pile.LAST_WON_FIRST else 0), self.cards()
