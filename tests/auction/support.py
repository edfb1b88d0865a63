"""What the tests of WAR with Auction Rounds share: random line-ups and hands, scripted players, single engine games."""

from collections import deque

import numpy as np
from hypothesis import strategies as st

from wargraph import Adversary, Dummy, LineUp, Max, Min, SimpleMinded1, SimpleMinded2, Strategy
from wargraph.auction.engine import ENDINGS, Column, deal_counts, play_auctions, room_for
from wargraph.auction.rules import CARDS
from wargraph.chance import stream_base

MIDDLE = """
from wargraph import Strategy

class Middle(Strategy):
    def card(self, view):
        return view.hand[len(view.hand) // 2]

    def war_cards(self, view):
        return view.hand[:4]
"""
BUILT_IN = (Min, Max, Dummy, SimpleMinded1, SimpleMinded2, Adversary)


@st.composite
def line_ups(draw, most=6):
    """Any line-up of the strategies that the engine knows."""
    return LineUp(
        tuple(strategy() for strategy in draw(st.lists(st.sampled_from(BUILT_IN), min_size=2, max_size=most)))
    )


@st.composite
def deals(draw, players):
    """The usual hands, or any others with at least two players who have cards."""
    if draw(st.booleans()):
        return (CARDS,) * players
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
    counts = deal_counts((CARDS,) * len(line_up) if deal is None else deal)
    records = np.zeros((1, len(Column)), np.int64)
    room = room_for(line_up, counts)
    play_auctions(np.uint64(stream_base(line_up.seed(seed))), game, cap, until_one_strategy, counts, records, room)
    record = {column.name.lower(): int(records[0, column]) for column in Column}
    record["ending"] = ENDINGS[record["ending"]]
    return record, _hands(room.hands), _hands(room.piles), _hands([room.table])[0]


def _hands(counts):
    return tuple(tuple(np.repeat(np.arange(len(row)), row).tolist()) for row in counts)
