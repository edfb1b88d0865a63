"""The orders of a deck, cards of a rank being alike: how many there are, their numbers, and the next one."""

import math
from collections.abc import Iterator
from itertools import count

from wargraph.compute.kernel import inner_kernel
from wargraph.errors import ParameterError, TooLongError
from wargraph.full_game.rule_set import RuleSet

MOST_DEALS = 10**13


def check_deals(rules: RuleSet) -> None:
    """Refuse rules with chance, and decks with far too many deals."""
    if not rules.is_deterministic:
        raise ParameterError(f"rules {rules} leave something to chance: all deals need rules that do not; try simulate")
    total = arrangements(rules)
    if total > MOST_DEALS:
        raise TooLongError(
            f"{rules} have about 10^{len(str(total)) - 1} deals, and more than 10^13 take months: "
            "use a smaller deck, or simulate"
        )


def arrangements(rules: RuleSet) -> int:
    """How many orders the deck has, cards of a rank being alike.

    >>> arrangements(RuleSet(ranks=4, suits=4))
    63063000
    """
    return math.factorial(rules.cards) // math.prod(map(math.factorial, rules.deck))


def arrangement(rules: RuleSet, number: int) -> list[int]:
    """The order of the deck with that number, from 0 on, in lexicographic order.

    >>> [arrangement(RuleSet(ranks=2, suits=2), number) for number in (0, 1, 5)]
    [[1, 1, 2, 2], [1, 2, 1, 2], [2, 2, 1, 1]]
    """
    left = list(rules.deck)
    ways, cards, order = arrangements(rules), rules.cards, []
    while cards:
        for rank in range(len(left)):
            with_rank = ways * left[rank] // cards  # the share of orders that go on with this rank
            if number < with_rank:
                break
            number -= with_rank
        order.append(rank + 1)
        ways = with_rank
        left[rank] -= 1
        cards -= 1
    return order


@inner_kernel
def to_next(order):  # type: ignore[no-untyped-def]
    """The next arrangement in lexicographic order, in place; the last one is followed by the first."""
    place = order.size - 1
    while place > 0 and order[place - 1] >= order[place]:
        place -= 1
    if place > 0:
        other = order.size - 1
        while order[other] <= order[place - 1]:
            other -= 1
        order[place - 1], order[other] = order[other], order[place - 1]
    last = order.size - 1
    while place < last:
        order[place], order[last] = order[last], order[place]
        place += 1
        last -= 1


_GOLDEN = 0.618


def interleaved(pieces: int) -> Iterator[int]:
    """The numbers of so many work units, the first ones from all over.

    Neighbours are alike, and the time that the first ones take is to tell that of all.

    >>> [*interleaved(8)]
    [0, 5, 2, 7, 4, 1, 6, 3]
    """
    step = next(step for step in count(round(_GOLDEN * pieces)) if math.gcd(step, pieces) == 1)
    return (number * step % pieces for number in range(pieces))
