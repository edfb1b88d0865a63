"""The progress of long work in a checkpoint.

Every command with --checkpoint FILE resumes from that file.
"""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import wargraph as wg
from wargraph.cli import options as opt


class Status(opt.Output):
    """The progress of long work, and the time that is left.

    You can ask for it while the work goes on.
    """

    path: Annotated[Path, Parameter(name="FILE")] = opt.argument()
    """The checkpoint, as it was named with --checkpoint."""

    def run(self) -> None:
        progress = wg.checkpoint_status(self.path)
        self.write(progress.document(), {"checkpoint": str(self.path), **progress.question})
