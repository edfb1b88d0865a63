"""A game as a picture: the hands through time, their sizes, and who wins each turn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from textwrap import wrap
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.ticker import FuncFormatter, MaxNLocator

from wargraph.auction.game import AuctionGame
from wargraph.core.rules import Game, turn_winner
from wargraph.full_game.game import FullGame
from wargraph.full_game.hands import card_names
from wargraph.graph.contest_game import ContestGame
from wargraph.plots.chart import COLOURS, Chart, dashes, ink_on, plain_texts, plots
from wargraph.report.columns import heading

_CARDS = "cividis"  # told apart by everyone, and in a black-and-white print
_CYCLE = "#F0E442"
_NOBODY = "#BBBBBB"
_DARK = 0.45

_NARROWEST, _WIDEST, _INCHES_A_TURN = 7.0, 13.0, 0.2
_LOWEST, _HIGHEST, _INCHES_A_CARD = 0.9, 4.5, 0.2
_INCHES_OF_SIZES, _INCHES_OF_A_BAR, _INCHES_OF_TEXTS = 1.1, 0.22, 1.0
_LETTERS_AN_INCH = 11
_MOST_COLUMNS = 3000
_MOST_CELLS = 2_000
_MOST_GAPS = 120
_MOST_NAMED_COLUMNS, _MOST_NAMED_CARDS, _LETTERS_IN_AN_INCH = 45, 20, 12
_MOST_HANDS = 6
"""Of more players only the sizes of the hands are drawn."""


@dataclass(frozen=True)
class _Course:
    """A game as it is drawn.

    Attributes
    ----------
    title, unit, players
        What it is called; "turn" or "round"; who plays.
    hands
        What everyone holds at the start and after each turn, the card that is drawn next first.
    winners
        Who wins each turn, from 1 on; None if nobody does.
    names
        What is written on the cards 1, 2, ...
    entry
        Of an endless game: the turns before the state to which the last one comes back.
    """

    title: str
    unit: str
    players: Sequence[str]
    hands: Sequence[Sequence[Sequence[int]]]
    winners: Sequence[int | None]
    names: Sequence[str]
    entry: int | None


@plots(Game, ContestGame, of_several=False)
def game_chart(game: Game | ContestGame) -> Chart:
    """A game on the cards 1..n, turn by turn."""
    relation, positions = game.relation, game.positions
    players = ("Left", "Right")
    won_by = [turn_winner(position, relation) for position in positions[:-1]]
    winners = [None if winner is None else players.index(winner) + 1 for winner in won_by]
    hands = [(position.left, position.right) for position in positions]
    names = [relation.name_of(card) for card in range(1, relation.n + 1)]
    return _drawn(_Course(str(game), "turn", players, hands, winners, names, game.entry))


@plots(FullGame, of_several=False)
def full_game_chart(game: FullGame) -> Chart:
    """A full game, round by round."""
    players = [f"player {number}" for number in range(1, game.rules.players + 1)]
    hands = [game.deal, *(played.hands for played in game.rounds)]
    winners, names = [played.winner for played in game.rounds], [*card_names(game.rules).values()]
    return _drawn(_Course(str(game), "round", players, hands, winners, names, game.entry))


@plots(AuctionGame, of_several=False)
def auction_game_chart(game: AuctionGame) -> Chart:
    """A game of WAR with Auction Rounds, round by round: of each player the hand, and the pile behind it."""
    players = [f"{number} {strategy}" for number, strategy in enumerate(game.line_up, start=1)]
    held = [tuple(hand + pile for hand, pile in zip(played.hands, played.piles, strict=True)) for played in game.rounds]
    winners = [played.winner for played in game.rounds]
    highest = max(card for hand in game.deal for card in hand)
    names = [str(card) for card in range(1, highest + 1)]
    return _drawn(_Course(str(game), "round", players, [game.deal, *held], winners, names, game.entry))


def _drawn(course: _Course) -> Chart:
    step = ceil(len(course.hands) / _MOST_COLUMNS)
    turns = list(range(0, len(course.hands), step))
    most = [max(len(hands[player]) for hands in course.hands) for player in range(len(course.players))]
    groups = _groups(len(course.players))
    heights = [min(max(_INCHES_A_CARD * sum(most[player] for player in group), _LOWEST), _HIGHEST) for group in groups]
    heights += [_INCHES_OF_SIZES, _INCHES_OF_A_BAR * (len(course.players) + 1)]
    width = min(max(_INCHES_A_TURN * len(turns), _NARROWEST), _WIDEST)
    chart = Chart(width, sum(heights) + _INCHES_OF_TEXTS)
    panels = chart.panels(len(heights), heights, share_x=True)
    *of_hands, sizes, bars = panels
    for group, panel in zip(groups, of_hands, strict=True):
        mesh = _draw_hands(course, group, most, turns, width, panel)
    if of_hands:
        named = len(course.names) if len(course.names) <= _MOST_NAMED_CARDS else _MOST_NAMED_CARDS // 2
        bar = chart.colorbar(mesh, ax=of_hands, label=heading("card"), ticks=MaxNLocator(named, integer=True), pad=0.01)
        bar.ax.yaxis.set_major_formatter(FuncFormatter(_name_at(course.names)))
    _draw_sizes(course, turns, sizes)
    _draw_bars(course, turns, bars)
    if course.entry is not None:
        _mark_cycle(course, course.entry, panels)
    chart.suptitle("\n".join(wrap(course.title, int(_LETTERS_AN_INCH * width))), x=0.01, ha="left", fontsize="medium")
    bars.set_xlabel(heading(course.unit) + (f" (one of {step:,} is drawn)" if step > 1 else ""))
    bars.set_xlim(-0.5, turns[-1] + 0.5)
    bars.xaxis.set_major_locator(MaxNLocator(integer=True))
    return plain_texts(chart)


def _groups(players: int) -> list[tuple[int, ...]]:
    """Whose hands share a panel: two players face each other."""
    return [(0, 1)] if players == 2 else [(player,) for player in range(players)] if players <= _MOST_HANDS else []


def _draw_hands(
    course: _Course, group: tuple[int, ...], most: Sequence[int], turns: Sequence[int], width: float, panel: Axes
) -> QuadMesh:
    """Each card a cell, the top card of the first player above the middle, that of the second below it."""
    above = most[group[0]]
    below = sum(most[player] for player in group[1:])
    cards = np.zeros((below + above, len(turns)), np.uint8)
    for column, turn in enumerate(turns):
        for player in group:
            hand = course.hands[turn][player]
            if player == group[0]:
                cards[below : below + len(hand), column] = hand
            else:
                cards[below - len(hand) : below, column] = hand[::-1]
    step = turns[1] - turns[0] if len(turns) > 1 else 1
    edges = np.array([*turns, turns[-1] + step]) - 0.5, np.arange(-below, above + 1)
    shown, is_large, highest = np.ma.masked_equal(cards, 0), cards.size > _MOST_CELLS, max(len(course.names), 2)
    mesh = panel.pcolormesh(*edges, shown, cmap=_CARDS, vmin=1, vmax=highest, rasterized=is_large)
    if len(turns) <= _MOST_GAPS:
        mesh.set(edgecolor="white", linewidth=0.4)
    if above + below <= _MOST_NAMED_CARDS and len(turns) <= _MOST_NAMED_COLUMNS:
        letters = max(2, int(_LETTERS_IN_AN_INCH * width / len(turns)))
        for row, column in zip(*np.nonzero(cards), strict=True):
            name = course.names[cards[row, column] - 1]
            if len(name) > letters:
                continue
            ink = ink_on(mesh.to_rgba(cards[row, column]), _DARK)
            panel.text(turns[column], row - below + 0.5, name, ha="center", va="center", fontsize=7, color=ink)
    panel.grid(visible=False)
    panel.spines["bottom"].set_visible(False)
    panel.tick_params(bottom=False)
    panel.set_ylim(-below, above)
    if below:
        panel.axhline(0, color="black", linewidth=1)
        panel.set_yticks([above / 2, -below / 2], [course.players[player] for player in group])
    else:
        panel.set_yticks([above / 2], [course.players[group[0]]])
    panel.tick_params(left=False)
    return mesh


def _draw_sizes(course: _Course, turns: Sequence[int], panel: Axes) -> None:
    for player, name in enumerate(course.players):
        held = [len(course.hands[turn][player]) for turn in turns]
        style = "dashed" if player < len(COLOURS) and player % 2 else dashes(player)
        panel.step(turns, held, where="mid", color=_colour(player), linestyle=style, linewidth=1.2, label=name)
    panel.set_ylabel(heading("held"))
    panel.set_ylim(bottom=0)
    panel.yaxis.set_major_locator(MaxNLocator(3, integer=True))


def _draw_bars(course: _Course, turns: Sequence[int], panel: Axes) -> None:
    """A bar below what each turn leads to, in the row and the colour of who wins it; in grey if nobody does."""
    players = len(course.players)
    winners = [course.winners[turn - 1] for turn in turns[1:]]
    wins: list[np.ndarray[Any, Any]] = [
        np.array([winner == player for winner in winners], np.bool_) for player in range(1, players + 1)
    ]
    nobody = np.array([winner is None for winner in winners], np.bool_)
    edges = np.array([*turns[1:], turns[-1] + 1]) - 0.5
    for player, won in enumerate(wins):
        low = players - 1 - player
        panel.stairs(low + 0.9 * won, edges, baseline=low, fill=True, color=_colour(player), linewidth=0)
    panel.stairs(players * nobody, edges, baseline=0, fill=True, color=_NOBODY, linewidth=0)
    panel.set_ylim(0, players)
    panel.grid(visible=False)
    if players <= _MOST_HANDS:
        panel.set_yticks([players - 0.5 - player for player in range(players)], course.players, fontsize="small")
    else:
        panel.set_yticks([])
    panel.tick_params(left=False)
    panel.set_title(f"who wins each {course.unit}", loc="left", fontsize="small")


def _mark_cycle(course: _Course, entry: int, panels: Sequence[Axes]) -> None:
    """Lines round what comes again and again, and how long it is; yellow behind it where no cards are."""
    last = len(course.hands) - 1
    for panel in panels:
        # A bar stands one place after the cards that its turn begins with.
        start, end = (place + (0.5 if panel is panels[-1] else -0.5) for place in (entry, last))
        panel.axvline(start, color="#D55E00", linewidth=1.2, linestyle="--")
        panel.axvline(end, color="#D55E00", linewidth=1.2, linestyle="--")
        if panel in panels[-2:]:
            panel.axvspan(start, end, color=_CYCLE, alpha=0.25, linewidth=0, zorder=0)
    again = f"these {last - entry:,} {course.unit}s come again and again"
    panels[0].set_title(again, loc="right", fontsize="small", color="#A84A00")


def _name_at(names: Sequence[str]) -> Callable[[float, int], str]:
    return lambda card, _: names[round(card) - 1] if 1 <= card <= len(names) else ""


def _colour(player: int) -> str:
    return COLOURS[player % len(COLOURS)]
