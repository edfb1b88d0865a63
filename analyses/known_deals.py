"""Which endless deals does `endless-deal` know?

    python analyses/known_deals.py

writes `wargraph/symbolic_cycles/deals.txt` anew, a deal in a line after its return order. It takes hours. Each deck of
up to 64 cards, in up to eight suits, is asked for the words of winners that are known to go round on decks with suits,
without draws and then with draws; `cycle_words.py` and `endless_full_deck.py` found them. A cycle without draws has no
war, so it does not matter how wars are played. Of all the cycles that the deck fits the one is taken from which it is
the fewest rounds back to a balanced deal. The deals that no word leads to were met by playing.

From a cycle back to a deal rounds are undone, as far as a deck has cards that fit. An undone round is a round played
backwards. It assumes that its winner had the higher card, which may not contradict what is known; ranks are asked for
only at a deal.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count, product
from pathlib import Path

from known_ranks import KnownRanks
from suited_cycles import (
    SuitedCycle,
    SymbolicHands,
    TableOrder,
    UndecidedError,
    compared,
    dealt,
    ranks_for,
    rounds_of,
    sorted_cycles,
)

from wargraph import Ending, ParameterError, RuleSet, play_full_game
from wargraph.full_game.hands import Hands
from wargraph.report.files import write_file
from wargraph.report.humanize import counted
from wargraph.symbolic_cycles.endless_deal import LONGEST_PROOF, Attempt

FILE = Path(__file__).parent.parent / "wargraph" / "symbolic_cycles" / "deals.txt"
REPLACEMENTS = {"top-down": "WL", "descending": "WL", "loser-first": "LW", "winner-first": "WL", "ascending": "LW"}
"""The rules that return the cards of a round as a word of winners tells, each in another order."""

WINNERS = ("L", "R")
"""Rounds that can be undone: without draws."""

_MOST_CARDS = 64

WITH_A_DRAW = (*WINNERS, "=L", "=R")
"""Rounds that are undone, if it is known how the cards of a draw go back."""

MOST_LOOKED_AT = 1 << 14
"""Hands that are looked at on the way back from some cycles."""

MOST_STEPS = 1 << 22
"""In which ranks are looked for: some seconds. Where they are found at all that takes far fewer, as a rule."""

WORDS = (("LR", "LLRR", "LLLLRRRR", "LLRLRLRR"), ("LLRLRLRRLLRR",))
"""Words without draws that go round on decks with suits: short ones first, which are tried first."""

WORDS_WITH_DRAWS = (
    ("=LRR",),
    (
        "=LL=RRLLRRRL", "=LRRLL=RLLRR", "=LLRRLLRRRRLLR", "=L=LRRLL=R=RLLRR", "=L=RLLLL=R=LRRRR", "=L=RRLLL=RRRL=LR",
        "=LL=RLLRRLLRRRRLLR", "=LRLLRRLLRRLLRRRRL",
    ),
)  # fmt: skip
"""Words with draws."""

DEALS = (
    "WL 2,1,1,2,3,3|2,1,2,3,3,1",
    "WL 1,2,3,3,4,2,2,4|3,4,3,2,1,1,1,4",
    "WL 4,5,2,3,3,1,5,1,5,2|2,4,5,3,4,1,2,3,4,1",
    "LW 3,4,5,3,3,4,2,4,2,5|1,2,1,4,3,1,5,2,1,5",
    "LW 7,2,2,4,4,6,1,6,2,2,6,3,1,6|1,5,5,1,7,3,3,4,4,5,5,7,3,7",
    "LW 4,5,5,1,8,6,5,3,5,7,4,3,8,7,1,6|7,1,2,2,7,4,6,1,8,2,6,3,8,2,4,3",
    "LW 2,4,3,5,4|5,3,1,2,1",
    "LW 4,1,3,2,5,6|5,1,6,3,4,2",
    "LW 3,7,5,1,4,4,2|6,2,7,6,3,5,1",
    "WL 8,2,1,6,4,2,7,3|7,4,6,8,3,5,5,1",
    "WL 6,3,5,7,2,3,5,9,6|4,2,1,7,1,4,8,8,9",
    "LW 11,3,6,3,8,9,7,2,6,9,5|7,8,4,1,4,10,5,1,2,10,11",
    "LW 2,11,5,2,1,10,10,12,4,5,9,7|8,4,12,8,9,6,1,3,7,6,11,3",
    "LW 13,3,4,7,7,12,1,11,4,3,11,5,2,12|2,10,9,1,14,6,6,8,8,9,10,14,5,13",
    "WL 3,1,12,11,7,3,4,8,8,6,10,15,2,9,13|14,13,2,6,5,10,9,7,15,12,4,14,1,5,11",
)
"""Deals, by ranks, that no such word leads to: they were met by playing."""


def by_known_words(rules: RuleSet, with_draws: bool) -> Attempt:
    """The deal that is nearest to a cycle of a known word."""
    table, cards = TableOrder.of_rules(rules, with_draws), sum(rules.dealt)
    searched = f"known words of winners {'with' if with_draws else 'without'} draws"
    if table is None:
        return Attempt(searched, "not tried, as they do not tell how the cards of a round go back")
    if cards > _MOST_CARDS:
        return Attempt(searched, f"not tried, as {cards} cards are more than {_MOST_CARDS}")
    met: list[SuitedCycle] = []
    for words in WORDS_WITH_DRAWS if with_draws else WORDS:
        for word, split in product(words, range(1, cards)):
            with suppress(ParameterError):
                met.append(SuitedCycle.of(cards, table, split, word))
        found = on_cycles(rules, searched, sorted_cycles(met))
        if found.game is not None:
            break
    return found


def on_cycles(rules: RuleSet, searched: str, cycles: Sequence[SuitedCycle]) -> Attempt:
    """The deal that is nearest to one of the cycles."""
    fitting, undecided = [], 0
    for cycle in cycles:
        try:
            if ranks_for(cycle.known, rules.deck, MOST_STEPS) is not None:
                fitting.append(cycle)
        except UndecidedError:
            undecided += 1
    images = [image for cycle in fitting for image in (cycle, cycle.swap())]  # Left may be dealt a card more than Right
    nearest = nearest_deal(images, rules.deck, rules.dealt[0])
    if nearest is not None:
        hands, cycle = nearest
        game = play_full_game(rules, hands, cap=LONGEST_PROOF)
        if game.ending is Ending.ENDLESS:
            word = f"{cycle.shown_word} from a split of {cycle.split}"
            return Attempt(searched, f"an endless deal of the word {word}", game)
    if not cycles:
        return Attempt(searched, "no symbolic cycle")
    outcome = f"{counted(len(cycles), 'symbolic cycle')}, and the deck fits {len(fitting) or 'none'}"
    if undecided:
        outcome += f", {undecided} undecided"
    if nearest is not None:
        outcome += f", but a deal that leads there is not back within {LONGEST_PROOF:,} rounds"
    elif fitting:
        outcome += ", but no deal led there"
    return Attempt(searched, outcome)


def nearest_deal(cycles: Iterable[SuitedCycle], deck: Sequence[int], split: int) -> tuple[Hands, SuitedCycle] | None:
    """A deal with so many cards for Left that runs into one of some cycles in the fewest rounds, and that cycle.

    None if none is found. No more hands are looked at than `MOST_LOOKED_AT`, and a cycle is given up where a search for
    ranks takes more than `MOST_STEPS`. Rounds with more than one draw are not undone.

    >>> from wargraph import ReturnOrder
    >>> cycle = SuitedCycle(44, TableOrder(ReturnOrder.WL), 16, "LLLLRRRR")
    >>> hands, reached = nearest_deal([cycle], [4] * 11, 22)
    >>> [len(hand) for hand in hands], reached == cycle
    ([22, 22], True)
    """
    given_up = set()
    for hands, known, cycle in _before(cycles, split):
        if len(hands[0]) == split and cycle not in given_up:
            try:
                ranks = ranks_for(known, deck, MOST_STEPS)
            except UndecidedError:
                given_up.add(cycle)
                continue
            if ranks is not None:
                return dealt(hands, ranks), cycle
    return None


def _before(cycles: Iterable[SuitedCycle], split: int) -> Iterator[tuple[SymbolicHands, KnownRanks, SuitedCycle]]:
    """Hands from which a game runs into one of the cycles, those first that may be nearest to a deal."""
    numbers = count()  # of hands that are as near the first that were met are looked at first
    waiting: list[tuple[int, int, int, SymbolicHands, KnownRanks, str, SuitedCycle]] = []

    def wait(steps: int, hands: SymbolicHands, known: KnownRanks, before: str, cycle: SuitedCycle) -> None:
        left = -(-abs(len(hands[0]) - split) // max(map(len, _rounds(cycle))))  # so many cards a round wins at most
        heappush(waiting, (steps + left, left, next(numbers), hands, known, before, cycle))

    for cycle in cycles:
        turns = rounds_of(cycle.word)
        for place, hands in enumerate(cycle.hands):
            wait(0, hands, cycle.known, turns[place - 1], cycle)
    for _ in range(MOST_LOOKED_AT):
        if not waiting:
            return
        least, left, _, hands, known, before, cycle = heappop(waiting)
        yield hands, known, cycle
        for played in _rounds(cycle):
            if played != before and (found := undone(hands, known, played, cycle.table)) is not None:
                wait(least - left + 1, *found, "", cycle)


def _rounds(cycle: SuitedCycle) -> tuple[str, ...]:
    """What can be undone: how the cards of a draw go back is known only of a cycle that has some."""
    return WITH_A_DRAW if "=" in cycle.word else WINNERS


def undone(
    hands: SymbolicHands, known: KnownRanks, played: str, table: TableOrder
) -> tuple[SymbolicHands, KnownRanks] | None:
    """The hands before a round, such as ``=L``, and what is known then; None if it cannot have been played."""
    own, other = hands if played.endswith("L") else hands[::-1]
    kept = len(own) - 2 * len(played)
    if kept < 0:
        return None
    laid = table.undone(own[kept:])
    assumed = known.with_all(compared(laid, table))
    if assumed is None:
        return None
    own, other = (*(card for card, _ in laid), *own[:kept]), (*(card for _, card in laid), *other)
    return ((own, other) if played.endswith("L") else (other, own)), assumed


def decks() -> Iterator[str]:
    """Up to 64 cards, those of the table of `endless_full_deck.py` first."""
    sizes = [(suits, range(1, 17)) for suits in (4, 2, 1, 3)] + [(suits, range(1, 13)) for suits in (5, 6, 7, 8)]
    sizes += [(suits, range(17, _MOST_CARDS + 1)) for suits in (3, 2, 1)]
    yield from (f"{ranks}x{suits}" for suits, all_ranks in sizes for ranks in all_ranks if ranks * suits <= _MOST_CARDS)


def deals() -> Iterator[str]:
    """The deals by words; a deck of an odd number of cards is dealt with one card over, and with one aside."""
    for deck, replacement, all_cards in product(decks(), REPLACEMENTS, ("", ",dealing=alternate-all")):
        with suppress(ParameterError):  # a deck of one card
            rules = RuleSet.parse(f"delahaye-mathieu,deck={deck}{all_cards},replacement={replacement}")
            attempts = (by_known_words(rules, with_draws) for with_draws in (False, True))
            game = next((attempt.game for attempt in attempts if attempt.game is not None), None)
            if game is not None:
                yield f"{REPLACEMENTS[replacement]} " + "|".join(",".join(map(str, hand)) for hand in game.deal)


if __name__ == "__main__":
    write_file(FILE, "".join(f"{deal}\n" for deal in dict.fromkeys([*deals(), *DEALS])))
