"""The opening sentences of results, against games played by the reference implementation."""

import re

import pytest

import wargraph as wg
from tests.support import ORDERS, graph_of, plain_games
from wargraph.core.position import TIE

GRAPHS = ("deck of 1", "deck of 4", "deck of 5", "rock-paper-scissors", "nobody beats nobody")


def opening(result):
    """The first block of the report, which print shows first."""
    text = result.document().blocks[0].text
    assert " ".join(str(result).split()).startswith(text)
    return text


def numbers(text):
    """The whole numbers of a sentence that is not about a relation whose name holds some."""
    return [int(number.replace(",", "")) for number in re.findall(r"(?<![\d.])\d[\d,]*(?![\d.]*%)", text)]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", GRAPHS)
def test_the_numbers_are_those_of_all_games(name, order):
    graph = graph_of(name)
    games = [game for start, game in plain_games(name, order).items() if start != TIE]
    ending = sorted(turns for turns, _ in games if turns is not None)
    cycles = sorted(period for _, period in games if period is not None)
    n, most = graph.n, ending[-1]
    half = ending[(len(ending) - 1) // 2]
    assert numbers(opening(wg.longest(graph, order))) == [n, most, ending.count(most)]
    span = sorted({cycles[0], cycles[-1]}) if cycles else []
    never = [len(cycles), len(games)] if cycles else []
    assert numbers(opening(wg.lengths(graph, order))) == [n, half, most, *never, *span]
    assert numbers(opening(wg.endless(graph, order))) == [*never, n, most]


ANSWERS = [
    (lambda: wg.longest_over_tournaments(5), [5, 21, 4]),
    (lambda: wg.endless(13, "WL", "balanced"), [4880546113, 6227020800, 13, 57]),
    (lambda: wg.endless(graph_of("no balanced deal ends"), "LW", "balanced"), [4]),
    (lambda: wg.lengths(9, "WL", "balanced"), [9, 7, 28, 218680, 362880, 20, 30]),
    (lambda: wg.lengths(graph_of("no balanced deal ends"), "WL", "balanced"), [4, 6]),
    (lambda: wg.farthest(graph_of("some cannot end")), [4, 3, 4, 36, 120]),
    (lambda: wg.contest(6, "loser", "balanced"), [6, 23, 48, 720]),
    (lambda: wg.contest("rock-paper-scissors"), [3, 2, 12, 12, 24]),
    (lambda: wg.cycles(7, "LW"), [108, 7, 6, 12, 7113]),
    (lambda: wg.cycles("rock-paper-scissors"), [1, 3, 6, 6]),
    (lambda: wg.free_cycles(5, up_to=6), [5, 4, 8, 19, 6]),
    (lambda: wg.free_cycles(5, up_to=3), [5, 3]),
]  # fmt: skip


@pytest.mark.parametrize(("ask", "answer"), ANSWERS)
def test_a_result_opens_with_its_answer(ask, answer):
    assert numbers(opening(ask())) == answer
