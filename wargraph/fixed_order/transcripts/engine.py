"""The standard deck, counted by transcript class: the question, the campaign that walks the tree, and its pieces.

Small trees are counted in plain Python, which takes less time than to load a kernel; others by the kernel of
`subtrees.py`.
"""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import astuple, dataclass, replace
from operator import index
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign, workers_of
from wargraph.campaign.run_options import HOURS, SECONDS_TO_FORECAST, RunOptions, checked_run_options, too_long
from wargraph.core.position import Deals, Player, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.errors import ParameterError, TooLongError, WarGraphError, shown
from wargraph.fixed_order.transcripts.cycles import (
    MOST_GAMES,
    EndlessCycles,
    EndlessInto,
    SymbolicCycle,
    met_cycles,
    some_endless_deal,
)
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass, check_size
from wargraph.fixed_order.transcripts.walk import (
    Path,
    Root,
    TreeTally,
    Walk,
    as_start,
    class_at,
    is_small,
    start_weights,
    total_starts,
)
from wargraph.report.humanize import counted

if TYPE_CHECKING:
    from wargraph.fixed_order.transcripts.forecast import Total

_CLASSES = "transcript classes"
_USUAL_RATE = 1.5e8
"""Transcript classes that a core of a usual machine walks in a second."""

_WORK_FOR_FORECAST = 50
"""How long work goes on until the next forecast, by the time that the last one took."""

_FEW_CLASSES = 3e9
"""Up to so many a small sample will do: half a minute of work, of which a larger one would take too much."""

_MOST_BUDGET = 1 << 26
"""Of later pieces. At first there should soon be enough pieces for everybody; then few, as each is handed around."""

_MOST_COUNTED = 1 << 48
"""A piece would take a month to meet as many classes: a checkpoint that says so is wrong."""

_DEEPEST_FLOOR = 1 << 16
_MOST_PLAIN = 8000
"""Classes that are looked at plainly before the kernel is called after all."""


