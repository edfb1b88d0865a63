"""What the plots of results show: the numbers of the results, and nothing else."""

from itertools import accumulate

import pytest
from matplotlib.colors import to_rgb
from matplotlib.lines import Line2D

from tests.support import refusal
from wargraph import (
    ParameterError,
    WarGraph,
    all_deals,
    census,
    compare,
    cycles,
    endless,
    endless_cycles,
    expect,
    finish,
    free_cycles,
    known_sequence,
    length_distribution,
    lengths,
    lengths_chart,
    longest,
    longest_of_any_relation,
    play_full_game,
    plot,
    reachability,
    simulate_auction,
    summary,
    transcript_tree,
)
from wargraph.report.columns import heading


def lines_of(chart):
    """The lines of the only panel: their points by their labels."""
    (panel,) = chart.axes
    return {line.get_label(): dict(zip(*line.get_data(), strict=True)) for line in panel.lines}


def bars_of(chart):
    """The bars of the only panel: heights by what is below them, for each label."""
    (panel,) = chart.axes
    ticks = [int(label.get_text()) for label in panel.get_xticklabels()]
    return {
        bars.get_label(): dict(zip(ticks, (bar.get_height() for bar in bars), strict=True)) for bars in panel.containers
    }


def test_lengths():
    found = [lengths(7, "WL"), lengths(7, "LW", "even")]
    first, second = lines_of(plot(found)).items()
    assert first == ("WL, n = 7, any deals: 23.3% endless", found[0].by_turns)
    assert second[1] == found[1].by_turns
    assert found[0].plot().axes[0].get_yscale() == "log"


def test_expected_turns_over_the_cards():
    found = [expect(n, deals) for n in (3, 4, 5) for deals in ("any", "even")]
    lines = lines_of(plot(found))
    for deals in ("any", "even"):
        for what in ("mean", "worst"):
            label = f"{heading(what)}: p = 1/2, {deals} deals"
            assert lines[label] == {each.n: getattr(each, what).middle for each in found if each.deals == deals}
    assert len(lines) == 4


def test_how_likely_lengths_are():
    found = length_distribution(4, 8, "even", "1/3")
    (line,) = lines_of(plot(found)).items()
    assert line == (
        "n = 4, p = 1/3, even deals",
        {turns: float(chance) for turns, chance in enumerate(found.by_turns) if chance},
    )
    assert set(line[1]) == {2, 4, 6, 8}


@pytest.mark.parametrize("ask", [longest, longest_of_any_relation])
def test_longest_games_over_the_cards(ask):
    found = [ask(n, order) for n in (3, 4, 5) for order in ("WL", "LW")]
    lines = lines_of(plot(found))
    assert list(lines) == ["WL, any deals", "LW, any deals"]
    for order, line in zip(("WL", "LW"), lines.values(), strict=True):
        assert line == {each.n: each.turns for each in found if each.order == order}


def test_endless_games_over_the_cards():
    found = [endless(n) for n in (3, 5, 7)]
    (line,) = lines_of(plot(found)).values()
    assert line == {each.n: each.endless / each.total for each in found}


def test_distances_from_the_end():
    found = [finish(WarGraph(n)) for n in (4, 5)]
    assert lines_of(plot(found)) == {f"n = {each.n}, any deals": dict(enumerate(each.layers)) for each in found}


def looks(artist):
    """What tells a line, or the outline of a histogram, from another: its colour and its dashes."""
    return to_rgb(artist.get_color() if isinstance(artist, Line2D) else artist.get_edgecolor()), dash_pattern(artist)


def dash_pattern(artist):
    return str(artist._unscaled_dash_pattern)


@pytest.mark.long
def test_no_two_lines_of_a_chart_look_alike():
    line_ups = [f"{number}xDummy" for number in range(2, 20)]
    charts = {
        "counts": plot([transcript_tree(n, order) for n in range(2, 11) for order in ("WL", "LW")]),
        "auctions": plot([simulate_auction(line_up, 5) for line_up in line_ups]),
        "games": play_full_game("kids,players=18").plot(),
    }
    for name, chart in charts.items():
        panel = chart.axes[0]
        lines = panel.patches if name == "auctions" else [line for line in panel.lines if line.get_label()[0] != "_"]
        assert (name, len({looks(line) for line in lines})) == (name, 18)


