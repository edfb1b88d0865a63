"""Rule sets: the presets, the text form and the file, both ways, every refusal, and each value in words."""

from dataclasses import fields, replace
from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.full_game.support import all_shuffles, rule_sets
from tests.support import examples, refusal
from wargraph.core.relation import Relation
from wargraph.errors import OutputError, ParameterError
from wargraph.full_game.choices import Dealing, Ends, Replacement, Winnings
from wargraph.full_game.game import play_full_game
from wargraph.full_game.rule_set import PRESETS, RuleSet
from wargraph.full_game.simulate import simulate

USUAL = {
    "ranks": 13, "suits": 4, "jokers": 0, "taken_out": 0, "beats": None, "players": 2, "dealing": "blocks",
    "war": "strict", "fighters": "all", "face_down": 3, "nobody_left": "tie", "replacement": "played",
    "winnings": ("under", "under"), "ends": Ends(), "counting": "rounds",
}  # fmt: skip
DREW = {"dealing": "alternate", "war": "shortest", "nobody_left": "last-player", "replacement": "reversed"}
SPECIFIED = {
    "rutgers": {},
    "regular": {"winnings": ("first-won-first", "first-won-first")},
    "bryer": {"nobody_left": "last-player", "replacement": "deciding-first", "counting": "before-last"},
    "drew-shuffle": {**DREW, "winnings": ("shuffled", "shuffled")},
    "drew-stack": {**DREW, "winnings": ("first-won-first", "first-won-first")},
    "kids": {"dealing": "alternate-all", "war": "each", "replacement": "shuffled"},
    "delahaye-mathieu": {"face_down": 0, "replacement": "top-down"},
    "drunkard": {
        "ranks": 9, "beats": Relation.of("upset:9", "draws"), "war": "each", "face_down": 0, "replacement": "shuffled",
    },
}  # fmt: skip
BY_PLAYER = ("played", "reversed", "player-by-player", "deciding-first")
SETTLED = ("under", "on-top", "first-won-first", "last-won-first")
BY_CHANCE = ("random-order", "alternating-random-order", "loser-shuffled", "shuffled")
BY_CARD = tuple(rule for rule in Replacement if rule not in (*BY_PLAYER, *BY_CHANCE))
FIELDS = [field for field in fields(RuleSet) if field.compare]


def test_every_preset_is_specified():
    missing = sorted(PRESETS.keys() - SPECIFIED)
    assert not missing, f"add {missing} to SPECIFIED in tests/full_game/test_rule_set.py, as their sources say"


