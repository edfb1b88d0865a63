"""Relations drawn: every card, an arrow for each pair that is decided, and the symmetry to be seen."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from math import atan2, hypot, pi

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support import MATRICES, examples, relations
from wargraph.core.relation import Interpretation, Relation
from wargraph.drawing.relation import relation_picture
from wargraph.drawing.views import picture
from wargraph.relations.structure import relation_structure

SVG = "{http://www.w3.org/2000/svg}"
SYMMETRIC = ("rock-paper-scissors", "rock-paper-scissors-lizard-spock", "cyclic:9", "paley:7", "paley:19")


def read(relation, **page):
    """The cards with their labels and places, and the arrows with the number of their heads."""
    top = ET.fromstring(picture(relation, "relation", **page).svg()).find(f"{SVG}g")
    cards, arrows = {}, {}
    for group in top:
        kind = group.get("class", "").split(" ")[0]
        if kind == "node":
            numbers = list(map(float, re.findall(r"-?[\d.]+", next(group.iter(f"{SVG}path")).get("d"))))
            place = tuple((min(axis) + max(axis)) / 2 for axis in (numbers[::2], numbers[1::2]))
            cards[int(group.find(f"{SVG}title").text)] = ("".join(next(group.iter(f"{SVG}text")).itertext()), place)
        elif kind == "edge":
            start, end = map(int, group.find(f"{SVG}title").text.split("->"))
            arrows[start, end] = len(list(group.iter(f"{SVG}polygon")))
    return cards, arrows


@given(relations())
@examples(30)
def test_who_beats_whom_can_be_read_off(relation):
    cards, arrows = read(relation)
    numbers = range(1, relation.n + 1)
    assert sorted(cards) == list(numbers)
    assert {card: label for card, (label, _) in cards.items()} == {card: relation.name_of(card) for card in numbers}
    beats = {(i, j) for i in numbers for j in numbers if i != j and relation.rows[i - 1][j - 1]}
    if relation.is_order:
        from_left = sorted(cards, key=lambda card: cards[card][1][0])
        assert beats == set(combinations(from_left, 2))
        assert set(arrows) == set(pairwise(from_left))
        return
    shown = {pair for (i, j), heads in arrows.items() for pair in [(i, j), (j, i)][:heads]}
    assert shown == beats
    assert len(arrows) == len({frozenset(pair) for pair in beats})


@pytest.mark.parametrize("name", SYMMETRIC)
def test_an_automorphism_turns_the_picture(name):
    cards, _ = read(Relation.of(name))
    cycle = relation_structure(name).rotation()
    turn = dict(zip(cycle, (*cycle[1:], cycle[0]), strict=True))
    x, y = (sum(place[axis] for _, place in cards.values()) / len(cards) for axis in (0, 1))
    angles = {card: atan2(place[1] - y, place[0] - x) for card, (_, place) in cards.items()}
    turned = {round((angles[turn[card]] - angles[card]) % (2 * pi), 2) for card in cards}
    assert len(turned) == 1
    radii = [hypot(place[0] - x, place[1] - y) for _, place in cards.values()]
    assert max(radii) - min(radii) < 0.02 * max(radii)


@pytest.mark.parametrize("name", ["cyclic:7", "random:8", "suits:3x2"])
def test_a_card_keeps_its_place_if_an_entry_changes(name):
    relation = Relation.of(name)
    rows = [list(row) for row in relation.rows]
    (i, j) = next((i, j) for i, j in combinations(range(relation.n), 2) if rows[i][j] != rows[j][i])
    rows[i][j], rows[j][i] = rows[j][i], rows[i][j]
    changed = Relation(rows, relation.name, relation.interpretation)
    places, others = ({card: place for card, (_, place) in read(each)[0].items()} for each in (relation, changed))
    for card, place in places.items():
        assert place == pytest.approx(others[card], abs=1)


@pytest.mark.parametrize(("size", "ratio"), [("1920x1080", 16 / 9), ("A4", 210 / 297)])
def test_the_cards_fill_a_page(size, ratio):
    places = [place for _, place in read(Relation.of("random:15"), size=size)[0].values()]
    across, down = (max(axis) - min(axis) for axis in zip(*places, strict=True))
    assert across / down == pytest.approx(ratio, rel=0.05)


ABOVE_ONE_ANOTHER = [
    *([*(int(i // 3 < j // 3 or (i // 3 == j // 3 and (j - i) % 3 == 1)) for j in range(6)), 0] for i in range(6)),
    [1] * 6 + [0],
]


@given(st.one_of(relations(), st.just(Relation(ABOVE_ONE_ANOTHER, name="two triples below a card"))))
@example(Relation([[0, 1, 0], [1, 0, 0], [1, 1, 0]], name="one above two", interpretation="literal"))
@examples(30)
def test_no_arrow_runs_through_another_card(relation):
    cards, arrows = read(relation)
    for start, end in arrows:
        (ax, ay), (bx, by) = cards[start][1], cards[end][1]
        for x, y in (place for card, (_, place) in cards.items() if card not in (start, end)):
            along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / hypot(bx - ax, by - ay) ** 2
            nearest = min(1, max(0, along))
            assert hypot(ax + nearest * (bx - ax) - x, ay + nearest * (by - ay) - y) > 6


def test_names_are_escaped_and_shortened():
    names = ['<b>"x"&', "&lt; \\N 🙂", "a name of more than twenty letters"]
    relation = Relation([[0, 1, 0], [0, 0, 1], [1, 0, 0]], card_names=names)
    cards, _ = read(relation)
    assert [label for label, _ in cards.values()] == [*names[:2], "a name of more…"]
    links = ET.fromstring(relation_picture(relation).svg()).iter(f"{SVG}a")
    tooltips = {each.get("{http://www.w3.org/1999/xlink}title") for each in links}
    assert {*names, f"{names[0]} beats {names[1]}"} <= tooltips


@pytest.mark.parametrize("name", MATRICES)
def test_it_says_how_to_read_it(name):
    texts = " ".join(ET.fromstring(relation_picture(MATRICES[name]).svg()).itertext())
    assert ("none: Right's card wins" in texts) == (MATRICES[name].interpretation is Interpretation.LITERAL)
    assert ("none: the cards draw" in texts) == MATRICES[name].has_draws
    assert ("to the right of it" in texts) == MATRICES[name].is_order


def test_it_is_the_view_of_a_relation_of_many_cards():
    assert picture("cyclic:11") == picture("cyclic:11", "relation")
