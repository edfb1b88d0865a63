"""What the pages claim comes out again, and every theorem names a check that is there."""

import csv
import re
import runpy
from itertools import count, pairwise

import pytest
from cycle_words import cycles_of_words
from suited_cycles import SuitedCycle, TableOrder

from tests.docs.pages import ROOT, commands_in, read_command
from wargraph import (
    Position,
    ReturnOrder,
    auction_study,
    expected_length,
    farthest,
    play,
    play_full_game,
    sequence,
    simulate,
)

SPIVEY = (
    "26 46 1 7 8 27 9 28 29 47 2 10 11 30 12 31 32 48 3 13 14 33 15 34 35 49",
    "16 36 17 37 38 50 4 18 19 39 20 40 41 51 5 21 22 42 23 43 44 52 6 24 25 45",
)
"""The deal that Spivey published (https://mathoverflow.net/a/40777); its card 1 is the highest."""

CODE_GOLF = (
    (2, "K58J35926J92Q7Q4Q7A8K3KTT2|8A47Q38T2KAT43467AJ9566J95"),
    (2, "669K9K846K4J3JT52452Q2AKAJ|A747QT988QQ76723935T3J8AT5"),
    (1, "5744J95AQKQ6K325J28T782T72|68394K9KT96AJJT8533AA7Q6Q4"),
    (2, "87KJ6Q7AJQ6Q8K722389923KQ6|A28435KJAJAT543TT47956594T"),
    (1, "589ATJ9KQK43A9AQ264T5726T8|48KQ2577JK68TJ9335263J7AQ4"),
    (1, "A3698K7Q46T739TA5JA2Q49286|JJ54J7K78954AK526T83Q3QKT2"),
    (1, "32298J5A785KQ394467K5Q9QJ2|5AK6TTK93A873AT628J6T4JQ47"),
    (2, "J4TJ985J34756Q624Q92KA5A97|3AKK5JT2T68397Q26QA837TK48"),
    (1, "9T6K9T5457JJ6TQJQ5A8K7K4T9|73A658QA2Q3A289J837422K463"),
    (1, "96A64K226JQ8J7K6Q5974JTA32|58KQ7T8Q543A35978TAJT34K29"),
    (2, "Q2978T35A74K7652JT9762Q458|9T9JJ332JA8Q8KK44QA3KA66T5"),
    (2, "JAKJ44A947693QK284923QAT82|8QQ3J75756255T683T6TJ9A7KK"),
    (2, "AAKKQQJJTT8877665544332299|AAKKQQJJTT9988776655443322"),
    (1, "AAKKQQJJTT9988776655443322|KKQQJJTT9988776655443A3A22"),
)
"""The winners and deals of the contest https://codegolf.stackexchange.com/questions/82340, ten as T."""


def page(name):
    return (ROOT / name).read_text("utf-8")


def section(name, heading):
    """The text under a heading, up to the next one."""
    (text,) = re.findall(rf"^#+ {re.escape(heading)}[^\n]*\n(.*?)(?=^#|\Z)", page(name), re.DOTALL | re.MULTILINE)
    return text


