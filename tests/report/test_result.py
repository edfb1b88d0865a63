"""Results show themselves: as HTML in a notebook, as data frames, and on a terminal as text."""

import copy
import importlib
import json
import pickle
import pkgutil
import sys
import xml.etree.ElementTree as ET
from contextlib import redirect_stdout
from dataclasses import dataclass
from inspect import isfunction, signature
from io import StringIO

import numpy as np
import pandas as pd
import pytest
from IPython.core.formatters import DisplayFormatter
from IPython.core.interactiveshell import InteractiveShell

import wargraph as wg
from tests.support import few_of, refusal
from wargraph.report.document import Document, Table
from wargraph.report.estimates import Distribution
from wargraph.report.html import html_part
from wargraph.report.result import ComparedByContent, Result


def displayed(value):
    """What a notebook is given of a value, by the kind of data."""
    return DisplayFormatter(active_types=["text/plain", "text/html", "image/svg+xml"]).format(value)[0]


def test_a_notebook_shows_the_tables():
    html = displayed(wg.longest(7))["text/html"]
    assert html.startswith('<div class="wargraph">')
    assert "324517|6</td>" in html
    assert "<html" not in html


def test_the_style_of_a_result_stays_there():
    html = html_part(Document([Table("rows", [{"n": 1}])]))
    style = html[html.index("<style>") + 7 : html.index("</style>")]
    rules = [rule for rule in style.split("}") if rule.strip()]
    selectors = [selector.strip() for rule in rules for selector in rule.split("{")[0].split(",")]
    assert selectors
    assert [selector for selector in selectors if not selector.startswith(".wargraph")] == []


def test_a_long_table_shows_its_head_and_tail():
    rows = [{"turn": turn, "winner": None, "wars": None if turn else 3} for turn in range(1234)]
    html = html_part(Document([Table("rows", rows)]))
    assert "The first 50 and the last 10 of 1,234 rows" in html
    assert html.count("<tr>") == 62
    assert '<td colspan="2">\u22ee</td>' in html
    assert ">49</td>" in html
    assert ">50</td>" not in html
    assert ">1,224</td>" in html
    assert ("Winner" in html, "Wars" in html) == (False, True)
    assert "The first" not in html_part(Document([Table("rows", rows[:60])]))


@pytest.mark.long
def test_a_chart_has_an_alternative_text():
    chart = wg.lengths(7).plot()
    svg = displayed(chart)["image/svg+xml"]
    assert ET.fromstring(svg).get("aria-label") == chart.title != ""


def test_an_error_is_one_line_in_a_notebook():
    shell = InteractiveShell.instance()
    with redirect_stdout(StringIO()) as printed:
        assert not shell.run_cell("import wargraph; wargraph.lengths(0)").success
    assert printed.getvalue().splitlines() == ["ParameterError: n = 0: it must be a whole number from 1 to 1,000,000"]


def test_a_graph_shows_itself_or_says_why_not(monkeypatch):
    assert "<svg" in displayed(wg.WarGraph(3))["image/svg+xml"]
    monkeypatch.setattr("wargraph.graph.war_graph.LARGEST_SHOWN", 10)
    shown = displayed(wg.WarGraph(4))
    assert "image/svg+xml" not in shown
    assert shown["text/plain"].startswith("WarGraph(4): 60 positions")
    assert "picture(" in shown["text/plain"]


def test_results_of_one_kind_are_one_table():
    found = wg.Results(wg.lengths(n) for n in range(3, 6))
    assert found.rows() == [row for n in range(3, 6) for row in wg.lengths(n).rows()]
    assert list(found) == [wg.lengths(n) for n in range(3, 6)]
    assert displayed(found)["text/html"].count("<table>") == 1
    assert wg.Results([wg.lengths(3)]).document() == wg.lengths(3).document()
    mixed = refusal(wg.ParameterError, lambda: wg.Results([wg.lengths(3), wg.contest(3)]))
    assert mixed.startswith("results of Contest and Lengths are no one table")


