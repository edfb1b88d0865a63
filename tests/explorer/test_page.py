"""The page as text: complete, closed to everything else, and safe from the names in it."""

import json
import re
from base64 import b64encode
from hashlib import sha256

import pytest

from tests.graph.test_war_graph import grant_memory
from tests.report.test_html import Page
from tests.support import refusal
from wargraph.core.relation import Relation
from wargraph.errors import TooLargeError
from wargraph.explorer.page import explorer_page
from wargraph.full_game.game import play_full_game

ODD_NAMES = ('<b>"x"&', "</script><!--", "🂡 ace")


PAGES = {
    "graph": lambda: explorer_page(4),
    "odd names": lambda: explorer_page(Relation([[0, 1, 0], [0, 0, 1], [1, 0, 0]], '<i>&"', card_names=ODD_NAMES)),
    "game": lambda: explorer_page(play_full_game("bryer", seed=1)),
}


@pytest.mark.parametrize("name", PAGES)
def test_the_page_runs_only_its_own_script(name):
    page = PAGES[name]()
    elements, text = Page(page.html()).elements, page.html()
    tags = [tag for tag, _, _ in elements]
    assert (tags.count("script"), tags.count("style"), "b" in tags, "i" in tags) == (2, 1, False, False)
    inside = {(tag, given.get("type")): said for tag, given, said in elements}
    assert json.loads(inside["script", "application/json"]) == json.loads(json.dumps(page.data))
    (policy,) = [given["content"] for _, given, _ in elements if given.get("http-equiv")]
    assert policy.startswith("default-src 'none'; ")
    for key in (("script", "module"), ("style", None)):
        print_of = b64encode(sha256(inside[key].encode()).digest()).decode()
        assert f"{key[0]}-src 'sha256-{print_of}'" in policy
    given_names = {name for _, given, _ in elements for name in given}
    assert not [name for name in given_names if name in ("src", "href", "style") or name.startswith("on")]
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)


def test_a_page_that_does_not_fit_is_refused_before_its_graph_is_built(monkeypatch):
    grant_memory(monkeypatch, 11_000_000)
    monkeypatch.setattr("wargraph.graph.war_graph.WarGraph.__init__", lambda *_: pytest.fail("the graph was built"))
    assert "components on 9 cards" in refusal(TooLargeError, explorer_page, 9)
