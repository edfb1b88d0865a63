"""Rule sets: the presets, the text form both ways, every refusal, and what the rules say about themselves."""

from dataclasses import FrozenInstanceError, fields, replace
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.full_game.support import all_shuffles, rule_sets
from tests.support import examples, refusal
from wargraph.errors import ParameterError
from wargraph.full_game.choices import Counting, Dealing, NobodyLeft, Pile, Replacement, WarRule
from wargraph.full_game.game import play_full_game
from wargraph.full_game.rule_set import PRESETS, RuleSet

USUAL = {
    "ranks": 13,
    "suits": 4,
    "jokers": 0,
    "players": 2,
    "dealing": "blocks",
    "war": "strict",
    "face_down": 3,
    "nobody_left": "tie",
    "replacement": "played",
    "piles": ("under", "under"),
    "counting": "rounds",
}
DREW = {"dealing": "alternate", "war": "shortest", "nobody_left": "last-player", "replacement": "reversed"}
SPECIFIED = {
    "rutgers": {},
    "regular": {"piles": ("first-won-first", "first-won-first")},
    "bryer": {"nobody_left": "last-player", "replacement": "deciding-first", "counting": "before-last"},
    "drew-shuffle": {**DREW, "piles": ("shuffled", "shuffled")},
    "drew-stack": {**DREW, "piles": ("first-won-first", "first-won-first")},
    "kids": {"dealing": "alternate-all", "war": "each", "replacement": "shuffled"},
    "delahaye-mathieu": {"face_down": 0, "replacement": "top-down"},
}
BY_PLAYER = ("played", "reversed", "deciding-first")
SETTLED = ("under", "on-top", "first-won-first", "last-won-first")
BY_CHANCE = ("random-order", "shuffled")
BY_CARD = tuple(rule for rule in Replacement if rule not in (*BY_PLAYER, *BY_CHANCE))
VARIED = RuleSet.parse(
    "kids,deck=7x3,players=3,dealing=blocks,face-down=2,replacement=played,piles=last-won-first/under/under"
)


FIELDS = [field for field in fields(RuleSet) if field.compare]


@pytest.mark.parametrize("name", SPECIFIED)
def test_a_preset_is_what_its_source_says(name):
    rules = RuleSet.preset(name)
    assert {field.name: getattr(rules, field.name) for field in FIELDS} == USUAL | SPECIFIED[name]
    assert rules.dealt == (rules.ranks * rules.suits // 2,) * 2
    assert str(rules) == name
    assert RuleSet.preset(f" {name.upper()} ") == RuleSet.parse(name) == PRESETS[name] == rules


def test_there_are_no_other_presets():
    assert list(PRESETS) == list(SPECIFIED)
    assert RuleSet() == RuleSet.preset("rutgers")


@examples(60)
@given(rule_sets())
def test_the_text_form_says_it_all(rules):
    assert RuleSet.parse(str(rules)) == rules
    assert "\n" not in str(rules)


@examples(60)
@given(rule_sets())
def test_the_text_form_changes_as_little_as_it_can(rules):
    # Counted as in the text form, where the deck is one thing.
    def changes(preset):
        differing = [field.name for field in FIELDS if getattr(preset, field.name) != getattr(rules, field.name)]
        if preset.piles == preset.piles[:1] * preset.players and rules.piles == preset.piles[:1] * rules.players:
            differing = [name for name in differing if name != "piles"]
        return len({"deck" if name in ("ranks", "suits", "jokers") else name for name in differing})

    assert str(rules).count(",") == min(map(changes, PRESETS.values()))


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("rutgers,deck=3x2", {"ranks": 3, "suits": 2}),
        (" Rutgers , DECK = 3 X 2 ", {"ranks": 3, "suits": 2}),
        ("rutgers,deck=13x4+2", {"jokers": 2}),
        ("rutgers,deck=13 X 4 + 2", {"jokers": 2}),
        ("rutgers,deck=3x1+0", {"ranks": 3, "suits": 1}),
        ("rutgers,players=3", {"players": 3, "piles": ("under",) * 3}),
        ("rutgers,war=Longest,face-down=0", {"war": "longest", "face_down": 0}),
        ("rutgers,nobody-left=last-player", {"nobody_left": "last-player"}),
        ("rutgers,piles=on-top", {"piles": ("on-top", "on-top")}),
        ("rutgers,piles=last-won-first/under", {"piles": ("last-won-first", "under")}),
        (
            "rutgers,players=3,piles=first-won-first/under/Under",
            {"players": 3, "piles": ("first-won-first", "under", "under")},
        ),
    ],
)
def test_changes_of_a_preset(text, changed):
    rules = RuleSet.parse(text)
    assert {field.name: getattr(rules, field.name) for field in FIELDS} == USUAL | changed
    assert rules == RuleSet(**USUAL | changed)


