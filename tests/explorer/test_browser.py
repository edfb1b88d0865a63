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
from wargraph.graph.war_graph import WarGraph
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
FIVE_NAMES = Relation(
    [[0, 1, 1, 0, 0], [0, 0, 1, 1, 0], [0, 0, 0, 1, 1], [1, 0, 0, 0, 1], [1, 1, 0, 0, 0]],
    "five names",
    card_names=["dragon", "knight", "archer", "wizard", "troll"],
)
BRYER, AUCTION = play_full_game("bryer", seed=1), play_auction("SimpleMinded2+2xMin", seed=1)
PILES = play_full_game("drew-shuffle,deck=6x2", seed=1)
PAGES = {
    "five": lambda: explorer_page(5),
    "seven": lambda: explorer_page(7),
    "around": lambda: explorer_page(7, around=Position("7123|456")),
    "odd": lambda: explorer_page(ODD),
    "long": lambda: explorer_page(LONG),
    "alike": lambda: explorer_page(ALIKE),
    "draws": lambda: explorer_page(DRAWS),
    "bryer": lambda: explorer_page(BRYER),
    "piles": lambda: explorer_page(PILES),
    "auction": lambda: explorer_page(AUCTION),
}
OPENED = {
    "three": lambda: explorer_page(3),
    "four": lambda: explorer_page(4),
    "six": lambda: explorer_page(6),
    "named": lambda: explorer_page(FIVE_NAMES),
    "suits": lambda: explorer_page("suits:3x2"),
}
"""More pages, of which only the view that they open with is looked at."""


@cache
def page_of(name):
    return (PAGES | OPENED)[name]()


BOX = "each => each.getBoundingClientRect().toJSON()"
SEEN = "each => getComputedStyle(each).display !== 'none'"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for name in PAGES | OPENED:
        page_of(name).save(folder / f"{name}.html")
    return folder


@pytest.fixture(scope="module")
def browser():
    if CHROMIUM is None:
        give_up = pytest.fail if os.environ.get("WARGRAPH_BROWSER") == "required" else pytest.skip
        give_up("there is no Chromium on this machine: apt install chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser, folder):
    """Open a page; afterwards nothing may have gone wrong in it, and nothing may have been asked of the network."""
    contexts, complaints, requests = [], [], []

    def open_page(name, fragment="", width=1400, **settings):
        context = browser.new_context(viewport={"width": width, "height": 900}, offline=True, **settings)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: (complaints.append(dialog.message), dialog.dismiss()))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(f"file://{folder / name}.html#{fragment}")
        page.set_default_timeout(10_000)
        return page

    yield open_page
    assert complaints == []
    assert all(re.fullmatch(rf"file://{folder}/\w+\.html", url) for url in requests)
    for context in contexts:
        context.close()


def shown(page):
    """The position that the page has come to."""
    return page.locator("#where").inner_text()


def path_of(page):
    return page.locator("#path button").all_inner_texts()


def find(page, text):
    page.get_by_label("Find a position").fill(text)
    page.keyboard.press("Enter")


def hands(page):
    """The cards that everyone holds, row by row."""
    return [tuple(row.locator("li").all_inner_texts()) for row in page.locator("#players ol").all()]


def on_table(page):
    return page.locator("#table li").all_inner_texts()


def cards(hand):
    return tuple(map(str, hand))


@pytest.mark.parametrize(("text", "order"), [("53|241", "WL"), ("5 3 | 2,4,1", "LW"), ("1325|4", "WL")])
def test_a_position_is_found_and_its_game_followed_to_the_end(visit, text, order):
    page = visit("five")
    page.get_by_label(order, exact=True).check()
    find(page, text)
    start = Position(re.sub("[ ,]", "", text))
    assert shown(page) == str(start)
    assert hands(page) == [cards(start.left), cards(start.right)]
    game = play(start, order)
    assert path_of(page) == [str(position) for position in game.positions]
    page.get_by_role("button", name="To the end").click()
    assert shown(page) == str(game.positions[-1])
    assert ("never ends" if game.is_endless else f"Left has won after {game.turns} turns") in page.locator(
        "#said"
    ).inner_text()


