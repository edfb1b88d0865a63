"""Results show themselves in a real kernel, and the studies in docs/studies run, answer, and write their files."""

from pathlib import Path

import jupytext
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell

from wargraph import Relation, RuleSet, compare, endless, longest, play_full_game, simulate

pytestmark = pytest.mark.long

STUDIES = Path(__file__).parents[2] / "docs" / "studies"
FAMILY = "kids,face-down=1"
SHOWN = {
    "longest(7)": ">324517|6</td>",
    "lengths(7)": ">Cycle length</th>",
    "farthest(4)": "farthest from the end",
    "cycles(5)": ">Cycles</th>",
    "summary(5)": ">Never end under WL</th>",
    'play(Position("41|32"), "WL")': ">143|2</td>",
    'play_full_game("kids,deck=3x2")': "Cards lie in player order",
    'play_auction("Min+Max")': "a cycle of 12 rounds",
    'simulate("kids,deck=3x2", 50)': ">standard deviation</td>",
    'sequence("farthest")': ">Value</th>",
    "WarGraph(3)": "<svg",
    "Results(longest(n) for n in range(4, 8))": ">324517|6</td>",
    'Relation.of("rock-paper-scissors")': "<svg",
    'RuleSet.parse("kids")': "13 ranks x 4 suits",
    "explorer_page(3)": "<iframe",
    'picture(4, order="WL")': "<svg",
    "lengths(7).plot()": "<svg",
    "plot([longest(n) for n in range(1, 6)])": "<svg",
    'play_full_game("kids,deck=3x2").plot()': "<svg",
}
"""What a cell shows as HTML, or as a picture."""

AT_ONCE = """
from wargraph.campaign import run_options
run_options.SECONDS_TO_SHOW = run_options._SECONDS_BETWEEN_REPORTS = 0  # however fast the machine is
"""
LONG_CALL = 'found = simulate("kids", 200_000); len(found.games)'


class Watching(NotebookClient):
    """A client that writes down what each display showed, one after the other."""

    displayed = ()

    def process_message(self, msg, cell, cell_index):
        if msg["msg_type"] in ("display_data", "update_display_data"):
            self.displayed += (msg["content"]["data"]["text/plain"],)
        return super().process_message(msg, cell, cell_index)


def executed(notebook, folder):
    """A client that has run all cells in a kernel of this Python; they wrote nothing to stderr."""
    resources = {"metadata": {"path": str(folder)}}
    client = Watching(notebook, timeout=300, kernel_name="python3", resources=resources)
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    told = [output["text"] for output in outputs if output.get("name") == "stderr"]
    assert [text for text in told if "compiling kernels" not in text] == []
    return client


def shown(client, code):
    """What the cells that hold this code show, each by the kinds of data."""
    cells = [cell for cell in client.nb.cells if cell.cell_type == "code" and code in cell.source]
    return [output["data"] for cell in cells for output in cell.outputs if "data" in output]


def page(client, code):
    """The HTML or the picture that the only cell with this code shows."""
    (found,) = [data.get("text/html") or data["image/svg+xml"] for data in shown(client, code) if len(data) > 1]
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("studies")


@pytest.fixture(scope="module")
def family(folder):
    return executed(jupytext.read(STUDIES / "my-family-rules.md"), folder)


@pytest.fixture(scope="module")
def matrix(folder):
    """The study, and in the same kernel, as starting one takes long, what is shown and a long call."""
    notebook = jupytext.read(STUDIES / "my-beat-matrix.md")
    notebook.cells += map(new_code_cell, ["from wargraph import *", *SHOWN, AT_ONCE, LONG_CALL])
    return executed(notebook, folder)


@pytest.mark.parametrize("code", SHOWN)
def test_a_result_shows_itself(matrix, code):
    (cell,) = [cell for cell in matrix.nb.cells if cell.source == code]
    (data,) = [output["data"] for output in cell.outputs]
    assert SHOWN[code] in data.get("text/html", data.get("image/svg+xml"))


def test_progress_is_seen_and_gone_afterwards(matrix):
    progress = [text for text in matrix.displayed if "% of 200,000 games" in text]
    assert progress
    assert all(text.startswith("working on kids") for text in progress)
    assert shown(matrix, LONG_CALL) == [{"text/plain": ""}, {"text/plain": "200000"}]


def test_the_family_learns_about_its_rules(family, folder):
    found = simulate(FAMILY, 20_000)
    assert found.document().blocks[1].text.splitlines()[0] in page(family, "simulate(our_rules")
    (row,) = compare([FAMILY, "kids"], 20_000).rows()
    assert f"<td>{row['difference']:.3f}</td>" in page(family, "both.to_pandas()")
    assert row["low"] > 0  # or the prose below would be wrong
    assert found.finished == 20_000  # as nothing in these rules can be endless, but in the orderly ones
    assert simulate(f"{FAMILY},replacement=played", 5_000).endless > 1_000
    for code in ("games.plot()", "both.plot()", "orderly.plot()", "game.plot()"):
        assert "<svg" in page(family, code)
    assert RuleSet.parse(folder / "our-rules.toml") == RuleSet.parse(FAMILY)
    assert (folder / "our-rules.png").read_bytes().startswith(b"\x89PNG")
    assert f"{FAMILY}: 20,000 games, seed 0" in (folder / "our-rules.html").read_text("utf-8")
    film = (folder / "our-game.html").read_text("utf-8")
    assert f"A game of War: {play_full_game(FAMILY, seed=1).rules}" in film


def test_the_matrix_has_long_and_endless_games(matrix, folder):
    (words,) = [cell.source for cell in matrix.nb.cells if cell.source.startswith("who_beats_whom")]
    cards = Relation.of(words.split('"""')[1])
    drawing = page(matrix, "picture(cards")
    assert all(f">{name}</text>" in drawing for name in cards.card_names)
    assert f"takes {longest(cards).turns} turns;" in page(matrix, "longest(cards)")
    found = endless(cards)
    assert f"{found.endless} of the {found.total} starting positions" in page(matrix, "endless(cards)")
    assert f"a cycle of {found.verify().cycle_length} turns" in page(matrix, "never.verify()")
    assert "<svg" in page(matrix, "found.verify().plot()")
    assert "Among decided games" in page(matrix, "relation_report(cards)")
    assert "one pair of cards turned round" in page(matrix, "flips(cards)")
    compared = page(matrix, "compare_relations(seven")
    assert "1 loses to 5 in the first and beats it in the second." in compared
    assert "Regular: each card beats 7 others" in page(matrix, "fifteen = ")
    assert "18 cards, with draws" in page(matrix, "eighteen_report = ")
    for code in ("seven_compared.plot()", "relation_structure(eighteen).plot()"):
        assert "<svg" in page(matrix, code)
    assert "marshal" in (folder / "our-cards.svg").read_text("utf-8")
    assert "5 cards, a tournament" in (folder / "our-cards.html").read_text("utf-8")
    assert "</html>" in (folder / "our-cards-explorer.html").read_text("utf-8")
