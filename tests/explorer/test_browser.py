"""The page in a real browser, opened from disk with the network off: what it shows, against the plain rules."""

import os
import re
import shutil
from functools import cache
from itertools import pairwise

import pytest
from playwright.sync_api import expect, sync_playwright

from wargraph.auction.game import play_auction
from wargraph.core.position import Position
from wargraph.core.relation import Relation
from wargraph.core.rules import play
from wargraph.explorer.page import explorer_page
from wargraph.full_game.game import play_full_game
from wargraph.full_game.simulate import compare
from wargraph.report.html import html_page

pytestmark = pytest.mark.long

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))), None
)

ODD_NAMES = ('<b>"x"&', "</script><script>alert(1)</script>", "🂡 ace", "אבן")
ODD = Relation([[0, 1, 0, 1], [0, 0, 1, 0], [1, 0, 0, 0], [0, 1, 1, 0]], '<i>&"', card_names=ODD_NAMES)
LONG = Relation([[0, 1], [0, 0]], "long", card_names=["x" * 60, "y" * 60])
ALIKE = Relation([[0, 1, 0], [0, 0, 1], [1, 0, 0]], "alike", card_names=["a", "A", "b"])
DRAWS = Relation.of("suits:2x2")
PAGES = {
    "four": lambda: explorer_page(4),
    "five": lambda: explorer_page(5),
    "cycles": lambda: explorer_page(5, "cycles"),
    "groups": lambda: explorer_page(5, "condensation"),
    "around": lambda: explorer_page(5, around=Position("53|241"), radius=1),
    "dense": lambda: explorer_page(6, around=Position("654|321"), radius=7),
    "odd": lambda: explorer_page(ODD),
    "long": lambda: explorer_page(LONG),
    "alike": lambda: explorer_page(ALIKE),
    "draws": lambda: explorer_page(DRAWS),
    "bryer": lambda: explorer_page(play_full_game("bryer", seed=1)),
    "piles": lambda: explorer_page(play_full_game("drew-shuffle,deck=6x2", seed=1)),
    "auction": lambda: explorer_page(play_auction("SimpleMinded2+2xMin", seed=1)),
}

BOX = "each => each.getBoundingClientRect().toJSON()"
SEEN = "each => getComputedStyle(each).display !== 'none'"


@pytest.fixture(scope="session")
def browser():
    if CHROMIUM is None:
        give_up = pytest.fail if os.environ.get("WARGRAPH_BROWSER") == "required" else pytest.skip
        give_up("there is no Chromium on this machine: apt install chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def saved(tmp_path_factory):
    """The file of a page, written at its first use."""
    folder = tmp_path_factory.mktemp("pages")
    return cache(lambda name: PAGES[name]().save(folder / f"{name}.html"))


@pytest.fixture
def visit(browser, saved):
    """Open a page; afterwards nothing may have gone wrong in it, and nothing may have been asked of the network."""
    contexts, complaints, requests, allowed = [], [], [], set()

    def open_page(name, fragment="", width=1400, **settings):
        context = browser.new_context(viewport={"width": width, "height": 900}, offline=True, **settings)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: (complaints.append(dialog.message), dialog.dismiss()))
        page.on("request", lambda request: requests.append(request.url))
        allowed.add(f"file://{saved(name)}")
        page.goto(f"file://{saved(name)}#{fragment}")
        page.set_default_timeout(10_000)
        return page

    yield open_page
    assert complaints == []
    assert allowed.issuperset(requests)
    for context in contexts:
        context.close()


def act(page, deed):
    """Do what a text says: find a position, click or check what a selector names, or press a key."""
    verb, _, what = deed.partition(" ")
    if verb == "find":
        page.get_by_label("Find a position").fill(what)
        page.keyboard.press("Enter")
    elif verb in ("click", "check"):
        getattr(page.locator(what), verb)()
    else:
        page.locator("body").press(what)


