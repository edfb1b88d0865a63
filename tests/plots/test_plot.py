"""The charts of results show the numbers of the results, and nothing else."""

from itertools import pairwise

import numpy as np
import pytest
import scipy

from tests.support import refusal
from wargraph import (
    ParameterError,
    WarGraph,
    all_deals,
    auction_study,
    census,
    compare,
    cycles,
    endless,
    endless_cycles,
    endless_deal,
    expected_length,
    farthest,
    free_cycles,
    length_distribution,
    lengths,
    longest,
    longest_over_tournaments,
    plot,
    reachability,
    round_robin,
    sequence,
    simulate,
    simulate_auction,
    summary,
    tournament,
    transcripts,
)
from wargraph.plots.data import ChartData, Line, Look, Panel, chart_of
from wargraph.plots.drawing import draw
from wargraph.report.columns import heading


def lines_of(*found):
    """The lines of a chart with one panel: their points by their labels."""
    ((panel,),) = chart_of(*found).panels
    assert ("(logarithmic)" in panel.y_label) == (panel.y_scale != "linear")
    return {line.label.replace("\n", " "): dict(zip(line.x, line.y, strict=True)) for line in panel.lines}


def over_cards(found, value):
    """What a line over the number of cards shows."""
    return {each.n: value(each) for each in found}


LENGTHS = [lengths(7, "WL"), lengths(7, "LW", "balanced")]
LONGEST = [longest(n, order) for order in ("WL", "LW") for n in (3, 4, 5)]
ANY_RELATION = [longest_over_tournaments(n) for n in (3, 4)]
ENDLESS = [endless(n) for n in (3, 5, 7)]
FINISHES = [farthest(WarGraph(n)) for n in (4, 5)]
EXPECTED = [expected_length(n, "balanced") for n in (3, 4, 5)]
LIKELY = length_distribution(4, 8, "balanced", "1/3")
DEALS = all_deals("delahaye-mathieu,deck=3x3")
GRAPHS = [summary(WarGraph(n)) for n in (3, 4, 5)]
TERMS = sequence("farthest")
CYCLES, FREE, INTO = cycles(7), free_cycles(WarGraph(4), up_to=6), endless_cycles(7)
LINES = {
    "lengths": (
        LENGTHS,
        {
            "7 cards, WL, all starting positions, 4,695 endless": LENGTHS[0].by_turns,
            "7 cards, LW, balanced deals": LENGTHS[1].by_turns,
        },
    ),
    "longest": (
        LONGEST,
        {
            "WL, all starting positions": over_cards(LONGEST[:3], lambda each: each.turns),
            "LW, all starting positions": over_cards(LONGEST[3:], lambda each: each.turns),
        },
    ),
    "longest over tournaments": (
        ANY_RELATION,
        {"WL, all starting positions": over_cards(ANY_RELATION, lambda each: each.turns)},
    ),
    "endless": (ENDLESS, {"WL, all starting positions": over_cards(ENDLESS, lambda each: each.endless / each.total)}),
    "farthest": (
        FINISHES,
        {f"{each.n} cards, all starting positions": dict(enumerate(each.layers)) for each in FINISHES},
    ),
    "expected-length": (
        EXPECTED,
        {
            f"balanced deals, p = 1/2: {heading('mean')}": over_cards(EXPECTED, lambda each: each.mean.middle),
            f"balanced deals, p = 1/2: {heading('worst')}": over_cards(EXPECTED, lambda each: each.worst.middle),
        },
    ),
    "likely": (
        [LIKELY],
        {"4 cards, balanced deals, p = 1/3": {turns: float(LIKELY.by_turns[turns]) for turns in (2, 4, 6, 8)}},
    ),
    "all deals": ([DEALS], {f"{DEALS.rules}, 0 endless": DEALS.by_turns}),
    "graphs": (
        GRAPHS,
        {
            "Positions": {3: 12, 4: 60, 5: 360},
            "Largest component": {each.graph.n: each.rows()[0]["largest_component"] for each in GRAPHS},
            "Never end under WL": {each.graph.n: each.rows()[0]["endless_wl"] for each in GRAPHS},
            "Never end under LW": {each.graph.n: each.rows()[0]["endless_lw"] for each in GRAPHS},
        },
    ),
    "terms": ([TERMS], {TERMS.title: TERMS.terms}),
    "cycles": (
        [CYCLES],
        {
            "7 cards, WL, all starting positions: Cycles": CYCLES.cycles,
            "7 cards, WL, all starting positions: Never end": CYCLES.endless,
        },
    ),
    "free cycles": ([FREE], {"4 cards": FREE.cycles}),
    "endless cycles": ([INTO], {"7 cards, WL, all starting positions": INTO.by_cycle_length}),
}


