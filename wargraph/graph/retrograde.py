"""Retrograde analysis without the graph: positions by their turns to the end, three bits each.

A turn that Left won has put its two cards under Left's pile. So the two bottom cards tell the position before it: the
one that beats the other lay on top of Left's hand, the other on top of Right's. The same goes for Right. Where of each
pair of cards exactly one beats the other, a position has therefore at most two predecessors, one for each player who
may have won; and the other child of a predecessor is its *sibling*, in which the two bottom cards are exchanged.

The search starts from finished games and settles, layer by layer, the positions that come to the end in one turn more.
Where the return order is chosen to end the game, one child that is settled settles its predecessor. Where it is chosen
against the end, both must be: then the later of two siblings does. Of each position two bits are kept: 0 while it is
open, and then 1 + layer mod 3. A third bit says whether it is of the last layer.

A checkpoint keeps layer by layer which positions are of it; a search that goes on reads the finished layers, and
settles the next ones.

Positions are numbered as in `wargraph.graph.positions`, but for gaps in the factorial base: after the arrangements of
the lowest cards, which change fastest, numbers are left unused until a word of bits is full. A number is still a sum of
digits times weights, and moving a card changes it by a sum over a set of cards, as in `wargraph.graph.build`.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import islice
from math import factorial
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.pieces import FinishedPiece
from wargraph.campaign.progress import Amount
from wargraph.campaign.run_options import HOURS, RunOptions, Work, checked_run_options, monitor, too_long
from wargraph.compute.memory import require_memory_for_cards
from wargraph.core.position import Deals, Player, Position
from wargraph.core.relation import Reading, Relation
from wargraph.core.rules import Game, ReturnOrder, children
from wargraph.graph.build import HashTables, hash_tables
from wargraph.graph.kept_layers import parts
from wargraph.graph.loops import compiled_loops, loop, on_threads
from wargraph.graph.positions import Positions
from wargraph.report.humanize import duration

if TYPE_CHECKING:
    from wargraph.campaign.checkpoint import CampaignRecord

_LOW_CARDS = 6

_IN_WORD = 32
"""Positions in a word of 64 bits."""

_KEPT = 10
"""How many positions of the last layer are kept of each split: the first ones. Enough for examples."""

_CHUNK = 1 << 16

_WARM_UP = 4
"""So few cards take no time to search once the loops are compiled."""

_MOST_UNFORECAST = 1 << 30
"""Up to so many positions a search takes some seconds, and its first layers tell how many."""

_REHEARSED = 10
"""On so many cards a search is short, and as fast as on more."""


@dataclass(frozen=True)
class Opposed:
    """At whose turns the return order is chosen against the end: at those that Left wins, and that Right wins."""

    at_lefts: bool = False
    at_rights: bool = False


NOBODY = Opposed()


_last_search: ContextVar[dict[object, "Retrograde"] | None] = ContextVar("last_search", default=None)


@contextmanager
def last_search_kept() -> Iterator[None]:
    """Keep, within a block, the last search: all kinds of deals are read off the same one."""
    before = _last_search.set({})
    try:
        yield
    finally:
        _last_search.reset(before)


def searched_back(
    relation: Relation,
    left_holds_n: bool,
    ends: Collection[int],
    opposed: Opposed = NOBODY,
    keeps_turns: bool = False,
    run_options: RunOptions | None = None,
) -> "Retrograde":
    """Search as `Retrograde` does, unless the last search is kept and was the same."""
    question = relation, left_holds_n, tuple(ends), opposed, keeps_turns
    kept = _last_search.get()
    if kept is None:
        return Retrograde(*question, run_options)
    if question not in kept:
        kept.clear()  # before the next one: there may be memory for one only
        kept[question] = Retrograde(*question, run_options)
    return kept[question]


def has_unique_predecessors(relation: Relation) -> bool:
    """Whether a position and the winner of the last turn determine the position before it, as this search needs.

    >>> has_unique_predecessors(Relation.order(4)), has_unique_predecessors(Relation.named("suits:2x2"))
    (True, False)
    """
    return relation.reading is Reading.STRICT


def require_retrograde_memory(n: int, left_holds_n: bool, keeps_turns: bool = False) -> None:
    """Raise a `TooLargeError` if the search back on n cards does not fit into memory."""
    bytes_of_word = 8 + np.dtype(np.uint32).itemsize + (_IN_WORD * np.dtype(np.int16).itemsize if keeps_turns else 0)
    require_memory_for_cards(
        lambda cards: bytes_of_word * sum(_Numbering(Positions(cards, left_holds_n)).words.values()),
        n,
        "the search back from all ends",
        " here, or play single positions",
    )


class Retrograde:
    """What a search back from finished games found.

    Parameters
    ----------
    relation
        Who beats whom: of each pair of cards exactly one beats the other.
    left_holds_n
        Whether only the positions count in which Left holds card n, which no card beats then.
    ends
        The splits of the finished games that are meant: n where Left won, 0 where Right did.
    opposed
        At whose turns the order is chosen against the end: nobody's, if both splits are meant.
    keeps_turns
        Whether the turns of each position are kept, for `turns`: two bytes more for each.
    run_options
        As for `finish`.

    Examples
    --------
    >>> found = Retrograde(Relation.order(4), True, [4])
    >>> found.sizes("any"), [str(position) for position in found.last("any", 1)]
    ([24, 12, 6, 8, 4, 4, 2], ['42|13'])
    """

    def __init__(
        self,
        relation: Relation,
        left_holds_n: bool,
        ends: Collection[int],
        opposed: Opposed = NOBODY,
        keeps_turns: bool = False,
        run_options: RunOptions | None = None,
    ) -> None:
        require_retrograde_memory(relation.n, left_holds_n, keeps_turns)
        self.relation = relation
        self.opposed = opposed
        self.keeps_turns = keeps_turns
        self.positions = Positions(relation.n, left_holds_n)
        self._layers: list[dict[int, int]] = []
        search = _Search(self)
        if self.positions.size > _MOST_UNFORECAST:
            search.forecast(ends, checked_run_options(run_options))
        self._numbering = _Numbering(self.positions)
        self._states = {split: np.zeros(words, np.int64) for split, words in self._numbering.words.items()}
        self._turns = {
            split: np.zeros(words * _IN_WORD if keeps_turns else 0, np.int16)
            for split, words in self._numbering.words.items()
        }
        # A turn changes the split by one: where all ends have splits of one parity, so has each layer, and what is read
        # of the last layer is not where the next one is written.
        buffers = len({split % 2 for split in ends})
        self._newest = [
            {split: np.zeros(words, np.uint32) for split, words in self._numbering.words.items()}
            for _ in range(buffers)
        ]
        self._last: dict[int, list[int]] = {}
        self._settle_ends(ends)
        tables = hash_tables(self._numbering.low_cards, self._numbering.weights)
        self._search(search, checked_run_options(run_options), tables, relation.to_array())

    @property
    def settled(self) -> int:
        """How many positions come to the end."""
        return sum(map(sum, map(dict.values, self._layers)))

    @property
    def most_turns(self) -> int:
        """How many turns the last ones take."""
        return len(self._layers) - 1

    def sizes(self, deals: Deals | str, holders: Collection[Player] = tuple(Player)) -> list[int]:
        """How many starts come to the end in 0, 1, 2, ... turns, up to the most; `holders` as in `Positions.starts`."""
        splits = [split for split, _ in self.positions.starts(Deals(deals), holders)]
        sizes = [sum(layer.get(split, 0) for split in splits) for layer in self._layers]
        while sizes and not sizes[-1]:
            sizes.pop()
        return sizes

    def last(self, deals: Deals | str, count: int, holders: Collection[Player] = tuple(Player)) -> list[Position]:
        """The first starts, up to ten, of those that come to the end in the most turns."""
        sizes = self.sizes(deals, holders)
        layer = self._layers[len(sizes) - 1] if sizes else {}
        found = (
            position.swap() if is_swapped else position
            for split, is_swapped in self.positions.starts(Deals(deals), holders)
            if split in layer
            for position in self._numbered(split, self._last[split])
        )
        return list(islice(found, count))

    def open(self, deals: Deals | str, holders: Collection[Player] = tuple(Player)) -> Iterator[Position]:
        """The starts that come to no end."""
        for split, is_swapped in self.positions.starts(Deals(deals), holders):
            for position in self._numbered(split, self._open_numbers(split)):
                yield position.swap() if is_swapped else position

    def is_open(self, position: Position) -> bool:
        """Whether a position comes to no end."""
        return not self._state(position)

    def turns(self, position: Position) -> int | None:
        """In how many turns a position comes to the end; None if it does not. Only if that was kept."""
        if self.is_open(position):
            return None
        return int(self._turns[position.split][self._numbering.number(position)])

    def game(self, position: Position, turns: int | None = None) -> Game:
        """A shortest game from a position, if nobody opposes; its start alone where none can end.

        Where the turns were kept they lead the way. Else of a layer only the remainder by three is known, so a child
        may only look one turn nearer to the end; then no end is met in time, and the other child is tried. That takes
        far less time if it is known how many `turns` the game takes.
        """
        known = self._state(position)
        lengths = range(known - 1, len(self._layers), 3) if turns is None else [turns]
        failed: set[tuple[Position, int]] = set()

        def played(path: tuple[Position, ...], left: int) -> tuple[Position, ...] | None:
            position = path[-1]
            if position.is_terminal != (left == 0) or not self._may_need(position, left):
                return None
            if left == 0:
                return path
            if (position, left) not in failed:
                for child in children(position, self.relation).values():
                    found = played((*path, child), left - 1)
                    if found:
                        return found
                failed.add((position, left))
            return None

        found = filter(None, (played((position,), length) for length in lengths if known))
        return Game(ReturnOrder.FREE, self.relation, next(found, (position,)))

    def _may_need(self, position: Position, turns: int) -> bool:
        """Whether a position may be so far from the end."""
        if self.keeps_turns:
            return self.turns(position) == turns
        right = len(position.right)  # a turn takes one card from one of the players
        if self.positions.left_holds_n:
            is_so_far = right <= turns and (turns - right) % 2 == 0
        else:
            is_so_far = min(right, position.split) <= turns
        return is_so_far and self._state(position) == 1 + turns % 3

    def _state(self, position: Position) -> int:
        self.positions.check(position)
        number = self._numbering.number(position)
        return int(self._states[position.split][number // _IN_WORD] >> 2 * (number % _IN_WORD) & 3)

    def _numbered(self, split: int, numbers: Iterable[int]) -> Iterator[Position]:
        return (self._numbering.position(split, int(number)) for number in numbers)

    def _open_numbers(self, split: int) -> Iterator[int]:
        states, group = self._states[split], self._numbering.full_group(2, np.int64)
        step = _CHUNK * len(group)
        for start in range(0, len(states), step):
            words = states[start : start + step].reshape(-1, len(group))
            is_open = (words | words >> 1) & 0x5555555555555555 ^ group
            for row, column in np.argwhere(is_open):
                word = int(is_open[row, column])
                first = _IN_WORD * (start + int(row) * len(group) + int(column))
                yield from (first + place for place in range(_IN_WORD) if word >> 2 * place & 1)

    def _settle_ends(self, ends: Collection[int]) -> None:
        sizes = {split: self.positions.split_size(split) for split in ends}
        full_states = self._numbering.full_group(2, np.int64)
        full_newest = self._numbering.full_group(1, np.uint32)
        for split, size in sizes.items():
            self._states[split][:] = np.tile(full_states, self._numbering.groups[split])
            self._newest[0][split][:] = np.tile(full_newest, self._numbering.groups[split])
            self._last[split] = [self._numbering.spread(rank) for rank in range(min(_KEPT, size))]
        self._layers.append(sizes)

    def _search(self, search: "_Search", run_options: RunOptions, tables: HashTables, beats: NDArray[np.bool_]) -> None:
        """Settle layer after layer; those that the checkpoint keeps are read."""
        record = run_options.kept.campaign(search.title) if run_options.kept else None
        with monitor(search, run_options, record):
            while record and self._read_layer(record):
                search.poll()
                search.begin_after(self.settled)
            while self._settle_layer(tables, beats, record):
                search.poll()
        if record:
            record.end()

    def _next_splits(self) -> list[int]:
        """The splits that the next layer may have: a turn changes the split by one."""
        last = self._layers[-1]
        # The largest first, so that no core waits long for another.
        return [split for split in range(self.positions.n - 1, 0, -1) if {split - 1, split + 1} & last.keys()]

    def _settle_layer(self, tables: HashTables, beats: NDArray[np.bool_], record: "CampaignRecord | None") -> bool:
        """Settle what is one turn before the last layer; whether there was anything."""
        splits, began = self._next_splits(), process_time()
        sizes = on_threads(self._settle_split, [(split, tables, beats) for split in splits])
        if record and any(sizes):
            self._keep_layer(record, splits, process_time() - began)
        return self._end_layer(dict(zip(splits, sizes, strict=True)))

    def _end_layer(self, sizes: dict[int, int]) -> bool:
        """Clear the marks of the last layer, and count the next one, whose positions are marked, unless it is empty."""
        for split in self._layers[-1]:
            self._newest_of(len(self._layers) - 1)[split].fill(0)
        newest = self._newest_of(len(self._layers))
        layer = {split: size for split, size in sizes.items() if size}
        for split in layer:
            self._last[split] = list(islice(_marked(newest[split]), _KEPT))
        if layer:
            self._layers.append(layer)
        return bool(layer)

    def _keep_layer(self, record: "CampaignRecord", splits: list[int], seconds: float) -> None:
        newest = self._newest_of(len(self._layers))
        of_splits = [parts(len(self._layers), split, len(newest[split])) for split in splits]
        each = seconds / sum(map(len, of_splits))
        for of_split in of_splits:
            record.keep((part, FinishedPiece(part.packed(newest[part.split]), [], each)) for part in of_split)

    def _read_layer(self, record: "CampaignRecord") -> bool:
        """Mark the positions of the next layer as the checkpoint has them; whether it has the whole layer."""
        turns, splits = len(self._layers), self._next_splits()
        newest, group = self._newest_of(turns), self._numbering.full_group(1, np.uint32)
        whole = [part for split in splits for part in parts(turns, split, len(newest[split]))]
        if not whole or record.finished(whole[-1]) is None:  # they are kept in this order
            return False
        enter = _enter.over(self.positions.size - self.positions.terminals)
        sizes = dict.fromkeys(splits, 0)
        for part in whole:
            finished = record.finished(part)
            if finished is None:
                raise record.damaged(f"a part of layer {turns} is missing")
            split = part.split
            of_split = newest[split], self._states[split], turns, self._turns[split]
            settled = enter(*part.opened(finished.partial), group, *of_split)
            if settled < 0:
                raise record.damaged(f"layer {turns} has positions twice, or some that there are not")
            sizes[split] += settled
        return self._end_layer(sizes)

    def _newest_of(self, layer: int) -> dict[int, NDArray[np.uint32]]:
        """Where a layer's positions are marked, by split, until the next one is there."""
        return self._newest[layer % len(self._newest)]

    def _settle_split(self, split: int, tables: HashTables, beats: NDArray[np.bool_]) -> int:
        """Settle positions of one split, which no other thread writes to; how many."""
        settle = _settle.over(self.positions.size - self.positions.terminals)
        layer, settled = len(self._layers), 0
        for source, by_left, is_opposed in (
            (split + 1, True, self.opposed.at_lefts),
            (split - 1, False, self.opposed.at_rights),
        ):
            if source in self._layers[-1]:
                newest = self._newest_of(layer - 1)[source], self._newest_of(layer)[split]
                states = self._states[source], self._states[split]
                turns = self._turns[split]
                settled += settle(*newest, *states, source, by_left, is_opposed, layer, turns, tables, beats)
        return int(settled)


