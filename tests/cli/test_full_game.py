"""The commands about the full game, against the library and the plain rules."""

import csv
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.cli.running import csv_rows, json_rows, names_in, run_script
from wargraph import (
    RuleSet,
    all_deals,
    compare,
    odds,
    play_full_game,
    simulate,
)
from wargraph.full_game.hands import deal_text, hands_text
from wargraph.full_game.rule_set import PRESETS
from wargraph.report.humanize import duration
from wargraph.report.tables import for_people


def test_rules_lists_every_preset_and_every_key(call):
    text = call("rules").printed()
    sentences, rows = text.splitlines()[: len(PRESETS)], text.splitlines()[len(PRESETS) + 3 :][: len(PRESETS)]
    assert [line.split()[0] for line in sentences] == [line.split()[0] for line in rows] == list(PRESETS)
    for key in RuleSet().texts():
        assert f"\n  {key} " in text
    for choices in (RuleSet().war, RuleSet().replacement, RuleSet().piles[0]):
        assert ", ".join(type(choices)) in text


def test_rules_as_a_row(call):
    text = "rutgers,players=3,war=longest"
    (row,) = csv_rows(call("rules", text, "--format", "csv").printed())
    assert (row["rules"], row["players"], row["war"]) == (text, "3", "longest")


def test_a_rules_file_is_written_and_taken_in_place_of_a_preset(call, tmp_path):
    assert call("rules", "kids,face-down=1", "-o", "mine.toml").printed() == ""
    assert (tmp_path / "mine.toml").read_text() == RuleSet.parse("kids,face-down=1").file_text()
    for command in (["simulate", "--games", 20], ["play", "--seed", 3, "--preset"], ["odds", "--rounds", 1], ["rules"]):
        rules = ("kids,face-down=1", "mine.toml")
        by_name, by_file = (call(*command, each, "--format", "csv").printed() for each in rules)
        assert by_file == by_name
    named, of_file = (
        call("simulate", f"{rules},players=3", "--games", 5, "--format", "csv").printed()
        for rules in ("kids,face-down=1", "mine.toml")
    )
    assert of_file == named
    assert names_in(tmp_path) == ["mine.toml"]


def test_the_report_says_everything(call):
    asked = ("simulate", "drew-stack", "bryer", "--games", 300)
    text, same = (call(*asked, "--jobs", jobs).printed() for jobs in (1, 3))
    assert text == same
    assert "To see a game: wargraph play --preset drew-stack --seed 0 --game NUMBER" in text
    found = simulate("drew-stack", 300)
    assert found.rules.describe() in text
    for heading in ("Turns of", "Outcomes", "Endless games by", "Rounds by number of wars", "Mean hand size"):
        assert f"\n{heading}" in text
    assert text.startswith("2 rules compared: 300 games each, seed 0\n\nGames are shortest under bryer: ")
    page = call("simulate", "drew-stack", "--games", 300, "--format", "markdown").printed()
    assert page.startswith("# drew-stack: 300 games, seed 0\n")
    assert "## Endless games by" in page


def test_a_game_of_a_simulation_is_played_again(call):
    found = simulate("drew-stack", 300, seed=5)
    number = int(found.games["turns"].argmax())
    text = call("play", "--preset", "drew-stack", "--seed", 5, "--game", number).printed()
    game = play_full_game(RuleSet.preset("drew-stack"), seed=5, game=number)
    assert text.splitlines()[0] == f"{game}." == f"drew-stack: {game.outcome}."
    assert f"{found.longest:,} turns" in game.outcome
    assert f"deal  {deal_text(game.rules, game.deal)}" in text


def test_an_endless_deal_is_played_with_its_proof(call):
    found = all_deals("delahaye-mathieu,deck=3x4")
    deal = hands_text(found.endless_example)
    text = call("play", deal, "--preset", "delahaye-mathieu,deck=3x4").printed()
    assert text.splitlines()[0].endswith("a cycle of 19 rounds.")


def test_people_read_the_names_of_cards_and_programs_ranks(call):
    typed = ("play", "--preset", "kids,deck=13x4+2", "A,K,2,joker|10,j,3,Q", "--seed", 1)
    text = call(*typed).printed()
    assert "\ndeal  A,K,2,joker|10,J,3,Q\n" in text
    assert any(line.split()[:3] == ["1", "A", "10"] for line in text.splitlines())
    assert "\nThe deal was read by the names of the cards: 2 is the lowest and A the highest.\n" in text
    assert "Cards go from 2 to A; rank:1 is the 2, and rank:13 the A." in text
    rows = csv_rows(call(*typed, "--format", "csv").printed())
    assert rows[0]["cards"] == "13 9"
    by_rank = call("play", "--preset", "kids,deck=13x4+2", "ranks:13,12,1,14|9,10,2,11", "--seed", 1).printed()
    read_by = "The deal was read by rank where it says so: rank 1 is the 2, and rank 13 the A."
    assert read_by in by_rank
    assert [line for line in by_rank.splitlines() if line != read_by] == [
        line for line in text.splitlines() if not line.startswith("The deal was read by")
    ]
    assert '"deal": "13,12,1,14|9,10,2,11"' in call(*typed, "--format", "json").printed()
    assert "Cards go from" not in call("play", "--preset", "kids,deck=1x4").printed()


