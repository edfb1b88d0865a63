"""Random numbers: SplitMix64 as published, fair draws, streams of games apart, and kernels that draw the same."""

from collections import Counter
from itertools import chain, count, islice, permutations

import numpy as np
import pytest
import scipy
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support import refusal
from wargraph.compute.kernel import array_kernel, kernel
from wargraph.compute.rng_kernels import draw_below, next_below, next_two_below, stream_of_game
from wargraph.core.rng import Chance, stream_base
from wargraph.errors import ParameterError

GAMMA = 0x9E3779B97F4A7C15
# The first outputs of the generator's published C code.
PUBLISHED = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B],
    1234567: [0x599ED017FB08FC85, 0x2C73F08458540FA5, 0x883EBCE5A3F27C77, 0x3FBEF740E9177B3F, 0xE3B8346708CB5ECD],
}
WORDS = st.integers(0, 2**64 - 1)
# Of these bounds none, few, every fourth, and almost every second word is rejected.
BOUNDS = (1, 2, 3, 6, 52, 255, 2**31, 3 * 2**30, 2**31 + 1, 2**32 - 1, 2**32)


def chance_at(state):
    """The generator as if seeded with `state`, without the way from seed and game."""
    chance = Chance()
    chance.state = state
    return chance


def splitmix64(seed):
    """The words of SplitMix64, straight from its definition."""
    for step in count(1):
        word = (seed + step * GAMMA) % 2**64
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        yield word ^ word >> 31


@array_kernel
def drawn_by_kernels(stream, bounds):
    """What each kernel draws, in a column, and the last state of each; the last column is drawn in pairs."""
    drawn, states = np.empty((bounds.size, 3), np.int64), np.full(3, stream[0])
    for place in range(bounds.size):
        drawn[place, 0] = draw_below(stream, bounds[place])
        states[1], drawn[place, 1] = next_below(states[1], bounds[place])
    for place in range(0, bounds.size, 2):
        pair = next_two_below(states[2], bounds[place], bounds[place + 1])
        states[2], drawn[place, 2], drawn[place + 1, 2] = pair
    states[0] = stream[0]
    return drawn, states


@kernel
def start_by_kernel(base, game):
    return stream_of_game(base, game)


@pytest.mark.parametrize("seed", PUBLISHED)
def test_words_are_those_of_splitmix64(seed):
    chance = chance_at(seed)
    assert [chance.word() for _ in range(5)] == PUBLISHED[seed] == list(islice(splitmix64(seed), 5))
    assert stream_base(seed) == PUBLISHED[seed][0]


@given(WORDS, st.integers(1, 2**63 - 1))
def test_games_start_at_words_after_the_base(seed, game):
    base = next(splitmix64(seed))
    assert Chance(seed, 0).state == next(splitmix64(base - GAMMA))
    assert Chance(seed, game).state == next(splitmix64(base + (game - 1) * GAMMA))


@pytest.mark.parametrize("power", [0, 1, 8, 31, 32])
def test_a_power_of_two_rejects_nothing(power):
    chance = chance_at(1)
    assert [chance.below(2**power) for _ in range(200)] == [word >> 64 - power for word in islice(splitmix64(1), 200)]