class _Search(Work):
    """The search, layer by layer."""

    hours = HOURS
    way_out = "use fewer cards"

    def __init__(self, found: Retrograde) -> None:
        self.found = found
        self.title = f"the search back from all ends on {found.relation.display}"
        self.seconds: float | None = None

    def __str__(self) -> str:
        return self.title if self.seconds is None else f"{self.title}, some {duration(self.seconds)} by forecast"

    def forecast(self, ends: Collection[int], run_options: RunOptions) -> None:
        """Search a smaller deck, and raise a `TooLongError` if this one takes too long by the same rate.

        The first layer, which would show it, can take minutes.
        """
        positions = self.found.positions

        def searched(n: int) -> Retrograde:
            return Retrograde(Relation.order(n), positions.left_holds_n, [n if end else 0 for end in ends])

        n = _REHEARSED
        with compiled_loops():
            searched(_WARM_UP)  # so that it takes no time to compile them, or to load them, in what is timed
            start = monotonic()
            smaller = searched(n)
        seconds = (monotonic() - start) * positions.size / smaller.positions.size
        hours = self.hours if run_options.hours is None else run_options.hours
        if seconds > 3600 * hours:
            raise too_long(self, self.amount(), seconds, f"the rate of {n} cards on this machine", hours)
        self.seconds = seconds

    def amount(self) -> Amount:
        settled = self.found.settled
        return Amount(settled, self.found.positions.size - settled, "positions")

    def partial_summary(self) -> str:
        settled, total = self.found.settled, self.found.positions.size
        return f"{settled:,} of {total:,} positions come to the end in up to {self.found.most_turns} turns"


