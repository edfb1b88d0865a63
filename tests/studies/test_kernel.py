"""Results show themselves in a real kernel, with nothing set up: no magic, no import but that of wargraph."""

import pytest
from nbclient import NotebookClient

from tests.studies.notebooks import PATIENCE, errors, notebook, shown

pytestmark = pytest.mark.long

TABLES = {
    "longest(7)": ">324517|6</td>",
    "lengths(7)": ">Cycle length</th>",
    "finish(4)": "farthest from the end",
    "cycles(5)": ">Cycles</th>",
    "summary(5)": ">Never end under WL</th>",
    'play(Position("41|32"), "WL")': ">143|2</td>",
    'play_full_game("kids,deck=3x2")': "Cards lie in player order",
    'play_auction("Min+Max")': "a cycle of 12 rounds",
    'simulate("kids,deck=3x2", 50)': ">standard deviation</td>",
    'known_sequence("finish")': ">Value</th>",
}
PICTURES = (
    "WarGraph(3)",
    'picture(4, order="WL")',
    "lengths(7).plot()",
    "plot([longest(n) for n in range(1, 6)])",
    'play(Position("41|32"), "WL").plot()',
    'play_full_game("kids,deck=3x2").plot()',
    'simulate("kids,deck=3x2", 50).plot()',
)


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A client that has run all cells in one kernel."""
    cells = notebook("from wargraph import *", *TABLES, *PICTURES, AT_ONCE, LONG_CALL)
    metadata = {"metadata": {"path": str(tmp_path_factory.mktemp("kernel"))}}
    client = Watching(cells, timeout=PATIENCE, kernel_name="python3", resources=metadata)
    client.displayed = []
    assert list(errors(client.execute())) == []
    return client


@pytest.mark.parametrize("code", TABLES)
def test_a_table_is_shown_as_html(client, code):
    html = next(data["text/html"] for data in shown(client.nb, code) if "text/html" in data)
    assert TABLES[code] in html
    assert "<table>" in html


@pytest.mark.parametrize("code", PICTURES)
def test_a_picture_is_shown_without_any_magic(client, code):
    (data,) = shown(client.nb, code)
    assert "<svg" in data["image/svg+xml"]


class Watching(NotebookClient):
    """A client that writes down what each display showed, one after the other."""

    def process_message(self, msg, cell, cell_index):
        if msg["msg_type"] in ("display_data", "update_display_data"):
            self.displayed.append(msg["content"]["data"]["text/plain"])
        return super().process_message(msg, cell, cell_index)


AT_ONCE = """
from wargraph.campaign import run_options
run_options.SECONDS_TO_SHOW = run_options._SECONDS_BETWEEN_REPORTS = 0  # however fast the machine is
"""
LONG_CALL = 'found = simulate("kids", 200_000); len(found.games)'


def test_progress_is_seen_while_a_long_call_runs_and_is_gone_afterwards(client):
    progress = [text for text in client.displayed if "% of 200,000 games" in text]
    assert progress
    assert all(text.startswith("working on kids") for text in progress)
    line, result = shown(client.nb, LONG_CALL)
    assert line == {"text/plain": ""}
    assert result == {"text/plain": "200000"}
