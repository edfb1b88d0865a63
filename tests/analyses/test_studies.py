"""Each study runs, agrees with the plain rules on its way, and gives what stands in figures/."""

import csv
import re
from importlib import import_module
from math import factorial
from pathlib import Path
from unittest.mock import patch

import pytest

from wargraph import (
    Relation,
    RuleSet,
    known_sequences,
    play,
    play_full_game,
    sequence,
)

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
SECOND_WAY = [("play", 9, "WL"), ("play", 9, "LW"), ("depth", 12, "LW"), ("count", 13, "WL")]
REPORTED_RULES = "drew-stack,war=each,face-down=1,replacement=winner-first"

OF_SO_MANY_GAMES = ("longest", "seen", "or more", "of so many rules")
MARKS_RULES = ["rutgers,winnings=on-top,replacement=top-down", "rutgers,winnings=on-top"]


def rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


SMALLER = {
    "longest_game": {"LARGEST_DRAWN": 2},
    "how_long_is_war": {"PLAIN_GAMES": 2, "ROUNDS_OF_TRIALS": ((300, 1),)},
    "endless_full_deck": {"LONGEST": 10, "LONGEST_WITH_DRAWS": 16},
    "auction_rounds": {"TABLES": (3,)},
}
"""Other values for constants of the studies, with which they do less."""


def study(name):
    return vars(import_module(name))


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """What the studies write, on smaller decks where the whole takes long."""
    folder = tmp_path_factory.mktemp("figures")

    def run(name, *arguments, **options):
        main = study(name)["main"]
        with patch.dict(main.__globals__, SMALLER.get(name, {})):
            main(folder, *arguments, **options)

    run("longest_game", largest=7)
    run("rock_paper_scissors")
    run("beat_matrices", largest=6)
    run("endless_deals", largest=9, letters=12)
    run("second_way", works=SECOND_WAY, jobs=1)
    run("game_lengths")
    run("free_order", largest=6, expected_to=5, games=500)
    run("how_long_is_war", games=500, decks=["13x4"], tried=[REPORTED_RULES])
    run("readers_questions", 1000, 10_000, 10_000, MARKS_RULES, 500, ["bryer,deck=4x2,face-down=1"])
    run("endless_full_deck", [(6, 4, "natural"), (13, 4, "loser-first")])
    run("auction_rounds", opponents=[1, 2, 5], scale=0.002, most_rivals=4, solved=[3, 4])
    run("best_rival", decks=[(1, 2, 3), tuple(range(1, 11))], largest_plain=4)
    return folder


AGAIN = {
    "longest-game": lambda row: int(row["n"]) <= 7,
    "game-lengths": lambda _: True,
    "rock-paper-scissors": lambda _: True,
    "endless-words": lambda row: int(row["letters"]) <= 12 and int(row["n"]) <= 18,
    **{f"endless-{part}": lambda row: int(row["n"]) <= 9 for part in ("deals", "cycles")},
    "endless-blocks": lambda row: int(row["n"]) <= 36,
    **{f"beat-matrices{part}": lambda row: int(row["n"]) <= 6 for part in ("", "-groups", "-extremes", "-regular")},
    "auction-adversary": lambda row: int(row["players"]) <= 5,
    "auction-exact": lambda row: row["cards"] in ("3", "4"),
    "auction-best-rival": lambda row: row["cards"] in ("1..3", "1..10"),
}
"""The tables that leave nothing to chance, and which of their rows `drawn` holds."""


@pytest.mark.parametrize("table", AGAIN)
def test_a_table_comes_out_as_it_is_shipped(drawn, table):
    again = rows(drawn / f"{table}.csv")
    assert again
    assert again == [row for row in rows(ROOT / "figures" / f"{table}.csv") if AGAIN[table](row)]


def test_shipped_tables_are_whole():
    shipped = {table: rows(ROOT / "figures" / f"{table}.csv") for table in AGAIN}
    assert [row["n"] for row in shipped["longest-game"]] == [*map(str, range(1, 16)), "17"]
    assert sum(int(row["WL"]) for row in shipped["game-lengths"]) == factorial(13)
    assert [(row["strategy"], int(row["opponents"])) for row in rows(ROOT / "figures" / "auction-study.csv")] == [
        (strategy, n) for strategy in ("SimpleMinded1", "SimpleMinded2") for n in range(1, 101)
    ]
    assert all({row["n"] for row in shipped[table]} == {*"2345678"} for table in AGAIN if table.startswith("beat"))


