"""An endless deal of the full game, with its proof: made of a symbolic cycle, or met by playing.

From a cycle back to a deal rounds are undone, as far as a deck has cards that fit. An undone round is a round played
backwards. It assumes that its winner had the higher card, which may not contradict what is known; ranks are asked for
only at a deal.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import chain, count, product
from typing import NamedTuple

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.checks import checked_whole
from wargraph.core.endings import Ending
from wargraph.errors import ParameterError
from wargraph.full_game.all_deals import all_deals
from wargraph.full_game.deals import MOST_DEALS, arrangements
from wargraph.full_game.game import FullGame, deal, play_full_game
from wargraph.full_game.hands import Hands, card_names, deal_text
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.simulate import simulate
from wargraph.partial_orders.known_ranks import KnownRanks
from wargraph.partial_orders.packing import UndecidedError
from wargraph.report.document import Figure, Part, Preformatted, Table
from wargraph.report.humanize import counted, with_article
from wargraph.report.result import Result, Row, row_of
from wargraph.symbolic_cycles.cycle import (
    SuitedCycle,
    SymbolicHands,
    TableOrder,
    compared,
    dealt,
    rounds_of,
    rows_of_cycles,
    sorted_cycles,
)
from wargraph.symbolic_cycles.known import DEALS, WORDS, WORDS_WITH_DRAWS

GAMES = 100_000
"""Random deals that are played where no word leads to a deal, unless told otherwise: seconds."""

WINNERS = ("L", "R")
"""Rounds that can be undone: without draws."""

_FEW_ORDERS = 10**8
"""So many orders of a deck are played rather than a sample of them: in half a minute at most."""

_MOST_CARDS = 64
"""So many cards are tried with the known words."""

_LONGEST_PROOF = 1 << 18
"""Rounds that the plain rules play in some seconds: a cycle with more labels' rounds may still come back sooner."""

WITH_A_DRAW = (*WINNERS, "=L", "=R")
"""Rounds that are undone, if it is known how the cards of a draw go back."""

MOST_LOOKED_AT = 1 << 14
"""Hands that are looked at on the way back from some cycles."""

MOST_STEPS = 1 << 22
"""In which ranks are looked for: some seconds. Where they are found at all that takes far fewer, as a rule."""


class Attempt(NamedTuple):
    """A search that was made, and what came of it: in words, the endless game from a deal, and its symbolic cycle.

    The cycle is None too if the rules are none that words of winners can tell. An attempt `is_in_full` if it played
    every deal.
    """

    searched: str
    outcome: str
    game: FullGame | None = None
    cycle: SuitedCycle | None = None
    is_in_full: bool = False

    def __str__(self) -> str:
        return f"{self.searched}: {self.outcome}"