@pytest.mark.parametrize(
    ("value", "kind", "part"),
    [
        (wg.Relation.of("rock-paper-scissors"), "image/svg+xml", ">scissors</text>"),
        (wg.Relation.of("order:1"), "text/plain", "0"),
        (wg.RuleSet.parse("kids"), "text/html", "13 ranks x 4 suits"),
        (wg.explorer_page(3), "text/html", "<iframe"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_notebook_shows(value, kind, part):
    assert part in displayed(value)[kind]


@pytest.mark.parametrize("result", [wg.play(wg.Position("53|241"), "WL"), wg.play_auction("Min+Max")], ids=type)
def test_a_data_frame_has_the_rows(result):
    frame = result.to_pandas()
    told = frame.astype(object).where(frame.notna(), None)
    assert told.to_dict("records") == result.rows()


def test_a_data_frame_has_any_table():
    found = wg.census(3)
    assert len(found.to_pandas("extremes")) == len(found.extreme_rows())
    assert "use relations, extremes" in refusal(wg.ParameterError, lambda: found.to_pandas("no such"))


class Rows(Result):
    """Rows as they are given."""

    def __init__(self, *rows):
        self.given = list(rows)

    def rows(self):
        return self.given


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, 2**63 - 1], "int64"),
        ([1, 2**63], "object"),
        ([2**53 + 1, None], "Int64"),
        ([2**70, None], "object"),
        ([True, False], "bool"),
        ([0.5, None], "float64"),
    ],
)
def test_numbers_stay_exact(values, kind):
    column = Rows(*({"value": value} for value in values)).to_pandas()["value"]
    assert str(column.dtype) == kind
    for value, found in zip(values, column, strict=True):
        assert (found == value) if value is not None else pd.isna(found)


def test_without_pandas_it_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert "pip install pandas" in refusal(wg.OutputError, lambda: wg.longest(3).to_pandas())


def test_json_from_python_holds_the_relation(tmp_path):
    relation = wg.Relation.of("rock-paper-scissors")
    for found in (wg.contest(relation), wg.expected_length(relation), wg.winners(relation, "WL")):
        held = json.loads(found.save(tmp_path / "found.json").read_text("utf-8"))["parameters"]
        assert (held["rows"], held["card_names"]) == ([list(row) for row in relation.rows], list(relation.card_names))
        assert (held["matrix"], held["interpretation"]) == (relation.name, "strict")


def results_of_decks():
    """The functions that give a result for a deck alone, by the class of the result."""
    for function in filter(isfunction, [getattr(wg, name) for name in wg.__all__]):
        kind = signature(function).return_annotation
        needed = [name for name, each in signature(function).parameters.items() if each.default is each.empty]
        if needed in (["deck"], ["graph"], ["n"]) and isinstance(kind, type) and issubclass(kind, Result):
            yield kind.__name__, function