@pytest.mark.parametrize("name", LINES)
def test_lines_show_the_numbers_of_results(name):
    found, expected = LINES[name]
    shown = lines_of(*found)
    assert [*shown.values()] == [pytest.approx(line, abs=1e-6) for line in expected.values()]
    assert all(label.startswith(said) for label, said in zip(shown, expected, strict=True))


def test_lengths_of_cycles_stand_on_stems():
    found = cycles(7, "LW")
    stems, joined = (plot(each).axes[0].collections for each in (found, [longest(4), longest(5)]))
    assert [x for (x, _), _ in stems[0].get_segments()] == [*found.cycles]
    assert not joined


def test_what_is_counted_in_bins_is_there_once():
    tree, auction, found = transcripts(6), simulate_auction("SimpleMinded1+Dummy", 200), census(4)
    (line,) = lines_of(tree).values()
    assert (sum(line.values()), max(line)) == (sum(tree.classes.values()), tree.deepest.turns)
    ((panel,),) = chart_of(auction).panels
    assert sum(panel.lines[0].y) == auction.rounds.total
    for (panel,) in chart_of(found).panels:
        assert [sum(line.y) for line in panel.lines] == [len(found.entries)] * 2


def test_no_two_lines_of_a_chart_look_alike():
    looks = [Look.number(number) for number in range(32)]
    assert len({(look.colour, look.dashes) for look in looks}) == 32
    assert all(one.dashes != other.dashes for one, other in pairwise(looks[:8]))


def test_numbers_beyond_64_bits_are_drawn():
    huge = Line([1, 2], [2**70, 3**70], Look("black"), "for $2 or $3")
    chart = draw(ChartData([[Panel(lines=[huge], y_scale="log")]]))
    chart.draw_without_rendering()
    assert chart.axes[0].lines[0].get_ydata().tolist() == [2**70, float(3**70)]
    labels = [label for label in chart.axes[0].get_yticklabels() if "10" in label.get_text()]
    assert labels
    assert all(label.get_parse_math() for label in labels)
    assert not any(text.get_parse_math() for text in chart.axes[0].get_legend().get_texts())


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (lambda: reachability(WarGraph(3)).plot(), "'Reachability' cannot be plotted"),
        (lambda: plot([]), "'nothing' cannot be plotted"),
        (lambda: plot([lengths(5), longest(5)]), "'Lengths, Longest' cannot be plotted"),
        (lambda: cycles(4).plot(), "there is no cycle"),
        (lambda: tournament(["2xMin"]).plot(), "no two strategies met"),
        (lambda: plot(simulate("kids", 5), seconds_per_turn=0), "seconds-per-turn = 0"),
        (lambda: simulate("drew-shuffle", 10, cap=1).plot(), "no simulated game ended"),
        (lambda: endless_deal("delahaye-mathieu,deck=2x4").plot(), "no endless deal"),
    ],
)
def test_what_cannot_be_plotted_is_refused(ask, text):
    assert text in refusal(ParameterError, ask)


@pytest.fixture(scope="module")
def simulations():
    return [simulate(rules, 2000, seed=1) for rules in ("bryer", "drew-stack")]


def test_even_and_odd_are_told_apart(simulations):
    both, one = chart_of(*simulations, table="parity"), chart_of(simulations[0], table="parity")
    assert both.size[1] > 1.9 * one.size[1], "each has its room"
    (panel,) = both.panels[0]
    counts = simulations[0].by_turns
    for parity, line in enumerate(panel.lines):
        width = round(line.x[6] - line.x[5])
        fifth = [counts.get(turns, 0) for turns in range(4 * width + parity, 5 * width, 2)]
        assert line.y[5] == pytest.approx(np.mean(fifth) / 20)
    assert panel.title == "bryer: 2,000 games"


def test_each_rank_has_a_line_of_wins(simulations):
    ((panel,),) = chart_of(simulations[0], table="dealt").panels
    rows, ace = simulations[0].dealt_rows(), panel.lines[0]
    expected = [(row["dealt"], 100 * row["share"]) for row in rows if row["rank"] == max(row["rank"] for row in rows)]
    assert ([*zip(ace.x, ace.y, strict=True)], ace.label, len(panel.lines)) == (expected, "A", 13)


def test_chances_are_those_of_the_rows(simulations):
    ((panel,),) = chart_of(simulations[0], table="chances").panels
    chances, half = panel.lines[:2]
    expected = [(row["cards"], 100 * row["share"]) for row in simulations[0].chances_rows()]
    assert ([*zip(chances.x, chances.y, strict=True)], [*zip(half.x, half.y, strict=True)]) == (
        expected, [(26, 0), (26, 100)]
    )  # fmt: skip


