"""Charts: what is drawn, and that it is the same at every run."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from scipy.integrate import trapezoid

from tests.support import long
from wargraph import OutputError, ParameterError, lengths_chart, plot, save_chart, simulate


@pytest.fixture(scope="module")
def simulations():
    return [simulate(rules, 2000, seed=1) for rules in ("bryer", "drew-stack")]


def test_even_and_odd_are_told_apart(simulations):
    figure = lengths_chart(simulations[:1], by_parity=True)
    (panel,) = figure.axes
    even, odd = (next(a for a in panel.patches if a.get_label().startswith(parity)) for parity in ("even", "odd"))
    values, edges, _ = even.get_data()
    width = int(edges[1] - edges[0])
    assert width % 2 == 0
    counts = simulations[0].by_turns
    for number in (1, 5):
        inside = range(int(edges[number]), int(edges[number + 1]))
        assert values[number] == pytest.approx(np.mean([counts.get(turns, 0) for turns in inside if turns % 2 == 0]))
        assert odd.get_data().values[number] == pytest.approx(
            np.mean([counts.get(turns, 0) for turns in inside if turns % 2 == 1])
        )
    assert panel.get_title(loc="left") == "bryer: 2,000 games"


def texts(panel):
    """What stands in a hill's panel."""
    return "\n".join(text.get_text().strip() for text in panel.texts)


def test_the_hills_share_their_axes_and_name_the_median(simulations):
    figure = lengths_chart(simulations, seconds_per_turn=6)
    bryer, stack, still, minutes = figure.axes
    limit = simulations[1].quantile(0.98)
    assert {panel.get_xlim() for panel in (bryer, stack, still)} == {(0, limit)}
    assert bryer.get_ylim() == stack.get_ylim()
    assert minutes.get_xlim() == pytest.approx((0, limit / 10))
    for simulation, panel in zip(simulations, (bryer, stack), strict=True):
        line = panel.lines[-1]
        assert set(line.get_xdata()) == {simulation.median}
        assert line.get_color() == "white"
        assert f"are over after {simulation.median} turns, {simulation.median / 10:.0f} min" in texts(panel)
    assert f"{simulations[1].endless_share.value:.2%} never end" in texts(stack)
    assert "never end" not in texts(bryer)
    assert f"1 in 10 takes more than {simulations[0].quantile(0.9)} turns" in texts(bryer)
    assert "under drew-stack lie beyond" in figure.get_supxlabel().replace("\n", " ")


def test_the_area_of_a_hill_is_the_share_of_the_games_that_end(simulations):
    figure = lengths_chart(simulations)
    for simulation, panel in zip(simulations, figure.axes, strict=False):
        turns, shares = panel.lines[0].get_data()
        seen = sum(games for turn, games in simulation.by_turns.items() if turn <= turns[-1]) / len(simulation.games)
        assert trapezoid(shares, turns) == pytest.approx(seen, rel=0.03)


def test_the_games_still_played_end_with_the_endless_ones(simulations):
    *_, still, _ = lengths_chart(simulations).axes
    bryer, stack = still.lines[:2]
    turns = simulations[1].by_turns
    limit = simulations[1].quantile(0.98)
    over = sum(games for turn, games in turns.items() if turn <= limit)
    assert stack.get_ydata()[limit] == pytest.approx(100 - 100 * over / 2000)
    assert bryer.get_ydata()[0] == 100
    assert bryer.get_color() != stack.get_color()
    assert [text.get_text() for text in still.get_legend().get_texts()] == ["bryer", "drew-stack"]


def test_a_single_simulation_has_no_legend_and_an_unknown_setting_is_refused(simulations):
    assert plot(simulations[0]).axes[1].get_legend() is None
    with pytest.raises(ParameterError, match="charts of a Simulation have no setting 'colour'"):
        plot(simulations[0], colour="red")
    with pytest.raises(ParameterError, match="seconds-per-turn = 0"):
        plot(simulations[0], seconds_per_turn=0)


def test_a_simulation_without_an_end_has_an_empty_hill(simulations):
    capped = simulate("drew-shuffle", 10, cap=1)
    figure = lengths_chart([simulations[0], capped])
    assert "no game ended" in texts(figure.axes[1])
    assert len(lengths_chart([simulations[0], capped], by_parity=True).axes) == 1
    with pytest.raises(ParameterError, match="no simulated game ended"):
        lengths_chart([capped])


@pytest.mark.long
@pytest.mark.parametrize("ending", ["svg", *long("pdf", "png")])
def test_the_same_bytes_at_every_run(simulations, tmp_path, ending):
    files = [save_chart(lengths_chart(simulations), tmp_path / f"{number}.{ending}") for number in range(2)]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].stat().st_size > 5000


def test_an_unknown_ending_is_refused(tmp_path):
    with pytest.raises(OutputError, match="unknown ending"):
        save_chart(Figure(), tmp_path / "chart.jpeg")
    assert list(tmp_path.iterdir()) == []


def test_a_chart_says_what_was_given():
    found = simulate("kids,deck=13x1", 19, given="1: A")
    title = lengths_chart(found).get_suptitle()
    assert title == "How long do games last under kids,deck=13x1, given 1: A?"
    chart = lengths_chart(found)
    assert "Given: player 1 was dealt A." in chart.get_supxlabel(), "a title of one's own may not say it"
    first, second = (round(100 * wins / len(found.games)) for wins in found.won.tolist())
    texts = "".join(text.get_text() for text in chart.axes[0].texts)
    assert texts.endswith(f"player 1 wins {first}, player 2 wins {second} of 100")
    (panel,) = lengths_chart(found, by_parity=True).axes
    assert panel.get_title(loc="left") == "kids,deck=13x1: 19 games, given 1: A"