KINDS = dict(results_of_decks()) | {
    "Game": lambda n: wg.play(wg.Position("3|12" if n == 3 else "4|123"), "WL"),
    "AllDeals": lambda n: wg.all_deals(f"rutgers,deck=1x{n}"),
    "AuctionGame": lambda n: wg.play_auction("Adversary+Dummy", n),
    "AuctionSimulation": lambda n: wg.simulate_auction("Adversary+Dummy", 5, n),
    "AuctionStudy": lambda n: wg.auction_study([n], 5),
    "CensusEntry": lambda n: wg.census(n).entries[0],
    "Comparison": lambda n: wg.compare(["kids,deck=2x2", "bryer,deck=2x2"], 5, n),
    "ContestGame": lambda n: wg.play_contest(wg.Position("3|12" if n == 3 else "4|123")),
    "Cycles": lambda n: wg.cycles(n, "WL"),
    "Distribution": lambda n: Distribution(np.arange(n)),
    "EndlessCycles": lambda n: wg.endless_cycles(n + 6, "LW"),
    "EndlessDeal": lambda n: wg.endless_deal(f"delahaye-mathieu,deck=2x{2 * n - 4}", 9),
    "ExactPlay": lambda n: wg.exact_play(n - 1),
    "Flips": lambda n: wg.flips(f"order:{n}"),
    "FreeCycles": lambda n: wg.free_cycles(n, 4),
    "FullGame": lambda n: wg.play_full_game("kids,deck=3x2", seed=n),
    "KnownSequence": lambda n: wg.sequence("farthest" if n == 3 else "endless-wl"),
    "LengthDistribution": lambda n: wg.length_distribution(n, 4),
    "Odds": lambda n: wg.odds(f"drew-stack,deck={n}x2", n - 1),
    "PlayOuts": lambda n: wg.play_outs(n, "WL"),
    "RelationEstimates": lambda n: wg.relation_report(f"cyclic:{2 * n + 5}", games=200),
    "RelationComparison": lambda n: wg.compare_relations(f"order:{n}", f"order:{n + 1}"),
    "RelationReport": lambda n: wg.relation_report(f"order:{n}"),
    "Results": lambda n: wg.Results([wg.longest(n), wg.longest(n + 1)]),
    "Simulation": lambda n: wg.simulate("kids,deck=3x2", 5, n),
    "Structure": lambda n: wg.relation_structure(f"order:{n}"),
    "Tournament": lambda n: wg.tournament(["Adversary+Dummy"], 5, n),
    "WarGraph": wg.WarGraph,
    "Winners": lambda n: wg.winners(f"cyclic:{2 * n - 1}", "WL"),
    "WinningChances": lambda n: wg.winning_chances(f"cyclic:{2 * n - 3}"),
}
"""A result of each public kind, for a number of 3 or 4."""

OF_FILES = ("CheckpointStatus",)


def kinds_of_results(base=Result):
    """Every class of results in the package, without the bases of others."""
    if base is Result:
        for module in pkgutil.walk_packages(wg.__path__, "wargraph."):
            importlib.import_module(module.name)
    for kind in base.__subclasses__():
        if kind.__module__.startswith("wargraph.") and not kind.__doc__.startswith("Base of"):
            yield kind
        yield from kinds_of_results(kind)


def test_every_kind_of_result_is_listed():
    unlisted = sorted({kind.__name__ for kind in kinds_of_results()} - {*KINDS, *OF_FILES})
    assert not unlisted, f"add {unlisted} to KINDS in tests/report/test_result.py, each with a way to make one"


@pytest.fixture
def of_a_file(tmp_path):
    def ask(n):
        path = tmp_path / f"{n}.db"
        wg.longest(n + 9, run_options=wg.RunOptions(checkpoint=path))
        return wg.checkpoint(path)

    return ask


@pytest.mark.parametrize("name", few_of([*KINDS, *OF_FILES]))
def test_copies_are_equal_other_results_are_not(of_a_file, name):
    ask = KINDS.get(name, of_a_file)
    result, other = ask(3), ask(4)
    assert type(result).__name__ == name
    asked_again = [ask(3)] if name in KINDS else []  # the file has been worked on since
    for same in (*asked_again, copy.copy(result), copy.deepcopy(result), pickle.loads(pickle.dumps(result))):
        assert (same, hash(same)) == (result, hash(result))
    assert len({result, other, copy.copy(other)}) == 2
    assert result != name


@pytest.mark.parametrize("other", [np.arange(4), np.arange(3.0), np.array([0, 1, 3])])
def test_arrays_are_equal_if_kind_shape_and_values_are(other):
    @dataclass(frozen=True)
    class Numbers(ComparedByContent):
        values: np.ndarray

    assert Numbers(np.arange(3)) == Numbers(np.arange(3)) != Numbers(other)


def test_a_copy_of_exact_values_is_equal():
    exact = wg.expected_length(3, exact=True)
    for same in (copy.deepcopy(exact), pickle.loads(pickle.dumps(exact))):
        assert (same, same.expected, hash(same)) == (exact, exact.expected, hash(exact))