@dataclass(frozen=True)
class TranscriptEngine:
    """The starts of the standard deck on n cards that some deals mean, counted without visiting them.

    The tree has the positions in which Left, who wins, holds n. Any deals are just these; with even deals
    the player who holds n may be the first one or the second, so two splits count.
    """

    n: int
    order: ReturnOrder
    deals: Deals

    kind: ClassVar[type[TranscriptClass]] = TranscriptClass

    def __str__(self) -> str:
        return f"n = {self.n}, {self.order}, {self.deals} deals"

    @property
    def relation(self) -> Relation:
        return Relation.order(self.n)

    @property
    def weights(self) -> dict[int, int]:
        """As how many starts a position of the tree counts, by the cards in Left's hand."""
        return start_weights(self.n, self.deals)

    def start(self, known: TranscriptClass) -> Position:
        """One of the starts of a class."""
        return as_start(known.example(), self.deals)

    def longest(self, run_options: RunOptions | None) -> tuple[int, int, Position]:
        deepest, starts = self.deepest(run_options)
        return deepest.turns, starts, self.start(deepest)

    def deepest(self, run_options: RunOptions | None) -> tuple[TranscriptClass, int]:
        """The first of the deepest classes, and how many starts are in all of them."""
        refuse_hopeless(self.n, self.order, run_options, self.kind)
        walk, begun = deepest_walk(self.n, self.order, self.weights, self.kind)

        def summary(tally: TreeTally) -> str:
            known = class_at(walk, 0, tally.deepest[0]) if tally.deepest else begun
            if known is None:
                return ""
            return f"{self}: a game of {known.turns} turns is known so far, from {self.start_text(known)}"

        tally = walk_trees(walk, run_options, summary)
        deepest = class_at(walk, 0, tally.deepest[0])
        return deepest, _weighted(tally, self.weights)[deepest.turns]

    def start_text(self, known: TranscriptClass) -> str:
        """One of the starts of a class, as the summary of an interrupted walk names it."""
        return str(self.start(known))

    def lengths(self, run_options: RunOptions | None) -> tuple[dict[int, int], dict[int, int]]:
        finite, endless = self._finite(run_options)
        return finite, self.cycles_of(endless, run_options).by_cycle_length

    def endless(self, run_options: RunOptions | None) -> tuple[dict[int, int], int, Position | None]:
        finite, endless = self._finite(run_options)
        return finite, endless, some_endless_deal(self.n, self.order, self.deals) if endless else None

    def cycles(self, run_options: RunOptions | None) -> tuple[dict[int, int], dict[int, int], EndlessCycles]:
        source = self.endless_cycles(run_options)
        on_cycle: Counter[int] = Counter()
        for into in source.cycles:
            on_cycle[into.cycle.length] += into.by_entry[0]
        cycles = {length: on_cycle[length] // length for length in sorted(on_cycle)}
        return cycles, source.by_cycle_length, source

    def endless_cycles(self, run_options: RunOptions | None) -> EndlessCycles:
        """The endless starts by the symbolic cycle they run into."""
        _, endless = self._finite(run_options)
        return self.cycles_of(endless, run_options)

    def _finite(self, run_options: RunOptions | None) -> tuple[dict[int, int], int]:
        """The starts by the turns to the end of their game, and how many are endless."""
        total = total_starts(self.n, self.deals)

        def summary(tally: TreeTally) -> str:
            return f"{self}: {sum(_weighted(tally, self.weights).values()):,} of {total:,} are known to end so far"

        refuse_hopeless(self.n, self.order, run_options)
        walk = finished_walk(self.n, self.order, self.weights)
        finite = _weighted(walk_trees(walk, run_options, summary), self.weights)
        return finite, total - sum(finite.values())

    def cycles_of(self, endless: int, run_options: RunOptions | None) -> EndlessCycles:
        """The endless starts by the symbolic cycle they run into, where it is known how many there are."""
        found: list[EndlessInto] = []
        left = endless
        met = met_cycles(self.n, self.order, self.deals)
        while left > 0:
            cycle = next(met, None)
            if cycle is None:
                raise TooLongError(
                    f"n = {self.n}, {self.order}: {left:,} endless deals run into cycles that {MOST_GAMES:,} random "
                    "deals did not meet: endless counts them without their cycles"
                )
            found.append(self._into(cycle, run_options))
            left -= found[-1].positions
        if left < 0:
            raise WarGraphError(
                f"n = {self.n}, {self.order}: finite and endless deals are {-left:,} too many: please report this"
            )
        cycles = tuple(sorted(found, key=lambda into: -into.positions))
        return EndlessCycles(self.n, self.order, self.deals, cycles)

    def _into(self, cycle: SymbolicCycle, run_options: RunOptions | None) -> EndlessInto:
        """Count the starts that run into a cycle or its mirror image, by the turns before."""
        half = (self.n + 1) // 2
        images = 1 if cycle.swap() == cycle else 2
        # In halves of a deal. Of a position and its mirror image Left holds n in one. With even deals it does not
        # matter who holds n, and the mirror image is a start if the position has the other half's split.
        if self.deals is Deals.ANY:
            weights = dict.fromkeys(range(1, self.n), images)
        else:
            weights = dict(Counter([half, half, self.n - half, self.n - half][: 2 * images]))

        def by_entry(tally: TreeTally) -> dict[int, int]:
            return {entry: halves // 2 for entry, halves in _weighted(tally, weights).items()}

        def summary(tally: TreeTally) -> str:
            return f"{self}: {sum(by_entry(tally).values()):,} run into a cycle of {cycle.length} turns so far"

        walk = Walk(tuple(cycle.roots()), frozenset(weights))
        tally = walk_trees(walk, run_options, summary)
        root, path = min(tally.deepest.items(), key=lambda known: (-len(known[1]), known))
        return EndlessInto(cycle, by_entry(tally), self.start(class_at(walk, root, path)))


def _weighted(tally: TreeTally, weights: dict[int, int]) -> dict[int, int]:
    """How many positions were counted, by depth; each counts as often as the cards in Left's hand say."""
    counts: Counter[int] = Counter()
    for (_, depth, split), count in tally.positions.items():
        counts[depth] += weights[split] * count
    return dict(sorted(counts.items()))


def finished_walk(
    n: int,
    order: ReturnOrder | str,
    splits: Collection[int] | None = None,
    kind: type[TranscriptClass] = TranscriptClass,
) -> Walk:
    """The walk from the finished game through classes of some kind, see `transcript_tree` and `deepest_classes`."""
    n = check_size(n)
    try:
        chosen = frozenset(int(index(split)) for split in (range(1, n + 1) if splits is None else splits))
    except TypeError:
        raise ParameterError(f"splits {shown(splits)} are not whole numbers: name some of 1 to {n}") from None
    if not chosen or not chosen <= set(range(1, n + 1)):
        raise ParameterError(f"splits {sorted(chosen)}: Left, who wins, holds 1 to {n} of {n} cards")
    return Walk((Root(kind.finished(n, order)),), chosen)


def deepest_walk(
    n: int,
    order: ReturnOrder | str,
    splits: Collection[int] | None = None,
    kind: type[TranscriptClass] = TranscriptClass,
) -> tuple[Walk, TranscriptClass | None]:
    """The walk for the deepest classes, see `deepest_classes`, and a deep class to begin with, unless it is small."""
    walk = replace(finished_walk(n, order, splits, kind), rising=True)
    if is_small(walk):
        return walk, None
    from wargraph.fixed_order.transcripts.forecast import deep_class

    known = deep_class(walk)
    # A depth that is reached for sure spares counting positions near the root, where that takes longest.
    return replace(walk, floor=known.turns), known


def refuse_hopeless(
    n: int, order: ReturnOrder | str, run_options: RunOptions | None, kind: type[TranscriptClass] = TranscriptClass
) -> None:
    """Raise a `TooLongError` at once if a tree is too large to be walked in time.

    That is so if each worker, at the usual rate of a core, would take too long for the fewest classes of a forecast.
    """
    run_options = checked_run_options(run_options)
    if n <= kind.largest_never_hopeless:
        return
    from wargraph.fixed_order.transcripts.forecast import SMALL_GENERATION, forecast

    walk, workers = finished_walk(n, order, kind=kind), workers_of(run_options.executor)
    hours = HOURS if run_options.hours is None else run_options.hours
    in_an_hour = 3600 * workers * _USUAL_RATE
    if forecast(walk, whole_trees(walk), generation=SMALL_GENERATION).most / in_an_hour <= hours:
        return
    left = forecast(walk, whole_trees(walk))
    if left.least / in_an_hour > hours:
        seconds, amount = (
            left.classes / (workers * _USUAL_RATE),
            Amount(0, left.classes, _CLASSES, left.least, left.most),
        )
        rate = f"{_USUAL_RATE / 10**6:.0f} million a second for each of {counted(workers, 'worker')}"
        raise too_long(WalkedTrees(walk, str), amount, seconds, rate, hours)


def walk_trees(walk: Walk, run_options: RunOptions | None, summary_of: Callable[[TreeTally], str]) -> TreeTally:
    """Walk all the trees to their ends; `summary_of` puts a partial tally into a sentence."""
    if not is_small(walk):
        compile_kernels()
    return WalkedTrees(walk, summary_of).run(run_options)


def compile_kernels() -> None:
    """Have the kernels compiled, or loaded, before time is taken and before threads wait for them."""
    from wargraph.fixed_order.transcripts.forecast import forecast
    from wargraph.fixed_order.transcripts.subtrees import walked

    smallest = finished_walk(2, ReturnOrder.WL)
    walked(smallest, 0, [b""])
    forecast(smallest, whole_trees(smallest))


@dataclass(frozen=True)
class Subtrees:
    """A piece: what is left to walk of one tree.

    Attributes
    ----------
    walk
        Which trees.
    root
        The number of the tree.
    paths
        Where the subtrees that are left start.
    """

    walk: Walk
    root: int
    paths: tuple[Path, ...] = (b"",)

    def work(self) -> tuple[TreeTally, "list[Subtrees]"]:
        """Walk for a while: what was counted, and up to two pieces that are left."""
        if is_small(self.walk) and (tally := self._walked_plainly()) is not None:
            return tally, []
        from wargraph.fixed_order.transcripts.subtrees import walked

        tally, paths = walked(self.walk, self.root, self.paths)
        later = replace(self.walk, budget=min(4 * self.walk.budget, _MOST_BUDGET))
        return tally, [replace(self, walk=later, paths=tuple(half)) for half in (paths[::2], paths[1::2]) if half]

    def resumed(self, left: "list[Subtrees]") -> "list[Subtrees]":
        """What was read from a checkpoint, which does not say of which kind the classes are."""
        return [replace(each, walk=replace(self.walk, budget=each.walk.budget)) for each in left]

    def _walked_plainly(self) -> TreeTally | None:
        """The tally of everything, or None if that is too much: the same as by the kernel, but no ideals are met."""
        root, tally, floor, met = self.walk.roots[self.root], TreeTally(), self.walk.floor, 0
        waiting = [(class_at(self.walk, self.root, path), path) for path in self.paths]
        while waiting:
            known, path = waiting.pop()
            met += 1
            if met > _MOST_PLAIN:
                return None
            turns = len(path)
            tally.classes[self.root, turns, known.split] += 1
            if known.split in self.walk.splits and turns >= floor:
                tally.positions[self.root, turns, known.split] += known.positions
                if self.root not in tally.deepest or turns > len(tally.deepest[self.root]):
                    tally.deepest[self.root] = path
                    floor = turns if self.walk.rising else floor
            for winner, step in ((Player.RIGHT, b"\1"), (Player.LEFT, b"\0")):
                if turns > 0 or winner is not root.never:
                    before = known.parent(winner)
                    if before is not None:
                        waiting.append((before, path + step))
        return tally


def whole_trees(walk: Walk) -> list[Subtrees]:
    """The pieces to start from: a whole tree each."""
    return [Subtrees(walk, root) for root in range(len(walk.roots))]


class WalkedTrees(Campaign[Subtrees, TreeTally]):
    """The campaign of `walk_trees`."""

    hours = HOURS
    way_out = "use a smaller deck"

    def __init__(self, walk: Walk, summary_of: Callable[[TreeTally], str]) -> None:
        self.walk = walk
        self.summary_of = summary_of
        self._total: Total | None = None
        self._next_forecast = 0.0

    def __str__(self) -> str:
        start = self.walk.roots[0].start
        return f"n = {len(start.below)}, {start.order}"

    def pieces(self) -> list[Subtrees]:
        return whole_trees(self.walk)

    def merged(self, one: TreeTally, other: TreeTally) -> TreeTally:
        return one.merged(other)

    def amount(self) -> Amount | None:
        """The classes, with a forecast of those that are left: that takes a while, so it is not made each time."""
        if self.result is None:
            return None
        done, pieces = self.result.classes.total(), self.left()
        if not pieces:
            return Amount(done, 0, _CLASSES)
        begun, expected = monotonic(), self.amount_when_stopped()
        if begun < self._next_forecast and expected is not None and expected.left:
            return expected
        from wargraph.fixed_order.transcripts.forecast import SMALL_GENERATION, Total, forecast

        left = forecast(self.walk, pieces, generation=SMALL_GENERATION)
        if left.most > _FEW_CLASSES:
            left = forecast(self.walk, pieces)
        self._total = Total.of(done, left) if self._total is None else self._total.and_then(done, left)
        ended = monotonic()
        self._next_forecast = ended + _WORK_FOR_FORECAST * (ended - begun)
        return self.amount_when_stopped()

    def amount_when_stopped(self) -> Amount | None:
        """What is left by the last forecast."""
        if self._total is None or self.result is None:
            return None
        done = self.result.classes.total()
        left, least, most = (max(0.0, classes - done) for classes in astuple(self._total.forecast))
        return Amount(done, left, _CLASSES, least, most)

    def check(self, result: TreeTally) -> None:
        super().check(result)
        if not result.deepest:
            raise WarGraphError(f"{self}: no position was counted: please report this")

    def partial_summary(self) -> str:
        return self.summary_of(self.result or TreeTally())

    def next_report(self, seconds: float) -> float:
        return max(super().next_report(seconds), SECONDS_TO_FORECAST)