def test_no_two_bars_of_a_group_look_alike():
    chart = plot([cycles(n, order) for n in range(3, 8) for order in ("WL", "LW")])
    bars = [group[0] for group in chart.axes[0].containers]
    assert len({(bar.get_facecolor(), bar.get_hatch()) for bar in bars}) == len(bars) == 20


def test_axes_are_named_as_columns_of_tables():
    labels = {
        lengths(4): ("Turns", "Positions (logarithmic)"),
        all_deals("delahaye-mathieu,deck=2x2"): ("Turns", "Deals (logarithmic)"),
        longest(4): ("n (cards)", "Turns"),
        endless(4): ("n (cards)", "Share that never ends"),
        cycles(5): ("Cycle length (turns)", "How many (logarithmic)"),
        length_distribution(3, 4): ("Turns", "Probability (logarithmic)"),
        transcript_tree(4): ("Turns", "Transcript classes (logarithmic)"),
        simulate_auction("2xDummy", 5): ("Rounds", "Games"),
    }
    for found, expected in labels.items():
        panel = found.plot().axes[0]
        assert (panel.get_xlabel(), panel.get_ylabel()) == expected


def test_transcript_classes_of_all_splits():
    found = transcript_tree(6)
    (line,) = lines_of(found.plot()).values()
    assert sum(line.values()) == sum(found.classes.values())
    assert max(line) == found.deepest.turns


@pytest.mark.long
def test_cycles():
    found = cycles(9)
    number, endless_positions = bars_of(found.plot()).values()
    assert number == found.cycles
    assert endless_positions == found.endless
    free = free_cycles(WarGraph(4), up_to=6)
    assert bars_of(free.plot()) == {"n = 4": free.cycles}
    into = endless_cycles(9)
    assert list(bars_of(into.plot()).values()) == [into.by_cycle_length]


def test_sizes_of_graphs():
    found = [summary(WarGraph(n)) for n in (3, 4, 5)]
    lines = lines_of(plot(found))
    assert lines["Positions"] == {3: 12, 4: 60, 5: 360}
    assert lines["Never end under LW"] == {each.graph.n: each.rows()[0]["endless_lw"] for each in found}
    assert lines["Largest component"][5] == 84


def test_all_deals():
    found = all_deals("delahaye-mathieu,deck=3x3")
    assert list(lines_of(found.plot()).values()) == [found.by_turns]


def test_known_terms():
    known = known_sequence("finish")
    ((label, terms),) = lines_of(known.plot()).items()
    assert (label.replace("\n", " "), terms) == (known.title, known.terms)


def test_a_census_counts_each_relation_under_each_order():
    found = census(4)
    for panel in found.plot().axes:
        assert [sum(steps.get_data().values) for steps in panel.patches] == [len(found.entries)] * 2


def test_a_comparison_is_that_of_its_simulations():
    found = compare(["bryer,deck=3x2", "kids,deck=3x2"], 50)
    assert len(found.plot().axes) == len(lengths_chart(found.simulations).axes) == 4


def test_rounds_of_an_auction():
    found = simulate_auction("SimpleMinded1+Dummy", 200)
    (steps,) = found.plot().axes[0].patches
    assert list(accumulate(steps.get_data().values))[-1] == found.rounds.total


def test_numbers_beyond_64_bits():
    class Huge:
        title, terms = "huge", {1: 2**70, 2: 3**70}

    from wargraph.plots.counts import sequence_chart

    assert lines_of(sequence_chart([Huge])) == {"huge": {1: float(2**70), 2: float(3**70)}}


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (lambda: reachability(WarGraph(3)).plot(), "'Reachability' cannot be plotted"),
        (lambda: plot([]), "'nothing' cannot be plotted"),
        (lambda: plot([lengths(5), longest(5)]), "'Lengths, Longest' cannot be plotted"),
        (lambda: plot([census(3), census(3)]), "'Census' cannot be plotted"),
        (lambda: lengths_chart([lengths(5)]), "a Lengths is no simulation"),
        (lambda: cycles(4).plot(), "there is no cycle"),
    ],
)
def test_what_cannot_be_plotted_is_refused(ask, text):
    assert text in refusal(ParameterError, ask)


@pytest.mark.long
def test_powers_of_ten_along_an_axis_stay_formulas():
    figure = lengths(9).plot()
    figure.draw_without_rendering()
    logarithmic = figure.axes[-1].get_yticklabels()
    assert all(label.get_parse_math() for label in logarithmic if "10" in label.get_text())
    assert any("10" in label.get_text() for label in logarithmic)