def test_the_position_that_a_game_has_come_to_is_whole_in_the_picture(visit):
    page = visit("five", "at=1325|4", width=400)
    for _ in range(9):
        page.get_by_role("button", name="One step forward").click()
        assert page.locator("#graph .node.now text").evaluate("text => getComputedStyle(text).display") != "none"


def test_what_is_not_there_is_told(visit):
    page = visit("five")
    before = shown(page)
    find(page, "21|543")
    assert "21|543" in page.locator("#note").inner_text()
    assert "none of the 360 positions" in page.locator("#note").inner_text()
    assert shown(page) == before
    offered = page.locator("#found option").evaluate_all("options => options.map((option) => option.value)")
    assert offered == page_of("five").data["atlas"]["positions"]


def test_children_stand_by_order_and_lead_on(visit):
    page = visit("five", "at=53|241")
    children = WarGraph(5).children(Position("53|241"))
    assert "Left wins the turn" in page.locator("#turn").inner_text()
    texts = page.locator("#children li").all_inner_texts()
    assert [text.split() for text in texts] == [[str(order), str(child)] for order, child in children.items()]
    page.locator("#children button").nth(1).click()
    assert shown(page) == str(children["LW"])
    page.go_back()
    expect(page.locator("#where")).to_contain_text("53|241")


@pytest.mark.parametrize(
    ("name", "fragment", "place", "text"),
    [
        ("five", "at=1325|4", "#fate", "WL\t9 turns to the end\nLW\tnever ends: on a cycle of 4 turns"),
        (
            "five",
            "at=1325|4",
            "#fate",
            "free\t5 turns to the end at the earliest; on a cycle, one of 84 positions that",
        ),
        ("five", "at=1325|4&order=free", "#way", "Path to the end, 5 turns"),
        ("draws", "at=1a 2b|1b 2a", "#where", "1a 2b|1b 2a"),
        ("draws", "at=1a|1b 2a 2b", "#turn", "Right wins the turn"),
        ("draws", "at=1a|1b 2a 2b&step=9", "#said", "Right has won after 1 turn"),
        ("alike", "at=a|A b", "#where", "a|A b"),
        ("alike", "at=b a|A", "#where", "b a|A"),
        ("seven", "order=LW", "#shown", "one cycle of each length"),
        ("seven", "order=LW", "#shown", "33 of 20,160 positions drawn"),
        ("seven", "order=free", "#shown", "condensed. 20,160 positions, drawn in groups"),
        ("around", "", "#where", "7123|456"),
        ("around", "", "#shown", "around 7123|456"),
        ("four", "", "#shown", "48 of 60 positions drawn; the others are terminal positions that no"),
        ("four", "order=free", "#shown", "All 60 positions drawn"),
        ("named", "", "#graph .now text", "tro|kni dra wiz arc"),
        ("named", "", "#graph .now title", "troll|knight dragon wizard archer: "),
    ],
)
def test_the_page_says_what_it_shows(visit, name, fragment, place, text):
    told = visit(name, fragment).locator(place)
    assert text in (told.text_content() if "#graph" in place else told.inner_text())


def test_what_the_page_does_not_show_is_told(visit):
    page, data = visit("seven"), page_of("seven").data["atlas"]
    drawn = page.locator("#graph .node text").all_text_contents()
    assert (shown(page) in drawn, page.locator("#note").inner_text()) == (True, "")
    find(page, next(text for text in data["positions"] if text not in drawn))
    assert "is not in this picture" in page.locator("#note").inner_text()
    page.get_by_label("free", exact=True).check()
    assert page.locator("#note").inner_text() == "", "groups stand for all positions"
    page, data = visit("around"), page_of("around").data["atlas"]
    find(page, next(text for text in data["positions"][len(data["children"]) :] if not Position(text).is_terminal))
    assert "does not follow the game further" in page.locator("#said").inner_text()
    assert page.locator("#children").inner_text() == "This page does not know them."
    page = visit("five", java_script_enabled=False)
    assert "scripts are switched off" in page.locator("body").inner_text()


