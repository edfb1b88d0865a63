"""The command about checkpoints: campaign status."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

import wargraph as wg
from wargraph.cli.options import table_of
from wargraph.cli.output import Output

campaign = App(
    name="campaign",
    help="The progress of long work in a checkpoint.\n\nEvery command with --checkpoint FILE resumes from that file.",
)


@campaign.command
def status(
    path: Annotated[Path, Parameter(name="FILE")],
    /,
    *,
    table: Annotated[str | None, table_of("campaigns", "runs", "code")] = None,
    output: Output = Output(),
) -> None:
    """The progress of long work, and the time that is left.

    You can ask for it while the work goes on.

    Parameters
    ----------
    path
        The checkpoint, as it was named with --checkpoint.
    """
    report = output.report("campaign status", table)
    progress = wg.checkpoint_status(path)
    report.write(progress.document(), {"checkpoint": str(path), **progress.question})
