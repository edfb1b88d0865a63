"""How does a game of War go if a player, both players or a coin choose the return order of each turn?

    python analyses/free_order.py

Under a fixed return order a game of War plays itself, and many games never end. In this study the return order is free.
If both players help, how far is the end? If the winner of each turn chooses, and Left wants the game to end but Right
does not, from which positions can Left force the end, and from which can Right continue the game forever? And if a coin
decides, as it does if people just scoop up the cards, how long does a game last?

The search visits every position of every deck, with three bits for each (docs/free-order.md). A search by the reference
implementation checks the results on up to 5 cards.

Results. If both help, even the worst of 239,500,800 positions of 11 cards is 26 turns from the end, and 54% are
within 8. Up to 11 cards Right can hold a game only with 6, 8 and 10. With 6 cards there are 240 such positions, in four
parts that are alike, and each is a clock of twelve turns. If a coin decides, a balanced deal lasts n²/4 turns
in the mean, rounded down, exactly: what Left holds goes up and down like the fortune of a gambler
(docs/expectation.md). Only the worst start depends on more. Games of 52 cards of different ranks, simulated, agree with
the 676 turns that this says; with four suits there is war, which moves more cards at a turn, and games are shorter.
"""

import sys
from itertools import accumulate
from pathlib import Path

from wargraph import (
    Chooser,
    Player,
    Position,
    all_positions,
    children,
    contest,
    expected_length,
    farthest,
    play,
    play_contest,
    simulate,
)
from wargraph.core.rules import turn_winner
from wargraph.full_game.simulation import Simulation
from wargraph.graph.attractors.contest import Contest
from wargraph.graph.attractors.farthest import Farthest
from wargraph.graph.coin.expectation import Expectation
from wargraph.plots.data import COLOURS, MARKERS, ChartData, Line, Look, Panel
from wargraph.plots.drawing import draw
from wargraph.report.files import write_file
from wargraph.report.result import Row
from wargraph.report.tables import csv_table, markdown_table

FIGURES = Path(__file__).parent.parent / "figures"
LARGEST_PLAIN = 5
FULL_DECKS = {
    "kids,deck=52x1,replacement=random-order": "52 different ranks, simulated",
    "kids,replacement=random-order": "a full deck with wars, simulated",
}
"""Games in which a coin decides, on decks that are too large to be looked at."""

CHOOSERS = (Chooser.WINNER, Chooser.LOSER, Chooser.RIGHT)


def forced_plainly(n: int, chooser: Chooser) -> dict[Position, int]:
    """In how many turns Left forces the end, position by position, by the plain rules."""
    positions = [position for position in all_positions(n) if n in position.left]
    turns = {position: 0 for position in positions if position.is_terminal}
    while True:
        found = {}
        for position in positions:
            if position in turns:
                continue
            are_forced = [child in turns for child in children(position).values()]
            winner = turn_winner(position)
            assert winner is not None
            chooses = chooser.at_turn_of(winner) is Player.LEFT
            if any(are_forced) if chooses else all(are_forced):
                found[position] = max(turns.values()) + 1
        if not found:
            return turns
        turns |= found


def check_plainly(n: int) -> None:
    """Compare the searches with the plain rules."""
    shortest = [play(position, "free").turns for position in all_positions(n) if n in position.left]
    assert farthest(n).layers == tuple(map(shortest.count, range(max(shortest) + 1)))
    for chooser in CHOOSERS:
        forced, found = forced_plainly(n, chooser), contest(n, chooser)
        counts = [*forced.values()]
        assert found.left.layers == tuple(map(counts.count, range(max(counts) + 1)))
        assert found.drawn == len(shortest) - len(forced)
        for example in found.left.examples[:3]:
            assert play_contest(example, chooser).turns == found.turns


def row(nearest: Farthest, forced: dict[Chooser, Contest], expected: Expectation | None) -> Row:
    """What is known of a deck, in a line."""
    contests = {f"contest_{chooser}": found.turns for chooser, found in forced.items()}
    drawn = {f"drawn_{chooser}": found.drawn for chooser, found in forced.items()}
    means = {
        "mean": None if expected is None else round(float(expected.mean.middle), 5),
        "worst": None if expected is None else round(float(expected.worst.middle), 5),
    }
    return {"n": nearest.n, "positions": nearest.starts, "farthest": nearest.turns, **contests, **drawn, **means}


def layers_chart(found: list[Farthest]) -> ChartData:
    """The share of all positions within so many turns of the end, for each number of cards."""
    lines = []
    for number, each in enumerate(found):
        within = [count / each.starts for count in accumulate(each.layers)]
        lines.append(Line(range(len(within)), within, Look.number(number), f"{each.n} cards"))
    x_label, y_label = "Turns to the end if both players help", "Share of all positions"
    return ChartData([[Panel("How far the end is", x_label, y_label, lines, y_range=(0, 1.02))]])


def expected_chart(expected: list[Expectation], simulated: list[Simulation]) -> ChartData:
    """Expected turns over the number of cards, both logarithmic: the theorem, the worst starts, and simulated games."""
    sizes, deck = [each.n for each in expected], simulated[0].rules.cards
    points = {
        "mean of balanced deals, computed": (sizes, [each.mean.middle for each in expected]),
        "worst balanced deal, computed": (sizes, [each.worst.middle for each in expected]),
    } | {label: ([deck], [each.mean]) for each, label in zip(simulated, FULL_DECKS.values(), strict=True)}
    lines = [Line([2, deck], [1, deck**2 / 4], Look("#999999"), "n²/4: proved for balanced deals")]
    for number, (label, (x, y)) in enumerate(points.items()):
        lines.append(Line(x, y, Look(COLOURS[number], "none", MARKERS[number]), label))
    panel = Panel(
        "A coin decides the return orders",
        "n (cards)",
        "Expected turns",
        lines,
        x_scale="log",
        y_scale="log",
        x_ticks={n: str(n) for n in (2, 4, 6, 8, 10, 20, deck)},
        y_ticks={turns: str(turns) for turns in (1, 10, 100, deck**2 // 4)},
    )
    return ChartData([[panel]])


def main(folder: Path = FIGURES, largest: int = 11, expected_to: int = 10, games: int = 20_000) -> None:
    """Check, search, write the table and the figures."""
    for n in range(1, LARGEST_PLAIN + 1):
        check_plainly(n)
    print(f"up to {LARGEST_PLAIN} cards all agrees with the plain rules\n")
    nearest = [farthest(n) for n in range(1, largest + 1)]
    forced = [{chooser: contest(n, chooser) for chooser in CHOOSERS} for n in range(1, largest + 1)]
    expected = [expected_length(n, "balanced") for n in range(1, expected_to + 1)]
    rows = [
        row(near, contests, expected[place] if place < len(expected) else None)
        for place, (near, contests) in enumerate(zip(nearest, forced, strict=True))
    ]
    print(markdown_table(rows))
    write_file(folder / "free-order.csv", csv_table(rows))
    simulated = [simulate(rules, games) for rules in FULL_DECKS]
    for found in simulated:
        error = found.lengths.mean_error
        print(f"{found.rules}: {found.mean:.1f} turns in the mean, with a standard error of {error:.1f}")
    draw(layers_chart(nearest[3:])).save(folder / "free-order-layers.svg")
    draw(expected_chart(expected[1:], simulated)).save(folder / "expected-length.svg")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
