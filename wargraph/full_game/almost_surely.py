"""Whether games with chance end almost surely: all states of a small deck, and where they can lead.

Almost surely means with probability 1. A game with chance is a Markov chain, here with finitely many states. Such a
chain comes, with probability 1, into a *closed class*: states that lead to each other and to no others. So all games
end almost surely if the end is the only closed class; if there is another, a game that comes into it never ends.

What a shuffle gave is left open until the cards are drawn. A hand is a row of *groups*, cards in no order yet, of which
the first one is drawn from at random; a card whose place is known is a group of its own. The deal is left open in the
same way. A game that ends with probability 1 in this form does so from every deal, as every deal is possible.
"""

import math
from collections.abc import Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from wargraph.campaign.run_options import RunOptions, Work, monitor
from wargraph.core.checks import checked_whole
from wargraph.core.rng import Chance
from wargraph.errors import TooLongError
from wargraph.full_game.choices import CardOrder, Pile
from wargraph.full_game.every_deal.arrangements import hands_of, orders_of
from wargraph.full_game.hands import cards_of
from wargraph.full_game.odds import Branch
from wargraph.full_game.rounds import Holding, play_on
from wargraph.full_game.rule_set import RuleSet
from wargraph.report.document import Part, Table
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row, row_of

MOST_PLAYED = 500_000
"""Rounds after which the search gives up, unless told otherwise: half a minute."""

Group = tuple[int, ...]
Held = tuple[tuple[Group, ...], tuple[Group, ...]]
"""What a player has: the groups of the hand, from the top, and those of the pile, in the order they were won."""
State = tuple[Held, ...]

_END = 0


@dataclass(frozen=True)
class AlmostSurely(Result):
    """Whether all games by some rules end almost surely.

    Attributes
    ----------
    rules
        The rules of the game.
    deals
        Different deals, each of which is among the starts; None if they are too many to be counted and proof answers.
    states
        States that can be reached from them; those in which a game is over count as one. None with `deals`.
    closed_classes
        Sets of states that lead to each other and to nothing else, the end aside: a game in one of them never ends.
    closed_states
        The states in these sets.
    example
        One such state, as `state_text` writes it; None if there is none.
    """

    rules: RuleSet
    deals: int | None
    states: int | None
    closed_classes: int
    closed_states: int
    example: str | None

    @property
    def ends(self) -> bool:
        """Whether a game ends with probability 1, from every deal."""
        return self.closed_classes == 0

    def rows(self) -> list[Row]:
        """One row ``rules, ends, deals, states, closed_classes, closed_states, example``."""
        columns = ("ends", "deals", "states", "closed_classes", "closed_states", "example")
        return [{"rules": str(self.rules), **row_of(self, *columns)}]

    def _answer(self) -> str:
        if self.ends:
            return f"Under {self.rules.display} every game ends, with probability 1."
        states = counted(self.closed_states, "state")
        return f"Under {self.rules.display} some games never end: from {states} the end is out of reach."

    def _body(self) -> list[Part]:
        order = "Cards are listed from the top, cards in no order yet in brackets, a pile of winnings after a plus."
        proof = "Where no states are counted, the answer is that of the proof in docs/full-game-theory.md."
        return [Table("rows", self.rows()), self.example and order, None if self.states else proof]


