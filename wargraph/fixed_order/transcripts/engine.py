"""The standard deck, counted by transcript class: the engine, the campaign that walks the trees, and their forecast.

The number of transcript classes of a tree is known from walks, or estimated from samples. Single random paths (Knuth
1975) miss the few long branches in which most classes lie. So the walk itself is sampled: it spends a budget on a tree,
and of the subtrees that are left every second one goes on and counts for two.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp, log
from statistics import fmean, stdev

from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign, workers_of
from wargraph.campaign.run_options import HOURS, SECONDS_TO_FORECAST, RunOptions, too_long
from wargraph.core.position import Deals, Position
from wargraph.core.relation import Relation
from wargraph.core.rng import Chance
from wargraph.core.rules import ReturnOrder
from wargraph.errors import TooLongError, WarGraphError
from wargraph.fixed_order.engine import Engine
from wargraph.fixed_order.results import Cycles
from wargraph.fixed_order.transcripts.cycles import (
    MOST_GAMES,
    EndlessCycles,
    EndlessInto,
    SymbolicCycle,
    met_cycles,
    some_endless_deal,
)
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass, as_start
from wargraph.fixed_order.transcripts.tally import TreeRoot, TreeTally
from wargraph.fixed_order.transcripts.units import Subtrees, is_small
from wargraph.graph.positions import Positions
from wargraph.report.humanize import counted

_USUAL_RATE = 150_000_000
"""Transcript classes that a core of a usual machine walks in a second."""

_MOST_SHARE = 32
"""So many times its budget a unit may spend: some tenths of a second."""


@dataclass(frozen=True)
class TranscriptEngine(Engine):
    """The starts of the standard deck on n cards that some deals mean, counted without visiting them.

    The tree has the positions in which Left, who wins, holds n. The starting positions of ``all`` are
    just these; in balanced deals the player who holds n may be the first one or the second, so two splits count.
    """

    n: int
    order: ReturnOrder
    deals: Deals

    def __str__(self) -> str:
        return f"n = {self.n}, {self.order}, {self.deals.meaning}"

    @cached_property
    def relation(self) -> Relation:  # type: ignore[override]
        """The standard order."""
        return Relation.order(self.n)

    @property
    def positions(self) -> Positions:
        return Positions(self.n, left_holds_n=True)

    @property
    def weights(self) -> dict[int, int]:
        """The number of starts for which a position of the tree stands, by the cards in Left's hand.

        >>> [TranscriptEngine(n, ReturnOrder.WL, deals).weights for n, deals in ((3, Deals.ALL), (4, Deals.BALANCED))]
        [{1: 1, 2: 1, 3: 1}, {2: 2}]
        """
        return dict(Counter(split for split, _ in self.positions.starts(self.deals)))

    @property
    def tree(self) -> Subtrees:
        """The tree of the finished game."""
        return finished_tree(self.n, self.order, self.weights)

    def start(self, known: TranscriptClass) -> Position:
        """Return one of the starts of a class."""
        return as_start(known.example(), self.deals)

    def start_text(self, known: TranscriptClass) -> str:
        """Return one of the starts of a class, as the summary of an interrupted walk names it."""
        return str(self.start(known))

    def finite(self, run_options: RunOptions | None, only_longest: bool, /) -> tuple[dict[int, int], Position | None]:
        by_turns, deepest = self.walked(run_options, only_longest)
        return by_turns, self.start(deepest)

    def walked(self, run_options: RunOptions | None, only_longest: bool) -> tuple[dict[int, int], TranscriptClass]:
        """Count the starts by the turns to the end of their game, and return the first of the deepest classes."""
        tree, weights = replace(self.tree, rising=only_longest), self.weights

        def summary(tally: TreeTally) -> str:
            if not only_longest:
                ending = sum(tally.weighted(weights).values())
                return f"{self}: {ending:,} of {self.total:,} are known to end so far"
            if tally.deepest is None:
                return ""
            known = deepest_class([tree], tally)
            return f"{self}: a game of {known.turns} turns is known so far, from {self.start_text(known)}"

        tally = walk_finished(tree, run_options, summary)
        return tally.weighted(weights), deepest_class([tree], tally)

    def by_cycle_length(self, endless: int, run_options: RunOptions | None, /) -> dict[int, int]:
        return self.cycles_of(endless, run_options).by_cycle_length

    def endless_example(self) -> Position | None:
        return some_endless_deal(self.n, self.order, self.deals)

    def cycles(self, run_options: RunOptions | None) -> Cycles:
        source = self.endless_cycles(run_options)
        on_cycle: Counter[int] = Counter()
        for into in source.cycles:
            on_cycle[into.cycle.length] += into.by_preperiod[0]
        cycles = {length: on_cycle[length] // length for length in sorted(on_cycle)}
        return Cycles(*self.question, cycles, source.by_cycle_length, source)

    def endless_cycles(self, run_options: RunOptions | None) -> EndlessCycles:
        """Return the endless starts by the symbolic cycle they run into."""
        by_turns, _ = self.finite(run_options, False)
        return self.cycles_of(self.total - sum(by_turns.values()), run_options)

    def cycles_of(self, endless: int, run_options: RunOptions | None) -> EndlessCycles:
        """Return the endless starts by the symbolic cycle they run into, where it is known how many there are."""
        found: list[EndlessInto] = []
        left, met = endless, met_cycles(self.n, self.order, self.deals)
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
        return EndlessCycles(*self.question, cycles)

    def _into(self, cycle: SymbolicCycle, run_options: RunOptions | None) -> EndlessInto:
        """Count the starts that run into a cycle or its mirror image, by the turns before."""
        half = (self.n + 1) // 2
        images = 1 if cycle.swap() == cycle else 2
        # In halves of a deal. Left holds n in one of a position and its mirror image. In balanced deals it does not
        # matter who holds n, and the mirror image is a start if the position has the other half's split.
        if self.deals is Deals.ALL:
            weights = dict.fromkeys(range(1, self.n), images)
        else:
            weights = dict(Counter([half, half, self.n - half, self.n - half][: 2 * images]))

        def by_preperiod(tally: TreeTally) -> dict[int, int]:
            return {preperiod: halves // 2 for preperiod, halves in tally.weighted(weights).items()}

        def summary(tally: TreeTally) -> str:
            return f"{self}: {sum(by_preperiod(tally).values()):,} run into a cycle of {cycle.length} turns so far"

        splits = frozenset(weights)
        trees = [Subtrees(root, splits) for root in cycle.roots()]
        tally = WalkedTrees(trees, summary).run(run_options)
        return EndlessInto(cycle, by_preperiod(tally), self.start(deepest_class(trees, tally)))


def deepest_class(trees: Sequence[Subtrees], tally: TreeTally) -> TranscriptClass:
    """Return the class that a tally has as the deepest one."""
    _, number, path = tally.deepest or (0, 0, b"")
    return trees[number].root.class_at(path)


def finished_tree(
    n: int, order: ReturnOrder | str, splits: Collection[int] | None = None, is_transitive: bool = True
) -> Subtrees:
    """Return the tree behind the finished game, to count the positions of all splits or of those that are named."""
    root = TreeRoot(TranscriptClass.finished(n, order, is_transitive))
    return Subtrees(root, frozenset(range(1, root.n + 1) if splits is None else splits))


def walk_finished(tree: Subtrees, run_options: RunOptions | None, summary_of: Callable[[TreeTally], str]) -> TreeTally:
    """Walk the tree behind the finished game to its ends, unless that is hopeless."""
    walk = WalkedTrees([tree], summary_of)
    if not is_small(tree.root):
        walk.refuse_hopeless(run_options or RunOptions())
    return walk.run(run_options)


def compile_kernels() -> None:
    """Have the kernels compiled, or loaded, before time is taken and before threads wait for them."""
    finished_tree(2, ReturnOrder.WL).walked_by_kernel()


class WalkedTrees(Campaign[Subtrees, TreeTally]):
    """The campaign that walks trees to their ends; `summary_of` puts a partial tally into a sentence."""

    hours = HOURS
    way_out = "use a smaller deck"

    def __init__(self, trees: Sequence[Subtrees], summary_of: Callable[[TreeTally], str]) -> None:
        self.trees = trees
        self.summary_of = summary_of

    def __str__(self) -> str:
        return f"n = {self.trees[0].n}, {self.trees[0].root.start.order}"

    def units(self) -> Sequence[Subtrees]:
        return self.trees

    def terms(self, known: float) -> tuple[float]:
        """Return the share of its budget: the fewer units are known, the sooner a worker leaves some for the others."""
        return (min(_MOST_SHARE, known),)

    def merged(self, one: TreeTally, other: TreeTally) -> TreeTally:
        one += other
        return one

    def run(self, run_options: RunOptions | None = None) -> TreeTally:
        if not is_small(self.trees[0].root):
            compile_kernels()
        return super().run(run_options)

    def refuse_hopeless(self, run_options: RunOptions) -> None:
        """Raise a `TooLongError` if the walk would take too long for workers each at the usual rate of a core."""
        workers = workers_of(run_options.executor)
        hours = HOURS if run_options.hours is None else run_options.hours
        seconds = self.expected.left / (workers * _USUAL_RATE)
        if seconds > 3600 * hours:
            rate = f"{_USUAL_RATE // 10**6} million a second for each of {counted(workers, 'worker')}"
            raise too_long(self, self.expected, seconds, rate, hours)

    def amount(self) -> Amount | None:
        return None if self.result is None else after(self.expected, self.result.total)

    @cached_property
    def expected(self) -> Amount:
        """The number of classes of the trees."""
        return expected_classes(self.trees)

    def check(self, result: TreeTally) -> None:
        if result.deepest is None:
            raise WarGraphError(f"{self}: no position was counted: please report this")

    def partial_summary(self) -> str:
        return self.summary_of(self.result or TreeTally())

    def next_report(self, seconds: float) -> float:
        return max(super().next_report(seconds), SECONDS_TO_FORECAST)


_KNOWN = {
    ("WL", True): {
        10: 228_534, 11: 28_632, 12: 12_502_339, 13: 551_090, 14: 4_323_511_986, 15: 7_952_563, 16: 171_390_935_683,
        17: 190_232_329, 19: 2_684_924_018, 21: 77_283_250_122, 23: 1_434_193_086_534,
    },
    ("LW", True): {
        10: 738_959, 11: 17_272, 12: 24_051_265, 13: 216_439, 14: 8_424_891_479, 15: 3_704_200, 16: 590_693_423_989,
        17: 52_861_831, 19: 1_184_273_603, 21: 19_223_393_984, 23: 475_958_581_004,
    },
    ("WL", False): {7: 24_564, 8: 9_976_696},
    ("LW", False): {7: 19_540, 8: 7_414_862, 9: 14_553_724, 10: 359_112_861_687},
}  # fmt: skip
"""The classes behind the finished game, by the return order and whether the relation is an order, and by n.