def plain_values(preset):
    return {field.name: getattr(RuleSet.preset(preset), field.name) for field in FIELDS}


@pytest.mark.parametrize("text", ["kids,deck=9x4,war=strict,replacement=played", "drew-stack,piles=shuffled", "bryer"])
def test_the_text_form_starts_from_the_preset_that_was_named(text):
    assert str(RuleSet.parse(text)) == text
    assert RuleSet.parse("drew-stack,piles=shuffled") == RuleSet.preset("drew-shuffle")


def test_the_nearest_preset_names_the_rules():
    assert str(RuleSet(**{**plain_values("drew-shuffle"), "piles": ("first-won-first",)})) == "drew-stack"
    assert str(RuleSet(**plain_values("bryer"), like="poker")) == "bryer"
    assert str(RuleSet(ranks=5, suits=1, face_down=1)) == "rutgers,deck=5x1,face-down=1"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ["rules ''", *PRESETS]),
        ("hoyle", ["rules 'hoyle'", *PRESETS]),
        ("deck=13x4", ["rules 'deck=13x4'", *PRESETS]),
        ("rutgers,", ["''", "key=value", "deck, players", "face-down", "nobody-left", "piles"]),
        ("rutgers,war", ["'war'", "key=value", "war", "counting"]),
        ("rutgers,cards=52", ["'cards=52'", "key=value", "deck"]),
        *(
            (f"rutgers,deck={deck}", [f"deck = '{deck}'", "ranks x suits", "13x4+2 with two jokers"])
            for deck in ("13", "13x", "ax4", "2x3x4", "13+2", "13x4+", "13x4+2+2", "13x4+-1")
        ),
        ("rutgers,deck=13x4+256", ["jokers = 256", "from 0 to 255"]),
        ("rutgers,deck=13x4+204", ["13x4+204", "256 cards", "255 at most"]),
        *((f"rutgers,players={text}", ["players", f"'{text}'", "whole number"]) for text in ("two", "²")),
        *((f"rutgers,face-down={text}", ["face-down", f"'{text}'", "whole number"]) for text in ("1.5", "-1")),
        ("rutgers,deck=0x4", ["ranks = 0", "from 1 to 255"]),
        ("rutgers,deck=256x1", ["ranks = 256", "from 1 to 255"]),
        ("rutgers,deck=13x0", ["suits = 0", "from 1 to 255"]),
        ("rutgers,deck=1x1+1,players=3", ["players = 3", "2 cards", "1x1+1", "everyone must get a card"]),
        ("rutgers,players=1", ["players = 1", "from 2 to 255"]),
        ("rutgers,face-down=256", ["face-down = 256", "from 0 to 255"]),
        ("rutgers,deck=16x16", ["16x16", "256 cards", "255 at most"]),
        ("rutgers,deck=2x2,players=5", ["players = 5", "4 cards", "2x2", "everyone must get a card"]),
        ("rutgers,war=lenient", ["war rule 'lenient'", *WarRule]),
        ("rutgers,dealing=by hand", ["dealing 'by hand'", *Dealing]),
        ("rutgers,nobody-left=win", ["nobody left 'win'", *NobodyLeft]),
        ("rutgers,replacement=", ["replacement ''", *Replacement]),
        ("rutgers,counting=turns", ["counting 'turns'", *Counting]),
        ("rutgers,piles=over", ["pile 'over'", *Pile]),
        ("rutgers,piles=under/", ["pile ''", *Pile]),
        (
            "rutgers,piles=under/last-won-first/under",
            ["under/last-won-first/under", "3 piles for 2 players", "one for each player"],
        ),
        (
            "drew-stack,players=3,piles=under/last-won-first",
            ["under/last-won-first", "2 piles for 3 players", "one for everyone"],
        ),
    ],
)
def test_a_text_is_refused(text, parts):
    message = refusal(ParameterError, RuleSet.parse, text)
    assert [part for part in parts if part not in message] == []


@pytest.mark.parametrize(
    ("values", "parts"),
    [
        ({"ranks": 2.0}, ["ranks = 2.0", "whole number from 1 to 255"]),
        ({"suits": True}, ["suits = True", "whole number from 1 to 255"]),
        ({"players": "2"}, ["players = '2'", "whole number from 2 to 255"]),
        ({"face_down": None}, ["face-down = None", "whole number from 0 to 255"]),
        ({"face_down": 10**400}, ["face-down", "whole number from 0 to 255"]),
        ({"war": None}, ["war rule None", *WarRule]),
        ({"replacement": ["played"]}, ["replacement ['played']", *Replacement]),
        ({"piles": 5}, ["piles = 5", "one pile for everyone, or one for each player"]),
        ({"piles": [5, 6]}, ["pile 5", *Pile]),
        ({"piles": ()}, ["piles = ()", "one pile for everyone, or one for each player"]),
        (
            {"piles": ["under", "last-won-first", "last-won-first"]},
            ["under/last-won-first/last-won-first", "3 piles for 2 players"],
        ),
    ],
)
def test_values_are_refused(values, parts):
    message = refusal(ParameterError, RuleSet, **values)
    assert [part for part in parts if part not in message] == []