@dataclass(frozen=True)
class EndlessDeal(Result):
    """An endless deal of some rules, if one of the attempts to find one, the last of them, found it."""

    rules: RuleSet
    attempts: tuple[Attempt, ...] = field(repr=False)

    @property
    def game(self) -> FullGame | None:
        """The endless game from the deal, played by the plain rules; None if no deal was found."""
        return self.attempts[-1].game

    @property
    def cycle(self) -> SuitedCycle | None:
        """The symbolic cycle that the game runs into, if a word of winners tells it."""
        return self.attempts[-1].cycle

    @property
    def deal(self) -> str | None:
        """The deal in names of cards, as `play_full_game` takes it; None if none was found."""
        return None if self.game is None else deal_text(self.rules, self.game.deal)

    @property
    def wars(self) -> int | None:
        """How many comparisons are equal once round the cycle; None if no deal was found.

        A round with two draws counts as two wars.
        """
        if self.game is None:
            return None
        return sum(len(played.tied) for played in self.game.rounds[self.game.entry :])

    @property
    def left_over(self) -> tuple[str, ...]:
        """The names of the cards that are not dealt, as they cannot be dealt evenly, the lowest first.

        There are none if no deal was found.
        """
        if self.game is None:
            return ()
        names, dealt = card_names(self.rules), Counter(card for hand in self.game.deal for card in hand)
        left = (count - dealt[rank] for rank, count in enumerate(self.rules.deck, start=1))
        return tuple(name for rank, count in enumerate(left, start=1) for name in [names[rank]] * count)

    def rows(self) -> list[Row]:
        """The row ``rules, players, deal, entry, period, wars``: `wars` are those once round the cycle."""
        entry, period = (None, None) if self.game is None else (self.game.entry, self.game.period)
        dealt = {"rules": str(self.rules), "players": self.rules.players, "deal": self.deal}
        return [dealt | {"entry": entry, "period": period, "wars": self.wars}]

    def cycle_rows(self) -> list[Row]:
        """The row ``cards, order, split, word, length, orbits`` of the symbolic cycle, if a word tells it."""
        return rows_of_cycles([] if self.cycle is None else [self.cycle])

    def searched_rows(self) -> list[Row]:
        """Rows ``searched, outcome``: what was searched, and what came of it."""
        return [row_of(attempt, "searched", "outcome") for attempt in self.attempts]

    def _answer(self) -> str:
        """How many cards are not dealt, if there are some."""
        aside = sum(self.rules.deck) - sum(self.rules.dealt)
        which = f": {', '.join(map(with_article, self.left_over))}" * bool(self.left_over)
        are = "is" if aside == 1 else "are"
        return f"{counted(aside, 'card')} {are} not dealt, so that all hold as many{which}." if aside else ""

    def _body(self) -> list[Part]:
        return [
            *self._proof(),
            Table("summary", self.rows(), excerpt=[] if self.game is None else None, is_record=True),
            Table("cycle", self.cycle_rows(), "The cycle", is_record=True),
            Table("searched", self.searched_rows(), "What was searched"),
        ]

    def _proof(self) -> list[Part]:
        """The deal with its proof, or the statement that there is none, or that none was found."""
        if self.game is None:
            if self.attempts[-1].is_in_full:
                return [f"There is no endless deal of {self.rules}: every deal ends."]
            can_play_all = arrangements(self.rules) <= MOST_DEALS
            hint = f" To play every deal may take hours: wargraph all-deals {self.rules}" * can_play_all
            return [f"No endless deal of {self.rules} was found. There may be one.{hint}"]
        return [
            f"A deal of {self.rules} that never ends: {self.game.outcome.removeprefix('endless: ')}.",
            Preformatted(f"deal  {self.deal}\nplay  wargraph play --preset {self.rules} '{self.deal}'"),
            _cycle_text(self.game, self.cycle) if self.cycle else None,
            Figure(self),
        ]


def _cycle_text(game: FullGame, cycle: SuitedCycle) -> str:
    """Describe the cycle that a game runs into."""
    first, seen = first_time_round(game, cycle)
    sizes = ", ".join(str(len(orbit)) for orbit in sorted(cycle.orbits, key=len, reverse=True))
    draws = ", =: a draw" * ("=" in cycle.word)
    back = f" Every single card is back after {counted(cycle.length, 'round')}." * (cycle.length != game.period)
    return (
        f"Who wins goes round the word {seen.shown_word} (L: the first player, R: the second{draws}), counted from "
        f"round {first:,}, before which the first player holds {counted(seen.split, 'card')}. The cards take each "
        f"other's places in orbits of {sizes}.{back}"
    )


def first_time_round(game: FullGame, cycle: SuitedCycle) -> tuple[int, SuitedCycle]:
    """The first round that is the first of the cycle's word, and the cycle as it is seen there, or its mirror image."""
    entry = game.entry or 0
    played = ["=" * len(each.tied) + "LR"[each.winner == 2] for each in game.rounds[entry:]]
    sizes = [len(each.hands[0]) for each in game.rounds[entry:]]
    for place in range(len(played)):
        for image in (cycle, cycle.swap()):
            turns = rounds_of(image.word)
            is_here = all(turn == played[(place + later) % len(played)] for later, turn in enumerate(turns))
            if is_here and sizes[place - 1] == image.split:
                return entry + place + 1, image
    raise AssertionError(f"{game} does not go round {cycle}")


