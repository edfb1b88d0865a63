"""The pictures in documents: how what is shown in one is drawn."""

from wargraph.document import Figure
from wargraph.export.drawing import PictureView, picture
from wargraph.export.pictures import Picture
from wargraph.relation import Relation


def drawn(figure: Figure) -> Picture:
    """The picture of a relation, or of a War graph."""
    view = PictureView.RELATION if isinstance(figure.subject, Relation) else PictureView.AUTO
    return picture(figure.subject, view)