@pytest.mark.parametrize("reader", [RuleSet.preset, RuleSet.parse])
def test_what_is_no_text_is_refused(reader):
    assert "use rutgers" in refusal(ParameterError, reader, None)


def test_the_largest_deck_and_table_fit():
    assert RuleSet(ranks=255, suits=1).cards == RuleSet(ranks=51, suits=5).cards == 255
    assert RuleSet(ranks=1, suits=255, players=255).dealt == (1,) * 255
    assert RuleSet(ranks=1, suits=2).dealt == (1, 1)
    assert RuleSet(ranks=254, suits=1, jokers=1).cards == RuleSet(ranks=1, suits=1, jokers=254).cards == 255


def test_jokers_are_a_rank_of_their_own():
    assert RuleSet.parse("kids,deck=3x2+1").deck == (2, 2, 2, 1)
    assert RuleSet.parse("kids,deck=3x2").deck == (2, 2, 2)
    assert RuleSet.parse("kids,deck=13x4+2").describe().splitlines()[0] == (
        "deck         13 ranks x 4 suits and 2 jokers, 54 cards"
    )
    assert "1 suit and 1 joker, 3 cards" in RuleSet(ranks=2, suits=1, jokers=1).describe()


def test_rules_are_values():
    rules = RuleSet(war="LONGEST", piles=["last-won-first", "Under"])
    same = RuleSet(war=WarRule.LONGEST, piles="last-won-first/under")
    assert rules == same
    assert hash(rules) == hash(same)
    assert {rules: 1}[same] == 1
    assert (rules.war, rules.piles) == (WarRule.LONGEST, (Pile.LAST_WON_FIRST, Pile.UNDER))
    assert (
        RuleSet(piles="last-won-first")
        == RuleSet(piles=Pile.LAST_WON_FIRST)
        == RuleSet(piles=(Pile.LAST_WON_FIRST,) * 2)
    )
    for field in fields(rules):
        with pytest.raises(FrozenInstanceError):
            setattr(rules, field.name, getattr(rules, field.name))


def test_a_description_names_everything():
    assert VARIED.describe().splitlines() == [
        "deck         7 ranks x 3 suits, 21 cards",
        "players      3, 7 cards each, dealt in blocks, as many to each",
        "war          2 cards face down, one to compare; a player short of cards keeps one back for the comparison",
        "nobody left  the game ends without a winner",
        "replacement  played",
        "piles        last-won-first/under/under",
        "counting     rounds: a comparison with the wars that follow it is one turn",
    ]


@pytest.mark.parametrize(
    ("text", "dealt"),
    [
        ("rutgers", (26, 26)),
        ("rutgers,players=5", (10,) * 5),
        ("rutgers,players=5,dealing=alternate", (10,) * 5),
        ("rutgers,players=5,dealing=alternate-all", (11, 11, 10, 10, 10)),
        ("rutgers,deck=5x1", (2, 2)),
        ("rutgers,deck=5x1,dealing=alternate-all", (3, 2)),
        ("rutgers,deck=2x2,players=4,dealing=alternate-all", (1, 1, 1, 1)),
        ("rutgers,deck=5x1,players=3", (1, 1, 1)),
    ],
)
def test_how_many_cards_are_dealt(text, dealt):
    assert RuleSet.parse(text).dealt == dealt


@given(rule_sets())
def test_dealt_is_what_a_game_starts_with(rules):
    game = play_full_game(rules, cap=1)
    assert tuple(map(len, game.deal)) == rules.dealt
    assert rules.cards == rules.ranks * rules.suits + rules.jokers
    rest = rules.cards - sum(rules.dealt)
    assert rest == 0 if rules.dealing is Dealing.ALTERNATE_ALL else 0 <= rest < rules.players


def test_chance_is_in_the_replacement_or_in_a_pile():
    for replacement, piles in product(Replacement, product(Pile, repeat=2)):
        rules = RuleSet(replacement=replacement, piles=piles)
        assert rules.is_deterministic == (replacement not in BY_CHANCE and "shuffled" not in piles)


@given(rule_sets(), st.integers(0, 100))
def test_the_deal_decides_a_deterministic_game(rules, seed):
    deal = play_full_game(rules, seed=seed, cap=1).deal
    games = [play_full_game(rules, deal, seed, cap=40) for seed in (1, 2, 3)]
    if rules.is_deterministic:
        assert games[0] == games[1] == games[2]


