"""Graphviz's library, which draws pictures and reads DOT: for one thread at a time, silent, and with its own fonts."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ctypes import CDLL, c_void_p
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from types import ModuleType

from wargraph.errors import OutputError

_NO_MESSAGES = 2  # AGMAX of cgraph.h: above the levels of warnings and errors
_one_at_a_time = Lock()  # Graphviz is not made for threads


@contextmanager
def graphviz_library() -> Iterator[ModuleType]:
    """Lend pygraphviz to the calling thread, while all other threads wait."""
    with _one_at_a_time:
        yield _loaded()


@cache
def _loaded() -> ModuleType:
    """Load the library so that it prints nothing, and draws the same pictures on every machine.

    Pygraphviz raises an exception for each error. Fontconfig gets the fonts here: on its own it would read the
    configuration of the machine, and print warnings about it.
    """
    try:
        import pygraphviz
        from pygraphviz import _graphviz
    except ImportError:
        raise OutputError(
            "Graphviz needs the libraries glib, Xext and Xrender: on Debian and Ubuntu, "
            "apt install libglib2.0-0 libxext6 libxrender1"
        ) from None
    library = CDLL(_graphviz.__file__)
    with suppress(AttributeError):  # Windows does not find functions in the libraries that this one loads
        library.agseterr(_NO_MESSAGES)
        library.FcConfigCreate.restype = c_void_p
        configuration = c_void_p(library.FcConfigCreate())
        for font in sorted(_font_folder().iterdir()):
            library.FcConfigAppFontAddFile(configuration, os.fsencode(font))
        library.FcConfigSetCurrent(configuration)
    module: ModuleType = pygraphviz
    return module


def _font_folder() -> Path:
    """Return the folder of matplotlib's fonts, found without importing matplotlib, which takes half a second."""
    matplotlib = find_spec("matplotlib")
    return Path(str(matplotlib and matplotlib.origin)).parent / "mpl-data" / "fonts" / "ttf"
