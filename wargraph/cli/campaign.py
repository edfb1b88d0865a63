"""The command about checkpoints: campaign status."""

from pathlib import Path
from typing import Annotated

import wargraph as wg
from wargraph.cli import group
from wargraph.cli.options import argument
from wargraph.cli.output import TO_TERMINAL, Output, Unplotted, table_option

_TABLES = ("campaigns", "runs", "code")


FileArgument = Annotated[Path, argument("FILE", "The checkpoint, as it was named with --checkpoint.")]


def status(
    path: FileArgument,
    table: Annotated[str | None, table_option(_TABLES)] = None,
    target: Unplotted = TO_TERMINAL,
) -> None:
    """The progress of long work, and the time that is left.

    You can ask for it while the work goes on.
    """
    out = Output("campaign status", target, tables=_TABLES, table=table)
    progress = wg.checkpoint_status(path)
    out.write(progress.document(), {"checkpoint": str(path), **progress.question})


campaign = group(
    "campaign",
    """The progress of long work in a checkpoint.

    Every command with --checkpoint FILE resumes from that file.""",
    status,
)
