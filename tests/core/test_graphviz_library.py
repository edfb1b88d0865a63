"""Graphviz's library: for one thread at a time, without messages, and standard error stays where it is."""

import os
import sys
from threading import Thread

import pygraphviz
import pytest

from tests.support import graph_of, refusal
from wargraph.core.graphviz_library import _loaded, graphviz_library
from wargraph.core.matrices.graphs import _dot
from wargraph.drawing.views import picture
from wargraph.errors import OutputError

DOT = "digraph { rock -> scissors -> paper -> rock }"
USES = {"a picture": lambda: picture(graph_of("deck of 3")).svg(), "DOT": lambda: _dot(DOT)}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_one_thread_at_a_time_uses_it(use):
    other = Thread(target=use)
    with graphviz_library():
        other.start()
        other.join(timeout=0.3)
        assert other.is_alive()
    other.join()


def test_it_prints_nothing_though_standard_error_stays_open(monkeypatch, capfd):
    with monkeypatch.context() as patch:
        patch.delattr(os, "dup2")  # which would redirect what other threads write, too
        for use in USES.values():
            use()
        with pytest.raises(pygraphviz.DotError):
            _dot(DOT[:-1])
    with graphviz_library() as library:
        library.AGraph(string="digraph { a [shape=nonsense] }").draw(format="svg", prog="dot")
    assert capfd.readouterr().err == ""


def test_missing_libraries_are_named_for_installing(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygraphviz", None)  # importing it fails, as where its libraries are missing
    _loaded.cache_clear()
    assert "apt install libglib2.0-0" in refusal(OutputError, picture(graph_of("deck of 3")).svg)
    _loaded.cache_clear()