def text_of(page, selector):
    return page.locator(selector).text_content()


def cards_in(page, selector):
    """The cards of each row."""
    return [row.locator("li").all_inner_texts() for row in page.locator(f"{selector} ol").all()]


def on_table(page):
    return page.locator("#table li").all_inner_texts()


LW, FREE = "check [value=LW]", "check [value=free]"
NOWHERE = "21|543 is none of the 360 positions that this page knows"
SHOWN = [
    ("five", "at=1325|4", [], "#fate", "WL9 turns to the endLWnever ends: on a cycle of 4 turns"),
    ("five", "at=1325|4", [], "#fate", "free5 turns to the end at the earliest; on a cycle, one of 84 positions that"),
    ("five", "at=1325|4&order=free", [], "#way", "Path to the end, 5 turns"),
    ("five", "", ["find 21|543"], "#note", NOWHERE),
    ("five", "", ["find 5 3 | 2,4,1"], "#where", "53|241"),
    ("five", "at=53|241", [], "#turn", "Left wins the turn"),
    ("five", "at=53|241", ["press ArrowRight"], "#said", "Turn 1: Left plays the 5, Right plays the 2."),
    ("five", "at=53|241", ["press Shift+ArrowRight"], "#where", "352|41"),
    ("five", "at=53|241&step=2", ["press Shift+ArrowLeft"], "#where", "53|241"),
    ("five", "at=53|241&step=2", ["press ArrowLeft"], "#said", "Left plays the 5"),
    ("five", "at=1325|4", ["press End"], "#said", "Left has won after 9 turns"),
    ("five", "at=1325|4&step=4", ["press Home"], "#back:disabled", "◀"),
    ("four", "", [], "#shown", "48 of 60 positions drawn; the others are terminal positions that no"),
    ("four", "", ["check [name=cycles]"], "#note", "No position in this picture is on a cycle."),
    ("cycles", "order=LW", [], "#shown", "of 360 positions drawn"),
    ("cycles", "", ["find 1325|4"], "#note", "is not in this picture"),
    ("groups", "", [], "#shown", "condensed. 360 positions, drawn in groups"),
    ("around", "", [], "#shown", "around 53|241"),
    ("alike", "at=a|A b", [], "#where", "a|A b"),
    ("alike", "at=b a|A", [], "#where", "b a|A"),
    ("odd", "", ["find 4|1 2 3"], "#where", ODD.text(Position("4|123"))),
    ("odd", "", [], "h1", 'War graph of <i>&"'),
    ("draws", "at=1a|1b 2a 2b", ["press End"], "#said", "Right has won after 1 turn"),
    ("draws", "at=1a 2a|1b 2b", [], "#turn", "both hands run out in a draw"),
    ("draws", "at=1a 2a|1b 2b&step=3", [], "#said", "nobody takes the cards. The game is over: a tie"),
    ("bryer", "", [], "#table", "No card is on the table"),
    ("bryer", "", ["click #last"], "#said", "Player 2 wins after 91 turns"),
]


LOOKS = [
    ("bryer", "step=1", "#table .card", "animationName", "laid"),
    ("four", "order=free", "#graph .arc.LW", "strokeDasharray", "5px, 3px"),
    ("four", "order=free", "#legend .arc.LW", "strokeDasharray", "5px, 3px"),
    ("dense", "order=free", "#graph .arc.LW", "strokeDasharray", "none"),
    ("dense", "order=free", "#legend .arc.LW", "strokeDasharray", "none"),
    ("five", "", "#graph .node.cycle > rect", "fill", "rgb(240, 228, 66)"),
    ("five", "cycles=only", "#graph .node.cycle", "opacity", "1"),
    ("five", "cycles=only", "#graph .node.plain:not(.path)", "opacity", "0.15"),
]


