"""The studies in docs/studies, executed in a real kernel: they run, they show their answers, they write their files."""

from dataclasses import replace

import pytest

from tests.studies.notebooks import STUDIES, errors, executed, shown, study
from wargraph import Relation, RuleSet, compare, endless, longest, play_full_game, simulate

pytestmark = pytest.mark.long

FAMILY = "kids,face-down=1"
ORDERLY = f"{FAMILY},replacement=played"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("studies")


@pytest.fixture(scope="module")
def family(folder):
    return executed(study("my-family-rules"), folder)


@pytest.fixture(scope="module")
def matrix(folder):
    return executed(study("my-beat-matrix"), folder)


def one(notebook, code, kind):
    """The only thing of this kind that a cell shows."""
    (found,) = [data[kind] for data in shown(notebook, code) if kind in data]
    return found


def test_every_study_is_tested():
    assert sorted(path.stem for path in STUDIES.iterdir()) == ["index", "my-beat-matrix", "my-family-rules"]


def test_nothing_but_the_answers_is_printed(family, matrix):
    assert [*errors(family), *errors(matrix)] == []


@pytest.mark.parametrize("name", ["my-family-rules", "my-beat-matrix"])
def test_a_study_begins_with_its_question_and_one_cell_to_change(name):
    first, second, *_ = study(name).cells
    assert first.cell_type == "markdown"
    assert "?" in first.source.splitlines()[2]
    assert second.cell_type == "code"
    assert " = " in second.source
    assert "import" not in second.source
    assert all(len(cell.source.splitlines()) <= 7 for cell in study(name).cells if cell.cell_type == "code")


def test_the_family_reads_its_rules(family):
    described, explained = (
        cell.outputs[0]["text"] for cell in family.cells if cell.cell_type == "code" and "print(" in cell.source
    )
    assert described == f"{RuleSet.parse(FAMILY).describe()}\n"
    assert "\n  or played: layer by layer, in player order\n" in explained


def test_the_family_learns_how_long_its_games_last(family):
    html = one(family, "simulate(our_rules", "text/html")
    found = simulate(FAMILY, 20_000)
    answer = found.document().blocks[1].text.splitlines()[0]
    assert f"<p>{answer}\n" in html
    assert html.index(answer) < html.index("<table>")
    assert "<svg" in one(family, "games.plot()", "image/svg+xml")


def test_the_family_learns_which_rule_makes_games_long(family):
    html = one(family, "both.to_pandas()", "text/html")
    (row,) = compare([FAMILY, "kids"], 20_000).rows()
    assert f"<td>{row['difference']:.3f}</td>" in html
    assert row["low"] > 0  # or the prose below would be wrong
    assert "<svg" in one(family, "both.plot()", "image/svg+xml")


def test_the_family_learns_that_order_makes_games_endless(family):
    found = simulate(ORDERLY, 5_000)
    assert found.rules == replace(RuleSet.parse(FAMILY), replacement=found.rules.replacement)
    assert found.endless > 1_000
    assert "<svg" in one(family, "orderly.plot()", "image/svg+xml")
    assert simulate(FAMILY, 20_000).finished == 20_000  # as nothing in the other rules can be endless


def test_the_family_has_something_to_share(family, folder):
    assert "<svg" in one(family, "game.plot()", "image/svg+xml")
    assert RuleSet.parse(folder / "our-rules.toml") == RuleSet.parse(FAMILY)
    assert (folder / "our-rules.png").read_bytes().startswith(b"\x89PNG")
    assert f"{FAMILY}: 20,000 games, seed 0" in (folder / "our-rules.html").read_text("utf-8")
    film = (folder / "our-game.html").read_text("utf-8")
    assert f"A game of War: {play_full_game(FAMILY, seed=1).rules}" in film


def cards_of(matrix):
    """The relation in the cell that a reader changes."""
    (words,) = [cell.source for cell in matrix.cells if cell.source.startswith("who_beats_whom")]
    return Relation.of(words.split('"""')[1])


def test_the_matrix_is_drawn(matrix):
    drawing = one(matrix, "picture(cards", "image/svg+xml")
    for name in cards_of(matrix).card_names:
        assert f">{name}</text>" in drawing


def test_the_longest_game_of_the_matrix(matrix):
    found = longest(cards_of(matrix))
    html = one(matrix, "longest(cards)", "text/html")
    assert f"The longest finite game of matrix (5 cards) under WL takes {found.turns} turns;" in html
    assert html.index("The longest finite game") < html.index("<table>")
    assert "<svg" in one(matrix, "found.verify().plot()", "image/svg+xml")


def test_an_endless_game_of_the_matrix(matrix):
    found = endless(cards_of(matrix))
    assert found.endless > 0  # or there is nothing to see in the study
    html = one(matrix, "endless(cards)", "text/html")
    assert f"{found.endless} of the {found.total} starting positions of matrix (5 cards)" in html
    assert f"a cycle of {found.verify().period} turns" in one(matrix, "never.verify()", "text/html")


def test_the_report_on_the_matrix_says_which_card_is_worth_having(matrix):
    html = one(matrix, "relation_report(cards)", "text/html")
    assert "Among decided games" in html
    assert html.count("<svg") >= 1
    assert not cards_of(matrix).is_order


@pytest.mark.usefixtures("matrix")
def test_the_matrix_has_something_to_share(folder):
    assert "marshal" in (folder / "our-cards.svg").read_text("utf-8")
    report = (folder / "our-cards.html").read_text("utf-8")
    assert "<!DOCTYPE html>" in report
    assert "5 cards, a tournament" in report
    assert "</html>" in (folder / "our-cards-explorer.html").read_text("utf-8")


@pytest.mark.usefixtures("family", "matrix")
def test_nothing_else_is_written(folder):
    assert sorted(path.name for path in folder.iterdir()) == [
        "our-cards-explorer.html",
        "our-cards.html",
        "our-cards.svg",
        "our-game.html",
        "our-rules.html",
        "our-rules.png",
        "our-rules.toml",
    ]
