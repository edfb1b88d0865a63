"""The engine plays the games of the plain rules, move for move."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.auction.support import deals, line_ups, played_by_engine
from tests.support import examples
from wargraph import Ending, LineUp, Min, play_auction
from wargraph.auction.strategies import COMPILED

CAP = 3000


def agrees(line_up, seed, deal, until_one_strategy):
    """Whether both play the same game: its end, and the state after some of its rounds."""
    options = {"until_one_strategy": until_one_strategy}
    plain = play_auction(line_up, seed, 3, CAP, hands=deal, **options)
    record, *_ = played_by_engine(line_up, seed, 3, 4 * CAP, deal=plain.deal, **options)
    if plain.ending is Ending.CAPPED:
        record, *_ = played_by_engine(line_up, seed, 3, CAP, deal=plain.deal, **options)
    assert record["ending"] == plain.ending
    assert record["winner"] == (plain.winner or 0)
    assert record["cycle_length"] == (plain.cycle_length or 0)
    if plain.cycle_length is None:
        assert record["rounds"] == len(plain.rounds)
        assert record["wars"] == sum(played.wars for played in plain.rounds)
    for number in {*range(1, 6), len(plain.rounds) // 2, len(plain.rounds)} & {*range(1, len(plain.rounds) + 1)}:
        played = plain.rounds[number - 1]
        _, hands, piles, table = played_by_engine(line_up, seed, 3, number, deal=plain.deal, **options)
        assert (hands, piles, table) == (played.hands, played.piles, played.table)


@given(st.data())
@examples(60)
def test_the_engine_plays_the_same_games(data):
    line_up = data.draw(line_ups([strategy.__name__ for strategy in COMPILED]))
    agrees(line_up, data.draw(st.integers(0, 2**64 - 1)), data.draw(deals(len(line_up))), data.draw(st.booleans()))


@pytest.mark.parametrize("strategy", COMPILED, ids=lambda strategy: strategy.__name__)
@pytest.mark.parametrize("others", ["Dummy", "20xDummy", "Min+Max+SimpleMinded1+SimpleMinded2"])
def test_every_strategy_plays_the_same_games(strategy, others):
    agrees(LineUp.parse([strategy(), others]), 11, None, False)


def test_a_cycle_is_noticed_in_the_same_round():
    line_up = LineUp.parse("Max+Min")
    endings = [play_auction(line_up, cap=cap).ending for cap in range(1, 60)]
    assert endings == [played_by_engine(line_up, cap=cap)[0]["ending"] for cap in range(1, 60)]
    assert endings.index(Ending.ENDLESS) + 1 == 16 + 12  # the state of round 16 comes back


def test_kernels_play_known_strategies_with_chance():
    class Mine(Min):
        """Not the known one."""

    assert LineUp.parse("+".join(kind.__name__ for kind in COMPILED)).is_compiled
    assert not LineUp.parse([Mine(), "Dummy"]).is_compiled
    assert not LineUp.parse("Adversary+Dummy").is_compiled
    assert not LineUp.parse("Min+Max").is_compiled
