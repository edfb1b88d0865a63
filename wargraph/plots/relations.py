"""Relations as tables of colours, with the scores at the side: one relation, or two with what differs between them."""

from collections.abc import Sequence
from math import ceil

import numpy as np

from wargraph.core.relation import Interpretation, Relation
from wargraph.drawing.labels import with_short_names
from wargraph.plots.data import COLOURS, WIDTH, Cells, ChartData, Line, Look, Panel, chart_of
from wargraph.relations.answers import names_of
from wargraph.relations.comparison import RelationComparison
from wargraph.relations.structure import Structure

_INCHES_A_CARD, _INCHES_OF_TEXTS, _SMALLEST, _LARGEST = 0.34, 2.0, 3.0, 12.5  # room for each word in a cell
_MOST_NAMES = 40
_LONGEST_NAME = 16
_CORNER = 0.35
_NOTE = "Beside each name stands the score, the number of cards that it beats"


@chart_of.register
def _of_structure(found: Structure) -> ChartData:
    relation = with_short_names(found.relation, _LONGEST_NAME)
    side = _side(relation.n)
    names = names_of(relation)
    panel = _panel(relation, [*range(relation.n)], names, found.scores)
    title = f"{relation.name}: who beats whom"
    return ChartData([[panel]], title, _NOTE, size=(max(WIDTH, side + _INCHES_OF_TEXTS), side + _INCHES_OF_TEXTS))


@chart_of.register
def _of_comparison(found: RelationComparison) -> ChartData:
    """Return both relations with each card in the same row and column."""
    first, second = names_of(found.first), names_of(found.second)
    names = list(dict.fromkeys([*first, *second]))
    places = {name: place for place, name in enumerate(names)}
    differing = [(places[str(row["card"])], places[str(row["against"])]) for row in found.entry_rows()]
    marked = [*differing, *((column, row) for row, column in differing)]
    panels = []  # one below the other, so that a narrow screen shows them as large as one
    for relation, cards, structure in zip((found.first, found.second), (first, second), found.structures, strict=True):
        panels.append([_panel(relation, [places[card] for card in cards], names, structure.scores, marked)])
    side, title = _side(len(names)), f"{found.first.name} and {found.second.name}"
    note = f"{_NOTE}; a dot marks what differs"
    return ChartData(panels, title, note, size=(max(WIDTH, side + _INCHES_OF_TEXTS), 2 * side + _INCHES_OF_TEXTS))


def _side(cards: int) -> float:
    return min(max(_SMALLEST, _INCHES_A_CARD * cards), _LARGEST)


def _panel(
    relation: Relation,
    places: Sequence[int],
    names: Sequence[str],
    scores: Sequence[int],
    marked: Sequence[tuple[int, int]] = (),
) -> Panel:
    """Return a relation whose cards stand in some of the places; the first place is the row at the top."""
    beats, size = relation.to_array(), len(names)
    outcomes = ("loss", "draw", "win") if relation.has_draws else ("loss", "win")
    draws = ~beats & ~beats.T if relation.has_draws else np.zeros_like(beats)
    of_cards = np.where(beats, len(outcomes), 1 + draws).astype(float)
    np.fill_diagonal(of_cards, np.nan)
    values = np.full((size, size), np.nan)
    values[np.ix_(places, places)] = of_cards
    of_place = dict(zip(places, scores, strict=True))
    step = ceil(size / _MOST_NAMES)
    dots = np.array(marked, float).reshape(-1, 2)
    dot = Look(COLOURS[1], dashes="none", marker="o")
    edges = np.arange(size + 1) - 0.5
    label = (
        "Left's card, in the row, against Right's"
        if relation.interpretation is Interpretation.LITERAL
        else "The card of the row against that of the column"
    )
    return Panel(
        title=relation.name if marked or size != relation.n else "",
        lines=[Line(dots[:, 1] - _CORNER, size - 1 - dots[:, 0] + _CORNER, dot)] if marked else (),
        cells=Cells(edges, edges, values[::-1], label, outcomes),
        x_ticks={place: names[place] for place in range(0, size, step)},
        y_ticks={size - 1 - place: f"{names[place]}  {of_place.get(place, '')}" for place in range(0, size, step)},
    )
