"""A deal and the luck in which a line of play happens, and the game that is played with them by the plain rules."""

from collections import Counter
from collections.abc import Iterable, MutableSequence, Sequence
from itertools import islice

from wargraph.core.endings import Ending
from wargraph.core.rng import Chance
from wargraph.errors import WarGraphError
from wargraph.full_game.choices import Pile
from wargraph.full_game.game import FullGame, play_full_game
from wargraph.full_game.hands import Hands
from wargraph.full_game.holding import Holding
from wargraph.full_game.rounds import play_on
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.shortest.line import Line

Luck = tuple[tuple[int, ...], ...]
"""What chance gave, in the order in which a game asks: the cards of a shuffle from the top, or the number of a coin."""


def settled(rules: RuleSet, line: Line) -> tuple[Hands, Luck]:
    """A deal in which the line of play happens, and the luck that it takes."""
    seen = line.known.ranks_in(rules.deck)
    if seen is None:
        raise WarGraphError(f"rules {rules}: the shortest line of play has no deal: please report this")
    used = Counter(seen.values())
    others = iter([rank for rank, count in enumerate(rules.deck, start=1) for _ in range(count - used[rank])])
    ranks = [seen[card] if card in seen else next(others) for card in range(sum(rules.dealt))]
    dealt = iter(ranks)
    deal = tuple(tuple(islice(dealt, size)) for size in rules.dealt)
    luck = tuple(
        event.given() if event.coin is not None else tuple(ranks[card] for card in event.given())
        for event in line.events
    )
    return deal, luck


class _Told(Chance):
    """Chance that gives what it is told."""

    def __init__(self, luck: Luck) -> None:
        super().__init__()
        self.luck = iter(luck)

    def below(self, bound: int) -> int:
        (number,) = next(self.luck)
        if not 0 <= number < bound:
            raise WarGraphError(f"a coin with {bound} sides cannot give {number}: please report this")
        return number

    def shuffle(self, cards: MutableSequence[int]) -> None:
        told = next(self.luck)
        if sorted(told) != sorted(cards):
            raise WarGraphError(f"a shuffle of {sorted(cards)} cannot give {told}: please report this")
        cards[:] = told


class LateHolding(Holding):
    """A holding that shuffles its pile at once, when it is taken up, instead of card by card as they are won.

    All orders are as likely either way, and so all that chance has to say of a pile is how it is drawn in the end.
    """

    def __init__(self, hand: Iterable[int], pile: Pile, chance: Chance) -> None:
        super().__init__(hand, pile)
        self.chance = chance

    def draw(self) -> int:
        if not self.hand and self.kind is Pile.SHUFFLED:
            self.chance.shuffle(self.pile)
        return super().draw()

    def take(self, cards: Sequence[int], chance: Chance) -> None:
        if self.kind is Pile.SHUFFLED:
            self.pile.extend(cards)
        else:
            super().take(cards, chance)


def played_with(rules: RuleSet, deal: Hands, luck: Luck, rounds: int) -> FullGame:
    """A game by the plain rules, where chance gives what it is told."""
    if rules.is_deterministic:
        return play_full_game(rules, deal, cap=rounds)
    chance = _Told(luck)
    holdings = [LateHolding(hand, pile, chance) for hand, pile in zip(deal, rules.piles, strict=True)]
    played = tuple(play_on(rules, holdings, chance) for _ in range(rounds))
    is_won = played[-1].winner is not None and sum(map(bool, holdings)) == 1
    return FullGame(rules, deal, played, Ending.WON if is_won else Ending.CAPPED)
