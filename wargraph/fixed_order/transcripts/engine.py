"""The standard deck, counted by transcript class: the question, the campaign that walks the tree, and its units.

Small trees are counted in plain Python, which takes less time than to load a kernel; others by the kernel of
`subtrees.py`.
"""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cached_property
from operator import index
from typing import ClassVar

from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign, workers_of
from wargraph.campaign.run_options import HOURS, SECONDS_TO_FORECAST, RunOptions, checked_run_options, too_long
from wargraph.core.position import Deals, Player, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.errors import ParameterError, TooLongError, WarGraphError, shown
from wargraph.fixed_order.results import Cycles, Endless, Engine, Lengths, Longest
from wargraph.fixed_order.transcripts.cycles import (
    MOST_GAMES,
    EndlessCycles,
    EndlessInto,
    SymbolicCycle,
    met_cycles,
    some_endless_deal,
)
from wargraph.fixed_order.transcripts.forecast import after, expected_classes
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

_USUAL_RATE = 150_000_000
"""Transcript classes that a core of a usual machine walks in a second."""

_MOST_BUDGET = 1 << 26
"""The budget of late units, which take a second; the first ones are small, so that every worker soon has work."""

_PARTS = 4
"""The number of units that a unit leaves at most, each with a budget as many times as large as its own."""

_MOST_PLAIN = 8000
"""Classes that are looked at plainly before the kernel is called after all."""


