"""Commands for a first visit and about long work."""

import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Annotated, cast

from cyclopts import Parameter
from cyclopts.completion.install import create_install_completion_command

import wargraph as wg
from wargraph.cli import app
from wargraph.cli import options as opt
from wargraph.core.rules import FIXED_ORDERS
from wargraph.report.document import Document, Figure, Paragraph, Table, Title
from wargraph.report.files import make_folder
from wargraph.report.formats import save_document
from wargraph.report.layout import wrapped
from wargraph.report.result import row_of
from wargraph.report.text import text_document
from wargraph.warmup import KERNELS, warm_up

WL, LW = FIXED_ORDERS

install_completion = create_install_completion_command(app.install_completion, add_to_startup=True)
"""What `App.register_install_completion_command` registers, which would be loaded for each command."""


class Tour(opt.Command, section="Getting started"):
    """A first look at the package: a table, a relation and a page of pictures.

    It prints the longest games for n = 1..13 and how many games of rock-paper-scissors never end, and draws War graphs
    as SVG. At a terminal the page with all pictures opens in the browser, if there is one.

    $ wargraph tour
    $ wargraph tour -o pictures
    """

    output: Annotated[Path, Parameter(name=opt.OUTPUT)] = Path("wargraph-tour")
    """Write the pictures into this folder, which is made if it does not exist."""

    def run(self) -> None:
        folder = make_folder(self.output)
        longest = {(n, order): wg.longest(n, order) for n in range(1, 14) for order in FIXED_ORDERS}
        rows = [
            row_of(longest[n, WL], "n", longest_wl=longest[n, WL].turns, longest_lw=longest[n, LW].turns)
            | {"example": str(longest[n, WL].example)}
            for n in range(1, 14)
        ]
        answer = cast("Paragraph", wg.endless("rock-paper-scissors", deals="balanced").document().blocks[0]).text
        with opt.working("the pictures"):
            pictures = {
                **{f"war-{n}.svg": wg.picture(n) for n in range(2, 6)},
                "war-5-WL.svg": wg.picture(5, order=WL),
                "war-7-condensed.svg": wg.picture(7),
                "war-9-WL-cycles.svg": wg.picture(9, view="cycles", order=WL),
                "rock-paper-scissors.svg": wg.picture("rock-paper-scissors"),
            }
        # The pictures come first: a reader who closes the pipe after some lines has them too.
        for name, picture in pictures.items():
            picture.save(folder / name)
        table = Table("longest", rows, "The longest finite game of War on the cards 1..n, with an example under WL")
        figures = [part for picture in pictures.values() for part in (Title(picture.title), Figure(picture))]
        page = folder / "index.html"
        save_document(Document([Title("A tour of War"), table, *figures]), page, "tour", {})
        print(text_document(Document([table], is_whole=True)))
        print(wrapped(f"\n{answer}\n\n{len(pictures)} pictures: {page}"))
        if sys.stdout.isatty():
            with suppress(webbrowser.Error):
                if type(browser := webbrowser.get()) is not webbrowser.GenericBrowser:  # such as w3m, in the terminal
                    browser.open(page.resolve().as_uri())


class Warmup(opt.Command, section="Getting started"):
    """Compile all kernels now, so that later commands start at once.

    Without it each command compiles the kernels that it needs on its first run.

    $ wargraph warmup
    """

    def run(self) -> None:
        for number, name in enumerate(warm_up(), start=1):
            print(f"{number} of {len(KERNELS)} compiled: {name}")


class Checkpoint(opt.Output, section="Long work"):
    """Inspect a checkpoint of long work: its progress and the time that is left, also while the work goes on.

    $ wargraph longest 12 --checkpoint work.db
    $ wargraph checkpoint work.db
    """

    path: Annotated[Path, Parameter(name="FILE")] = opt.argument()
    """The checkpoint, as it was named with --checkpoint."""

    def run(self) -> None:
        progress = wg.checkpoint(self.path)
        self.write(progress.document(), {"checkpoint": str(self.path), **progress.question})
