"""The words of winners and the deals that are known to go round forever on decks with suits.

The searches of `analyses/cycle_words.py` and `analyses/endless_full_deck.py` found them.
"""

WORDS = (("LR", "LLRR", "LLLLRRRR", "LLRLRLRR"), ("LLRLRLRRLLRR",))
"""Words without draws: short ones first, which are tried first."""

WORDS_WITH_DRAWS = (
    ("=LRR",),
    (
        "=LL=RRLLRRRL", "=LRRLL=RLLRR", "=LLRRLLRRRRLLR", "=L=LRRLL=R=RLLRR", "=L=RLLLL=R=LRRRR", "=L=RRLLL=RRRL=LR",
        "=LL=RLLRRLLRRRRLLR", "=LRLLRRLLRRLLRRRRL",
    ),
)  # fmt: skip
"""Words with draws."""

DEALS = (
    "2,1,1,2,3,3|2,1,2,3,3,1",
    "1,2,3,3,4,2,2,4|3,4,3,2,1,1,1,4",
    "4,5,2,3,3,1,5,1,5,2|2,4,5,3,4,1,2,3,4,1",
    "3,4,5,3,3,4,2,4,2,5|1,2,1,4,3,1,5,2,1,5",
    "7,2,2,4,4,6,1,6,2,2,6,3,1,6|1,5,5,1,7,3,3,4,4,5,5,7,3,7",
    "4,5,5,1,8,6,5,3,5,7,4,3,8,7,1,6|7,1,2,2,7,4,6,1,8,2,6,3,8,2,4,3",
    "2,4,3,5,4|5,3,1,2,1",
    "4,1,3,2,5,6|5,1,6,3,4,2",
    "3,7,5,1,4,4,2|6,2,7,6,3,5,1",
    "8,2,1,6,4,2,7,3|7,4,6,8,3,5,5,1",
    "6,3,5,7,2,3,5,9,6|4,2,1,7,1,4,8,8,9",
    "11,3,6,3,8,9,7,2,6,9,5|7,8,4,1,4,10,5,1,2,10,11",
    "2,11,5,2,1,10,10,12,4,5,9,7|8,4,12,8,9,6,1,3,7,6,11,3",
    "13,3,4,7,7,12,1,11,4,3,11,5,2,12|2,10,9,1,14,6,6,8,8,9,10,14,5,13",
    "3,1,12,11,7,3,4,8,8,6,10,15,2,9,13|14,13,2,6,5,10,9,7,15,12,4,14,1,5,11",
)
"""Deals, by ranks, that no such word leads to: they were met by playing."""
