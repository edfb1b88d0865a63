"""The page on strategies: the known ones, and how to write one of your own."""

from wargraph.auction.strategies import STRATEGIES
from wargraph.report.document import Document, Preformatted, Table
from wargraph.report.result import Row

_YOUR_OWN = """\
    from wargraph import Strategy

    class Middle(Strategy):
        def card(self, view):
            return view.hand[len(view.hand) // 2]

        def war_cards(self, view):
            return view.hand[:4]"""


def strategies_document() -> Document:
    """Return the known strategies, and how to write one of your own."""
    rows: list[Row] = [
        {"strategy": name, "plays": " ".join(str(strategy.__doc__).split("\n\n")[0].split())}
        for name, strategy in STRATEGIES.items()
    ]
    return Document.of(
        Table("rows", rows),
        "A strategy of your own is one class with two methods, in a file such as mine.py:",
        Preformatted(_YOUR_OWN),
        "Then: wargraph auction tournament mine.py:Middle Min Max SimpleMinded2",
        "It must choose by what the view shows and, if it wants chance, by view.chance.below(n), a number 0..n-1. "
        "A class that keeps memory must say is_pure = False.",
    )