def test_a_game_is_stepped_card_by_card_and_turn_by_turn(visit):
    page = visit("five", "at=53|241")
    first, second = play(Position("53|241"), "WL").positions[:2]
    page.get_by_label("One step forward").click()
    assert (on_table(page), hands(page)) == (["5", "2"], [("3",), ("4", "1")])
    assert page.locator("#said").inner_text() == ("Turn 1: Left plays the 5, Right plays the 2.")
    assert shown(page) == str(first)
    page.get_by_label("One step forward").click()
    assert (on_table(page), hands(page)) == ([], [cards(second.left), cards(second.right)])
    assert "Left takes 2 cards" in page.locator("#said").inner_text()
    page.locator("body").press("Shift+ArrowLeft")
    assert shown(page) == str(first)
    page.locator("body").press("Shift+ArrowRight")
    assert shown(page) == str(second)
    page.locator("body").press("ArrowLeft")
    assert on_table(page) == ["5", "2"]
    page.locator("body").press("End")
    assert page.locator("#on").is_disabled()
    page.locator("body").press("Home")
    assert page.locator("#back").is_disabled()
    assert page.locator("#said").get_attribute("aria-live") == "polite"


def test_a_game_runs_to_its_end_and_stops(visit):
    page = visit("five", "at=1325|4")
    page.locator("#speed").select_option("very fast")
    page.locator("body").press(" ")
    expect(page.locator("#on")).to_be_disabled(timeout=10_000)
    assert page.locator("#play").inner_text() == "Play"
    assert shown(page) == str(play(Position("1325|4"), "WL").positions[-1])
    page.get_by_role("button", name="Play", exact=True).click()
    assert page.locator("#play").inner_text() == "Pause"
    page.get_by_role("button", name="Pause").click()
    assert page.locator("#play").inner_text() == "Play"


def test_the_address_keeps_what_is_chosen(visit):
    page = visit("five")
    page.get_by_label("LW", exact=True).check()
    find(page, "53|241")
    page.get_by_label("Colour by").select_option("turns to the end")
    page.get_by_label("only cycles").check()
    page.get_by_label("Theme").select_option("dark")
    page.get_by_label("One step forward").click()
    expect(page).to_have_url(re.compile("step=1.*dark"))
    again = visit("five", page.url.partition("#")[2])
    assert shown(again) == "53|241"
    assert on_table(again) == ["5", "2"]
    assert again.get_by_label("LW", exact=True).is_checked()
    assert again.get_by_label("only cycles").is_checked()
    assert again.get_by_label("Colour by").input_value() == "distance"
    assert again.get_by_label("Theme").input_value() == "dark"


def test_an_address_that_says_nonsense_is_the_plain_page(visit):
    plain = shown(visit("five"))
    for address in (
        "at=9|8&order=sideways&step=x&theme=<b>&colour=loud",
        "at=6543|21&order=__proto__&step=-1",
        "at=%E0%A4%A&step=NaN&theme=constructor",
        "at=" + "9" * 5000,
        "%&==|",
    ):
        odd = visit("five", address)
        assert shown(odd) == plain, address
        assert odd.get_by_label("WL", exact=True).is_checked(), address


def test_a_node_is_clicked_and_the_picture_moved(visit):
    page = visit("five", "at=1325|4")
    node = page.locator("#graph .node", has_text="325|41").first
    assert "8 turns to the end" in node.locator("title").text_content()
    node.click()
    assert shown(page) == "325|41"
    assert page.locator("#graph .now text").text_content() == "325|41"
    world = page.locator("#graph > g")
    placed = [world.get_attribute("transform")]
    for act in (
        lambda: page.get_by_label("Zoom in").click(),
        lambda: page.mouse.wheel(0, 300),
        lambda: page.locator("#graph").press("ArrowRight"),
        lambda: page.locator("#graph").press("+"),
        lambda: page.get_by_role("button", name="All").click(),
    ):
        page.locator("#graph").hover(position={"x": 300, "y": 300})
        act()
        expect(world).not_to_have_attribute("transform", placed[-1])
        placed.append(world.get_attribute("transform"))
    page.mouse.move(400, 400)
    page.mouse.down()
    page.mouse.move(500, 420)
    page.mouse.up()
    assert world.get_attribute("transform") != placed[-1]
    assert shown(page) == "325|41"


