"""What the tests of WAR with Auction Rounds share: random line-ups and hands, scripted players, single engine games."""

from collections import deque

import numpy as np
from hypothesis import strategies as st

from wargraph import Ending, LineUp, Strategy
from wargraph.auction.engine import play_auctions, workspace_for
from wargraph.auction.game import COLUMNS
from wargraph.auction.rules import STARTING_HAND
from wargraph.auction.strategies import STRATEGIES
from wargraph.core.rng import stream_base

MIDDLE = """
from wargraph import Strategy

class Middle(Strategy):
    def card(self, view):
        return view.hand[len(view.hand) // 2]

    def war_cards(self, view):
        return view.hand[:4]
"""


@st.composite
def line_ups(draw, names=tuple(STRATEGIES)):
    """Any line-up of some known strategies."""
    return LineUp.parse(draw(st.lists(st.sampled_from(names), min_size=2, max_size=6)))


@st.composite
def deals(draw, players):
    """The usual hands, or any others with at least two players who have cards."""
    if draw(st.booleans()):
        return (STARTING_HAND,) * players
    highest = draw(st.integers(1, 13))
    hands = st.lists(st.integers(1, highest), max_size=14).map(sorted).map(tuple)
    return draw(st.tuples(*[hands] * players).filter(lambda dealt: sum(map(bool, dealt)) > 1))


class Scripted(Strategy):
    """Plays what was written down for it, cards and war cards, in their order."""

    def __init__(self, *choices):
        self.choices = deque(choices)

    def card(self, _view):
        return self.choices.popleft()

    def war_cards(self, _view):
        return self.choices.popleft()


def played_by_engine(line_up, seed=0, game=0, cap=100_000, until_one_strategy=False, deal=None):
    """Play one game with the kernels: its record by column, then hands, piles and table at the end."""
    rows = np.empty((1, len(COLUMNS)), np.int32)
    game_at_end = workspace_for(line_up, deal or (STARTING_HAND,) * len(line_up))
    play_auctions(np.uint64(stream_base(line_up.seed(seed))), game, cap, until_one_strategy, rows, game_at_end)
    record = dict(zip(COLUMNS, rows[0].tolist(), strict=True))
    record["ending"] = [*Ending][record["ending"]]
    return record, _hands(game_at_end.hands), _hands(game_at_end.piles), _hands([game_at_end.table])[0]


def _hands(counts):
    return tuple(tuple(np.repeat(np.arange(len(row)), row).tolist()) for row in counts)
