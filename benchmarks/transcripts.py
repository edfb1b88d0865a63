"""How fast transcripts count, next to playing every deal one by one in the same run.

    python benchmarks/transcripts.py [N] [DEALS]

First the walk alone (the longest game), then with counting (the even deals), without and with recalling orders that
were counted before, on all cores, as classes a second. Then the even deals of N cards (13 by default) counted by
transcripts, next to a numba kernel that plays deals in lexicographic order on as many threads. The kernel plays only
about DEALS of them (4,000,000 by default), in blocks spread evenly over all n!; its time for all is scaled from that,
and its share of endless deals compared with the exact one.
"""

from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import factorial
from time import perf_counter
from unittest.mock import patch

import numpy as np

from wargraph import FIXED_ORDERS, ReturnOrder, RunOptions, endless, transcript_tree
from wargraph.campaign.run import worker_count
from wargraph.compute.kernel import kernel
from wargraph.fixed_order.transcripts.engine import compile_kernels
from wargraph.fixed_order.transcripts.played_decks import new_record, play_deal
from wargraph.partial_orders.extension_cache import PLACES, empty_cache
from wargraph.report.result import Row
from wargraph.report.tables import text_table

WALKS = ((12, "LW"), (14, "WL"), (17, "WL"))
COUNTS = ((12, "LW"), (15, "WL"), (17, "WL"))
BLOCK = 1_000
LONGEST = 4096


def rates() -> list[Row]:
    """One row for each tree: walked alone, or with the even deals counted."""
    rows = []
    counting = "walk and count even deals"
    for what, trees, places in (
        ("walk", WALKS, None), (f"{counting}, recalling none", COUNTS, 2), (counting, COUNTS, PLACES)
    ):  # fmt: skip
        for n, order in trees:
            start = perf_counter()
            if places is None:
                tree = transcript_tree(n, order, only_deepest=True)
                counted = sum(count for (turns, _), count in tree.classes.items() if turns == tree.deepest.turns)
            else:
                with patch("wargraph.fixed_order.transcripts.subtrees.empty_cache", partial(empty_cache, places)):
                    tree = transcript_tree(n, order, {(n + 1) // 2, n // 2})
                counted = sum(count for (_, split), count in tree.classes.items() if split in tree.splits)
            seconds = perf_counter() - start
            classes = sum(tree.classes.values())
            rows.append(
                {
                    "task": what,
                    "n": n,
                    "order": order,
                    "classes": classes,
                    "counted": counted,
                    "seconds": round(seconds, 2),
                    "classes a second": round(classes / seconds),
                    "counted a second": round(counted / seconds),
                }
            )
    return rows


@kernel
def play_block(n, is_wl, first, deals, record):  # type: ignore[no-untyped-def]
    """Play deals in lexicographic order from number `first` on, and count those that never end."""
    cards = np.empty(n, np.uint8)
    left_over = np.arange(1, n + 1)
    weight = 1
    for place in range(1, n):
        weight *= place
    for place in range(n):
        digit = first // weight
        first %= weight
        cards[place] = left_over[digit]
        left_over[digit : n - 1 - place] = left_over[digit + 1 : n - place].copy()
        if place < n - 1:
            weight //= n - 1 - place
    endless_deals = 0
    for _ in range(deals):
        _turns, period = play_deal(is_wl, cards, (n + 1) // 2, record)
        if period < 0:
            return -1
        endless_deals += period > 0
        place = n - 2
        while place >= 0 and cards[place] > cards[place + 1]:
            place -= 1
        if place >= 0:
            other = n - 1
            while cards[other] < cards[place]:
                other -= 1
            cards[place], cards[other] = cards[other], cards[place]
        cards[place + 1 :] = cards[place + 1 :][::-1].copy()
    return endless_deals


def play_block_of(n: int, order: ReturnOrder, deals: int, first: int) -> int:
    """The same by a thread, with a record of its own."""
    return int(play_block(n, order is ReturnOrder.WL, first, deals, new_record(n, LONGEST)))


def against_playing(n: int, deals: int) -> list[Row]:
    """One row for each order and way: the seconds that all even deals take."""
    rows: list[Row] = []
    total = factorial(n)
    blocks = min(max(1, deals // BLOCK), total // BLOCK or 1)
    size = min(BLOCK, total)
    firsts = [block * total // blocks for block in range(blocks)]
    with ThreadPoolExecutor(worker_count()) as executor:
        for order in FIXED_ORDERS:
            start = perf_counter()
            exact = endless(n, order, "even", RunOptions(executor))
            by_transcripts = perf_counter() - start
            start = perf_counter()
            found = list(executor.map(partial(play_block_of, n, order, size), firsts))
            seconds = perf_counter() - start
            assert min(found) >= 0
            played = blocks * size
            scaled = seconds * total / played
            share = sum(found) / played
            # Deals of a block are alike, so the error is that of a mean of blocks.
            error = np.std([count / size for count in found], ddof=1) / blocks**0.5 if blocks > 1 else 0.0
            if played == total:
                assert sum(found) == exact.endless, order
            assert abs(share - exact.endless / total) <= 6 * error, (order, share, error)
            for way, time, answer in (
                ("transcripts", by_transcripts, exact.endless / total),
                (f"playing {played:,} deals, scaled", scaled, share),
            ):
                rows.append(
                    {
                        "n": n,
                        "order": str(order),
                        "way": way,
                        "endless share": round(float(answer), 5),
                        "seconds for all": round(time, 3),
                        "deals a second": round(total / time),
                        "times": round(time / by_transcripts),
                    }
                )
    return rows


def main() -> None:
    """Print the tables."""
    arguments = ArgumentParser(description=str(__doc__).splitlines()[0])
    arguments.add_argument("n", metavar="N", nargs="?", type=int, default=13)
    arguments.add_argument("deals", metavar="DEALS", nargs="?", type=int, default=4_000_000)
    n, deals = vars(arguments.parse_args()).values()
    compile_kernels()
    against_playing(6, 720)  # every one of the 720 deals, to compile and to compare
    print(f"On {worker_count()} cores.\n\n{text_table(rates())}\n\n{text_table(against_playing(n, deals))}")


if __name__ == "__main__":
    main()