def test_distances_have_colours_and_cycles_stand_out(visit):
    page = visit("five")

    def fill(text):
        return page.locator("#graph .node", has_text=text).first.evaluate(
            "node => getComputedStyle(node.children[1]).fill"
        )

    def opacity(kind):
        return page.locator(f"#graph .node.{kind}").last.evaluate("node => getComputedStyle(node).opacity")

    assert fill("53|142") == "rgb(240, 228, 66)"
    page.get_by_label("Colour by").select_option("turns to the end")
    assert len({fill(text) for text in ("24351|", "5243|1", "452|31", "1325|4")}) == 4
    page.get_by_label("only cycles").check()
    assert (opacity("cycle"), opacity("plain")) == ("1", "0.15")


def test_draws_lay_several_pairs_and_can_tie(visit):
    start = DRAWS.position("1a 2a|1b 2b")
    page = visit("draws", "at=1a 2a|1b 2b")
    assert "both hands run out in a draw" in page.locator("#turn").inner_text()
    assert path_of(page) == [DRAWS.text(start), "tie"]
    page.get_by_label("One step forward").click()
    page.get_by_label("One step forward").click()
    assert on_table(page) == ["1a", "2a", "1b", "2b"]
    page.get_by_label("One step forward").click()
    assert shown(page) == "tie"
    assert "nobody takes the cards. The game is over: a tie" in page.locator("#said").inner_text()
    page = visit("draws", "at=1a 1b 2a|2b")
    game = play(DRAWS.position("1a 1b 2a|2b"), "WL", DRAWS)
    assert path_of(page) == [DRAWS.text(position) for position in game.positions]


def test_odd_names_stand_as_they_are(visit):
    start = Position("12|34")
    page = visit("odd")
    find(page, ODD.text(start))
    assert hands(page) == [(ODD_NAMES[0], ODD_NAMES[1]), (ODD_NAMES[2], ODD_NAMES[3])]
    find(page, "4|1 2 3")
    assert shown(page) == ODD.text(Position("4|123"))
    assert page.title() == page.locator("h1").inner_text() == 'War graph of <i>&"'


def test_a_game_is_followed_child_by_child_with_the_keyboard(visit):
    page = visit("five", "at=53|241")
    page.locator("#children button").nth(1).focus()
    positions = play(Position("53|241"), "LW").positions
    for position in positions[1:3]:
        page.keyboard.press("Enter")
        assert shown(page) == str(position)
    find(page, "5243|1")
    page.locator("#children button").first.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "step", "the end has no children"


def test_on_paper_all_is_light_and_legible(visit):
    page = visit("five", "theme=dark")
    page.emulate_media(media="print")
    assert page.locator(".bar, .controls, .zoom").locator("visible=true").count() == 0
    assert page.locator("#graph text").evaluate_all("all => all.every((text) => text.getBBox().width)")
    assert page.locator("#graph .terminal rect").first.evaluate("node => getComputedStyle(node).fill") == (
        "rgb(217, 217, 217)"
    )


def test_a_full_game_is_played(visit):
    page = visit("bryer")
    names = dict(enumerate((*map(str, range(2, 11)), "J", "Q", "K", "A"), start=1))

    def named(hand):
        return tuple(names[card] for card in hand)

    def without_suits(row):
        return tuple(name.rstrip("♠♥♣♦") for name in row)

    suited = hands(page)
    assert list(map(without_suits, suited)) == list(map(named, BRYER.deal))
    assert len({name for row in suited for name in row}) == 52
    assert page.locator("#players .red").count() == 26
    assert "No card is on the table" in page.locator("#table").inner_text()
    for played in BRYER.rounds[:16]:
        for number, cards in enumerate(played.plays):
            page.get_by_label("One step forward").click()
            if number not in played.compared:
                assert page.locator("#table .down").count() >= len(cards)
        assert sorted(without_suits(on_table(page))) == sorted(names[card] for play in played.plays for _, card in play)
        page.get_by_label("One step forward").click()
        assert list(map(without_suits, hands(page))) == list(map(named, played.hands))
    page.get_by_role("button", name="To the end").click()
    assert "Player 2 wins after 91 turns" in page.locator("#said").inner_text()
    assert page.locator("#map").is_hidden()