def table(text):
    """The rows of the tables in a text, each as its cells."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def spiveys_deal():
    """The hands, with 52 for the highest card."""
    return tuple(tuple(53 - int(card) for card in hand.split()) for hand in SPIVEY)


@pytest.mark.long
def test_spiveys_deal_comes_back():
    game = play(Position(*spiveys_deal()), "WL")
    sizes = [len(position.left) for position in game.positions]
    assert (game.preperiod, game.cycle_length, min(sizes), max(sizes)) == (0, 31_920, 24, 28)
    winners = "".join("L" if after > before else "R" for before, after in pairwise(sizes))
    assert winners == ("RR" + "LLLLRRRR" * 3990)[: game.cycle_length]
    assert SuitedCycle(52, TableOrder(ReturnOrder.WL), 24, "LLLLRRRR").length == game.cycle_length


def test_spiveys_deal_comes_back_by_a_few_lines():
    hands = [list(hand) for hand in spiveys_deal()]
    start = [*map(tuple, hands)]
    assert sorted(hands[0] + hands[1]) == [*range(1, 53)]
    for played in count():
        if played and [*map(tuple, hands)] == start:
            break
        cards = [hand.pop(0) for hand in hands]
        hands[cards[1] > cards[0]] += sorted(cards, reverse=True)
    assert played == 31_920


def test_decks_without_blocks_have_no_endless_game():
    """The word L^m R^m, m the largest power of two in n, goes round if n/m is neither 1 nor 3."""
    endless = sequence("endless-wl").terms
    assert [n for n in range(1, 17) if not endless[n]] == [n for n in range(1, 17) if n // (n & -n) in (1, 3)]


def test_another_word_than_blocks_goes_round_14_cards():
    assert {cycle.word for cycle in cycles_of_words(14, "WL", 8).cycles} == {"LLRR", "LLRLRLRR"}


def test_the_deals_of_a_contest_have_the_published_winners():
    (row,) = [row for row in table(section("docs/readers-questions.md", "Published figures")) if "82340" in row[0]]
    rules, first = re.findall(r"--preset (\S+) '(.*)'", row[4].replace("\\|", "|"))[0]
    games = [play_full_game(rules, deal) for _, deal in CODE_GOLF]
    assert [game.winner for game in games] == [winner for winner, _ in CODE_GOLF]
    assert [game.turns for game in games] == [*map(int, re.findall(r"\d+", row[3]))]
    assert first == CODE_GOLF[0][1]


@pytest.mark.long
def test_the_table_of_coins_is_computed():
    rows = table(section("docs/expectation.md", "With a fair coin"))
    start = next(place for place, row in enumerate(rows) if row[0] == "p")
    sizes = [int(cell.removeprefix("n = ")) for cell in rows[start][1:]]
    assert len(rows[start + 2 :]) == 5
    for p, *means in rows[start + 2 :]:
        for n, told in zip(sizes, means, strict=True):
            found = expected_length(n, "balanced", p).mean
            digits = len(told.partition(".")[2])
            assert round(found.low, digits) <= float(told) <= round(found.high, digits), (p, n)


@pytest.mark.long
def test_simple_minded_2_wins_more_often():
    rows = auction_study([1], games=100_000, seed=7).rows()
    first, second = (row["win_ratio"] for row in rows)
    error = max(row["win_ratio_error"] for row in rows)
    assert second - first > 5 * error
    told = re.findall(r"\b0\.9\d{3}\b", section("docs/auction-findings.md", "What the paper asks"))
    assert [*map(float, told)] == pytest.approx([second, first], abs=5 * error)


@pytest.mark.whole
def test_one_rival_beats_adversary_in_five_rounds():
    study = runpy.run_path(str(ROOT / "analyses" / "best_rival.py"))
    row, game = study["best_rival"](study["STARTING_HAND"])
    assert (row["rounds"], len(game.rounds), game.winner) == (5, 5, 2)


@pytest.mark.parametrize("deck", [5, "cyclic:5", "paley:7", "random:9:1"])
def test_an_end_can_always_be_reached(deck):
    """Also on 9 cards, beyond the census."""
    assert farthest(deck).cannot_end == 0


def test_the_tables_of_free_order_are_the_data():
    (_, *sizes), _, *rows = table(page("docs/free-order.md"))
    assert int(sizes[-1]) == max(sequence("drawn-right").terms)
    told = [[int(cell.replace(",", "")) for cell in row[1:] if cell] for row in rows if row[0][0] not in "n-"]
    names = ["farthest", "farthest-balanced"]
    names += [f"{kind}-{chooser}" for chooser in ("winner", "loser", "right") for kind in ("contest", "drawn")]
    assert told == [[sequence(name).terms[n] for n in map(int, sizes)] for name in names]


@pytest.mark.long
def test_full_wars_make_no_game_odd():
    """Drew says that an odd number of them does."""
    games = [play_full_game("drew-shuffle", seed=1, game=game) for game in range(50)]
    full = [game for game in games if not any(played.short for played in game.rounds)]
    assert any(sum(len(played.tied) == 1 for played in game.rounds) % 2 for game in full)
    assert [game for game in full if game.turns % 2] == []


@pytest.mark.long
def test_no_game_of_bryer_comes_to_his_cap():
    found = simulate("bryer", 20_000, 2026)
    assert found.finished == len(found.games)
    assert found.longest < 2_000
    with (ROOT / "figures" / "how-long-is-war.csv").open(encoding="utf-8", newline="") as file:
        longest = {row["figure"]: row["ours"] for row in csv.DictReader(file) if row["rules"] == "bryer"}["longest"]
    (told,) = [row[1] for row in table(section("docs/sources.md", "Bryer's study")) if row[0].startswith("no draws")]
    assert f"{int(longest):,}" in told


def test_every_theorem_names_a_command_that_checks_it():
    """A command that can be read, a study, or a file of tests."""
    for statement, *_, command, credit in table(section("docs/results.md", "Theorems"))[2:]:
        typed = re.findall("`([^`]+)`", command)
        assert typed, statement
        assert credit, statement
        for line in typed:
            if line.startswith("wargraph "):
                (words,) = commands_in(f"{line}\n")
                read_command(words)
            else:
                program, file, *_ = line.split()
                assert program == {"tests": "pytest", "analyses": "python"}[file.split("/")[0]]
                assert (ROOT / file.partition("::")[0]).exists(), line


@pytest.mark.parametrize("name", ["docs/results.md", "docs/robustness.md"])
def test_a_test_that_a_page_names_is_there(name):
    named = re.findall(r"(tests/[\w/]+\.py)::(\w+)", page(name))
    assert named
    assert [test for path, test in named if f"def {test}(" not in page(path)] == []
