"""Relations by name: what the families are, and which numbers of cards they have."""

from itertools import permutations

import networkx as nx
import pytest

from tests.support import refusal
from wargraph.core.position import Player
from wargraph.core.relation import Relation
from wargraph.errors import ParameterError, RelationError, TooLargeError


@pytest.mark.parametrize("n", [1, 3, 5, 9])
def test_cyclic_cards_beat_the_next_half(n):
    relation = Relation.of(f"cyclic:{n}")
    for card in range(n):
        assert [relation.winner(card + 1, (card + step) % n + 1) is Player.LEFT for step in range(1, n)] == [
            step <= n // 2 for step in range(1, n)
        ]


@pytest.mark.parametrize("p", [3, 7, 11, 19])
def test_paley_relations_beat_any_two_cards_equally_often(p):
    beats = Relation.of(f"paley:{p}").to_array().astype(int)
    together = beats.T @ beats
    assert {int(together[i, j]) for i, j in permutations(range(p), 2)} == {(p - 3) // 4}
    # Told from its mirror image: every card beats the one before it, for 1 is a square.
    assert all(beats[card, card - 1] for card in range(p))


def test_lizard_spock_beats_as_the_game_says():
    said = "rock beats lizard, scissors; paper beats rock, Spock; scissors beats paper, lizard; Spock beats scissors"
    relation = Relation.of("rock-paper-scissors-lizard-spock")
    assert relation == Relation.of(f"{said}, rock; lizard beats Spock, paper")
    graphs = [nx.from_numpy_array(each.to_array(), create_using=nx.DiGraph)
              for each in (relation, Relation.of("cyclic:5"))]  # fmt: skip
    assert nx.is_isomorphic(*graphs)


def test_random_relations_depend_on_the_seed():
    found = [Relation.of("random:6", seed=seed) for seed in range(30)]
    assert len(set(found)) == 30
    assert all(relation.is_tournament and Relation.of(relation.name) == relation for relation in found)
    assert Relation.of("random:06:01").name == "random:6:1"
    first_wins = sum(Relation.of("random:2", seed=seed).winner(1, 2) is Player.LEFT for seed in range(1000))
    assert 400 < first_wins < 600  # six standard deviations


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("cyclic:4", ["'cyclic:4'", "an odd number", "cyclic:5"]),
        ("paley:5", ["a prime number", "paley:7"]),
        ("paley:15", ["a prime"]),
        ("paley:27", ["a prime"]),
        ("random", ["random:6", "random:6:1"]),
        ("random:6:x", ["random:6:1"]),
        *((f"order:{text}", ["order:4"]) for text in ("", "0", "-3", "x", "²", "1" * 5000, "3:1")),
        ("cyclic:5:", ["cyclic:5"]),
        ("circle:5", ["not known", "cyclic:N"]),
    ],
)
def test_a_family_has_some_numbers_of_cards(name, parts):
    message = refusal(RelationError, Relation.of, name)
    assert [part for part in parts if part not in message] == []


def test_sizes_and_seeds_have_bounds():
    for make, n in ((Relation.order, 10**6), (Relation.of, "order:1000000")):
        assert "1000000 cards is too large" in refusal(TooLargeError, make, n)
    assert "n = 0" in refusal(ParameterError, Relation.order, 0)
    assert "seed = -1" in refusal(ParameterError, Relation.of, "random:3", seed=-1)