@pytest.mark.parametrize("name", PAGES)
def test_the_page_shows(visit, name):
    page = visit(name, reduced_motion="no-preference")

    def go_to(fragment):
        page.goto(f"{page.url.partition('#')[0]}#{fragment}")
        page.evaluate("document.activeElement.blur()")

    for fragment, deeds, selector, text in (row for each, *row in SHOWN if each == name):
        go_to(fragment)
        for deed in deeds:
            act(page, deed)
        assert text in text_of(page, selector), (fragment, deeds)
    for fragment, selector, style, value in (row for each, *row in LOOKS if each == name):
        go_to(fragment)
        look = f"each => getComputedStyle(each).{style}"
        assert page.locator(selector).first.evaluate(look) == value
        if style == "animationName":
            page.emulate_media(reduced_motion="reduce")
            assert page.locator(selector).first.evaluate(look) == "none"


@pytest.mark.parametrize(
    ("name", "relation", "start", "order"),
    [
        ("five", Relation.of(5), Position("53|241"), "WL"),
        ("five", Relation.of(5), Position("53|241"), "LW"),
        ("draws", DRAWS, DRAWS.position("1a 1b 2a|2b"), "WL"),
        ("odd", ODD, Position("12|34"), "LW"),
    ],
)
def test_a_game_is_followed_to_its_end(visit, name, relation, start, order):
    page, game = visit(name, f"order={order}"), play(start, order, relation)
    names = [*(relation.card_names or map(str, range(1, relation.n + 1)))]
    act(page, f"find {relation.text(start)}")
    assert cards_in(page, "#players") == [[names[card - 1] for card in hand] for hand in (start.left, start.right)]
    assert page.locator("#path button").all_inner_texts() == [relation.text(position) for position in game.positions]
    act(page, "click #last")
    assert text_of(page, "#where") == relation.text(game.positions[-1])


def test_the_page_tells_what_it_leaves_out(visit):
    page = visit("around")
    data = explorer_page(5, around=Position("53|241"), radius=1).data["graph"]
    beyond = data["positions"][len(data["children"]) :]
    assert page.locator("#found option").evaluate_all("all => all.map((each) => each.value)") == data["positions"]
    act(page, f"find {next(text for text in beyond if not Position(text).is_terminal)}")
    assert "does not follow the game further" in text_of(page, "#said")
    assert text_of(page, "#children") == "This page does not know them."
    page = visit("five", java_script_enabled=False)
    assert "scripts are switched off" in page.locator("body").inner_text()


def test_a_game_runs_to_its_end_and_stops(visit):
    page = visit("five", "at=1325|4&step=22")
    for said in ("Pause", "Play", "Pause"):
        act(page, "press  ")
        assert text_of(page, "#play") == said
    page.locator("#speed").select_option("very fast")
    expect(page.locator("#on")).to_be_disabled()
    assert text_of(page, "#play") == "Play"


def test_the_address_keeps_what_is_chosen(visit):
    page = visit("five")
    for deed in (LW, "find 53|241", "check [name=cycles]", "check [name=colour]", "click #on"):
        act(page, deed)
    expect(page).to_have_url(re.compile("step=1"))
    again = visit("five", page.url.partition("#")[2])
    assert (text_of(again, "#where"), on_table(again)) == ("53|241", ["5", "2"])
    assert all(again.locator(chosen).is_checked() for chosen in ("[value=LW]", "[name=cycles]", "[name=colour]"))
    act(again, "find 1325|4")
    again.go_back()
    expect(again.locator("#where")).to_contain_text("53|241")
    plain = text_of(visit("five"), "#where")
    for address in ("at=9|8&order=sideways&step=x&colour=<b>", "at=6543|21&order=__proto__&step=-1", "%&==|"):
        odd = visit("five", address)
        assert (text_of(odd, "#where"), odd.locator("[value=WL]").is_checked()) == (plain, True)


