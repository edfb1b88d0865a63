"""The pictures in documents: how what is shown in one is drawn."""

from wargraph.document import Figure
from wargraph.export.drawing import picture
from wargraph.export.pictures import Picture
from wargraph.export.relation_drawing import relation_picture
from wargraph.relation import Relation


def drawn(figure: Figure) -> Picture:
    """The picture of a relation, or of a War graph."""
    return relation_picture(figure.subject) if isinstance(figure.subject, Relation) else picture(figure.subject)
