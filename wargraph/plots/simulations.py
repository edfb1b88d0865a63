"""Charts of simulated games."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import fill
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from wargraph.errors import ParameterError
from wargraph.full_game.choices import SECONDS_PER_TURN, check_seconds
from wargraph.full_game.comparison import Comparison
from wargraph.full_game.hands import card_names
from wargraph.full_game.simulation import Simulation, chances_text
from wargraph.plots.data import DARK_GREY, GREY, HEIGHT, WIDTH, ChartData, Line, Look, Panel, chart_of
from wargraph.report.columns import heading
from wargraph.report.humanize import counted, duration
from wargraph.report.result import Row

_MOST_STEPS = 150
_SHOWN, _STILL_PLAYING = 0.98, 0.1
_MOST_WINNERS = 3
_COLOURED = 4
_LABEL_WIDTH, _NOTE_WIDTH = 60, 110
_WITH_ROOM = 1.8  # the height of a panel over that of a hill that would rise into the caption


@chart_of.register(Simulation)
@chart_of.register(Comparison)
def _of_simulations(
    *results: Simulation | Comparison,
    seconds_per_turn: float = SECONDS_PER_TURN,
    table: Literal["length", "parity", "chances", "dealt"] = "length",
) -> ChartData:
    check_seconds(seconds_per_turn)
    simulations = [simulation for result in results for simulation in getattr(result, "simulations", [result])]
    ended = [simulation for simulation in simulations if simulation.finished]
    if not ended:
        raise ParameterError("there is nothing to plot: no simulated game ended")
    if table == "chances":
        return _chances(ended)
    if table == "length":
        return _hills(simulations, seconds_per_turn)
    rows = [[_dealt_panel(simulation) if table == "dealt" else _parity_panel(simulation)] for simulation in ended]
    return ChartData(rows, size=(WIDTH, (HEIGHT if table == "dealt" else 3.1) * len(ended) + 0.3))


def _chances(simulations: Sequence[Simulation]) -> ChartData:
    """Return a line for each set of rules: of 100 players who once hold a number of cards, how many win."""
    lines, bands, notes, several = [], [], [], len(simulations) > 1
    for number, simulation in enumerate(simulations):
        look, rows = Look.number(number, marker="", width=2), simulation.chances_rows()
        cards, won, least, most = _columns(rows, "cards", "share", "low", "high")
        lines.append(Line(cards, 100 * won, look, str(simulation.rules)))
        bands.append(Line(cards, 100 * most, Look(look.colour, width=0), low=100 * least))
        notes += [f"{f'{simulation.rules}: ' * several}{text}" for text in chances_text(simulation)[:1]]
    deck = max(sum(simulation.condition.sizes(simulation.rules)) for simulation in simulations)
    half = Line([deck / 2] * 2, [0, 100], Look(DARK_GREY, ":", width=1), f"half of the {deck} cards")
    labels = "Cards that a player comes to hold", "Games won (%)"
    panel = Panel("", *labels, [*lines, half, *bands], x_range=(0, deck), y_range=(0, 100))
    return ChartData([[panel]], "How often does a player win who comes to hold a number of cards?", "\n".join(notes))


def _columns(rows: Sequence[Row], *names: str) -> Iterator[NDArray[np.float64]]:
    return (np.array([row[name] for row in rows], np.float64) for name in names)


def _dealt_panel(simulation: Simulation) -> Panel:
    """Return a line for each rank: of 100 players, by the cards of it that they are dealt, how many win.

    Lower ranks are grey; the cards of a relation have no ranks, and colours and dashes of their own.
    """
    names, rows, lines = card_names(simulation.rules), simulation.dealt_rows(), []
    coloured = _COLOURED if simulation.rules.beats is None else len(names)
    for number, rank in enumerate(sorted(names, reverse=True)):
        dealt, won = _columns([row for row in rows if row["rank"] in (rank, names[rank])], "dealt", "share")
        look = Look.number(number) if number < coloured else Look(GREY, marker=".")
        label = names[rank] if number < coloured else "lower" * (number == coloured)
        lines.append(Line(dealt, 100 * won, look, label))
    title = f"How often does a player win, by the cards of a rank that were dealt? {simulation.rules}"
    labels = "Cards of the rank that a player is dealt", "Games won (%)"
    return Panel(f"{title}{simulation.condition.in_title(simulation.rules)}", *labels, lines, y_range=(0, 100))


def _hills(simulations: Sequence[Simulation], seconds_per_turn: float) -> ChartData:
    """Return a hill of the lengths for each set of rules, and below them the share of games that are not over yet.

    The hills share their axes, and the area of a hill is the share of all games that end, so that hills can be
    compared. A white line marks the median. The axes end where 98% of the games under the slowest rules are over.
    """
    slowest = max(simulations, key=lambda simulation: simulation.quantile(_SHOWN) or 0)
    limit, several = max(slowest.quantile(_SHOWN) or 0, 2), len(simulations) > 1
    longest = max(simulation.longest or 0 for simulation in simulations)
    shapes = [_hill(simulation, limit) for simulation in simulations]
    peak = max(max(shares) for _, shares in shapes)
    is_below_caption = all(max(shares[turns >= limit / 2], default=0) < peak / 2 for turns, shares in shapes)
    x_range, y_range = (0, limit), (0, (1.1 if is_below_caption else _WITH_ROOM) * peak)
    hills, still = [], []
    for number, (simulation, (turns, shares)) in enumerate(zip(simulations, shapes, strict=True)):
        label, median = fill(str(simulation.rules), _LABEL_WIDTH), simulation.median or 0
        look = Look.number(number, marker="", width=2)
        hill = Line(turns, shares, Look(look.colour, opacity=0.75), low=0)
        caption = [label, *_captions(simulation, seconds_per_turn)]
        line = Line([median] * 2, [0, np.interp(median, turns, shares)], Look("white", width=2))
        hills.append(Panel(lines=[hill, line], x_range=x_range, y_range=y_range, caption=caption, has_axes=False))
        playing = 100 * (1 - np.cumsum(_counts(simulation, limit + 1)) / len(simulation.games))
        still.append(Line(range(limit + 1), playing, look, label * several))
    hills[0] = replace(hills[0], top_axis=(f"Minutes, at {seconds_per_turn:g} seconds a turn", seconds_per_turn / 60))
    still.append(Line((0, limit), [100 * _STILL_PLAYING] * 2, Look(DARK_GREY, ":", width=1)))
    ticks = {share: f"{share:g}" for share in (0, 100 * _STILL_PLAYING, 25, 50, 75, 100)}
    names = "Games still being played", heading("turns"), "% of games"
    panels = [*hills, Panel(*names, still, x_range=x_range, y_range=(0, 103), y_ticks=ticks)]
    games = sorted({len(simulation.games) for simulation in simulations})
    given, under = slowest.condition, f" under {slowest.rules}"
    played = counted(games[0], "game") if len(games) == 1 else f"{games[0]:,} to {counted(games[-1], 'game')}"
    notes = [
        f"{played}{' under each set of rules' * several}. White lines: medians of the games that end.",
        *([f"The longest 2% of the games that end{under * several} lie beyond the right edge."] * (limit < longest)),
        *(f"{each.rules}: {each.rules.text_form}." for each in simulations if each.rules.name),
        *([given.sentence(slowest.rules)] if given else []),  # here too, as a user's own title may not say it
    ]
    title = f"How long do games last{under * (not several)}{given.in_title(slowest.rules)}?"
    note, heights = "\n".join(fill(line, _NOTE_WIDTH) for line in notes), [1.2] * len(hills) + [2.2]
    return ChartData([[panel] for panel in panels], title, note, (WIDTH, sum(heights) + 1.6), heights)


def _counts(simulation: Simulation, length: int) -> NDArray[Any]:
    """Return the games by their turns, from 0 to below a length."""
    return np.pad(simulation.lengths.counts, (0, length))[:length].astype(float)


def _hill(simulation: Simulation, limit: int, start: int = 0, step: int = 1) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the chance of each number of turns; only even numbers of turns, or odd ones, in steps of 2."""
    bins = min(_MOST_STEPS, max(8, math.ceil(2 * simulation.finished ** (1 / 3))))
    width = 2 * max(1, math.ceil(limit / (2 * bins)))  # as many even as odd numbers of turns
    counts = _counts(simulation, width * (limit // width + 1)).reshape(-1, width)
    shares = counts[:, start::step].mean(axis=1) / len(simulation.games)
    middles = np.arange(len(shares)) * width + (width - 1) / 2
    return np.append(0, middles), np.append(shares[0], shares)


def _captions(simulation: Simulation, seconds_per_turn: float) -> Iterator[str]:
    """Say how long half of the games and one in ten last, who wins with given cards, and how many never end."""
    if simulation.median is None:
        yield "no game ended"
    else:
        subject = "half of the games" + " that end" * (simulation.finished < len(simulation.games))
        took = duration(simulation.median * seconds_per_turn)
        yield f"{subject} are over after {counted(simulation.median, 'turn')}, {took}"
        over = np.cumsum(simulation.lengths.counts)
        late = int(np.searchsorted(over, (1 - _STILL_PLAYING) * len(simulation.games)))
        if late < len(over) - 1:
            yield f"1 in 10 takes more than {counted(late, 'turn')}, {duration(late * seconds_per_turn)}"
    if simulation.condition:
        shares = enumerate(100 * simulation.won[:_MOST_WINNERS] / len(simulation.games), start=1)
        yield f"{', '.join(f'player {player} wins {share:.0f}%' for player, share in shares)}"
    yield from _without_end(simulation)


def _without_end(simulation: Simulation) -> Iterator[str]:
    """Yield how many games never end, and how many were not played to their end."""
    if simulation.endless:
        yield f"{simulation.endless_share.value:.2%} never end"
    if simulation.capped:
        yield f"{counted(simulation.capped, 'game')} given up"


def _parity_panel(simulation: Simulation) -> Panel:
    """Return a hill of the even and one of the odd numbers of turns.

    Where three cards lie face down in a war, nearly all games have an even number of turns.
    """
    limit, odd, lines = max(simulation.quantile(_SHOWN) or 0, 2), simulation.odd_share.value, []
    for start, name, share in ((0, "even", 1 - odd), (1, "odd", odd)):
        turns, shares = _hill(simulation, limit, start, 2)
        label = f"{name} numbers of turns: {share:.1%} of finished games"
        lines.append(Line(turns, 100 * shares, label=label, low=0))
    games = f"{simulation.rules}: {len(simulation.games):,} games{simulation.condition.in_title(simulation.rules)}"
    title, y_label = ", ".join([games, *_without_end(simulation)]), "% of games with that many turns"
    return Panel(title, heading("turns"), y_label, lines, x_range=(0, limit), y_range=(0, None))
