"""The charts of WAR with Auction Rounds: what is on them."""

import numpy as np
import pytest

from tests.support import refusal
from wargraph import ParameterError, auction_study, round_robin, study_chart, tournament, tournament_chart
from wargraph.report.estimates import DEVIATIONS


@pytest.fixture(scope="module")
def study():
    return auction_study([1, 3, 6], 200, 2)


def test_the_study_has_six_plots(study):
    figure = study_chart(study)
    assert len(figure.axes) == 6
    rows = [row for row in study.rows() if row["strategy"] == "SimpleMinded2"]
    for panel, column in zip(figure.axes[1::2], ("win_ratio", "mean_rounds_won", "sd_rounds_won"), strict=True):
        line, *of_all = panel.lines
        assert line.get_xdata().tolist() == [1, 3, 6]
        assert line.get_ydata().tolist() == [row[column] for row in rows]
        all_games = [[row[column.removesuffix("_won")] for row in rows]] if column.endswith("_won") else []
        assert [each.get_ydata().tolist() for each in of_all] == all_games
        (band,) = panel.collections
        highest = max(row[column] + DEVIATIONS * row[f"{column}_error"] for row in rows)
        if column == "win_ratio":
            highest = max(study.simulations["SimpleMinded2", n].share("SimpleMinded2").high for n in (1, 3, 6))
        assert band.get_paths()[0].vertices[:, 1].max() == pytest.approx(highest)
    assert "200 games" in figure.axes[1].get_title(loc="left")


@pytest.mark.long
@pytest.mark.parametrize("opponents", [[5], [1, 2, 8]])
def test_everything_is_inside_the_panels(opponents):
    figure = study_chart(auction_study(opponents, 300, 2))
    figure.draw_without_rendering()
    for panel in figure.axes:
        low, high = panel.get_ylim()
        assert low == 0
        assert (panel.lines[-1].get_ydata() < high).all()
        assert all(float(tick).is_integer() for tick in panel.get_xticks())


def test_the_heat_map_is_ordered_by_rank():
    found = tournament(round_robin(["Min", "Max", "SimpleMinded1", "Adversary"]))
    panel = tournament_chart(found).axes[0]
    names = [row["strategy"] for row in found.ranking_rows()]
    assert [label.get_text() for label in panel.get_xticklabels()] == names
    assert [label.get_text().split()[1] for label in panel.get_yticklabels()] == names
    cells = panel.images[0].get_array()
    assert cells[0, 1] == found.points(names[0], names[1]).value
    assert np.isnan(np.ma.filled(cells, np.nan)[0, 0])
    assert len(panel.texts) == 12


def test_larger_tables_say_so():
    chart = tournament_chart(tournament(round_robin(["Min", "Max"], 3)))
    assert "tables of 3 players" in chart.get_suptitle()
    mixed = tournament_chart(tournament(["Min+Max", "Min+2xMax"]))
    assert "several sizes" in mixed.get_suptitle()


def test_a_tournament_of_one_strategy_cannot_be_drawn():
    text = refusal(ParameterError, lambda: tournament_chart(tournament(["2xMin"])))
    assert "no two strategies met" in text
