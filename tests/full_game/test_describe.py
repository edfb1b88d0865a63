"""Rules explained: every value, everything else there is, and rules files that say the same and are read again."""

import tomllib

import pytest
from hypothesis import HealthCheck, given

from tests.full_game.support import rule_sets
from tests.support import examples, refusal
from wargraph import save_rules
from wargraph.errors import OutputError, ParameterError
from wargraph.full_game.choices import Pile, WarRule
from wargraph.full_game.describe import QUESTIONS, explanation, like, rules_file_text
from wargraph.full_game.rule_set import PRESETS, SOURCES, RuleSet


def test_every_key_and_every_preset_is_explained():
    assert list(QUESTIONS) == list(RuleSet().texts())
    assert all(bool(question.answers) != bool(question.others) for question in QUESTIONS.values())


@examples(50)
@given(rule_sets())
def test_each_value_is_told_with_its_meaning_and_the_others_after_it(rules):
    parts = dict(zip(QUESTIONS, explanation(rules).split("\n\n"), strict=True))
    for key, value in rules.texts().items():
        head, question, *meanings = parts[key].splitlines()
        assert (head, question.strip()) == (f"{key} = {value}", QUESTIONS[key].text)
        answers = QUESTIONS[key].answers
        chosen = [line for line in meanings if not line.startswith("  or ")]
        if answers:
            assert [line.strip() for line in chosen] == [
                f"{each}: {answers[each]}" for each in dict.fromkeys(value.split("/"))
            ]
            assert len(meanings) == len(answers)
        else:
            assert len(chosen) == 1
            assert len(meanings) == 2


def test_what_differs_from_the_preset_is_said():
    assert like(RuleSet.preset("kids")) == SOURCES["kids"]
    assert like(RuleSet.parse("kids,war=strict,players=3")) == f"{SOURCES['kids']} But players=3, war=strict."


@pytest.mark.parametrize("rules", ["kids", "rutgers,deck=2x2,face-down=0", "drew-stack,deck=3x2+1,players=3"])
def test_numbers_are_told(rules):
    parsed = RuleSet.parse(rules)
    assert f"\n  {parsed.deck_words}\n" in explanation(parsed)
    assert f"\n  {parsed.players} players get " in explanation(parsed)


@examples(50)
@given(rule_sets())
def test_a_rules_file_has_every_value_and_every_meaning(rules):
    text = rules_file_text(rules)
    values = tomllib.loads(text)
    assert {key: str(value) for key, value in values.items()} == {"like": str(rules).split(",")[0]} | rules.texts()
    for question in QUESTIONS.values():
        for name, meaning in question.answers.items():
            assert f"\n#   {name}: {meaning}\n" in text


# Rules files


@examples(100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rule_sets())
def test_the_rules_come_back(tmp_path, rules):
    (tmp_path / "mine.toml").unlink(missing_ok=True)
    back = RuleSet.parse(save_rules(rules, tmp_path / "mine.toml"))
    assert back == rules
    assert str(back) == str(rules)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("", "rutgers"),
        ('like = "kids"', "kids"),
        ('"face-down" = 1  # one is enough', "rutgers,face-down=1"),
        ('deck = "13x4+2"\nplayers = 3', "rutgers,deck=13x4+2,players=3"),
        ('like = "Kids"\nwar = "Strict"', "kids,war=strict"),
        ('piles = ["shuffled", "under"]', "rutgers,piles=shuffled/under"),
        ('players = 3\npiles = ["last-won-first"]', "rutgers,players=3,piles=last-won-first"),
        ('\ufefflike = "bryer"\r\n', "bryer"),
    ],
)
def test_what_is_left_out_is_as_in_the_preset(tmp_path, text, rules):
    path = tmp_path / "mine.TOML"
    path.write_text(text, "utf-8")
    assert RuleSet.parse(path) == RuleSet.parse(f" {path} ") == RuleSet.parse(rules)


def test_changes_follow_the_file(tmp_path):
    path = save_rules("kids,face-down=1", tmp_path / "mine.toml")
    assert RuleSet.parse(f"{path},war=strict,players=3") == RuleSet.parse("kids,face-down=1,war=strict,players=3")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('war = "cold"', ["war rule 'cold'", *WarRule]),
        ("cards = 52", ["'cards' is not known", "like, name, deck, players", "face-down"]),
        ("face_down = 2", ["'face_down' is not known", "face-down"]),
        (f"players = {'9' * 5000}", ["4300 digits", "write lines such as"]),
        ("[rules]\nplayers = 2", ["'rules' is not known", "like, name, deck"]),
        ('like = "poker"', ["rules 'poker' are not known", *PRESETS]),
        ("like = 3", ["rules 3 are not known", *PRESETS]),
        ('players = "2"', ["players = '2'", "whole number from 2 to 255"]),
        ("face-down = 1.5", ["face-down = 1.5", "whole number"]),
        ("deck = 52", ["deck = 52", "ranks x suits"]),
        ('piles = "over"', ["pile 'over'", *Pile]),
        ("players = 2\nplayers = 3\n", ["line 2", "write lines such as"]),
        ("players: 2", ["line 1", 'war = "each"']),
        ("x = " + "[" * 5000, ["write lines such as"]),
    ],
)
def test_what_is_wrong_is_told_with_the_file(tmp_path, text, parts):
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    message = refusal(ParameterError, RuleSet.parse, path)
    assert message.startswith("rules file '")
    assert [part for part in parts if part not in message] == []


def test_what_cannot_be_read_is_refused(tmp_path):
    assert "No such file" in refusal(ParameterError, RuleSet.parse, "nowhere.toml")
    assert "wargraph rules kids -o mine.toml" in refusal(ParameterError, RuleSet.parse, "nowhere.toml,players=3")
    assert "it cannot be read" in refusal(ParameterError, RuleSet.parse, tmp_path)
    assert "it cannot be read" in refusal(ParameterError, RuleSet.parse, "\0.toml")
    (tmp_path / "mine.toml").write_bytes(b"\xff")
    assert "save it as UTF-8" in refusal(ParameterError, RuleSet.parse, tmp_path / "mine.toml")
    (tmp_path / "mine.toml").write_bytes(b"#" * 2_000_000)
    assert "more than 1,000,000 bytes" in refusal(ParameterError, RuleSet.parse, tmp_path / "mine.toml")


def test_what_cannot_be_written_is_refused(tmp_path):
    assert "use .toml" in refusal(OutputError, save_rules, "kids", tmp_path / "mine.txt")
    assert "is no path" in refusal(OutputError, save_rules, "kids", 5)
    assert "does not exist" in refusal(OutputError, save_rules, "kids", tmp_path / "no" / "mine.toml")
    assert "'poker' are not known" in refusal(ParameterError, save_rules, "poker", tmp_path / "mine.toml")


def test_what_somebody_edited_is_not_written_over(tmp_path):
    path = save_rules("kids", tmp_path / "mine.toml")
    assert save_rules("kids", path) == path
    edited = path.read_text("utf-8").replace("face-down = 3", "face-down = 1")
    path.write_text(edited, "utf-8")
    assert "take another name" in refusal(OutputError, save_rules, "kids", path)
    assert path.read_text("utf-8") == edited


def test_a_rules_file_by_another_name_says_how_it_must_be_called(tmp_path):
    (tmp_path / "mine.txt").write_text("like = 'kids'")
    assert "ends in .toml" in refusal(ParameterError, RuleSet.parse, str(tmp_path / "mine.txt"))
