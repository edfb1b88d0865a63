"""The gallery has every figure, each with the command that draws it."""

import re

from tests.docs.pages import GALLERY, ROOT, commands_in

FIGURE = re.compile(r"^!\[.+\]\(\.\./figures/(\S+)\)$", re.MULTILINE)
_, *PARTS = FIGURE.split(GALLERY.read_text("utf-8"))
SHOWN = [*zip(PARTS[::2], PARTS[1::2], strict=True)]
FIGURES = {path.name for path in (ROOT / "figures").iterdir() if path.suffix in (".svg", ".png")}
PAGES_SHOWN = {"explorer.png": "war.html"}
"""Figures that show a page which a command writes."""


def test_every_figure_is_there_once():
    names = [name for name, _ in SHOWN]
    assert len(names) == len(set(names))
    assert set(names) == FIGURES


def test_below_each_figure_is_the_command_that_draws_it():
    for name, below in SHOWN:
        shell = re.findall(r"^```sh\n(.*?)^```$", below, re.DOTALL | re.MULTILINE)[0]
        studies = re.findall(r"^python (analyses/.*)$", shell, re.MULTILINE)
        if studies:
            assert (ROOT / studies[0]).exists()
        else:
            (words,) = commands_in(shell)
            written = words[words.index("--plot" if "--plot" in words else "-o") + 1]
            assert written == PAGES_SHOWN.get(name, name)
