"""Charts: what is drawn, and that it is the same at every run."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from tests.support import long
from wargraph import OutputError, ParameterError, lengths_chart, save_chart, simulate


@pytest.fixture(scope="module")
def simulations():
    return [simulate(rules, 2000, seed=1) for rules in ("bryer", "drew-stack")]


def test_even_and_odd_are_told_apart(simulations):
    figure = lengths_chart(simulations[:1])
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


def test_several_are_compared(simulations):
    figure = lengths_chart(simulations)
    assert len(figure.axes) == 3
    bryer, stack = figure.axes[-1].lines
    assert bryer.get_ydata()[-1] == pytest.approx(0)
    assert stack.get_ydata()[-1] == pytest.approx(simulations[1].endless_share.value)
    assert "endless" in figure.axes[1].get_title(loc="left")


def test_a_simulation_without_an_end_is_compared_only(simulations):
    capped = simulate("drew-shuffle", 10, cap=1)
    assert len(lengths_chart([simulations[0], capped]).axes) == 2
    with pytest.raises(ParameterError, match="no simulated game ended"):
        lengths_chart([capped])


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
    (panel,) = lengths_chart(simulate("kids,deck=13x1", 19, given="1: A")).axes
    assert panel.get_title(loc="left") == "kids,deck=13x1: 19 games, given 1: A"
