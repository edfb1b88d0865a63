"""The pictures in documents: how what is shown in one is drawn."""

from wargraph.document import Figure
from wargraph.export.chart import Chart
from wargraph.export.drawing import PictureView, picture
from wargraph.export.pictures import Picture
from wargraph.export.plots import plot
from wargraph.relation import Relation
from wargraph.results import Result


def drawn(figure: Figure) -> Picture | Chart:
    """The picture of a relation, or of a War graph; the plot of a result."""
    if isinstance(figure.subject, Result):
        return plot(figure.subject)
    view = PictureView.RELATION if isinstance(figure.subject, Relation) else PictureView.AUTO
    return picture(figure.subject, view)
