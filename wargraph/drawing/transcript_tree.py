"""A picture of a small transcript tree, the game running to the right as in every picture."""

from html import escape

import graphviz

from wargraph.core.rules import ReturnOrder
from wargraph.drawing.canvas import FONT
from wargraph.drawing.picture import Picture
from wargraph.errors import TooLargeError
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass, check_size, transcript_classes
from wargraph.report.humanize import counted

_LARGEST_DRAWN = 5
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_EVEN_FILL = "#D6EAF8"


def tree_picture(n: int, order: ReturnOrder | str = "WL") -> Picture:
    """Draw the transcript tree of a small deck.

    A box is a transcript class. It shows the hands, with letters for the cards (their places in the final hand), what
    is known of the ranks of the cards, and how many positions are in the class. An arc is the turn that leads to the
    class one turn later, with the comparison that decided the turn; it is dashed if the comparison was known already.
    Boxes of balanced positions are shaded.

    Parameters
    ----------
    n : int
        Number of cards, at most 5.
    order : ReturnOrder or str
        The return order, ``WL`` or ``LW``.

    Returns
    -------
    Picture
        The picture; its method `Picture.save` writes it to a file.

    Raises
    ------
    ParameterError
        If `n` is not a number of cards, or `order` is neither WL nor LW.
    TooLargeError
        If `n` is larger than 5.

    See Also
    --------
    transcript_tree

    Examples
    --------
    >>> tree_picture(4, "WL").title
    'Transcript tree of 4 cards under WL: 14 classes'
    """
    n, order = check_size(n), ReturnOrder.fixed(order)
    if n > _LARGEST_DRAWN:
        raise TooLargeError(f"the transcript tree of {n} cards is too large to be read: draw at most {_LARGEST_DRAWN}")
    classes = {known.winners: known for known in transcript_classes(n, order)}
    number = f"{len(classes):,} class{'' if len(classes) == 1 else 'es'}"
    title = f"Transcript tree of {counted(n, 'card')} under {order}: {number}"
    drawing = graphviz.Digraph(
        graph_attr={
            "layout": "dot",
            "rankdir": "LR",
            "ranksep": "0.5",
            "nodesep": "0.15",
            "fontname": FONT,
            "label": title,
        },
        node_attr={"shape": "box", "style": "rounded,filled", "fillcolor": "white", "fontname": FONT, "fontsize": "11"},
        edge_attr={"fontname": FONT, "fontsize": "10", "color": "#0072B2" if order.is_winner_first else "#D55E00"},
    )
    for winners, known in classes.items():
        even = {"fillcolor": _EVEN_FILL} if 0 <= 2 * known.split - n <= 1 else {}
        drawing.node(_name(winners), _label(known), **even)
        if winners:
            later = classes[winners[1:]]
            won, lost = (known.left[0], known.right[0]) if winners[0] == "L" else (known.right[0], known.left[0])
            style = {"style": "dashed"} if known.below == later.below else {}
            label = f"{_LETTERS[won]} > {_LETTERS[lost]}"
            drawing.edge(_name(winners), _name(winners[1:]), label=label, **style)
    return Picture(title, drawing.source)


def _name(winners: str) -> str:
    return f"class {winners}"


def _label(known: TranscriptClass) -> str:
    hands = "|".join("".join(_LETTERS[label] for label in hand) for hand in (known.left, known.right))
    covers = [
        f"{_LETTERS[high]}&gt;{_LETTERS[low]}"
        for high, low in sorted(known.comparisons)
        if not any(
            (high, middle) in known.comparisons and (middle, low) in known.comparisons
            for middle in range(len(known.below))
        )
    ]
    lines = [f"<b>{escape(hands)}</b>", ", ".join(covers), counted(known.positions, "position")]
    return f"<{'<br/>'.join(line for line in lines if line)}>"