@pytest.mark.parametrize("name", SPECIFIED)
def test_a_preset_is_what_its_source_says(name):
    rules = RuleSet.preset(name)
    assert {field.name: getattr(rules, field.name) for field in FIELDS} == USUAL | SPECIFIED[name]
    assert rules.dealt == (rules.ranks * rules.suits // 2,) * 2
    assert str(rules) == name
    assert RuleSet.preset(f" {name.upper()} ") == RuleSet.parse(name) == PRESETS[name] == rules


@examples(60)
@given(rule_sets())
def test_the_text_form_says_all_and_no_more(rules):
    # Changes are counted as in the text form, where the deck is one thing.
    def changes(preset):
        differing = [field.name for field in FIELDS if getattr(preset, field.name) != getattr(rules, field.name)]
        if (
            preset.winnings == preset.winnings[:1] * preset.players
            and rules.winnings == preset.winnings[:1] * rules.players
        ):
            differing = [name for name in differing if name != "winnings"]
        deck = ("ranks", "suits", "jokers", "taken_out")
        return len({"deck" if name in deck else name for name in differing})

    assert RuleSet.parse(str(rules)) == rules
    assert str(rules).count(",") == min(map(changes, PRESETS.values()))


def test_values_are_checked_however_they_come():
    typed = " Rutgers , DECK = 3 X 2 + 1,War=Longest, winnings = last-won-first/under"
    changed = {"ranks": 3, "suits": 2, "jokers": 1, "war": "longest", "winnings": ("last-won-first", "under")}
    assert RuleSet.parse(typed) == RuleSet(**USUAL | changed)
    named = "drew-stack,winnings=shuffled"  # the preset that was named stays, though drew-shuffle is the same
    assert (str(RuleSet.parse(named)), RuleSet.parse(named)) == (named, RuleSet.preset("drew-shuffle"))
    assert "players = '2': it must be a whole number" in refusal(ParameterError, RuleSet, players="2")
    assert "war rule None" in refusal(ParameterError, RuleSet, war=None)
    assert RuleSet(war="LONGEST", winnings="last-won-first/under").winnings == (Winnings.LAST_WON_FIRST, Winnings.UNDER)
    assert RuleSet(ends="Wars:3").ends == ("wars", 3)
    assert str(RuleSet(like="poker")) == "rutgers"


@given(rule_sets())
def test_dealt_is_what_a_game_starts_with(rules):
    game = play_full_game(rules, cap=1)
    assert tuple(map(len, game.deal)) == rules.dealt
    whole = rules.ranks * rules.suits + rules.jokers
    assert (
        rules.cards
        == sum(rules.deck)
        == whole - (whole % rules.players if rules.taken_out == "even" else rules.taken_out)
    )
    rest = rules.cards - sum(rules.dealt)
    assert rest == 0 if rules.dealing is Dealing.ALTERNATE_ALL else 0 <= rest < rules.players


def test_chance_is_in_replacements_or_piles():
    for replacement, piles in product(Replacement, product(Winnings, repeat=2)):
        rules = RuleSet(replacement=replacement, winnings=piles)
        assert rules.is_deterministic == (replacement not in BY_CHANCE and not {"shuffled", "anywhere"} & {*piles})


def fates(rules, deal):
    """What each player holds and wins round by round, and how the game comes out."""
    game = play_full_game(rules, deal, cap=200)
    first, second = ([(won.hands[n], won.winner == n + 1) for won in game.rounds] for n in (0, 1))
    return first, second, (game.ending, game.turns, game.preperiod, game.cycle_length)


def are_exchanged(rules, deal):
    """Whether exchanging the hands of this deal exchanges the fates."""
    first, second, outcome = fates(rules, deal)
    return fates(rules, deal[::-1]) == (second, first, outcome)


@examples(80)
@given(rule_sets(), st.sampled_from(BY_CARD), st.sampled_from(SETTLED), st.integers(0, 1000))
def test_hands_can_be_exchanged_under_symmetric_rules(rules, replacement, pile, seed):
    rules = replace(
        rules, players=2, winnings=pile, nobody_left="tie", replacement=replacement, dealing="blocks", ends="all-cards"
    )
    assert rules.is_symmetric
    assert are_exchanged(rules, play_full_game(rules, seed=seed, cap=1).deal)


@pytest.mark.parametrize(
    "change",
    [
        *({"replacement": replacement} for replacement in BY_PLAYER),
        {"nobody_left": "last-player"},
        *({"winnings": piles} for piles in permutations(["under", "last-won-first"])),
    ],
)
def test_hands_cannot_be_exchanged_under_other_rules(change):
    symmetric = RuleSet.parse("delahaye-mathieu,deck=3x2,face-down=1")
    assert all(are_exchanged(symmetric, deal) for deal in all_shuffles(symmetric))
    rules = replace(symmetric, **change)
    assert not rules.is_symmetric
    assert RuleSet.parse("kids,replacement=random-order").is_symmetric
    for other in ("winnings=shuffled/under", "players=3", "deck=13x3"):  # twenty cards against nineteen
        assert not RuleSet.parse(f"kids,{other}").is_symmetric
    assert not all(are_exchanged(rules, deal) for deal in all_shuffles(rules))


# Rules files


@examples(100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rule_sets())
def test_the_rules_come_back(tmp_path, rules):
    back = RuleSet.parse(rules.save(tmp_path / "mine.toml"))
    assert back == rules
    assert back.text_form == str(rules)
    assert str(back) == "mine"


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("", "rutgers"),
        ('deck = "13x4+2"\nplayers = 3', "rutgers,deck=13x4+2,players=3"),
        (
            'like = "Kids"\nbeats = """rock beats scissors\npaper beats rock\nscissors beats paper"""',
            "kids,beats=rock-paper-scissors",
        ),
        ('like = "Kids"\nreplacement = "Played"', "kids,replacement=played"),
        ('winnings = ["shuffled", "under"]', "rutgers,winnings=shuffled/under"),
        ('players = 3\nwinnings = ["last-won-first"]', "rutgers,players=3,winnings=last-won-first"),
        ('\ufefflike = "bryer"\r\n', "bryer"),
    ],
)
def test_missing_keys_are_those_of_the_preset(tmp_path, text, rules):
    path = tmp_path / "mine.TOML"
    path.write_text(text, "utf-8")
    assert RuleSet.parse(path) == RuleSet.parse(f" {path} ") == RuleSet.parse(rules)
    assert RuleSet.parse(f"{path},war=longest,face-down=1") == RuleSet.parse(f"{rules},war=longest,face-down=1")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("cards = 52", ["'cards' is not a change of rules", "deck, beats, players"]),
        (f"players = {'9' * 5000}", ["4300 digits"]),
        ('like = "poker"', ["rules 'poker' are not known"]),
        ('players = "2"', ["players = '2'", "whole number from 2 to 255"]),
        ("face-down = 1.5", ["face-down = 1.5", "whole number"]),
        ("deck = 52", ["deck = 52", "ranks x suits"]),
        ("winnings = [5]", ["winnings 5", *Winnings]),
        ("face-down = one", ["line 1", 'write numbers as 3 and words as "each"']),
        ("players: 2", ["line 1", "wargraph rules kids -o mine.toml writes such a file"]),
        (
            f"winnings = {'[' * 100_000}",
            ["maximum recursion depth", "wargraph rules kids -o mine.toml writes such a file"],
        ),
    ],
)
def test_what_is_wrong_is_told_with_the_file(tmp_path, text, parts):
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    message = refusal(ParameterError, RuleSet.parse, path)
    assert message.startswith("rules file '")
    assert [part for part in parts if part not in message] == []


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_files_of_windows_are_read(tmp_path, encoding):
    (tmp_path / "mine.toml").write_text('like = "kids"\r\nface-down = 1\r\n', encoding)
    assert RuleSet.parse(tmp_path / "mine.toml") == RuleSet.parse("kids,face-down=1")


