"""Tables of colours: each cell shows its entry, and cards of two relations stand in the same places."""

import numpy as np
import pytest

from tests.support import MATRICES
from wargraph.core.relation import Relation
from wargraph.plots.data import chart_of
from wargraph.plots.plot import plot
from wargraph.relations.comparison import compare_relations
from wargraph.relations.structure import relation_structure


def entries(panel):
    """The colours by the names of the row and the column, as words; and the scores by the names of the rows."""
    size, cells = len(panel.cells.values), panel.cells
    names, sides = panel.x_ticks, {place: text.rsplit("  ", 1) for place, text in panel.y_ticks.items()}
    read = {}
    for (row, column), value in np.ndenumerate(cells.values):
        assert sides[row][0] == names[size - 1 - row]
        read[sides[row][0], names[column]] = None if np.isnan(value) else cells.names[int(value) - 1]
    return read, dict(sides.values())


@pytest.mark.parametrize("name", MATRICES)
def test_each_cell_is_an_entry(name):
    relation, found = MATRICES[name], relation_structure(MATRICES[name])
    ((panel,),) = chart_of(found).panels
    read, scores = entries(panel)
    names = {relation.name_of(card): card for card in range(1, relation.n + 1)}
    assert scores == {of: str(found.scores[card - 1]) for of, card in names.items()}
    for (one, other), word in read.items():
        winner = relation.winner(names[one], names[other])
        assert word == (None if one == other else {"Left": "win", "Right": "loss", None: "draw"}[winner])


def test_many_cards_name_some_rows_only():
    ((panel,),) = chart_of(relation_structure("cyclic:101")).panels
    assert len(panel.x_ticks) == len(panel.y_ticks) == 34
    assert panel.y_ticks[100] == "1  50"
    assert plot(relation_structure("cyclic:101")).title == "cyclic:101: who beats whom"


def test_two_relations_share_their_places():
    found = compare_relations("a beats b; b beats c; c beats a", "c beats b; b beats a, d; a beats c; d beats a, c")
    panels = [panel for (panel,) in chart_of(found).panels]
    (first, scores), (second, others) = map(entries, panels)
    assert panels[0].x_ticks == panels[1].x_ticks == dict(enumerate("abcd"))
    assert (first["a", "b"], second["a", "b"]) == ("win", "loss")
    assert first["a", "d"] is first["d", "c"] is None
    assert (second["d", "a"], second["d", "b"]) == ("win", "loss")
    assert (scores["d"], others["d"]) == ("", "2")
    for panel in panels:
        (line,) = panel.lines
        dots = zip(line.x, line.y, strict=True)
        marked = {(panel.x_ticks[3 - round(y - 0.35)], panel.x_ticks[round(x + 0.35)]) for x, y in dots}
        assert marked == {pair for pair, word in first.items() if word and word != second[pair]}


def test_the_same_relation_has_no_marks():
    panels = chart_of(compare_relations("cyclic:3", Relation.of("cyclic:3"))).panels
    assert [panel.lines for (panel,) in panels] == [(), ()]
