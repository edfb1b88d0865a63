"""A picture of a small transcript tree, the game running to the right as in every picture."""

from html import escape

import networkx as nx

from wargraph.core.rules import ReturnOrder
from wargraph.drawing.canvas import ARC_STYLE, blank, node_entry
from wargraph.drawing.picture import Picture
from wargraph.errors import TooLargeError
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass, check_size, transcript_classes
from wargraph.report.humanize import counted

_LARGEST_DRAWN = 5
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_BALANCED = {"fillcolor": "#D6EAF8"}


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

    See Also
    --------
    transcripts

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
    balanced = node_entry(_BALANCED, "balanced positions")
    digraph = blank(title, [balanced], ["dashed arcs: the comparison was known already"])
    for winners, known in classes.items():
        style = _BALANCED if 0 <= 2 * known.split - n <= 1 else {}
        digraph.node(_name(winners), _label(known), margin="0.1,0.05", **style)
        if winners:
            later = classes[winners[1:]]
            won, lost = (known.left[0], known.right[0]) if winners[0] == "L" else (known.right[0], known.left[0])
            style = {"color": ARC_STYLE[order]["color"], "style": "dashed" if known.below == later.below else "solid"}
            label = f"{_LETTERS[won]} > {_LETTERS[lost]}"
            digraph.edge(_name(winners), _name(winners[1:]), label=label, **style)
    return Picture(title, digraph.source)


def _name(winners: str) -> str:
    return f"class {winners}"


def _label(known: TranscriptClass) -> str:
    hands = "|".join("".join(_LETTERS[label] for label in hand) for hand in (known.left, known.right))
    covers = nx.transitive_reduction(nx.DiGraph(known.comparisons)).edges
    ranks = ", ".join(f"{_LETTERS[high]}&gt;{_LETTERS[low]}" for high, low in sorted(covers))
    lines = [f"<b>{escape(hands)}</b>", ranks, counted(known.positions, "position")]
    return f"<{'<br/>'.join(line for line in lines if line)}>"
