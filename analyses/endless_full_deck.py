"""Is there an endless game of War with a whole deck of 52 cards?

    python analyses/endless_full_deck.py

Delahaye and Mathieu asked it in 1995 and again in 2025, with nothing face down in a war. They return the cards of a
round in one of two ways: "naturally", the last pair first and of a pair the stronger card first, or "optimised", all
cards that were won sorted, the strongest first. They found an endless game of 32 cards returned naturally. Here a third
way stands beside these two: the loser's card first, LW.

The study asks decks of V ranks, V = 1..16, with four suits, and with two and one beside them. Symbolic cycles
(docs/endless-full-deck.md) are made of words of winners, and asked for ranks; then every deal is played, or random ones
where there are too many. Each deal that comes out is played by the plain rules, by lines that share nothing with the
package, and its preperiod and cycle length are compared. Where none comes out the table says what was searched: unless
every deal was played that proves nothing beyond it.

What comes out. 52 cards have an endless game in all three ways; naturally and optimised it is the same one. With four
suits there is one naturally for 3, 4, 6, 7 and 9 to 15 ranks, and for none of 1, 2 and 5, of which every deal ends.
"""

import csv
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from textwrap import fill

import networkx as nx
from cycle_words import DRAWS, WINNERS, cycles_of_words
from known_deals import on_cycles
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch
from suited_cycles import Labels, SuitedCycle, TableOrder, first_time_round, sorted_cycles

from wargraph import ParameterError, RuleSet
from wargraph.full_game.hands import card_names
from wargraph.plots.drawing import Chart
from wargraph.report.files import write_file
from wargraph.report.humanize import counted, with_article
from wargraph.report.result import Row
from wargraph.report.tables import csv_table, markdown_table
from wargraph.symbolic_cycles.endless_deal import Attempt, EndlessDeal, by_playing, first_found

FIGURES = Path(__file__).parent.parent / "figures"
REPLACEMENTS = {"natural": "top-down", "optimised": "descending", "loser-first": "loser-first"}
DECKS = [
    (ranks, suits, replacement)
    for suits in (4, 2, 1)
    for ranks in range(1, 17)
    for replacement in REPLACEMENTS
    if ranks * suits > 1
]
LONGEST, LONGEST_WITH_DRAWS, FEW_LETTERS = 20, 18, 10
GAMES = 1_000_000
MORE_GAMES = dict.fromkeys([(5, 4), (6, 4), (8, 4)], 100_000_000)
"""Some small decks have endless deals that one meets about ten times in so many."""

PICTURES = {
    (6, 4, "natural"): "endless-24-cards",
    (13, 4, "natural"): "endless-full-deck",
    (13, 4, "loser-first"): "endless-full-deck-loser-first",
}


_SUITS = ("♠", "♥", "♦", "♣")
_RED = "#C00020"
_MOST_IN_A_ROW = 13
_LEAST_COLUMNS = 12
"""Room for the lines of text below a small deal."""

_CARD_WIDTH, _CARD_HEIGHT = 0.82, 1.15
_ROW_HEIGHT = 1.5
_COLUMN = 0.6
"""Inches for a card and the gap beside it, and so for all lengths."""

_TITLE = 75
"""Letters in a line of the title."""

_MOST_ORBITS = 12
"""More would be a tangle of lines."""


def played_plainly(hands: Sequence[Sequence[int]], replacement: str) -> tuple[int, int]:
    """Preperiod and cycle length of an endless game with nothing face down, by a few lines of their own."""
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
    parsed = RuleSet.parse(rules)
    by_words = (_by_words(parsed, with_draws) for with_draws in (False, True))
    found = first_found(parsed, chain(by_words, by_playing(parsed, games)))
    if found.game is not None:
        assert played_plainly(found.game.deal, replacement) == (found.game.preperiod, found.game.cycle_length), found
    return found


def _by_words(rules: RuleSet, with_draws: bool) -> Attempt:
    """What comes of all words; those of few letters are tried first, at once."""
    table, longest = TableOrder.of_rules(rules, with_draws), LONGEST_WITH_DRAWS if with_draws else LONGEST
    assert table is not None
    for letters in sorted({min(FEW_LETTERS, longest), longest}):
        tried = cycles_of_words(
            rules.cards, table.order, letters, DRAWS if with_draws else WINNERS, False, None, *table[1:]
        )
        found = on_cycles(rules, tried.searched, tried.cycles)
        if found.game is not None:
            break
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
        **{key: answer[key] for key in ("preperiod", "cycle_length", "wars")},
        "word": (cycle := cycle_of(found)) and cycle.word,
        "deal": answer["deal"],
        "searched": "; ".join(searched(ranks, suits, replacement, found)),
    }