@checkpointed
def endless_deal(rules: RuleSet | str, games: int = GAMES, run_options: RunOptions | None = None) -> EndlessDeal:
    """Look for an even deal of two players whose game never ends.

    First by the words of winners that are known to go round, without draws and with draws. A cycle of a word without
    draws has no war, so it does not matter how wars are played. Of all the cycles that the deck fits the one is taken
    from which it is the fewest rounds back to an even deal. Then by the other deals that are known; at last by playing
    every deal, or random deals where there are too many. The deal is played by the plain rules, which is the proof.

    Parameters
    ----------
    rules
        What is played, or its text form: rules without chance, for two players.
    games
        How many random deals are played, if there are too many to play them all.
    run_options
        How the work is done.

    Examples
    --------
    >>> found = endless_deal("delahaye-mathieu,replacement=loser-first")
    >>> found.cycle.word, found.game.entry, found.game.period, found.wars
    ('LLLLRRRR', 2, 1440, 0)
    """
    rules = RuleSet.parse(rules)
    checked_whole("games", games, 0, 10**9)
    if not rules.is_deterministic:
        raise ParameterError(f"rules {rules} leave something to chance, so no deal decides the game: try simulate")
    if rules.players != 2:
        raise ParameterError(f"rules {rules}: an endless deal is looked for with two players: use players=2")
    by_words = (_by_known_words(rules, with_draws) for with_draws in (False, True))
    return first_found(rules, chain(by_words, _by_known_deals(rules), by_playing(rules, games, run_options)))


def first_found(rules: RuleSet, attempts: Iterable[Attempt]) -> EndlessDeal:
    """The endless deal of the first attempt that finds one; the attempts are made one by one."""
    made: list[Attempt] = []
    for attempt in attempts:
        made.append(attempt)
        if attempt.game is not None or attempt.is_in_full:
            break
    return EndlessDeal(rules, tuple(made))


def _by_known_words(rules: RuleSet, with_draws: bool) -> Attempt:
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
            if cycle.known.ranks_in(rules.deck, MOST_STEPS) is not None:
                fitting.append(cycle)
        except UndecidedError:
            undecided += 1
    images = [image for cycle in fitting for image in (cycle, cycle.swap())]  # Left may be dealt a card more than Right
    nearest = nearest_deal(images, rules.deck, rules.dealt[0])
    if nearest is not None:
        hands, cycle = nearest
        game = play_full_game(rules, hands, cap=_LONGEST_PROOF)
        if game.ending is Ending.ENDLESS:
            word = f"{cycle.shown_word} from a split of {cycle.split}"
            return Attempt(searched, f"an endless deal of the word {word}", game, cycle)
    if not cycles:
        return Attempt(searched, "no symbolic cycle")
    outcome = f"{counted(len(cycles), 'symbolic cycle')}, and the deck fits {len(fitting) or 'none'}"
    if undecided:
        outcome += f", {undecided} undecided"
    if nearest is not None:
        outcome += f", but a deal that leads there is not back within {_LONGEST_PROOF:,} rounds"
    elif fitting:
        outcome += ", but no deal led there"
    return Attempt(searched, outcome)


def _by_known_deals(rules: RuleSet) -> Iterator[Attempt]:
    """The deals of this deck that are known to be endless by some rules, played by these."""
    for text in DEALS:
        hands = tuple(tuple(map(int, hand.split(","))) for hand in text.split("|"))
        ranks = Counter(chain(*hands))
        if tuple(ranks[rank] for rank in sorted(ranks)) == tuple(rules.deck):
            game = play_full_game(rules, hands, cap=_LONGEST_PROOF)
            if game.ending is Ending.ENDLESS:
                yield Attempt("deals that are known", "one never ends", game, _cycle_of(game))


def by_playing(rules: RuleSet, games: int, run_options: RunOptions | None = None) -> Iterator[Attempt]:
    """Play every deal if there are few, or random deals."""
    if arrangements(rules) <= _FEW_ORDERS:
        every = all_deals(rules, run_options)
        searched = f"all {counted(every.deals, 'deal')}" + " up to swapping the players" * rules.is_symmetric
        if every.endless_example is None:
            yield Attempt(searched, "none is endless", is_in_full=True)
            return
        game = play_full_game(rules, every.endless_example)
        yield Attempt(searched, f"{every.endless:,} never end", game, _cycle_of(game), True)
    elif games:
        some = simulate(rules, games, run_options=run_options)
        searched, first = counted(games, "random deal"), some.first_endless
        if first is None:
            yield Attempt(searched, "none is endless")
            return
        game = play_full_game(rules, deal(rules, some.seed, first))
        yield Attempt(searched, f"{counted(some.endless, 'game')} never ended", game, _cycle_of(game))


def _cycle_of(game: FullGame) -> SuitedCycle | None:
    """The symbolic cycle of an endless game, if a word tells it."""
    with suppress(ParameterError):
        return SuitedCycle.of_game(game)
    return None


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
                ranks = known.ranks_in(deck, MOST_STEPS)
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
