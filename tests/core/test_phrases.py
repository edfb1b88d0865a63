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
    assert str(result).startswith(text)
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


def sentences(text):
    """Expressions with the sentence that each gives, which is indented."""
    return re.findall(r"^(\S.*)\n((?:    .*\n)+)", text, re.MULTILINE)


@pytest.mark.parametrize(("result", "text"), sentences("""
wg.longest(7)
    The longest finite game of 7 cards under WL takes 17 turns; 1 starting position lasts that long.
wg.longest("rock-paper-scissors", "LW", "even")
    The longest finite game of rock-paper-scissors (3 cards) from balanced deals under LW takes 2 turns; 3 balanced
    deals last that long.
wg.longest_of_any_relation(5)
    The longest finite game of any relation on 5 cards under WL takes 21 turns; 4 starting positions last that long.
wg.endless(13, "WL", "even")
    4,880,546,113 of the 6,227,020,800 balanced deals of 13 cards (78.4%) never end under WL, and the longest other
    game takes 57 turns.
wg.endless(4)
    Every starting position of 4 cards ends under WL, within 7 turns.
wg.endless(graph_of("no even deal ends"), "LW", "even")
    No balanced deal of matrix (4 cards) ends under LW.
wg.lengths(9, "WL", "even")
    Of the balanced deals of 9 cards under WL that end, half do so within 7 turns and all within 28 turns. 218,680
    of the 362,880 balanced deals (60.3%) never end: each runs into a cycle of 20 to 30 turns.
wg.lengths(4)
    Every starting position of 4 cards under WL ends, half of them within 1 turn and all within 7 turns.
wg.lengths(graph_of("no even deal ends"), "WL", "even")
    No balanced deal of matrix (4 cards) under WL ends: each runs into a cycle of 6 turns.
wg.finish(7)
    If both players help, the starting position of 7 cards that is farthest from the end takes 14 turns; it is the
    only one. From each of the 20,160 starting positions an end can be reached.
wg.finish(graph_of("some cannot end"))
    If both players help, the starting position of matrix (4 cards) that is farthest from the end takes 3 turns; 4
    are that far. From 36 of the 120 starting positions no end can be reached.
wg.contest(6, "loser", "even")
    If the loser of each turn chooses the order, a win with 6 cards can be forced in at most 23 turns. From 48 of
    the 720 balanced deals nobody can force a win.
wg.contest(4, "left")
    If Left alone chooses the order, a win with 4 cards can be forced in at most 6 turns, from every starting
    position.
wg.cycles(9)
    There are 336 cycles of 9 cards under WL, of 20 to 30 turns; 577,731 positions run into one of them.
wg.cycles("rock-paper-scissors")
    There is 1 cycle of rock-paper-scissors (3 cards) under WL, of 6 turns; 6 positions run into it.
wg.cycles(4)
    There is no cycle of 4 cards under WL: every game ends.
wg.free_cycles(5, up_to=6)
    The shortest cycles of 5 cards under free order take 4 turns: there are 8. There are 19 of up to 6 turns.
wg.free_cycles(5, up_to=3)
    There is no cycle of 5 cards under free order that takes 3 turns or fewer.
wg.free_cycles(2)
    There is no cycle of 2 cards under free order.
"""))  # fmt: skip
def test_a_result_opens_with_the_question_and_the_answer(result, text):
    assert opening(eval(result)) == " ".join(text.split())


def test_a_report_on_one_deck_holds_the_layers_and_a_game():
    report = str(wg.finish(9))
    assert "A shortest game from the farthest position, the first of 2 that are as far" in report
    assert "342769851|" in report
    assert "Positions by their fewest turns to the end\n" in report
    assert "the first and the last 10" in str(wg.contest(7))
    assert [row["player"] for row in wg.contest(6).document().tables["examples"].shown].count("drawn") == 10


def test_a_contest_under_a_relation_names_the_players():
    assert "by Left from 12 and by Right from 12 of the 24 starting positions; from each one of them can." in str(
        wg.contest("rock-paper-scissors")
    )


def test_a_shortest_game_says_which_orders_are_taken():
    game = wg.play(wg.Position("41|32"), "free")
    orders = [row["order"] for row in game.rows()]
    assert orders == ["WL", "WL", "WL", "WL", None]
    for before, order, after in zip(game.positions, orders[:-1], game.positions[1:], strict=False):
        assert wg.child(before, order) == after
