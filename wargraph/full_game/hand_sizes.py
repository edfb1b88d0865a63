"""The game of hand sizes: a bound for the shortest game that never overestimates."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from wargraph.full_game.choices import NobodyLeft, Pile
from wargraph.full_game.rounds import face_down
from wargraph.full_game.rule_set import RuleSet

Sizes = tuple[int, ...]


class Outline(NamedTuple):
    """A game before a comparison, seen by the sizes of the hands alone, the largest first.

    ``fresh`` are the cards of each hand that were never drawn, and ``pairs`` those pairs of one rank that such cards
    can still make: each tie among them takes one. Both are left empty where the deck has pairs enough, and where won
    cards go on top: then those that were never drawn are not the next ones.
    """

    sizes: Sizes
    fresh: Sizes
    pairs: int


OVER = Outline((), (), 0)


class HandSizes:
    """The game of hand sizes: any comparison may come out any way, as long as there are pairs for the ties."""

    def __init__(self, rules: RuleSet, count: Callable[[], None]) -> None:
        self.rules = rules
        self.count = count
        self.cards = sum(rules.dealt)
        self.has_ties = max(rules.deck) > 1
        self.all_pairs = sum(count // 2 for count in rules.deck)
        self.pairs_run_out = 0 < self.all_pairs < max(rules.dealt) and Pile.ON_TOP not in rules.piles
        self.price_of_war = rules.counting.how.comparisons
        self.start = self.outline(rules.dealt, rules.dealt, self.all_pairs)
        self.enough = {OVER: 0}
        self.too_few: dict[Outline, int] = {}

    def outline(self, sizes: Sequence[int], fresh: Sequence[int], pairs: int) -> Outline:
        """The outline of a game. Who holds what makes no difference to how long it can last."""
        if not self.pairs_run_out:
            return Outline(tuple(sorted(sizes, reverse=True)), (), 0)
        ordered = sorted(zip(sizes, fresh, strict=True), reverse=True)
        return Outline(tuple(size for size, _ in ordered), tuple(left for _, left in ordered), pairs)

    def after_round(self, sizes: Sequence[int], fresh: Sequence[int], pairs: int) -> Outline:
        """The outline after a round, which may have been the last."""
        return self.outline(sizes, fresh, pairs) if sum(map(bool, sizes)) > 1 else OVER

    def least(self, outline: Outline) -> int:
        """A quick bound: at least so many turns end a game.

        All but one player must lose all cards, and from one comparison to the next nobody loses more than one and the
        face-down cards. While everyone draws fresh cards, a comparison takes a pair or ends a round.
        """
        if outline is OVER:
            return 0
        lost_last = outline.sizes[1]
        if not lost_last:
            return 1
        most_lost = 1 + self.rules.face_down if self.has_ties else 1
        least = 1
        if self.price_of_war or not self.has_ties:
            least = -(-lost_last // most_lost)
        if outline.fresh:
            first_out = min(fresh for size, fresh in zip(outline.sizes, outline.fresh, strict=True) if size)
            least = max(least, -(-first_out // most_lost) - outline.pairs)
        return least

    def can_end(self, outline: Outline, turns: int) -> bool:
        """Whether a game of this outline can end within so many turns."""
        if not self._is_open(outline, turns):
            return self.enough.get(outline, turns + 1) <= turns
        ways = [(outline, turns, self._following(outline))]
        while ways:
            before, left, following = ways[-1]
            after, price = next(following, (None, 0))
            if after is None:
                self.too_few[before] = left
                ways.pop()
            elif self._is_open(after, left - price):
                self.count()
                ways.append((after, left - price, self._following(after)))
            elif self.enough.get(after, left + 1) <= left - price:
                for way, enough, _ in ways:
                    self.enough[way] = enough
                return True
        return False

    def _is_open(self, outline: Outline, turns: int) -> bool:
        """Whether it is not known yet if so many turns are enough."""
        if turns < self.least(outline) or turns <= self.too_few.get(outline, 0):
            return False
        return turns < self.enough.get(outline, turns + 1)

    def _following(self, outline: Outline) -> Iterator[tuple[Outline, int]]:
        """What can come of a comparison, and the turns it takes."""
        sizes, fresh, pairs = outline
        fighters = [player for player, size in enumerate(sizes) if size]
        if len(fighters) == 1:
            yield OVER, 1
            return
        left = [max(size - 1, 0) for size in sizes]
        fresh_left = [max(count - 1, 0) for count in fresh]
        takes_pair = bool(fresh) and all(fresh[player] for player in fighters)
        if self.has_ties and (pairs or not takes_pair):
            laid = face_down(self.rules.war.how, self.rules.face_down, left)
            held = [size - count for size, count in zip(left, laid, strict=True)]
            if any(held):
                fresh_held = [max(count - down, 0) for count, down in zip(fresh_left, laid, strict=False)]
                yield self.outline(held, fresh_held, pairs - takes_pair), self.price_of_war
            elif self.rules.nobody_left is NobodyLeft.LAST_PLAYER:
                yield OVER, 1
        table = self.cards - sum(left)
        for winner in fighters:
            after = [size + table * (player == winner) for player, size in enumerate(left)]
            yield self.after_round(after, fresh_left, pairs), 1