def test_endless_deals_of_full_decks_come_out_again(drawn):
    shipped = {
        (row["ranks"], row["suits"], row["returned"]): row for row in rows(ROOT / "figures" / "endless-full-deck.csv")
    }
    for row in rows(drawn / "endless-full-deck.csv"):
        known = shipped[row["ranks"], row["suits"], row["returned"]]
        assert {**row, "searched": ""} == {**known, "searched": ""}
        assert row["ranks"] == "6" or row["searched"] == known["searched"]  # with 6 ranks, fewer words are tried
    assert {name: shipped["13", "4", name]["cycle_length"] for name in ("natural", "optimised", "loser-first")} == {
        "natural": "1020",
        "optimised": "1020",
        "loser-first": "1440",
    }
    assert len(shipped) == 3 * 47
    for name in ("endless-24-cards", "endless-full-deck-loser-first"):
        assert (drawn / f"{name}.svg").read_text("utf-8") == (ROOT / "figures" / f"{name}.svg").read_text("utf-8")


def test_the_page_shows_the_endless_deals_of_suits():
    page = (ROOT / "docs" / "endless-full-deck.md").read_text("utf-8")
    lines = [line.strip("| ").split(" | ") for line in page.splitlines() if re.match(r"\| \d+ \|", line)]
    told = {ranks: cells for ranks, *cells in lines}
    shipped = rows(ROOT / "figures" / "endless-full-deck.csv")
    for ranks in range(1, 17):
        assert told[str(ranks)] == [
            in_short(row) for row in shipped if (row["ranks"], row["suits"]) == (str(ranks), "4")
        ]


def in_short(row):
    """Period and wars; a dash if every deal was played."""
    if row["deal"]:
        return f"{int(row['cycle_length']):,}, {'no war' if row['wars'] == '0' else row['wars'] + ' wars'}"
    return "-" if re.search(r"all [\d,]+ deals?", row["searched"]) else "not found"


