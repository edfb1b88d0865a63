"""Which questions are too large: decks that do not fit into memory or into the counters, and trees with many classes.

Whatever knows a limit is imported when it is asked, so that commands start soon.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from wargraph.errors import ParameterError

if TYPE_CHECKING:
    from wargraph.campaign.progress import Amount
    from wargraph.fixed_order.transcripts.walk import Root

CLASSES = "transcript classes"

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

Limit = Callable[..., None]
"""Raises an error if a deck of so many cards is too large; a flag may say that it is not the standard deck."""


def graph_limit(n: int, is_standard: bool = True) -> None:
    """Refuse a War graph that does not fit into memory, with an analysis of it."""
    from wargraph.graph.war_graph import require_graph_memory

    require_graph_memory(n, left_holds_n=is_standard)


def retrograde_limit(n: int, is_standard: bool = True) -> None:
    """Refuse a deck if three bits for each of its positions do not fit into memory."""
    from wargraph.graph.retrograde import require_retrograde_memory

    require_retrograde_memory(n, left_holds_n=is_standard)


def counting_limit(n: int, is_standard: bool = True) -> None:
    """Refuse a deck whose games cannot be counted without its positions: by transcripts, or in the forest."""
    if is_standard:
        from wargraph.fixed_order.transcripts.symbolic import check_size

        check_size(n)
    else:
        from wargraph.fixed_order.forest.engine import check_forest_size

        check_forest_size(n)


def check_tournament_size(n: object) -> int:
    """`n` as a number of cards all of whose tournaments can be asked about: with more, two limbs do not count them."""
    from wargraph.fixed_order.transcripts.symbolic import check_size

    size = check_size(n)
    if size > 16:
        raise ParameterError(f"n = {size} is too large to ask about all relations at once: use at most 16 cards")
    return size


def expected_classes(roots: "Sequence[Root]") -> "Amount":
    """Return how many transcript classes some trees have, none of which is done: known, or estimated from samples.

    The range of an estimate reaches from 1.5 standard deviations of the runs' logarithms below the mean to 2 above it.
    Most runs miss the largest subtrees, and a rare run that has one makes up for them, so the truth is more often far
    above the mean than far below.
    """
    import numpy as np

    from wargraph.campaign.progress import Amount
    from wargraph.fixed_order.transcripts.sample import sampled_classes

    start = roots[0].start
    known = _KNOWN[str(start.order), start.is_transitive].get(len(start.left))
    if known and not start.right:
        return Amount(0, known, CLASSES)
    runs = np.sum([sampled_classes(root) for root in roots], axis=0)
    scatter = np.log(runs / runs.mean()).std(ddof=1)
    return Amount(0, float(runs.mean()), CLASSES, *(float(runs.mean() * np.exp(far * scatter)) for far in (-1.5, 2.0)))


def after(total: "Amount", done: int) -> "Amount":
    """Return how much of some classes is left; an estimate that is passed gives way to its upper end."""
    from wargraph.campaign.progress import Amount

    least, most = (max(0, classes - done) for classes in total.range_left)
    left = total.left - done if done < total.left else most
    return Amount(done, left, total.of, *(() if total.least is None else (least, most)))
