"""Measure what docs/speed.md and benchmarks/README.md show, and write it there.

    python benchmarks/speed.py              everything, half an hour on two cores that do nothing else
    python benchmarks/speed.py ratios       only the listings that a file of `benchmarks` makes

Each listing begins with the command that made it; what it prints takes the place of what it printed before.
"""

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
PAGES = (ROOT / "docs" / "speed.md", ROOT / "benchmarks" / "README.md")
LISTING = re.compile(r"^```text\n\$ python benchmarks/(\w+)\.py(.*)\n(?:.*\n)*?```$", re.MULTILINE)
"""A listing: the name of its benchmark, and the arguments."""


def listing(found: re.Match[str]) -> str:
    """The same listing, measured now."""
    name, arguments = found.groups()
    print(f"benchmarks/{name}.py{arguments}", file=sys.stderr)
    command = (sys.executable, f"benchmarks/{name}.py", *shlex.split(arguments))
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, encoding="utf-8")
    where = f"{datetime.now(UTC):%Y-%m-%d}, wargraph {__version__}, Python {platform.python_version()}, {machine()}"
    return f"```text\n$ python benchmarks/{name}.py{arguments}\n{done.stdout.strip()}\n\n{where}\n```"


def measure(pages: Sequence[Path] = PAGES, names: Sequence[str] = ()) -> None:
    """Write pages anew, each listing as soon as it is measured: what a long run has done is kept if it is stopped."""
    listings = [(page, found) for page in pages for found in LISTING.finditer(page.read_text("utf-8"))]
    here = {found[1] for _, found in listings}
    if unknown := set(names) - here:
        sys.exit(f"no page has a listing of {', '.join(sorted(unknown))}: there are {', '.join(sorted(here))}")
    for page, found in listings:
        if not names or found[1] in names:
            write_file(page, page.read_text("utf-8").replace(found[0], listing(found)))


if __name__ == "__main__":
    measure(names=sys.argv[1:])
