"""wargraph: the card game War as a state space.

The public names are listed in ``__init__.pyi`` and loaded on first use: importing the package loads neither numba nor
scipy nor Graphviz.

>>> import wargraph
>>> wargraph.longest(wargraph.WarGraph(7)).turns
17
"""

import lazy_loader

from wargraph.report.figure import draw_with
from wargraph.version import __version__ as __version__

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

# Reports hold figures; plots and drawing stand above reports, and are loaded with the first figure.
draw_with(
    chart=lambda result, **settings: __getattr__("plot")(result, **settings),
    picture=lambda subject, view: __getattr__("picture")(subject, view),
)
