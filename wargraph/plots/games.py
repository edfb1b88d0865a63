"""A game as a picture: the hands through time, their sizes, and who wins each turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.game import AuctionGame
from wargraph.auction.strategy import player_names
from wargraph.core.position import Player
from wargraph.core.rules import Game, turn_winner
from wargraph.errors import ParameterError
from wargraph.full_game.game import FullGame
from wargraph.full_game.hands import card_names
from wargraph.graph.attractors.contest_game import ContestGame
from wargraph.plots.data import COLOURS, DASHES, GREY, YELLOW, Cells, ChartData, Line, Look, Panel, chart_of
from wargraph.report.columns import heading
from wargraph.symbolic_cycles.endless_deal import EndlessDeal

_NARROWEST, _WIDEST, _INCHES_A_TURN = 7.0, 13.0, 0.2
_LOWEST, _HIGHEST, _INCHES_A_CARD = 0.9, 4.5, 0.2
_INCHES_OF_SIZES, _INCHES_OF_A_BAR, _INCHES_OF_TEXTS = 1.1, 0.22, 1.2
_MOST_COLUMNS = 3000
_MOST_HANDS = 6
"""Of more players only the sizes of the hands are drawn."""


@chart_of.register(Game)
@chart_of.register(ContestGame)
def _of_game(game: Game | ContestGame) -> ChartData:
    relation, positions, players = game.relation, game.positions, {player: str(player) for player in Player}
    winners = [turn_winner(position, relation) for position in positions[:-1]]
    hands = [(position.left, position.right) for position in positions]
    names = [relation.name_of(card) for card in range(1, relation.n + 1)]
    return _Course(str(game), "turn", players, hands, winners, names, game.preperiod).chart()


@chart_of.register(FullGame)
@chart_of.register(AuctionGame)
def _of_rounds(game: FullGame | AuctionGame) -> ChartData:
    """Return a game in rounds; the pile of each player lies behind the hand."""
    if isinstance(game, FullGame):
        hands, cards = [played.hands for played in game.rounds], [*card_names(game.rules).values()]
        names = [f"player {number}" for number in range(1, game.rules.players + 1)]
    else:
        hands = [tuple(map(add, played.hands, played.piles)) for played in game.rounds]
        cards = [str(card) for card in range(1, max(map(max, game.deal)) + 1)]
        names = player_names(game.line_up)
    players, winners = dict(enumerate(names, start=1)), [played.winner for played in game.rounds]
    return _Course(str(game), "round", players, [game.deal, *hands], winners, cards, game.preperiod).chart()


@chart_of.register
def _of_endless_deal(deal: EndlessDeal) -> ChartData:
    if deal.game is None:
        raise ParameterError(f"there is nothing to plot: no endless deal of {deal.rules} was found")
    return _of_rounds(deal.game)


@dataclass(frozen=True)
class _Course:
    """A game as it is drawn: all hands at the start and after each turn, and who won the turn, if anybody did.

    `players` are the names of the players, `cards` those of the cards 1, 2, ...; `preperiod` is the number of turns
    before the cycle of an endless game.
    """

    title: str
    unit: str
    players: Mapping[Any, str]
    hands: Sequence[Sequence[Sequence[int]]]
    winners: Sequence[Any]
    cards: Sequence[str]
    preperiod: int | None

    def chart(self) -> ChartData:
        """Panels with the cards, the sizes of the hands, and the winners, one below the other."""
        players = range(len(self.players))
        turns = range(0, len(self.hands), ceil(len(self.hands) / _MOST_COLUMNS))
        most = [max(len(hands[player]) for hands in self.hands) for player in players]
        groups = [[player] for player in players] if len(players) <= _MOST_HANDS else []
        if len(players) == 2:  # they face each other
            groups = [[0, 1]]
        else:
            most = [max(most)] * len(players)  # one scale for all
        depths = [sum(most[player] for player in group) for group in groups]
        heights = [min(max(_INCHES_A_CARD * depth, _LOWEST), _HIGHEST) for depth in depths]
        heights += [_INCHES_OF_SIZES, _INCHES_OF_A_BAR * (len(players) + 1)]
        width = min(max(_INCHES_A_TURN * len(turns), _NARROWEST), _WIDEST)
        panels = [self._hands(group, most, turns) for group in groups]
        panels += [self._sizes(turns, 1.1 * max(most)), self._winners(turns)]
        size = width, sum(heights) + _INCHES_OF_TEXTS
        return ChartData([[panel] for panel in panels], self.title, size=size, heights=heights, are_joined=True)

    def _hands(self, group: list[int], most: Sequence[int], turns: range) -> Panel:
        """Return each card as a cell: the first player's top card lies above the middle, the second's below it."""
        above, below = most[group[0]], sum(most[player] for player in group[1:])
        cards = np.full((below + above, len(turns)), np.nan)
        for column, turn in enumerate(turns):
            first, *others = (self.hands[turn][player] for player in group)
            cards[below : below + len(first), column] = first
            for hand in others:
                cards[below - len(hand) : below, column] = hand[::-1]
        cells = Cells(_edges(turns), np.arange(-below, above + 1), cards, heading("card"), self.cards)
        players = [[*self.players.values()][player] for player in group]
        middle = [Line([-0.5, turns[-1] + 0.5], [0, 0], Look("black", width=1))] if below else []
        lines = [*middle, *self._cycle(-0.5, -below, above)[:2]]
        y_ticks = dict(zip((above / 2, -below / 2), players, strict=False))
        return Panel(cells=cells, lines=lines, y_range=(-below, above), y_ticks=y_ticks)

    def _sizes(self, turns: range, top: float) -> Panel:
        sizes = zip(*([len(hand) for hand in self.hands[turn]] for turn in turns), strict=True)
        lines = [Line(_edges(turns), held, shape="steps") for held in sizes]
        return Panel(y_label=heading("held"), lines=[*lines, *self._cycle(-0.5, 0, top)], y_range=(0, top))

    def _winners(self, turns: range) -> Panel:
        """Return a bar below the cards that a turn leads to, in the row and the colour of its winner, or grey."""
        rows, won_by = len(self.players), [self.winners[turn - 1] for turn in turns[1:]]
        lines = self._cycle(0.5, 0, rows)  # a bar stands one place after the cards that its turn begins with
        nobody: tuple[Any, str, int, float] = (None, GREY, 0, rows)
        places = [nobody, *((who, Look.number(at).colour, rows - 1 - at, 0.9) for at, who in enumerate(self.players))]
        for player, colour, low, height in places if won_by else []:
            high = low + height * np.array([winner == player for winner in won_by])
            lines.append(Line(_edges(turns[1:]), high, Look(colour, width=0, opacity=1), low=low, shape="steps"))
        names = {rows - 0.5 - place: name for place, name in enumerate(self.players.values())}
        title = f"Who wins each {self.unit}" + "; the cycle is between the dashed lines" * (self.preperiod is not None)
        label = heading(self.unit) + f" (one of {turns.step:,} is drawn)" * (turns.step > 1)
        ranges: dict[str, Any] = {"x_range": (-0.5, turns[-1] + 0.5), "y_range": (0, rows)}
        return Panel(title, label, "", lines, **ranges, y_ticks=names if rows <= _MOST_HANDS else {})

    def _cycle(self, shift: float, low: float, high: float) -> list[Line]:
        """Return lines around the turns that are repeated without end, and a yellow background."""
        if self.preperiod is None:
            return []
        ends = self.preperiod + shift, len(self.hands) - 1 + shift
        lines = [Line([end, end], [low, high], Look(COLOURS[1], DASHES[1])) for end in ends]
        return [*lines, Line(ends, [high, high], Look(YELLOW, width=0, opacity=0.25), low=low)]


def _edges(turns: range) -> NDArray[Any]:
    return np.append(turns, turns[-1] + turns.step) - 0.5
