"""Random numbers: SplitMix64 as published, fair draws, streams of games apart, and kernels that draw the same."""

from collections import Counter
from itertools import count, islice, permutations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numba import njit
from scipy.stats import chisquare

from tests.support import refusal
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


@njit
def drawn_by_kernel(stream, bounds):
    drawn = np.empty(bounds.size, np.int64)
    for place in range(bounds.size):
        drawn[place] = draw_below(stream, bounds[place])
    return drawn


@njit
def drawn_in_register(state, bounds):
    drawn = np.empty(bounds.size, np.int64)
    for place in range(bounds.size):
        state, number = next_below(state, bounds[place])
        drawn[place] = number
    return state, drawn


@njit
def drawn_in_pairs(state, bounds):
    drawn = np.empty(bounds.size, np.int64)
    for place in range(0, bounds.size, 2):
        state, drawn[place], drawn[place + 1] = next_two_below(state, bounds[place], bounds[place + 1])
    return state, drawn


@njit
def start_by_kernel(base, game):
    return stream_of_game(base, game)


@pytest.mark.parametrize("seed", PUBLISHED)
def test_words_are_those_of_splitmix64(seed):
    chance = chance_at(seed)
    assert [chance.word() for _ in range(5)] == PUBLISHED[seed] == list(islice(splitmix64(seed), 5))
    assert stream_base(seed) == PUBLISHED[seed][0]


@given(WORDS, st.integers(1, 2**63 - 1))
def test_games_start_at_the_words_that_follow_the_base(seed, game):
    base = next(splitmix64(seed))
    assert Chance(seed, 0).state == next(splitmix64(base - GAMMA))
    assert Chance(seed, game).state == next(splitmix64(base + (game - 1) * GAMMA))


def test_first_draws_by_hand():
    # Upper halves of the published words for seed 0: 0.8833, 0.4315, 0.0264, 0.9709, 0.1063 of the range.
    for bound, expected in ((6, [5, 2, 0, 5, 0]), (100, [88, 43, 2, 97, 10]), (1, [0] * 5)):
        chance = chance_at(0)
        assert [chance.below(bound) for _ in range(5)] == expected


@given(WORDS, st.one_of(st.sampled_from(BOUNDS), st.integers(1, 2**32)))
def test_draws_are_in_range(state, bound):
    chance = chance_at(state)
    assert all(0 <= chance.below(bound) < bound for _ in range(20))


@pytest.mark.parametrize("power", [0, 1, 8, 31, 32])
def test_a_power_of_two_rejects_nothing(power):
    chance = chance_at(1)
    assert [chance.below(2**power) for _ in range(200)] == [word >> 64 - power for word in islice(splitmix64(1), 200)]


def test_rejected_words_are_those_that_would_be_too_many():
    # With the bound 3 * 2^30 four neighbours x = 4a..4a+3 of 32 bits share the three numbers 3a..3a+2: 4a is rejected.
    chance = chance_at(7)
    halves = [word >> 32 for word in islice(splitmix64(7), 400)]
    kept = [3 * (half // 4) + half % 4 - 1 for half in halves if half % 4]
    assert 250 < len(kept) < 350
    assert [chance.below(3 * 2**30) for _ in kept] == kept


def test_a_word_is_rejected_if_one_of_its_halves_is():
    # Under the bound 3 * 2^30 every fourth half is rejected.
    chance = chance_at(7)
    halves = [(word >> 32, word % 2**32) for word in islice(splitmix64(7), 400)]
    kept = [tuple(3 * (half // 4) + half % 4 - 1 for half in pair) for pair in halves if all(x % 4 for x in pair)]
    assert 180 < len(kept) < 270
    assert [chance.two_below(3 * 2**30, 3 * 2**30) for _ in kept] == kept
    kept = [(a, 3 * (b // 4) + b % 4 - 1) for a, b in halves if b % 4]
    chance = chance_at(7)
    assert [chance.two_below(2**32, 3 * 2**30) for _ in kept] == kept


def check_fairness(shuffles):
    """All permutations are there, and equally often."""
    seen = Counter(map(tuple, shuffles))
    assert sorted(seen) == sorted(permutations(sorted(min(seen))))
    assert chisquare(list(seen.values())).pvalue > 0.001


@pytest.mark.parametrize("chances", [[Chance(seed=2)] * 6000, [Chance(3, game) for game in range(6000)]])
def test_three_cards_are_shuffled_fairly_in_a_game_and_over_games(chances):
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


def test_a_card_that_is_mixed_in_changes_places_with_one():
    chance, again = chance_at(6), chance_at(6)
    for _ in range(50):
        cards = [5, 6, 7]
        chance.mix_in(cards, [9])
        place, _ = again.two_below(4, 5)
        assert cards == ([5, 6, 7, 9] if place == 3 else [*[5, 6, 7][:place], 9, *[5, 6, 7][place + 1 :], 5 + place])


@pytest.mark.parametrize("cards", [[], [4]])
def test_nothing_is_drawn_to_shuffle_nothing(cards):
    chance = chance_at(9)
    before = list(cards)
    chance.shuffle(cards)
    assert (cards, chance.state) == (before, 9)


def test_streams_of_games_and_seeds_do_not_meet():
    seen = set()
    for seed in (0, 1, 2, 2**64 - 1):
        for game in (*range(250), 2**62, 2**63 - 1):
            chance = Chance(seed, game)
            seen.update(chance.word() for _ in range(20))
    assert len(seen) == 4 * 252 * 20


@given(WORDS, st.lists(st.one_of(st.sampled_from(BOUNDS), st.integers(1, 2**32)), min_size=1, max_size=30))
@example(0, [2**31 + 1] * 40)
@example(1, [2**32] * 3)
def test_kernels_draw_what_plain_python_draws(state, bounds):
    chance, stream = chance_at(state), np.array([state], np.uint64)
    plain = [chance.below(bound) for bound in bounds]
    assert drawn_by_kernel(stream, np.array(bounds, np.int64)).tolist() == plain
    end, drawn = drawn_in_register(np.uint64(state), np.array(bounds, np.int64))
    assert drawn.tolist() == plain
    assert int(stream[0]) == int(end) == chance.state


@pytest.mark.long
@given(WORDS, st.lists(st.one_of(st.sampled_from(BOUNDS), st.integers(1, 2**32)), min_size=15, max_size=15))
@example(0, [2**31 + 1] * 15)
def test_kernels_draw_the_pairs_that_plain_python_draws(state, bounds):
    chance, bounds = chance_at(state), [*bounds, 52]
    plain = [chance.two_below(*pair) for pair in zip(bounds[::2], bounds[1::2], strict=True)]
    end, drawn = drawn_in_pairs(np.uint64(state), np.array(bounds, np.int64))
    assert drawn.reshape(-1, 2).tolist() == [list(pair) for pair in plain]
    assert int(end) == chance.state


@given(WORDS, st.integers(0, 2**63 - 1))
@example(0, 0)
@example(2**64 - 1, 2**63 - 1)
def test_kernels_start_a_game_where_plain_python_does(seed, game):
    start = start_by_kernel(np.uint64(stream_base(seed)), np.uint64(game))
    assert int(start) == Chance(seed, game).state


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1, 10**10, 2.0, "6"])
def test_bounds_that_a_word_cannot_serve_are_refused(bound):
    assert "bound = " in refusal(ParameterError, Chance().below, bound)


def test_bounds_of_numpy_serve():
    assert Chance(3).below(np.int64(6)) == Chance(3).below(6)