Walks of the whole trees counted them; those up to 21 cards that figures/second-way.csv has were counted twice.
"""

_RUNS = 8
_BUDGET = 1 << 18
_SUBTREES = 2048
"""A subtree that takes more than this part of the budget is cut: the finer, the nearer are the runs to each other."""

_FEWEST_LEFT = 4
"""So many subtrees are left where half of them are dropped: of fewer all go on."""


def expected_classes(trees: Sequence[Subtrees]) -> Amount:
    """Return the number of transcript classes of trees, of which none is done: known, or estimated from samples.

    The range of an estimate reaches from 1.5 standard deviations of the runs' logarithms below the mean to 2 above it.
    Most runs miss the largest subtrees, and a rare run that has one makes up for them, so the truth is more often far
    above the mean than far below.
    """
    start = trees[0].root.start
    known = _KNOWN[str(start.order), start.is_transitive].get(trees[0].n)
    if known and not start.right:
        return Amount(0, known, "transcript classes")
    runs = [sum(sampled_classes(tree.root, Chance(1, run)) for tree in trees) for run in range(_RUNS)]
    scatter = stdev(map(log, runs))
    least, most = (fmean(runs) * exp(far * scatter) for far in (-1.5, 2.0))
    return Amount(0, fmean(runs), "transcript classes", least, most)


def sampled_classes(root: TreeRoot, chance: Chance, budget: int = _BUDGET) -> int:
    """Estimate the number of classes in a tree, without bias, from one run."""
    from wargraph.fixed_order.transcripts.subtrees import walked

    left, weight, total = [b""], 1, 0
    while left:
        tally, left = walked(root, (), left, 0, False, budget, budget // _SUBTREES)
        total += weight * tally.total
        step = 1 if len(left) < _FEWEST_LEFT else 2
        weight *= step
        left = left[chance.below(step) :: step]
    return total


def after(total: Amount, done: int) -> Amount:
    """Return the classes that are left; an estimate that is passed gives way to its upper end."""
    least, most = (max(0, classes - done) for classes in total.range_left)
    left = total.left - done if done < total.left else most
    return Amount(done, left, total.of, *(() if total.least is None else (least, most)))
