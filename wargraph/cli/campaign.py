"""The command about checkpoints: campaign status."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

import wargraph as wg
from wargraph.cli.options import command, table_of
from wargraph.cli.output import Output

Campaign = App(
    name="campaign",
    help="The progress of long work in a checkpoint.\n\nEvery command with --checkpoint FILE resumes from that file.",
)
CheckpointArgument = Annotated[Path, Parameter(name="FILE", help="The checkpoint, as it was named with --checkpoint.")]


@Campaign.command
@command
class Status(Output):
    """The progress of long work, and the time that is left.

    You can ask for it while the work goes on.
    """

    table: Annotated[str | None, table_of("campaigns", "runs", "code")] = None

    def __call__(self, path: CheckpointArgument) -> None:
        progress = wg.checkpoint_status(path)
        self.write(progress.document(), {"checkpoint": str(path), **progress.question})