def test_hills_share_their_axes_and_name_the_median(simulations):
    chart = chart_of(*simulations, seconds_per_turn=6)
    hills, (still,) = [panel for (panel,) in chart.panels[:-1]], chart.panels[-1]
    limit = simulations[1].quantile(0.98)
    assert {panel.x_range for panel in (*hills, still)} == {(0, limit)}
    assert len({panel.y_range for panel in hills}) == 1
    assert hills[0].top_axis == ("Minutes, at 6 seconds a turn", 0.1)
    for each, panel in zip(simulations, hills, strict=True):
        area, median = panel.lines
        assert {*median.x} == {each.median}
        assert f"{each.median} turns, {each.median / 10:.0f} min" in panel.caption[1]
        seen = sum(games for turns, games in each.by_turns.items() if turns <= area.x[-1]) / len(each.games)
        under_it = scipy.integrate.trapezoid(area.y, area.x)
        assert under_it == pytest.approx(seen, rel=0.03), "the share of the games that end"
    assert f" {simulations[0].quantile(0.9)} turns" in hills[0].caption[-1]
    assert hills[1].caption[-1].startswith(f"{simulations[1].endless_share.value:.2%}")
    over = sum(games for turns, games in simulations[1].by_turns.items() if turns <= limit)
    assert [line.y[0] for line in still.lines] == [100, 100, 10]
    assert still.lines[1].y[limit] == pytest.approx(100 - 100 * over / 2000)


def test_simulations_without_an_end_given_ones_and_comparisons(simulations):
    capped = simulate("drew-shuffle", 10, cap=1)
    assert chart_of(simulations[0], capped).panels[1][0].caption[1:] == ["no game ended", "10 games given up"]
    assert len(chart_of(simulations[0], capped, table="parity").panels) == 1
    assert len(plot(compare(["bryer,deck=3x2", "kids,deck=3x2"], 50)).axes) == 3
    given = simulate("kids,deck=13x1", 19, given="1: A")
    chart = chart_of(given)
    assert "player 1 was dealt A" in chart.note, "a title of one's own may not say it"
    first, second = (round(100 * wins / 19) for wins in given.won.tolist())
    assert f"player 1 wins {first}%, player 2 wins {second}%" in chart.panels[0][0].caption


def test_games_of_bounded_length_go_no_further():
    found = simulate("kids,ends=rounds:10", 300)
    chart = chart_of(found)
    (panel,) = chart.panels[0]
    assert panel.y_range[1] > 1.5 * max(panel.lines[0].y), "there is room for the caption"
    assert not any("more than" in line for line in chart.panels[0][0].caption)
    assert "beyond the right edge" not in chart.note
    assert "none goes beyond 10 turns" in str(found.document())


def test_the_study_of_auctions_has_six_panels():
    study = auction_study([1, 3, 6], 200, 2)
    panels = [row[1] for row in chart_of(study).panels]
    rows = [row for row in study.rows() if row["strategy"] == "SimpleMinded2"]
    found = [study.studied["SimpleMinded2"][n] for n in (1, 3, 6)]
    won = [each.rounds_won("SimpleMinded2") for each in found]
    highest = [
        [each.share("SimpleMinded2").high for each in found],
        [each.mean_interval[1] for each in won],
        [each.sd_interval[1] for each in won],
    ]
    for panel, column, high in zip(panels, ("win_ratio", "mean_rounds_won", "sd_rounds_won"), highest, strict=True):
        *lines, band = panel.lines
        columns = [column, column.removesuffix("_won")][: len(lines)]
        assert [line.y for line in lines] == [pytest.approx([row[each] for row in rows], rel=1e-4) for each in columns]
        assert band.y.tolist() == [*high]
    assert "200 games" in panels[0].title


def test_the_heat_map_is_ordered_by_rank():
    found = tournament(round_robin(["Min", "Max", "SimpleMinded1", "Adversary"]))
    chart = chart_of(found)
    panel, names = chart.panels[0][0], [row["strategy"] for row in found.ranking_rows()]
    assert [*panel.x_ticks.values()] == names
    assert [name.split()[1] for name in panel.y_ticks.values()] == names[::-1]
    assert panel.cells.values[-1, 1] == found.points(names[0], names[1]).value
    assert np.isnan(panel.cells.values[-1, 0])
    assert len(draw(chart).axes[0].texts) == 12
    assert chart.title == "Points of the row at tables of 2 players"
    assert "several sizes" in chart_of(tournament(["Min+Max", "Min+2xMax"])).title