@pytest.mark.parametrize("change", ["replacement=shuffled", "replacement=random-order", "piles=under/shuffled"])
def test_the_deal_does_not_decide_a_game_of_chance(change):
    rules = RuleSet.parse(f"rutgers,{change}")
    deal = play_full_game(rules).deal
    assert len({play_full_game(rules, deal, seed, cap=40) for seed in range(5)}) == 5


def reachability_flags(game):
    """What becomes of the first player and of the second, and how the game comes out."""
    held = [game.deal, *(played.hands for played in game.rounds)]
    won = [played.winner for played in game.rounds]
    of_player = [([hands[player] for hands in held], [winner == player + 1 for winner in won]) for player in (0, 1)]
    return *of_player, (game.ending, game.turns, game.entry, game.period)


def are_exchanged(rules, deal):
    """Whether exchanging the hands of this deal exchanges the fates."""
    first, second, outcome = reachability_flags(play_full_game(rules, deal, cap=200))
    return reachability_flags(play_full_game(rules, deal[::-1], cap=200)) == (second, first, outcome)


@examples(80)
@given(rule_sets(), st.sampled_from(BY_CARD), st.sampled_from(SETTLED), st.integers(0, 1000))
def test_hands_can_be_exchanged_under_symmetric_rules(rules, replacement, pile, seed):
    rules = replace(rules, players=2, piles=pile, nobody_left="tie", replacement=replacement, dealing="blocks")
    assert rules.is_symmetric
    assert are_exchanged(rules, play_full_game(rules, seed=seed, cap=1).deal)


@pytest.mark.parametrize(
    "change",
    [
        *({"replacement": replacement} for replacement in BY_PLAYER),
        {"nobody_left": "last-player"},
        *({"piles": piles} for piles in permutations(["under", "last-won-first"])),
    ],
)
def test_hands_cannot_be_exchanged_under_other_rules(change):
    symmetric = RuleSet.parse("delahaye-mathieu,deck=3x2,face-down=1")
    assert all(are_exchanged(symmetric, deal) for deal in all_shuffles(symmetric))
    rules = replace(symmetric, **change)
    assert not rules.is_symmetric
    assert not all(are_exchanged(rules, deal) for deal in all_shuffles(rules))


@pytest.mark.parametrize(
    ("text", "is_symmetric"),
    [
        ("rutgers", False),
        ("regular", False),
        ("bryer", False),
        ("drew-shuffle", False),
        ("drew-stack", False),
        ("kids", True),
        ("delahaye-mathieu", True),
        ("kids,replacement=random-order", True),
        ("kids,piles=shuffled", True),
        ("kids,piles=shuffled/under", False),
        ("kids,players=3", False),
        ("kids,deck=13x3", False),  # twenty cards against nineteen
        ("kids,deck=13x3,dealing=alternate", True),
    ],
)
def test_which_rules_are_symmetric(text, is_symmetric):
    assert RuleSet.parse(text).is_symmetric is is_symmetric


# What rules are called


def test_rules_from_a_file_are_called_by_the_file_or_by_a_name_in_it(tmp_path):
    (tmp_path / "v1.toml").write_text('like = "kids"\nface-down = 3\n')
    (tmp_path / "v2.toml").write_text('like = "kids"\nname = "Grandma"\n')
    (tmp_path / "kids.toml").write_text('like = "kids"\nface-down = 1\n')
    named = [RuleSet.parse(tmp_path / file) for file in ("v1.toml", "v2.toml", "kids.toml")]
    assert [each.display for each in named] == ["v1", "Grandma", "kids.toml"]
    assert [str(each) for each in named] == ["kids", "kids", "kids,face-down=1"]
    assert named[0] == named[1] == RuleSet.preset("kids")  # a name makes no difference to the game
    assert RuleSet.parse(f"{tmp_path / 'v1.toml'},players=3").display == "v1,players=3"


@pytest.mark.parametrize(
    ("text", "display"),
    [
        ("kids", "kids"),
        ("kids,face-down=3", "kids,face-down=3"),
        ("kids,face-down=1", "kids,face-down=1"),
        ("kids,face-down=3,players=3", "kids,players=3,face-down=3"),
        ("kids, war = EACH", "kids,war=each"),
    ],
)
def test_a_change_to_what_the_preset_says_is_not_dropped_from_the_name(text, display):
    assert RuleSet.parse(text).display == display
    assert RuleSet.parse(display) == RuleSet.parse(text)


@pytest.mark.parametrize("name", ["", " ", "two\nlines", "x" * 201, 5])
def test_what_is_no_name_is_refused(name):
    assert "is no name of rules" in refusal(ParameterError, RuleSet, name=name)