def cycle_of(found: EndlessDeal) -> SuitedCycle | None:
    """The cycle of a game, if a word tells it; of two mirror images the first, unless the game was met by playing."""
    with suppress(ParameterError):
        if found.game is not None:
            cycle = SuitedCycle.of_game(found.game)
            return sorted_cycles([cycle])[0] if "of the word" in found.attempts[-1].outcome else cycle
    return None


def poster(found: EndlessDeal) -> Chart:
    """The hands of an endless deal, card by card from the top, and below them the orbits of its cycle."""
    assert found.game is not None
    first, cycle = (0, None) if (own := cycle_of(found)) is None else first_time_round(found.game, own)
    levels = _levels(cycle) if cycle is not None and len(cycle.orbits) <= _MOST_ORBITS else []
    rows = [row for hand in found.game.deal for row in _rows(hand)]
    columns = _MOST_IN_A_ROW if levels else max(_LEAST_COLUMNS, *map(len, rows))
    below = 2.3 + 0.5 * (bool(found.left_over) + bool(found.wars))
    heights = [_ROW_HEIGHT * len(rows) + below, *([1.1 * len(levels) + 1.7] if levels else [])]
    chart = Chart(figsize=(_COLUMN * (columns + 0.5), _COLUMN * (sum(heights) + 1.5)))
    panels: list[Axes] = chart.subplots(len(heights), squeeze=False, height_ratios=heights)[:, 0].tolist()
    for panel, height in zip(panels, heights, strict=True):
        panel.set_axis_off()
        panel.set(xlim=(-0.6, columns - 0.4), ylim=(-height, 0), aspect="equal", anchor="W")
    chart.suptitle(fill(f"{found.rules}: a game that never ends", _TITLE), x=0.02, ha="left")
    chart.set_layout_engine("constrained", h_pad=0.12)
    _draw_hands(panels[0], found)
    if cycle is not None and levels:
        _draw_orbits(panels[1], cycle, levels, first)
    return chart