def test_the_table_of_free_order_comes_out_again(drawn):
    shipped, again = rows(ROOT / "figures" / "free-order.csv"), rows(drawn / "free-order.csv")
    assert len(shipped) == 11
    assert again[:5] == shipped[:5]
    assert {**again[5], "mean": "", "worst": ""} == {**shipped[5], "mean": "", "worst": ""}
    for row in shipped:
        n = int(row["n"])
        assert int(row["farthest"]) == sequence("farthest").terms[n]
        assert float(row["mean"] or n**2 // 4) == pytest.approx(n**2 // 4, rel=1e-5)
        for chooser in ("winner", "loser", "right"):
            assert int(row[f"contest_{chooser}"]) == sequence(f"contest-{chooser}").terms[n]
            assert int(row[f"drawn_{chooser}"]) == sequence(f"drawn-{chooser}").terms[n]


def test_terms_come_out_again_by_a_second_way(drawn):
    shipped, again = rows(ROOT / "figures" / "second-way.csv"), rows(drawn / "second-way.csv")
    assert {row["way"] for row in again} == {"play", "depth", "count"}
    assert [row for row in again if row not in shipped] == []
    for row in shipped:
        term = sequence(row["sequence"]).terms[int(row["n"])]
        assert (row["term"], row["second_way"], row["agrees"]) == (str(term), str(term), "yes")


def test_terms_said_to_be_confirmed_are():
    found = {(row["sequence"], int(row["n"])) for row in rows(ROOT / "figures" / "second-way.csv")}
    for known in known_sequences():
        text = (ROOT / "wargraph" / "sequences" / "data" / f"{known.name}.txt").read_text()
        confirmed = re.findall(r"^# n = (\d+): .* by the second way of analyses/second_way.py", text, re.MULTILINE)
        assert {(known.name, int(n)) for n in confirmed} <= found


def test_the_cycles_hold_all_endless_games_of_14():
    shipped = rows(ROOT / "figures" / "second-way-cycles.csv")
    for order in ("WL", "LW"):
        for deals, suffix in (("all", ""), ("balanced", "-balanced")):
            total = sum(int(row[deals]) for row in shipped if row["order"] == order)
            assert total == sequence(f"endless-{order.lower()}{suffix}").terms[14]


@pytest.mark.parametrize("name", ["order:9", "paley:11", "random:9:1", "random:11:1", "random:13:1"])
def test_a_pivot_makes_an_endless_game(name):
    """As docs/beat-matrices.md proves."""
    position = study("beat_matrices")["pivot_position"](Relation.of(name))
    assert play(position, "LW", name).cycle_length == position.n - 1


def test_the_page_of_beat_matrices_shows_the_tables():
    page = (ROOT / "docs" / "beat-matrices.md").read_text()
    found = {(row["n"], row["order"]): row for row in rows(ROOT / "figures" / "beat-matrices.csv")}
    both = {row["n"]: row["relations"] for row in rows(ROOT / "figures" / "beat-matrices-extremes.csv")
            if (row["question"], row["order"]) == ("every game ends", "WL and LW")}  # fmt: skip
    ends = re.findall(r"^\| (\d) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", page, re.MULTILINE)
    assert [[cell.replace(",", "") for cell in line] for line in ends] == [
        [n, found[n, "WL"]["tournaments"], *(found[n, order]["every_game_ends"] for order in ("WL", "LW")), both[n]]
        for n in "2345678"
    ]
    for order in ("WL", "LW"):
        assert f"| {order}, all tournaments | {' | '.join(found[n, order]['longest'] for n in '2345678')} |\n" in page


def test_the_published_figures_are_met_within_sampling_error():
    shipped = rows(ROOT / "figures" / "how-long-is-war.csv")
    assert len(shipped) == 9
    for row in shipped:
        assert float(row["chance"]) > 0.05 / len(shipped), row


def answers_in(folder, table):
    return {(row["question"], row["rules"], row["what"]): row for row in rows(folder / f"{table}.csv")}


READERS = {(rules, what): row for (_, rules, what), row in answers_in(ROOT / "figures", "readers-questions").items()}


@pytest.mark.parametrize("table", ["how-long-is-war-answers", "readers-questions"])
def test_fewer_games_give_the_answers_that_are_shipped(drawn, table):
    shipped, again = (answers_in(folder, table) for folder in (ROOT / "figures", drawn))
    assert {question for question, _, _ in shipped} == {question for question, _, _ in again}
    for key, other in again.items():
        if key not in shipped or any(word in key[2] for word in OF_SO_MANY_GAMES):
            continue
        row = shipped[key]
        if other["low"]:
            margin = float(other["high"]) - float(other["low"])
            assert abs(float(row["answer"]) - float(other["answer"])) <= 1.5 * margin, row
            assert float(row["low"]) <= float(row["answer"]) <= float(row["high"])
        else:  # counted, found by search, or proved
            assert row["answer"] == other["answer"], row


def test_one_in_29_000_games_takes_one_pass():
    """Counted, and played: what readers of Drew's study asked, three cards face down."""
    exact = float(READERS["drew-shuffle", "exact share of games over in one pass"]["answer"])
    assert round(1 / exact, -3) == 29_000
    played = READERS["drew-shuffle", "share of games over in one pass"]
    assert float(played["low"]) < exact < float(played["high"])
    assert int(played["games"]) == 20_000_000
    # Each comparison is tied with probability 1/17, and then takes four cards, and won with 8/17. If they were
    # independent, a pass of n cards would have the chance f(n) = 8/17 f(n - 1) + 1/17 f(n - 4).
    chances = [1.0]
    for cards in range(1, 27):
        chances.append(8 / 17 * chances[-1] + 1 / 17 * (chances[cards - 4] if cards >= 4 else 1))
    assert exact == pytest.approx(2 * chances[26], rel=0.25)


@pytest.mark.parametrize("rules", ["drew-shuffle,deck=4x4", "rutgers,deck=4x2,face-down=1", "bryer,deck=3x4"])
def test_no_game_of_few_passes_is_left_out(rules):
    """Also not where the loser's last card is tied, and the other player shows a card alone."""
    module, rules = study("readers_questions"), RuleSet.parse(rules)
    every = [play_full_game(rules, seed=module["SEED"], game=game, cap=200) for game in range(3000)]
    for passes, played in ((1, rules.dealt[0]), (2, rules.dealt[0] + rules.cards)):
        few = {game.deal for game in every if game.ending == "won" and module["passes_of_loser"](game) == passes}
        assert len(few) > 20
        assert few <= {game.deal for game in module["short_games"](rules, 3000, played)}
    one = {game.deal for game in every if module["is_one_pass"](game)}
    assert one == {game.deal for game in every if game.ending == "won" and module["passes_of_loser"](game) == 1}


def test_the_rules_closest_to_the_readers_longest_game():
    """1,531 turns are too few for the longest of 24 million games, even by the closest of 120 rules."""
    closest = "rutgers,winnings=on-top"
    assert READERS[closest, "closest to the reader's figures, of so many rules"]["answer"] == "120"
    longest = READERS[closest, "turns of the longest game"]
    assert longest["games"] == "24000000"
    assert 1531 < float(longest["low"]) <= float(longest["answer"]) <= float(longest["high"])
    again = play_full_game(closest, seed=2026, game=int(READERS[closest, "number of the longest game"]["answer"]))
    wars = sum(len(each.tied) for each in again.rounds)
    assert again.turns == float(longest["answer"])
    assert wars == float(READERS[closest, "wars in the longest game"]["answer"])


def test_the_page_of_readers_questions_shows_the_tables():
    """Numbers in bold, as they stand there: 12.3%, 1 in 18, 174.4."""
    page = (ROOT / "docs" / "readers-questions.md").read_text()
    known = {
        abs(float(row[column]))
        for table, columns in (
            ("how-long-is-war-answers", ("answer", "low", "high")),
            ("how-long-is-war-readers", ("reported", "ours")),
            ("how-long-is-war", ("published", "ours")),
            ("readers-questions", ("answer", "low", "high")),
        )
        for row in rows(ROOT / "figures" / f"{table}.csv")
        for column in columns
        if row[column]
    }
    numbers = re.findall(r"\*\*([\d,]+(?:\.\d+)?)(%)?\*\*", page)
    assert len(numbers) > 40
    for text, percent in numbers:
        digits = len(text.partition(".")[2])
        value = float(text.replace(",", ""))
        step = 10 ** (len(text.replace(",", "")) - len(text.replace(",", "").rstrip("0")) if not digits else -digits)
        assert any(abs(each * (100 if percent else 1) - value) <= 0.5001 * step for each in known), text + percent


def test_a_number_without_an_interval_is_good_to_a_unit_of_its_last_digit():
    page = (ROOT / "docs" / "readers-questions.md").read_text()
    known = [
        [float(row[column]) for column in ("answer", "low", "high")]
        for table in ("how-long-is-war-answers", "readers-questions")
        for row in rows(ROOT / "figures" / f"{table}.csv")
        if row["low"]
    ]
    assert any(row[0] == 260.058 for row in known)  # the mean of Drew, which the page gives more than once
    bare = re.findall(r"(?<!\(\*\*)(?<! to )\*\*([\d,]*\.\d+)(%)?\*\*(?! \(\*\*)(?! to \*\*)", page)
    assert len(bare) > 20
    for text, percent in bare:
        unit = 10 ** -len(text.partition(".")[2])
        scale = 100 if percent else 1
        same = [each for each in known if abs(each[0] * scale - float(text.replace(",", ""))) <= 0.5001 * unit]
        if same:
            errors = [max(high - answer, answer - low) * scale for answer, low, high in same]
            assert min(errors) <= 1.01 * unit, (text, same)


def test_the_auction_programmed_again_plays_the_same():
    assert study("auction_rerun")["check_moves"](150, seed=1) > 1000


@pytest.mark.parametrize(("table", "rows_of_it"), [("auction-rerun", 14), ("auction-published", 200)])
def test_the_papers_figures_are_met_within_sampling_error(table, rows_of_it):
    shipped = rows(ROOT / "figures" / f"{table}.csv")
    assert len(shipped) == rows_of_it
    deviations = [float(value) for row in shipped for name, value in row.items() if "deviations" in name and value]
    assert len(deviations) >= 70
    assert max(map(abs, deviations)) < 4
    assert 0.5 < sum(value**2 for value in deviations) / len(deviations) < 1.5  # those of a row depend on one another


def test_the_pairs_are_as_shipped_within_sampling_error(drawn):
    shipped, again = rows(ROOT / "figures" / "auction-pairs.csv"), rows(drawn / "auction-pairs.csv")
    assert len(shipped) == len(again) == 30
    for row, other in zip(shipped, again, strict=True):
        margin = float(other["high"]) - float(other["low"])
        assert abs(float(row["share"]) - float(other["share"])) <= margin, row