@dataclass(frozen=True)
class TranscriptEngine(Engine):
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
    def question(self) -> tuple[int, ReturnOrder, Deals, Relation]:
        return self.n, self.order, self.deals, Relation.order(self.n)

    @property
    def weights(self) -> dict[int, int]:
        """As how many starts a position of the tree counts, by the cards in Left's hand."""
        return start_weights(self.n, self.deals)

    def start(self, known: TranscriptClass) -> Position:
        """One of the starts of a class."""
        return as_start(known.example(), self.deals)

    def longest(self, run_options: RunOptions | None) -> Longest:
        deepest, starts = self.deepest(run_options)
        return Longest(*self.question, deepest.turns, starts, self.start(deepest))

    def deepest(self, run_options: RunOptions | None) -> tuple[TranscriptClass, int]:
        """The first of the deepest classes, and how many starts are in all of them."""
        walk = replace(finished_walk(self.n, self.order, self.weights, self.kind), rising=True)

        def summary(tally: TreeTally) -> str:
            if not tally.deepest:
                return ""
            known = class_at(walk, 0, tally.deepest[0])
            return f"{self}: a game of {known.turns} turns is known so far, from {self.start_text(known)}"

        refuse_hopeless(walk, run_options)
        tally = walk_trees(walk, run_options, summary)
        deepest = class_at(walk, 0, tally.deepest[0])
        return deepest, _weighted(tally, self.weights)[deepest.turns]

    def start_text(self, known: TranscriptClass) -> str:
        """One of the starts of a class, as the summary of an interrupted walk names it."""
        return str(self.start(known))

    def lengths(self, run_options: RunOptions | None) -> Lengths:
        finite, endless = self._finite(run_options)
        return Lengths(*self.question, finite, self.cycles_of(endless, run_options).by_cycle_length)

    def endless(self, run_options: RunOptions | None) -> Endless:
        finite, endless = self._finite(run_options)
        return self.of_finite(finite, endless, some_endless_deal(self.n, self.order, self.deals) if endless else None)

    def cycles(self, run_options: RunOptions | None) -> Cycles:
        source = self.endless_cycles(run_options)
        on_cycle: Counter[int] = Counter()
        for into in source.cycles:
            on_cycle[into.cycle.length] += into.by_entry[0]
        cycles = {length: on_cycle[length] // length for length in sorted(on_cycle)}
        return Cycles(self.n, self.order, cycles, source.by_cycle_length, Relation.order(self.n), source)

    def endless_cycles(self, run_options: RunOptions | None) -> EndlessCycles:
        """The endless starts by the symbolic cycle they run into."""
        _, endless = self._finite(run_options)
        return self.cycles_of(endless, run_options)

    def _finite(self, run_options: RunOptions | None) -> tuple[dict[int, int], int]:
        """The starts by the turns to the end of their game, and how many are endless."""
        total = total_starts(self.n, self.deals)

        def summary(tally: TreeTally) -> str:
            return f"{self}: {sum(_weighted(tally, self.weights).values()):,} of {total:,} are known to end so far"

        walk = finished_walk(self.n, self.order, self.weights)
        refuse_hopeless(walk, run_options)
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
    """The walk from the finished game through classes of some kind, for all splits or those that are named."""
    n = check_size(n)
    try:
        chosen = frozenset(int(index(split)) for split in (range(1, n + 1) if splits is None else splits))
    except TypeError:
        raise ParameterError(f"splits {shown(splits)} are not whole numbers: name some of 1 to {n}") from None
    if not chosen or not chosen <= set(range(1, n + 1)):
        raise ParameterError(f"splits {sorted(chosen)}: Left, who wins, holds 1 to {n} of {n} cards")
    return Walk((Root(kind.finished(n, order)),), chosen)


def refuse_hopeless(walk: Walk, run_options: RunOptions | None) -> None:
    """Raise a `TooLongError` if a walk would take too long for workers each at the usual rate of a core."""
    if is_small(walk):
        return
    run_options = checked_run_options(run_options)
    amount, workers = expected_classes(walk), workers_of(run_options.executor)
    hours = HOURS if run_options.hours is None else run_options.hours
    seconds = amount.left / (workers * _USUAL_RATE)
    if seconds > 3600 * hours:
        rate = f"{_USUAL_RATE // 10**6} million a second for each of {counted(workers, 'worker')}"
        raise too_long(WalkedTrees(walk, str), amount, seconds, rate, hours)


def walk_trees(walk: Walk, run_options: RunOptions | None, summary_of: Callable[[TreeTally], str]) -> TreeTally:
    """Walk all the trees to their ends; `summary_of` puts a partial tally into a sentence."""
    if not is_small(walk):
        compile_kernels()
    return WalkedTrees(walk, summary_of).run(run_options)


def compile_kernels() -> None:
    """Have the kernels compiled, or loaded, before time is taken and before threads wait for them."""
    from wargraph.fixed_order.transcripts.sample import sampled_classes
    from wargraph.fixed_order.transcripts.subtrees import walked

    smallest = finished_walk(2, ReturnOrder.WL)
    walked(smallest, 0, [b""])
    sampled_classes(smallest.roots[0])


@dataclass(frozen=True)
class Subtrees:
    """A work unit: what is left to walk of one tree.

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
        """Walk for a while: what was counted, and the units that are left.

        They know how deep this one came, if only the deepest classes are sure to be counted.
        """
        if is_small(self.walk) and (tally := self._walked_plainly()) is not None:
            return tally, []
        from wargraph.fixed_order.transcripts.subtrees import walked

        tally, paths = walked(self.walk, self.root, self.paths)
        deepest = len(tally.deepest.get(self.root, b"")) if self.walk.rising else 0
        budget, floor = min(_PARTS * self.walk.budget, _MOST_BUDGET), max(self.walk.floor, deepest)
        later, parts = replace(self.walk, budget=budget, floor=floor), (paths[part::_PARTS] for part in range(_PARTS))
        return tally, [replace(self, walk=later, paths=tuple(part)) for part in parts if part]

    def resumed(self, left: "list[Subtrees]") -> "list[Subtrees]":
        """What was read from a checkpoint, which does not say of which kind the classes are."""
        return [replace(each, walk=replace(each.walk, roots=self.walk.roots)) for each in left]

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
    """The units to start from: a whole tree each."""
    return [Subtrees(walk, root) for root in range(len(walk.roots))]


class WalkedTrees(Campaign[Subtrees, TreeTally]):
    """The campaign of `walk_trees`."""

    hours = HOURS
    way_out = "use a smaller deck"

    def __init__(self, walk: Walk, summary_of: Callable[[TreeTally], str]) -> None:
        self.walk = walk
        self.summary_of = summary_of

    def __str__(self) -> str:
        start = self.walk.roots[0].start
        return f"n = {len(start.below)}, {start.order}"

    def units(self) -> list[Subtrees]:
        return whole_trees(self.walk)

    def merged(self, one: TreeTally, other: TreeTally) -> TreeTally:
        return one.merged(other)

    def amount(self) -> Amount | None:
        return None if self.result is None else after(self._classes, self.result.classes.total())

    @cached_property
    def _classes(self) -> Amount:
        return expected_classes(self.walk)

    def check(self, result: TreeTally) -> None:
        if not result.deepest:
            raise WarGraphError(f"{self}: no position was counted: please report this")

    def partial_summary(self) -> str:
        return self.summary_of(self.result or TreeTally())

    def next_report(self, seconds: float) -> float:
        return max(super().next_report(seconds), SECONDS_TO_FORECAST)