def ends_almost_surely(
    rules: RuleSet | str, most_rounds: int = MOST_PLAYED, run_options: RunOptions | None = None
) -> AlmostSurely:
    """Whether a game ends with probability 1 from every deal: decided by all states of the game, or by proof.

    Without chance in the rules the question is whether there are endless deals; a closed class is then a cycle. Where
    there are too many states, the answer is that of the proposition in docs/full-game-theory.md: with all piles
    shuffled, or what is won in random order under the hand, every game ends almost surely.

    Parameters
    ----------
    rules
        The rules of the game, or their text form. The deck must be small, unless the proposition is about these rules.
    most_rounds
        Rounds to play before giving up, each with one of the things that chance can give.
    run_options
        Who sees the progress. A single thread does the work, and the result is not kept in a checkpoint.

    Raises
    ------
    ParameterError
        If the rules are unknown, or `most_rounds` is out of range.
    TooLongError
        If there are more rounds to play, and no proof.
    Interrupted
        On Ctrl-C, with a summary of the results so far.

    See Also
    --------
    simulate, all_deals

    Examples
    --------
    >>> result = ends_almost_surely("drew-shuffle,deck=3x2")
    >>> result.ends, result.deals
    (True, 90)

    Where winnings go on top, the loser's card first, a low card can go to and fro forever:

    >>> ends_almost_surely("rutgers,deck=4x1,replacement=loser-first,piles=on-top").example
    '1,4,3|2'
    """
    rules = RuleSet.parse(rules)
    search = _Search(rules, checked_whole("rounds", most_rounds, 1, 2**31 - 1))
    try:
        with monitor(search, run_options):
            search.run()
    except TooLongError:
        if not _is_proved(rules):
            raise
        return AlmostSurely(rules, deals=None, states=None, closed_classes=0, closed_states=0, example=None)
    states = list(search.numbers)
    closed = _closed_states(len(states), search.sources, search.targets)
    return AlmostSurely(
        rules,
        search.deals,
        len(states),
        len(set(closed.values())),
        len(closed),
        state_text(states[min(closed)]) if closed else None,
    )


def _is_proved(rules: RuleSet) -> bool:
    """Whether the proposition says that all games by these rules end almost surely."""
    is_won_shuffled = rules.replacement.how.order is CardOrder.RANDOM
    piles = set(rules.piles)
    return piles == {Pile.SHUFFLED} or (is_won_shuffled and piles <= {Pile.UNDER, Pile.FIRST_WON_FIRST})


def state_text(state: State) -> str:
    """A state as text: cards from the top, those in no order yet in brackets, a pile after a plus.

    >>> state_text(((((3,), (1, 2)), ()), (((2,),), ((1, 3),))))
    '3,(1 2)|2+(1 3)'
    """

    def text(groups: tuple[Group, ...]) -> str:
        return ",".join(str(group[0]) if len(group) == 1 else f"({' '.join(map(str, group))})" for group in groups)

    return "|".join(text(hand) + (f"+{text(pile)}" if pile else "") for hand, pile in state)


class _OpenBranch(Branch):
    """A branch that leaves the order of shuffled cards open."""

    def shuffle(self, cards: MutableSequence[int]) -> None:
        cards[:] = sorted(cards)


class _OpenHolding(Holding):
    """A holding in which the order of shuffled cards is left open until they are drawn."""

    def __init__(self, held: Held, rules: RuleSet, player: int, chance: Chance) -> None:
        super().__init__((), rules.piles[player])
        self.groups, self.won = map(list, held)
        self.is_shuffled = rules.replacement.how.order is CardOrder.RANDOM
        self.chance = chance

    def __len__(self) -> int:
        return sum(map(len, self.groups)) + sum(map(len, self.won))

    def draw(self) -> int:
        self._take_up()
        group = self.groups.pop(0)
        kinds = sorted(set(group))
        card = kinds[self.chance.below(len(kinds))] if len(kinds) > 1 else kinds[0]
        rest = list(group)
        rest.remove(card)
        self.groups[:0] = _grouped(rest)
        return card

    def take(self, cards: Sequence[int], chance: Chance) -> None:
        del chance  # what it would give is left open
        taken = _grouped(cards) if self.is_shuffled else [(card,) for card in cards]
        if self.kind is Pile.SHUFFLED:
            self.won = _grouped([card for group in self.won for card in group] + list(cards))
        elif self.kind is Pile.LAST_WON_FIRST:
            self.won += taken
        elif self.kind is Pile.ON_TOP:
            self.groups[:0] = taken
        else:
            self.groups += taken

    def _take_up(self) -> None:
        if not self.groups:
            self.groups, self.won = self.won[::-1], []

    def cards(self) -> tuple[int, ...]:
        return tuple(card for group in self.groups + self.won for card in group)

    def held(self) -> Held:
        """What decides which cards can come from here."""
        self._take_up()
        return tuple(self.groups), tuple(self.won)


