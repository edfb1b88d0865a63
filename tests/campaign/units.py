"""Units that do what tests need of them, where other processes find them too."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from wargraph.campaign.run import Campaign


@dataclass(frozen=True)
class Noted:
    """A unit that notes in a folder who works on it, waits for a file if it is told to, and counts one."""

    number: int
    folder: Path
    waits_for: str = ""

    def work(self):
        (self.folder / f"{self.number}-{os.getpid()}").touch()
        while self.waits_for and not (self.folder / self.waits_for).exists():
            time.sleep(0.01)
        return 1, []


@dataclass(frozen=True)
class Deadly:
    """A unit that kills who works on it."""

    def work(self):
        os.kill(os.getpid(), signal.SIGKILL)


class Counted(Campaign):
    """Counts its units."""

    def __init__(self, *units):
        self.start = units

    def __str__(self):
        return "counting"

    def units(self):
        return self.start