def _rows(hand: tuple[int, ...]) -> list[tuple[int, ...]]:
    """A hand in rows of one length, but for the last."""
    rows = -(-len(hand) // _MOST_IN_A_ROW)
    length = -(-len(hand) // rows)
    return [hand[start : start + length] for start in range(0, len(hand), length)]


def _draw_hands(panel: Axes, found: EndlessDeal) -> None:
    """The hands, from the top card on, the first row first."""
    assert found.game is not None
    names = card_names(found.rules)
    suits: Counter[int] = Counter()
    top = 0.0
    for player, hand in enumerate(found.game.deal, start=1):
        panel.text(-0.45, top - 0.3, f"player {player}, from the top card on", fontsize=9, va="center")
        top -= 0.55
        for row in _rows(hand):
            for column, rank in enumerate(row):
                suit = _SUITS[suits[rank] % len(_SUITS)]
                suits[rank] += 1
                ink = _RED if suit in "♥♦" else "black"
                _draw_card(panel, column, top - _ROW_HEIGHT / 2, f"{names[rank]}\n{suit}", ink)
            top -= _ROW_HEIGHT
    lines = [_told_cycle(found), _told_way_back(found)]
    if found.wars:
        between = f"lay {counted(found.rules.face_down, 'card')} face down, and then " * bool(found.rules.face_down)
        lines.append(f"In a war both {between}turn up the next card, and these two decide.")
    lines.append(f"The highest card is the {names[found.rules.ranks + bool(found.rules.jokers)]}. Any suits will do.")
    if found.left_over:
        lines.append(f"Not dealt: {', '.join(map(with_article, found.left_over))}.")
    for line, text in enumerate(lines):
        panel.text(-0.45, top - 0.15 - 0.5 * line, text, fontsize=9, va="top")


def _told_cycle(found: EndlessDeal) -> str:
    """After how many rounds the hands come back."""
    assert found.game is not None
    preperiod, cycle_length = found.game.preperiod, found.game.cycle_length
    after = f"After {counted(preperiod, 'round')} the hands are those that come" if preperiod else "The hands come"
    wars = f"with {counted(found.wars, 'war')}" if found.wars else "without a war"
    return f"{after} back every {cycle_length:,} rounds, {wars}."


def _told_way_back(found: EndlessDeal) -> str:
    """How won cards go back, for somebody who lays the cards on a table."""
    cycle = cycle_of(found)
    if cycle is None or (found.wars and cycle.table.is_sorted):
        return f"Won cards go back like this: {found.rules.replacement.meaning}."
    own, other = "their own card", "the other card"
    first, second = cycle.table.order.returned(own, other)
    wars = f", the {'last' if cycle.table.is_last_first else 'first'} pair of a war first" * bool(found.wars)
    return f"Whoever wins a round puts {first} under their hand first, then {second}{wars}."


def _draw_card(panel: Axes, x: float, y: float, text: str, ink: str) -> None:
    corner = (x - _CARD_WIDTH / 2, y - _CARD_HEIGHT / 2)
    style = "round,pad=0,rounding_size=0.1"
    panel.add_patch(
        FancyBboxPatch(corner, _CARD_WIDTH, _CARD_HEIGHT, boxstyle=style, facecolor="white", edgecolor="#555555")
    )
    panel.text(x, y, text, ha="center", va="center", fontsize=11, color=ink, linespacing=1.3)


def _levels(cycle: SuitedCycle) -> list[list[Labels]]:
    """The orbits by how many must lie above one another, the highest first."""
    by_size = sorted(cycle.orbits, key=len, reverse=True)
    lower = nx.DiGraph((high, low) for low, higher in _above(cycle).items() for high in higher)
    lower.add_nodes_from(by_size)
    return [sorted(level, key=by_size.index) for level in nx.topological_generations(lower)]


def _above(cycle: SuitedCycle) -> dict[Labels, list[Labels]]:
    """For each orbit those with a card that is known to be higher than one of its own."""
    return {
        low: [
            high for high in cycle.orbits if any(cycle.known.over[card] >> other & 1 for card in low for other in high)
        ]
        for low in cycle.orbits
    }


def _draw_orbits(panel: Axes, cycle: SuitedCycle, levels: Sequence[Sequence[Labels]], first: int) -> None:
    """Each orbit as a box with its cards' number, joined to those that are next above it."""
    draws = ", =: a draw" * ("=" in cycle.word)
    told = (
        f"From round {first:,} on the winners go round {cycle.shown_word} (L: player 1, R: player 2{draws}).\n"
        "The cards of a box take each other's places. They beat those of the boxes to which lines lead down,\n"
        "wherever they meet."
    )
    panel.text(-0.45, -0.1, told, fontsize=9, va="top", linespacing=1.6)
    places = {
        orbit: ((place + 0.5) * _MOST_IN_A_ROW / len(level) - 0.5, -1.9 - 1.1 * depth)
        for depth, level in enumerate(levels)
        for place, orbit in enumerate(level)
    }
    above = _above(cycle)
    for low, high in _covered(above):
        (x, y), (other_x, other_y) = places[low], places[high]
        panel.plot([x, other_x], [y, other_y], color="#555555", linewidth=1, zorder=1)
    box = {"boxstyle": "round,pad=0.35", "facecolor": "#DCEBF7", "edgecolor": "#555555"}
    for orbit, (x, y) in places.items():
        panel.text(x, y, counted(len(orbit), "card"), ha="center", va="center", fontsize=9, bbox=box, zorder=2)


def _covered(above: dict[Labels, list[Labels]]) -> Iterator[tuple[Labels, Labels]]:
    """Pairs of an orbit and one above it with none between them."""
    for low, higher in above.items():
        for high in higher:
            if not any(high in above[between] for between in higher):
                yield low, high


def main(folder: Path = FIGURES, decks: Sequence[tuple[int, int, str]] = DECKS) -> None:
    """Ask all decks, write the table, and draw some of the deals."""
    rows = []
    for deck in decks:
        found = asked(*deck)
        rows.append(row(*deck, found))
        print("{ranks} x {suits}, {returned}: {preperiod}, {cycle_length}, {wars}".format(**rows[-1]), file=sys.stderr)
        if deck in PICTURES:
            poster(found).save(folder / f"{PICTURES[deck]}.svg")
    print(
        markdown_table([{key: each[key] for key in each if key not in ("word", "deal", "searched")} for each in rows])
    )
    write_file(folder / "endless-full-deck.csv", csv_table(rows))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
