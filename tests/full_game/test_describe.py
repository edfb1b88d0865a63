"""Rules explained: every value, everything else there is, and rules files that say the same."""

import tomllib

import pytest
from hypothesis import given

from tests.full_game.support import rule_sets
from tests.support import examples
from wargraph.full_game.describe import QUESTIONS, explanation, like, rules_file_text
from wargraph.full_game.rule_set import SOURCES, RuleSet


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
