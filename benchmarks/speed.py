"""Measure what benchmarks/README.md shows, and write it there.

    python benchmarks/speed.py              everything, half an hour on two cores that do nothing else
    python benchmarks/speed.py ratios       only the listings that a file of `benchmarks` makes

Each listing of the page begins with the command that made it; what it prints takes the place of what it printed before.
"""

import os
import platform
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from commands import machine

from wargraph import __version__
from wargraph.report.files import write_file

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "benchmarks" / "README.md"
LISTING = re.compile(r"^```text\n\$ python benchmarks/(\w+)\.py(.*)\n(?:.*\n)*?```$", re.MULTILINE)
"""A listing: the name of its benchmark, and the arguments."""


def listing(found: re.Match[str]) -> str:
    """The same listing, measured now."""
    name, arguments = found.groups()
    print(f"benchmarks/{name}.py{arguments}", file=sys.stderr)
    command = (sys.executable, f"benchmarks/{name}.py", *shlex.split(arguments))
    wide = {**os.environ, "COLUMNS": "160"}
    done = subprocess.run(command, cwd=ROOT, env=wide, stdout=subprocess.PIPE, check=True, encoding="utf-8")
    where = f"{datetime.now(UTC):%Y-%m-%d}, wargraph {__version__}, Python {platform.python_version()}, {machine()}"
    return f"```text\n$ python benchmarks/{name}.py{arguments}\n{done.stdout.strip()}\n\n{where}\n```"


def measure(page: Path = PAGE, names: Sequence[str] = ()) -> None:
    """Write a page anew, each listing as soon as it is measured: what a long run has done is kept if it is stopped."""
    listings = list(LISTING.finditer(page.read_text("utf-8")))
    here = {found[1] for found in listings}
    if unknown := set(names) - here:
        sys.exit(f"{page} has no listing of {', '.join(sorted(unknown))}: it has {', '.join(sorted(here))}")
    for each in listings:
        if not names or each[1] in names:
            write_file(page, page.read_text("utf-8").replace(each[0], listing(each)))


if __name__ == "__main__":
    measure(names=sys.argv[1:])
