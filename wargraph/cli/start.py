"""Commands for a first visit and about long work: tour, warmup, checkpoint."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.completion.install import create_install_completion_command

import wargraph as wg
from wargraph.cli import app
from wargraph.cli import options as opt
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder
from wargraph.report.document import Document, Table
from wargraph.report.files import make_folder
from wargraph.report.text import text_document
from wargraph.warmup import KERNELS, warm_up

install_completion = create_install_completion_command(app.install_completion, add_to_startup=True)
"""What `App.register_install_completion_command` registers, which would be loaded for each command."""


class Tour(opt.Command):
    """A first look at the package: a table, a report and pictures.

    It prints the longest games for n = 1..13 and the report on rock-paper-scissors, and draws War graphs as SVG.
    """

    output: Annotated[Path, Parameter(name=opt.OUTPUT)] = Path("wargraph-tour")
    """Write the pictures into this folder, which is made if it does not exist."""

    def run(self) -> None:
        folder = make_folder(self.output)
        rows = [row for n in range(1, 14) for order in FIXED_ORDERS for row in wg.longest(n, order).rows()]
        report = wg.relation_report("rock-paper-scissors")
        with opt.working("the pictures"):
            pictures = {
                **{f"war-{n}.svg": wg.picture(n) for n in range(2, 6)},
                "war-5-WL.svg": wg.picture(5, order=ReturnOrder.WL),
                "war-7-condensed.svg": wg.picture(7),
                "war-9-WL-cycles.svg": wg.picture(9, view="cycles", order=ReturnOrder.WL),
                "rock-paper-scissors.svg": wg.picture("rock-paper-scissors"),
            }
        # The pictures come first: a reader who closes the pipe after some lines has them too.
        saved = [f"  {picture.save(folder / name)}: {picture.title}" for name, picture in pictures.items()]
        table = Table("longest", rows, "The longest finite game of War on the cards 1..n, Left holding n")
        print(f"{text_document(Document([table]))}\n\n{report}\n")
        print("\n".join(["Pictures", *saved]))


class Warmup(opt.Command):
    """Compile all kernels now, so that later commands start at once.

    Without it each command compiles the kernels that it needs on its first run.
    """

    def run(self) -> None:
        for number, name in enumerate(warm_up(), start=1):
            print(f"{number} of {len(KERNELS)} compiled: {name}")


class Checkpoint(opt.Output):
    """Inspect a checkpoint of long work: its progress and the time that is left, also while the work goes on."""

    path: Annotated[Path, Parameter(name="FILE")] = opt.argument()
    """The checkpoint, as it was named with --checkpoint."""

    def run(self) -> None:
        progress = wg.checkpoint(self.path)
        self.write(progress.document(), {"checkpoint": str(self.path), **progress.question})