def test_a_file_in_another_encoding_is_refused(tmp_path):
    (tmp_path / "mine.toml").write_text('like = "kids"  # ä', "latin-1")
    assert "save it as UTF-8" in refusal(ParameterError, RuleSet.parse, tmp_path / "mine.toml")


def test_rules_from_a_file_are_called_as_it_is(tmp_path):
    rules, path = RuleSet.parse("kids,face-down=1"), tmp_path / "grandma.toml"
    rules.save(path)
    of_file, changed = RuleSet.parse(path), RuleSet.parse(f"{path},players=3, war=longest")
    assert (str(of_file), of_file.text_form, of_file) == ("grandma", "kids,face-down=1", rules)
    assert str(changed) == "grandma,players=3, war=longest"
    assert changed == RuleSet.parse("kids,face-down=1,players=3,war=longest")
    assert of_file.describe() == f"rules        kids,face-down=1\n{rules.describe()}"
    assert of_file.file_text() == rules.file_text()
    assert str(replace(of_file, players=3)) == "kids,players=3,face-down=1"  # which are not the rules of the file
    assert not RuleSet.preset("kids").name


def test_rules_with_the_relation_of_a_file_are_called_as_they_are_typed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("realm.txt").write_text("a beats b\nb beats c\nc beats a\n")
    rules = RuleSet.parse("kids,beats=realm.txt,deck=3x5")
    assert (str(rules), RuleSet.parse(str(rules))) == ("kids,beats=realm.txt,deck=3x5", rules)
    assert not RuleSet.parse("kids,beats=cyclic:3").name
    assert "aces" not in str(simulate(rules, 50))


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        ("13x4-even", "13 ranks x 4 suits, 52 cards"),
        ("13x4-1", "13 ranks x 4 suits without the lowest card, 51 cards"),
        ("8x2,dealing=own-pack", "8 ranks x 2 suits, 16 cards for each player"),
        ("13x4-even,players=5", "13 ranks x 4 suits without the 2 lowest cards, 50 cards"),
    ],
)
def test_a_deck_says_how_many_cards_it_lacks(deck, said):
    assert RuleSet.parse(f"kids,deck={deck}").describe().startswith(f"deck         {said}\n")


def test_every_line_of_a_rules_file_fits_a_window():
    lines = RuleSet.preset("kids").file_text().splitlines()
    assert max(map(len, lines)) <= 80
    assert all(line[:1] in ("", "#") or " = " in line for line in lines)


@pytest.mark.parametrize("path", ["nowhere.toml", "nowhere.toml,players=3", "\0.toml"])
def test_what_cannot_be_read_is_refused(path):
    assert "wargraph rules kids -o mine.toml" in refusal(ParameterError, RuleSet.parse, path)
    assert "use .toml" in refusal(OutputError, RuleSet().save, "mine.txt")