def test_a_node_is_clicked_and_the_picture_moved(visit):
    page = visit("five", "at=1325|4")
    node = page.locator("#graph .node", has_text="325|41").first
    assert "8 turns to the end" in node.locator("title").text_content()
    node.click()
    assert text_of(page, "#graph .now text") == text_of(page, "#where") == "325|41"
    world = page.locator("#graph")
    for move in (
        lambda: act(page, "click [data-key='+']"),
        lambda: page.mouse.wheel(0, 300),
        lambda: page.locator("#graph").press("ArrowRight"),
        lambda: page.locator("#graph").press("+"),
        lambda: act(page, "click [data-key='0']"),
        lambda: (page.mouse.down(), page.mouse.move(500, 420), page.mouse.up()),
    ):
        page.locator("#graph").hover(position={"x": 300, "y": 300})
        placed = world.get_attribute("viewBox")
        move()
        expect(world).not_to_have_attribute("viewBox", placed)
    assert text_of(page, "#where") == "325|41", "a drag is no click"


@pytest.mark.parametrize("is_touched", [False, True])
def test_wheel_or_fingers_zoom_around_a_point(visit, is_touched):
    page = visit("five", "at=1325|4")
    node, pane = page.locator("#graph .now"), page.locator("#graph").bounding_box()
    x, y, before = pane["x"] + pane["width"] / 2, pane["y"] + pane["height"] / 2, node.evaluate(BOX)
    if is_touched:
        driver = page.context.new_cdp_session(page)
        for kind, apart in (("touchStart", 50), ("touchMove", 60), ("touchMove", 100), ("touchEnd", 0)):
            fingers = [{"x": x + side * apart, "y": y, "id": side} for side in (-1, 1)] if apart else []
            driver.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    else:
        x, y = before["right"] + 40, before["top"] - 40  # near it, as a name out of sight is not written
        page.mouse.move(x, y)
        page.mouse.wheel(0, -300)
        expect(node.locator("text")).to_be_visible()
    after = node.evaluate(BOX)
    larger = after["width"] / before["width"]
    assert larger == pytest.approx(2, rel=0.02) if is_touched else larger > 1.3
    for start, middle in (("left", x), ("top", y)):
        assert after[start] - middle == pytest.approx(larger * (before[start] - middle), abs=12)


def test_positions_at_other_distances_have_other_colours(visit):
    page = visit("five", "colour=distance")
    nodes = [page.locator("#graph .node", has_text=text).first for text in ("24351|", "5243|1", "452|31", "1325|4")]
    assert len({node.evaluate("node => getComputedStyle(node.children[1]).fill") for node in nodes}) == 4


def test_a_game_is_followed_with_the_keyboard(visit):
    page = visit("five", "at=53|241")
    page.locator("#children button").nth(1).focus()
    for position in play(Position("53|241"), "LW").positions[1:3]:
        page.keyboard.press("Enter")
        assert text_of(page, "#where") == str(position)
    act(page, "find 5243|1")
    page.locator("#children button").first.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "step", "the end has no children"