@pytest.mark.parametrize(("deal", "told"), [("7,5|2,3", "2 cards each"), ("7,5,4|2,3", "3/2 cards")])
def test_of_a_deal_that_is_named_its_own_cards_are_told(call, deal, told):
    assert f"\nplayers      2, {told}, as named\n" in call("play", "--preset", "rutgers", deal).printed()
    assert "2, 26 cards each, dealt in blocks" in call("play", "--preset", "rutgers").printed()


def test_a_typed_deuce_is_shown_as_a_deuce(call):
    text = call("play", "--preset", "kids", "2,5,9|3,4,10").printed()
    assert "\ndeal  2,5,9|3,4,10\n" in text
    assert "\nThe deal was read by the names of the cards: 2 is the lowest and A the highest.\n" in text
    text = call("play", "--preset", "kids,deck=6x4", "2,5|3,4").printed()
    assert "\nThe deal was read by rank: 1 is the lowest and 6 the highest.\n" in text
    assert "read by" not in call("play", "--preset", "kids").printed()


def test_every_tenth_round(call):
    game = play_full_game("bryer", seed=1)
    rows = json_rows(call("play", "--preset", "bryer", "--seed", 1, "--every", 10, "--format", "json").printed())
    assert rows == [row for row in game.rows() if row["round"] % 10 == 0 or row["round"] == len(game.rounds)]


def test_endless_deal(call):
    given = ["delahaye-mathieu,deck=9x4,replacement=loser-first", "--longest", 8]
    (row,) = json_rows(call("endless-deal", *given, "--format", "json").printed())
    game = play_full_game(row["rules"], row["deal"])
    assert (row["players"], row["entry"], row["period"], row["wars"]) == (2, game.entry, game.period, 0)
    searched = call(
        "endless-deal",
        "delahaye-mathieu,deck=6x4",
        "--longest",
        2,
        "--longest-with-draws",
        3,
        "--games",
        9,
        "--table",
        "searched",
    ).printed()
    assert "up to 3 letters" in searched
    assert "9 random deals" in searched


@pytest.mark.long
def test_odds(call):
    rules = "rutgers,players=3,deck=6x4"
    wars = csv_rows(call("odds", rules, "--table", "first-round", "--format", "csv").printed())
    assert wars[0]["exact"] == str(odds(rules, 1).by_wars[0, 0])
    text = call("odds", "bryer", "--rounds", 1).printed()
    assert text.index("Games by their number of rounds") < text.index("First rounds by number of wars")


def test_several_rules_are_compared_game_by_game(call):
    text = call("simulate", "bryer", "kids", "--games", 300).printed()
    (row,) = compare(["bryer", "kids"], 300).rows()
    assert text.rstrip().splitlines()[-1].split() == [for_people(each) for each in row.values()]


def test_the_time_of_a_game_is_that_of_its_turns(call):
    at = {
        seconds: call("simulate", "bryer", "--games", 50, "--seconds-per-turn", seconds).printed()
        for seconds in (5, 60)
    }
    median = simulate("bryer", 50).median
    assert f"about {round(median * 5 / 60)} min at 5 seconds a turn" in at[5]
    assert f"about {duration(median * 60)} at 60 seconds a turn" in at[60]
    assert at[5].splitlines()[4:] == at[60].splitlines()[4:]


def test_the_files_beside_the_report(call, tmp_path):
    call("simulate", "kids", "--games", 50, "--plot", "kids.svg", "--raw", "kids.csv", "-o", "kids.json").printed()
    assert names_in(tmp_path) == ["kids.csv", "kids.json", "kids.svg"]
    assert (tmp_path / "kids.svg").read_text().startswith("<?xml")
    with (tmp_path / "kids.csv").open(newline="") as file:
        assert [row["game"] for row in csv.DictReader(file)] == [*map(str, range(50))]
    (row,) = json_rows((tmp_path / "kids.json").read_text())
    assert row["games"] == 50


@pytest.mark.long
def test_memory_does_not_grow_with_the_games():
    script = (
        "import resource, sys; from wargraph import simulate; simulate('bryer', int(sys.argv[1])); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )

    def kilobytes(games):
        return int(run_script(script, games).printed())

    with ThreadPoolExecutor(2) as pool:
        few, many = pool.map(kilobytes, (50_000, 250_000))
    assert many - few < 20_000


def test_games_with_cards_given_and_their_deals_can_be_played_again(call, tmp_path):
    conditions = ("--given", "1: A,A,A,A", "--given", "2 top: K")
    call("simulate", "kids,deck=13x4", "--games", 30, "--seed", 4, *conditions, "--raw", "games.csv", "--raw-deals")
    with (tmp_path / "games.csv").open(newline="") as file:
        game = list(csv.DictReader(file))[-1]
    report = call("play", "--preset", "kids", "--seed", 4, "--game", game["game"], *conditions).printed()
    assert f"deal  {game['deal']}\n" in report
    assert f"player {game['winner']} wins after {game['turns']} turns" in report
    (found,) = (
        row for row in json_rows(call("simulate", "kids", "--games", 30, *conditions, "--format", "json").printed())
    )
    assert found["mean"] == simulate("kids", 30, given=["2 top: K", "1: A,A,A,A"]).rows()[0]["mean"]


def test_games_from_a_deal(call):
    deal = "A,K,2,2,7,9,9,3|Q,J,3,7,10,10,4,4"
    (found,) = csv_rows(call("simulate", "kids", "--deal", deal, "--games", 30, "--format", "csv").printed())
    assert float(found["mean"]) == simulate("kids", 30, deal=deal).rows()[0]["mean"]