class _Numbering:
    """Where the two bits of each position of a split lie: in groups of words, one for each word of the high cards."""

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        self.low_cards = min(_LOW_CARDS, positions.n - 1)
        self.arrangements = factorial(self.low_cards)
        self.room = -(-self.arrangements // _IN_WORD) * _IN_WORD
        self.groups = {split: positions.split_size(split) // self.arrangements for split in positions.splits}
        self.words = {split: groups * self.room // _IN_WORD for split, groups in self.groups.items()}

    @property
    def weights(self) -> NDArray[np.int64]:
        """What a digit of each card counts, from the lowest card on."""
        return np.array([self.spread(factorial(card)) for card in range(self.positions.n)], np.int64)

    def full_group(self, bits: int, dtype: type[np.integer]) -> NDArray[Any]:
        """The words of a group in which each position has so many bits, and the lowest of them is set."""
        marks = np.zeros((self.room // _IN_WORD, _IN_WORD), dtype)
        marks.ravel()[: self.arrangements] = 1
        words: NDArray[Any] = np.bitwise_or.reduce(marks << np.arange(0, bits * _IN_WORD, bits).astype(dtype), axis=1)
        return words

    def spread(self, rank: int) -> int:
        """The number of a position by its rank among the positions of its split."""
        group, arrangement = divmod(rank, self.arrangements)
        return group * self.room + arrangement

    def number(self, position: Position) -> int:
        """The number of a position among those of its split."""
        return self.spread(self.positions.index(position) - self.positions.offsets[position.split])

    def position(self, split: int, number: int) -> Position:
        """The position of a split with a number."""
        group, arrangement = divmod(number, self.room)
        return self.positions[self.positions.offsets[split] + group * self.arrangements + arrangement]


def _marked(words: NDArray[np.uint32]) -> Iterator[int]:
    """The numbers of the positions that are marked."""
    for first in range(0, len(words), _CHUNK):
        for word in first + np.flatnonzero(words[first : first + _CHUNK]):
            marks = int(words[word])
            yield from (_IN_WORD * int(word) + place for place in range(_IN_WORD) if marks >> place & 1)


@loop
def _enter(places, marks, group, newest, states, layer, turns):  # type: ignore[no-untyped-def]
    """Settle, in a layer, the positions of a split that are marked in the words at some places; how many.

    -1 if one of them is settled already, or if there is no such position: `group` marks those that there are.
    """
    state, settled = np.int64(1 + layer % 3), 0
    for number in range(places.size):
        place, word = places[number], np.int64(marks[number])
        if word & ~np.int64(group[place % group.size]):
            return -1
        newest[place] = marks[number]
        for bit in range(32):
            if word >> bit & 1:
                if states[place] >> 2 * bit & 3:
                    return -1
                states[place] |= state << 2 * bit
                settled += 1
                if turns.size:
                    turns[32 * place + bit] = layer
    return settled


@loop
def _settle(  # type: ignore[no-untyped-def]  # noqa: C901 (one loop, which calls nothing and so runs uncompiled too)
    newest,
    newest_after,
    source,
    target,
    split,
    by_left,
    is_opposed,
    layer,
    turns,
    tables,
    beats,
):
    """Settle, in a layer, the open positions of a target split before those that the last layer has in the source
    split; `by_left` says who won the turn between. Returns how many.

    Cards count from 0 here.
    """
    words, word_sets, weights, set_weights, set_sizes = tables
    n = weights.size
    low_cards, arrangements = words.shape
    in_group = -(-arrangements // 32)
    everything = (1 << n) - 1
    state = 1 + layer % 3
    end = split if by_left else n
    word = np.empty(n, np.int64)
    settled = 0
    for group in range(newest.size // in_group):
        is_decoded = False
        high_set = low_in_left = low_before = 0
        for place_in_group in range(in_group):
            found = np.int64(newest[group * in_group + place_in_group])
            if found == 0:
                continue
            if not is_decoded:
                # The high cards' places: insert them, in rising order, into a word of low cards (-1).
                is_decoded = True
                for place in range(low_cards):
                    word[place] = -1
                rest = group
                for card in range(low_cards, n):
                    digit = rest % (card + 1)
                    rest //= card + 1
                    for place in range(card, digit, -1):
                        word[place] = word[place - 1]
                    word[digit] = card
                for place in range(n):
                    if word[place] >= 0:
                        if place < split:
                            high_set |= 1 << word[place]
                    else:
                        low_in_left += place < split
                        low_before += place < end - 2
            arrangement = 32 * place_in_group - 1
            while found:
                arrangement += 1
                is_found = found & 1
                found >>= 1
                if not is_found:
                    continue
                number = group * in_group * 32 + arrangement
                low = low_before
                upper = word[end - 2]
                if upper < 0:
                    upper = words[low, arrangement]
                    low += 1
                lower = word[end - 1]
                if lower < 0:
                    lower = words[low, arrangement]
                # The number of the sibling: the larger card's digit changes by one.
                sibling = number + (weights[upper] if upper > lower else -weights[lower])
                if is_opposed and source[sibling >> 5] >> 2 * (sibling & 31) & 3 == 0:
                    continue
                won, lost = upper, lower
                if not beats[upper, lower]:
                    won, lost = lower, upper
                    number = sibling
                left_set = high_set | word_sets[low_in_left, arrangement]
                between = (left_set if by_left else everything & ~left_set) & ~(1 << won | 1 << lost)
                below = (1 << won) - 1
                number += set_weights[between & ~below] - set_sizes[between & below] * weights[won]
                if not by_left:
                    number += set_weights[everything & ~((2 << lost) - 1)] - lost * weights[lost]
                mark = 2 * (number & 31)
                if target[number >> 5] >> mark & 3 == 0:
                    target[number >> 5] |= state << mark
                    newest_after[number >> 5] |= np.uint32(1 << (number & 31))
                    settled += 1
                    if turns.size:
                        turns[number] = layer
    return settled