def test_on_paper_all_is_light_and_legible(visit):
    page = visit("five", color_scheme="dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark
    assert page.locator("#search, #zoom, #state").locator("visible=true").count() == 0
    assert page.locator("#graph text").evaluate_all("all => all.every((text) => text.getBBox().width)")


@pytest.mark.parametrize("name", ["bryer", "piles", "auction"])
def test_a_game_of_cards_is_played(visit, name):
    """What the data say of each round: `tests/explorer/test_game_data.py`."""
    page, told, carried = visit(name), PAGES[name]().data["game"], ()

    def named(cards):
        return [told["names"][card - 1] if told["names"] else str(card) for card in cards]

    assert cards_in(page, "#players") == list(map(named, told["hands"]))
    assert page.locator("#players .red").count() == {"bryer": 26, "piles": 6, "auction": 0}[name]
    for played in told["rounds"][:6]:
        for layer in played["plays"]:
            act(page, "click #on")
            assert page.locator("#table .down").count() >= sum(is_down for *_, is_down in layer)
        laid = [card for layer in played["plays"] for _, card, _ in layer]
        assert sorted(on_table(page)) == sorted(named([*laid, *carried]))
        act(page, "click #on")
        held = zip(played["hands"], played.get("piles", [()] * len(told["players"])), strict=True)
        rows = [cards for hand, pile in held for cards in (hand, pile)[: 1 + bool(pile)]]
        assert cards_in(page, "#players") == list(map(named, rows))
        carried = played.get("table", ())


@pytest.mark.parametrize("name", ["five", "groups", "odd", "long", "bryer", "piles", "auction"])
def test_nothing_sticks_out(visit, name):
    page = visit(name, width=400)
    act(page, "click #last")
    for width in (400, 1400):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", ["five", "bryer"])
def test_controls_have_names_and_show_their_focus(visit, name):
    page = visit(name)
    names = page.locator("button, input, select, svg:not([aria-hidden])").evaluate_all(
        "all => all.map((each) => each.getAttribute('aria-label') || each.labels?.[0]?.textContent || each.textContent)"
    )
    assert all(map(str.strip, names))
    act(page, "press Tab")
    assert page.evaluate("document.activeElement !== document.body")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


@pytest.mark.parametrize("name", ["four", "five", "draws"])
@pytest.mark.parametrize("width", [1400, 400])
def test_a_page_opens_readable_with_whole_words(visit, name, width):
    page = visit(name, width=width)
    pane = page.locator("#graph").bounding_box()
    right, bottom = pane["x"] + pane["width"], pane["y"] + pane["height"]
    boxes = page.locator("#graph .node text").evaluate_all(f"all => all.filter({SEEN}).map({BOX})")
    assert boxes
    for box in boxes:
        assert pane["x"] <= box["left"] <= box["right"] <= right
        assert pane["y"] <= box["top"] <= box["bottom"] <= bottom
        assert box["height"] >= 6
    apart = sorted((box["top"], box["left"], box["right"]) for box in boxes)
    assert all(one[2] <= other[1] for one, other in pairwise(apart) if one[0] == other[0])
    if page.locator("#graph .node.now").count():
        assert page.locator("#graph .node.now text").is_visible()
    is_whole = page.locator("#graph .node").count() == page.locator("#graph .node text").evaluate_all(
        f"all => new Set(all.filter({SEEN}).map(each => each.parentNode)).size"
    )
    assert is_whole or page.locator("#overview").is_visible()


def test_the_overview_and_only_cycles_lead_elsewhere(visit):
    page = visit("five", width=400)
    seen = page.locator("#overview rect")
    before = seen.get_attribute("x"), seen.get_attribute("y")
    page.locator("#overview").click(position={"x": 12, "y": 12})
    assert (seen.get_attribute("x"), seen.get_attribute("y")) != before
    act(page, "check [name=cycles]")
    pane = page.locator("#graph").bounding_box()
    middle = pane["x"] + pane["width"] / 2
    boxes = page.locator("#graph .node.cycle rect").evaluate_all(f"all => all.map({BOX})")
    boxes = [box for box in boxes if pane["y"] <= box["top"] <= box["bottom"] <= pane["y"] + pane["height"]]
    assert any(box["left"] - 5 <= middle <= box["right"] + 5 for box in boxes)
    act(page, "click [data-key='0']")
    assert page.locator("#overview").is_hidden()


def test_a_report_is_no_wider_than_a_phone(browser, tmp_path):
    path = tmp_path / "report.html"
    path.write_text(html_page(compare(["kids", "bryer"], 50).document(), "report", "test"), "utf-8")
    page = browser.new_context(viewport={"width": 400, "height": 800}, offline=True).new_page()
    page.goto(f"file://{path}")
    picture = page.locator("figure img").evaluate(BOX)
    assert 300 < picture["width"] < picture["right"] <= 400
    assert page.evaluate("document.documentElement.scrollWidth") == 400