def test_an_auction_game_is_played(visit):
    page = visit("auction")
    for played in AUCTION.rounds[:6]:
        for _ in played.laid:
            page.get_by_label("One step forward").click()
        laid = [card for stage in played.laid for _, cards in stage for card in cards]
        assert sorted(map(int, on_table(page))) == sorted((*laid, *played.carried))
        page.get_by_label("One step forward").click()
        rows = [each for pair in zip(played.hands, played.piles, strict=True) for each in pair[: 1 + bool(pair[1])]]
        assert hands(page) == list(map(cards, rows))


@pytest.mark.parametrize("name", PAGES)
def test_nothing_sticks_out(visit, name):
    page = visit(name, width=400)
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    page.get_by_role("button", name="To the end").click()
    for width in (400, 1400):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", ["five", "bryer"])
def test_every_control_has_a_name_and_shows_its_focus(visit, name):
    page = visit(name)
    names = page.locator("button, input, select, svg").evaluate_all(
        "all => all.map((each) => each.getAttribute('aria-label') || each.labels?.[0]?.textContent || each.textContent)"
    )
    assert all(map(str.strip, names))
    page.locator("body").press("Tab")
    focused = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate("document.activeElement !== document.body")
    assert page.evaluate(focused) == "solid"


def test_light_and_dark_follow_the_system_and_the_switch(visit):
    def paper(page):
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    light, dark = (visit("bryer", color_scheme=scheme) for scheme in ("light", "dark"))
    assert paper(light) != paper(dark)
    was = paper(light)
    light.get_by_label("Theme").select_option("dark")
    assert paper(light) == paper(dark) != was


@pytest.mark.parametrize(("motion", "animation"), [("reduce", "none"), ("no-preference", "laid")])
def test_who_wants_less_motion_gets_none(visit, motion, animation):
    page = visit("bryer", "step=1", reduced_motion=motion)
    assert page.locator("#table .card").first.evaluate("card => getComputedStyle(card).animationName") == animation


@pytest.mark.parametrize("name", ["five", *OPENED])
@pytest.mark.parametrize("width", [1400, 400])
def test_a_page_opens_with_its_start_readable_and_no_word_cut(visit, name, width):
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


def test_the_overview_shows_what_is_in_the_pane_and_leads_elsewhere(visit):
    page = visit("six")
    seen = page.locator("#overview .seen")
    before = float(seen.get_attribute("y"))
    page.locator("#overview").click(position={"x": 70, "y": 12})
    assert float(seen.get_attribute("y")) < before
    page.get_by_role("button", name="All").click()
    assert page.locator("#overview").is_hidden()


def test_only_cycles_goes_to_a_cycle_or_says_that_there_is_none(visit):
    page = visit("five", width=400)
    page.get_by_label("only cycles").check()
    pane = page.locator("#graph").bounding_box()
    middle = (pane["x"] + pane["width"] / 2, pane["y"] + pane["height"] / 2)
    boxes = page.locator("#graph .node.cycle rect").evaluate_all(f"all => all.map({BOX})")
    assert any(
        box["left"] - 5 <= middle[0] <= box["right"] + 5
        and pane["y"] <= box["top"] <= box["bottom"] <= pane["y"] + pane["height"]
        for box in boxes
    )
    page = visit("four")
    page.get_by_label("only cycles").check()
    assert "No position in this picture is on a cycle." in page.locator("#note").inner_text()


@pytest.mark.parametrize(("name", "style"), [("four", "dashed"), ("six", "solid")])
def test_the_legend_draws_arcs_as_the_picture_does(visit, name, style):
    page = visit(name, "order=free")
    dashes = page.locator("#graph .arc.LW").first.evaluate("arc => getComputedStyle(arc).strokeDasharray")
    assert (dashes == "none") == (style == "solid")
    assert page.locator("#legend .line.LW").evaluate("line => getComputedStyle(line).borderTopStyle") == style


def test_a_report_is_no_wider_than_a_phone(browser, tmp_path):
    path = tmp_path / "report.html"
    path.write_text(html_page(compare(["kids", "bryer"], 50).document(), "report", "test"), "utf-8")
    page = browser.new_context(viewport={"width": 400, "height": 800}, offline=True).new_page()
    page.goto(f"file://{path}")
    picture = page.locator("figure img").evaluate(BOX)
    assert 300 < picture["width"] < picture["right"] <= 400
    assert page.evaluate("document.documentElement.scrollWidth") == 400