def _grouped(cards: Sequence[int]) -> list[Group]:
    """Cards in no order; alike, they lie in every order at once."""
    if len(set(cards)) < 2:
        return [(card,) for card in cards]
    return [tuple(sorted(cards))]


class _Search(Work):
    """All states with their numbers, and the arcs between them. The end is number 0 and leads nowhere."""

    def __init__(self, rules: RuleSet, most_rounds: int) -> None:
        self.rules = rules
        self.most_rounds = most_rounds
        self.deals = self.rounds = 0
        self.numbers: dict[State, int] = {(): _END}
        self.sources: list[int] = []
        self.targets: list[int] = []

    def __str__(self) -> str:
        return f"the states of {self.rules}"

    def partial_summary(self) -> str:
        return f"{self.rules}: {len(self.numbers):,} states are known after {counted(self.rounds, 'round')}"

    def run(self) -> None:
        """Look for all states."""
        if _number_of_hands(self.rules.deck, self.rules.dealt[0]) > self.most_rounds:
            raise self._too_long("not all deals can be looked at")
        for hands in _dealt(self.rules.deck, self.rules.dealt):
            self.deals += math.prod(map(orders_of, hands))
            self._number(tuple((tuple(_grouped(cards_of(hand))), ()) for hand in hands))
            self._count()
        self.rounds = 0
        waiting = list(self.numbers)[1:]
        for state in waiting:  # which grows
            number = self.numbers[state]
            for after in set(self._following(state)):
                if after not in self.numbers:
                    waiting.append(after)
                self.sources.append(number)
                self.targets.append(self._number(after))

    def _number(self, state: State) -> int:
        return self.numbers.setdefault(state, len(self.numbers))

    def _count(self) -> None:
        self.poll()
        self.rounds += 1
        if self.rounds > self.most_rounds:
            raise self._too_long("all states were not seen")

    def _too_long(self, why: str) -> TooLongError:
        return TooLongError(
            f"rules {self.rules}: {why} in {self.most_rounds:,} rounds: allow more, or use a smaller deck"
        )

    def _following(self, state: State) -> Iterator[State]:
        """The states that one round can lead to; the empty one if the game is over then."""
        scripts: list[tuple[int, ...]] = [()]
        while scripts:
            self._count()
            chance = _OpenBranch(scripts.pop())
            holdings = [_OpenHolding(held, self.rules, player, chance) for player, held in enumerate(state)]
            played = play_on(self.rules, holdings, chance)
            yield () if played.ends_game else tuple(holding.held() for holding in holdings)
            scripts += chance.others


def _dealt(deck: tuple[int, ...], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Hands of these sizes from a deck, all by how many cards of each rank they hold."""
    if not sizes:
        yield ()
        return
    for hand in hands_of(deck, sizes[0]):
        left = tuple(count - taken for count, taken in zip(deck, hand, strict=True))
        for others in _dealt(left, sizes[1:]):
            yield (hand, *others)


def _number_of_hands(deck: tuple[int, ...], size: int) -> int:
    """How many hands there are of so many cards, by how many cards of each rank they hold.

    >>> _number_of_hands((2, 2), 2) == len(list(hands_of((2, 2), 2))) == 3
    True
    """
    return int(reduce(np.convolve, (np.ones(count + 1, object) for count in deck))[size])


def _closed_states(states: int, sources: Sequence[int], targets: Sequence[int]) -> dict[int, int]:
    """The states in closed classes, the end aside, and the classes that they are in."""
    arcs = coo_array((np.ones(len(sources), bool), (sources, targets)), shape=(states, states))
    count, classes = connected_components(arcs, connection="strong")
    is_closed = np.ones(count, bool)
    is_closed[classes[sources][classes[sources] != classes[targets]]] = False
    is_closed[classes[_END]] = False
    return {int(state): int(classes[state]) for state in np.flatnonzero(is_closed[classes])}