def test_only_surplus_words_are_rejected():
    # With the bound 3 * 2^30 four neighbours x = 4a..4a+3 of 32 bits share the three numbers 3a..3a+2: 4a is rejected.
    bound, chances = 3 * 2**30, [chance_at(7) for _ in range(3)]
    halves = [(word >> 32, word % 2**32) for word in islice(splitmix64(7), 400)]
    drawn = [tuple(3 * (half // 4) + half % 4 - 1 if half % 4 else None for half in pair) for pair in halves]
    first = [one for one, _ in drawn if one is not None]
    both = [pair for pair in drawn if None not in pair]
    second = [(half, other) for (half, _), (_, other) in zip(halves, drawn, strict=True) if other is not None]
    assert 180 < len(both) < len(first) < 350
    assert [chances[0].below(bound) for _ in first] == first
    assert [chances[1].two_below(bound, bound) for _ in both] == both
    assert [chances[2].two_below(2**32, bound) for _ in second] == second


def check_fairness(shuffles):
    """All permutations are there, and equally often."""
    seen = Counter(map(tuple, shuffles))
    assert sorted(seen) == sorted(permutations(sorted(min(seen))))
    assert scipy.stats.chisquare(list(seen.values())).pvalue > 0.001


@pytest.mark.parametrize("chances", [[Chance(seed=2)] * 6000, [Chance(3, game) for game in range(6000)]])
def test_three_cards_are_shuffled_fairly(chances):
    def shuffled(chance):
        cards = [1, 2, 3]
        chance.shuffle(cards)
        return cards

    check_fairness(map(shuffled, chances))


@pytest.mark.parametrize("portions", [[[1, 2, 3, 4]], [[1], [2, 3], [4]], [[1, 2, 3], [4]], [[1], [2], [3], [4]]])
def test_cards_are_mixed_in_fairly_however_they_come(portions):
    chance, every = Chance(seed=4), [[] for _ in range(6000)]
    for cards in every:
        for portion in portions:
            chance.mix_in(cards, portion)
    check_fairness(every)


def test_a_mixed_card_changes_places():
    chance, again = chance_at(6), chance_at(6)
    for _ in range(50):
        cards = [5, 6, 7]
        chance.mix_in(cards, [9])
        place, _ = again.two_below(4, 5)
        assert cards == ([5, 6, 7, 9] if place == 3 else [*[5, 6, 7][:place], 9, *[5, 6, 7][place + 1 :], 5 + place])


def test_an_index_is_picked_by_its_weight():
    weights, chance = [0.5, 0.0, 0.2, 0.3], Chance(3)
    picked = Counter(chance.pick(weights) for _ in range(4000))
    assert picked.keys() == {0, 2, 3}
    assert scipy.stats.chisquare([picked[each] for each in (0, 2, 3)], [2000, 800, 1200]).pvalue > 0.001
    assert Chance(3).pick([0.2]) == 0


def test_streams_of_games_and_seeds_do_not_meet():
    seen = set()
    for seed in (0, 1, 2, 2**64 - 1):
        for game in (*range(250), 2**62, 2**63 - 1):
            chance = Chance(seed, game)
            seen.update(chance.word() for _ in range(20))
    assert len(seen) == 4 * 252 * 20


@given(WORDS, st.lists(st.one_of(st.sampled_from(BOUNDS), st.integers(1, 2**32)), min_size=1, max_size=15))
@example(0, [2**31 + 1] * 20)
@example(1, [2**32] * 3)
def test_kernels_draw_what_plain_python_draws(state, bounds):
    chance, of_pairs, bounds = chance_at(state), chance_at(state), bounds * 2
    plain = [chance.below(bound) for bound in bounds]
    pairs = [of_pairs.two_below(*pair) for pair in zip(bounds[::2], bounds[1::2], strict=True)]
    drawn, states = drawn_by_kernels(np.array([state], np.uint64), np.array(bounds, np.int64))
    assert drawn.T.tolist() == [plain, plain, list(chain(*pairs))]
    assert states.tolist() == [chance.state, chance.state, of_pairs.state]


@given(WORDS, st.integers(0, 2**63 - 1))
@example(0, 0)
@example(2**64 - 1, 2**63 - 1)
def test_kernels_start_a_game_where_plain_python_does(seed, game):
    start = start_by_kernel(np.uint64(stream_base(seed)), np.uint64(game))
    assert int(start) == Chance(seed, game).state


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1, 10**10, 2.0, "6"])
def test_bounds_that_a_word_cannot_serve_are_refused(bound):
    assert "bound = " in refusal(ParameterError, Chance().below, bound)
    assert Chance(3).below(np.int64(6)) == Chance(3).below(6)
