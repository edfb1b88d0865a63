"""Is there an endless game of War with a whole deck of 52 cards?

    python analyses/endless_full_deck.py

Delahaye and Mathieu asked it in 1995 and again in 2025, with nothing face down in a war. They return the cards of a
round in one of two ways: "naturally", the last pair first and of a pair the stronger card first, or "optimised", all
cards that were won sorted, the strongest first. They found an endless game of 32 cards returned naturally. Here a third
way stands beside these two: the loser's card first, LW.

The study asks decks of V ranks, V = 1..16, with four suits, and with two and one beside them. Symbolic cycles
(docs/endless-full-deck.md) are made of words of winners, and asked for ranks; then every deal is played, or random ones
where there are too many. Each deal that comes out is played by the plain rules, by lines that share nothing with the
package, and its entry and period are compared. Where none comes out the table says what was searched: unless every
deal was played that proves nothing beyond it.

What comes out. 52 cards have an endless game in all three ways; naturally and optimised it is the same one. With four
suits there is one naturally for 3, 4, 6, 7 and 9 to 15 ranks, and for none of 1, 2 and 5, of which every deal ends.
"""

import csv
import sys
from collections.abc import Sequence
from pathlib import Path

from wargraph import EndlessDeal, endless_deal
from wargraph.report.files import write_file
from wargraph.report.result import Row
from wargraph.report.tables import csv_table, markdown_table

FIGURES = Path(__file__).parent.parent / "figures"
REPLACEMENTS = {"natural": "top-down", "optimised": "descending", "loser-first": "loser-first"}
DECKS = [
    (ranks, suits, replacement)
    for suits in (4, 2, 1)
    for ranks in range(1, 17)
    for replacement in REPLACEMENTS
    if ranks * suits > 1
]
LONGEST, LONGEST_WITH_DRAWS = 20, 18
GAMES = 1_000_000
MORE_GAMES = dict.fromkeys([(5, 4), (6, 4), (8, 4)], 100_000_000)
"""Some small decks have endless deals that one meets about ten times in so many."""

PICTURES = {
    (6, 4, "natural"): "endless-24-cards",
    (13, 4, "natural"): "endless-full-deck",
    (13, 4, "loser-first"): "endless-full-deck-loser-first",
}


def played_plainly(hands: Sequence[Sequence[int]], replacement: str) -> tuple[int, int]:
    """Entry and period of an endless game with nothing face down, by a few lines of their own."""
    left, right = map(list, hands)
    seen: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    while (state := (tuple(left), tuple(right))) not in seen:
        seen[state] = len(seen)
        pairs = []
        while not pairs or pairs[-1][0] == pairs[-1][1]:
            pairs.append((left.pop(0), right.pop(0)))
        sorted_pairs = [sorted(pair, reverse=replacement != "loser-first") for pair in pairs]
        if replacement == "natural":
            sorted_pairs.reverse()
        won = [card for pair in sorted_pairs for card in pair]
        if replacement == "optimised":
            won.sort(reverse=True)
        (left if pairs[-1][0] > pairs[-1][1] else right).extend(won)
    return seen[state], len(seen) - seen[state]


def asked(ranks: int, suits: int, replacement: str) -> EndlessDeal:
    """An endless deal of a deck, checked by other lines; all cards are dealt."""
    games = MORE_GAMES.get((ranks, suits), GAMES)
    dealing = ",dealing=alternate-all" * (ranks * suits % 2)  # the first player gets a card more
    rules = f"delahaye-mathieu,deck={ranks}x{suits}{dealing},replacement={REPLACEMENTS[replacement]}"
    found = endless_deal(rules, LONGEST, LONGEST_WITH_DRAWS, games)
    if found.game is not None:
        assert played_plainly(found.game.deal, replacement) == (found.game.entry, found.game.period), found
    return found


def searched(ranks: int, suits: int, replacement: str, found: EndlessDeal) -> list[str]:
    """What was searched, with what took hours and was done once."""
    attempts = [*map(str, found.attempts)]
    if (ranks, suits, replacement) == (5, 4, "natural"):
        with (FIGURES / "every-deal-20-cards.csv").open(encoding="utf-8") as file:
            deals = sum(int(line["deals"]) for line in csv.DictReader(file))
        attempts.append(f"all {deals:,} deals up to swapping the players: none is endless (every-deal-20-cards.csv)")
    return attempts


def row(ranks: int, suits: int, replacement: str, found: EndlessDeal) -> Row:
    """One line of the table."""
    (answer,) = found.rows()
    return {
        "ranks": ranks,
        "suits": suits,
        "returned": replacement,
        **{key: answer[key] for key in ("entry", "period", "wars")},
        "word": found.cycle and found.cycle.word,
        "deal": answer["deal"],
        "searched": "; ".join(searched(ranks, suits, replacement, found)),
    }


def main(folder: Path = FIGURES, decks: Sequence[tuple[int, int, str]] = DECKS) -> None:
    """Ask all decks, write the table, and draw some of the deals."""
    rows = []
    for deck in decks:
        found = asked(*deck)
        rows.append(row(*deck, found))
        print("{ranks} x {suits}, {returned}: {entry}, {period}, {wars}".format(**rows[-1]), file=sys.stderr)
        if deck in PICTURES:
            found.plot().save(folder / f"{PICTURES[deck]}.svg")
    print(
        markdown_table([{key: each[key] for key in each if key not in ("word", "deal", "searched")} for each in rows])
    )
    write_file(folder / "endless-full-deck.csv", csv_table(rows))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
