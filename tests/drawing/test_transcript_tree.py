"""Pictures of transcript trees, read back from their DOT text."""

import re

import pytest

from tests.support import ORDERS, refusal
from wargraph.drawing.transcript_tree import tree_picture
from wargraph.errors import TooLargeError
from wargraph.fixed_order.transcripts.symbolic import transcript_classes


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n", range(1, 6))
def test_every_class_is_a_box_with_its_positions(n, order):
    drawing, classes = tree_picture(n, order), list(transcript_classes(n, order))
    dot, svg = drawing.dot, drawing.svg()
    assert [int(count.replace(",", "")) for count in re.findall(r"<br/>([\d,]+) positions?>", dot)] == [
        known.positions for known in classes
    ]
    assert [svg.count(f'class="{kind}"') for kind in ("node", "edge")] == [len(classes), len(classes) - 1]
    learnt = sum(len(known.comparisons) > len(classes[0].comparisons) for known in classes)
    assert (dot.count("style=dashed") > 0) == (n > 3)
    assert learnt == len(classes) - 1


def test_a_tree_that_cannot_be_read_is_refused():
    assert "draw at most 5" in refusal(TooLargeError, tree_picture, 6)
