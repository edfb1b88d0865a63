"""Commands under a limited address space, as `ulimit -v` sets it: the answer, or one line and exit status 2, in time.

    python benchmarks/address_space.py [--from 200] [--to 1500] [--step 50]

Without the check in `wargraph.cli.libraries` there are hangs that no signal ends, aborts and tracebacks below 600 MB.
"""

import argparse
import os
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

WARGRAPH = str(Path(sys.executable).with_name("wargraph"))
MEGABYTE = 10**6
PATIENCE = 60
"""Seconds after which a command hangs."""

COMMANDS = (
    "--help",
    "sequence finish",
    "play 41|32",
    "longest 13",
    "longest --matrix cyclic:5",
    "lengths 8 --deals even",
    "simulate kids --games 1000",
    "simulate kids --games 1000 --plot x.svg",
    "summary 5",
    "expect 5",
    "matrix cyclic:5 -o x.html",
    "census 4",
    "render 4 -o x.svg",
    "explore 4 -o x.html",
    "auction tournament Min+Max --games 100",
    "longest 13 --jobs 100",
)


def outcome(command: str, limit: int | None, expected: str = "") -> tuple[str, str, float]:
    """How a command ends under a limit of so many bytes.

    Returns "answer", "refused" or what is wrong, what the command printed, and the seconds it took. The answer must be
    the one that is expected, if one is.
    """

    def limited() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    start = monotonic()
    with TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                [WARGRAPH, *command.split()],
                cwd=folder,
                env=os.environ | {"COLUMNS": "200"},
                preexec_fn=limited,
                capture_output=True,
                text=True,
                check=False,
                timeout=PATIENCE,
            )
        except subprocess.TimeoutExpired:
            return f"hangs for {PATIENCE} s", "", PATIENCE
        left = [path.name for path in Path(folder).iterdir()]
    seconds = monotonic() - start
    is_told = done.stderr.startswith("wargraph") and done.stderr.count("\n") == 1
    if done.returncode == 2 and is_told and not done.stdout and not left:
        return "refused", done.stderr, seconds
    if done.returncode == 0 and not done.stderr and (not expected or done.stdout == expected):
        return "answer", done.stdout, seconds
    return f"status {done.returncode}: {done.stderr[-200:]!r}", done.stdout, seconds


def main() -> None:
    """Try every command under every limit, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name, default in (("from", 200), ("to", 1500), ("step", 50)):
        parser.add_argument(f"--{name}", type=int, default=default, help=f"MB; {default}")
    asked = vars(parser.parse_args())
    limits = range(asked["from"], asked["to"] + 1, asked["step"])
    print(
        f"{len(limits)} limits from {limits[0]} to {limits[-1]} MB; seconds: unlimited, longest refusal, longest answer"
    )
    wrong = 0
    for command in COMMANDS:
        usual, expected, unlimited = outcome(command, None)
        assert usual == "answer", usual
        found = {limit: outcome(command, limit * MEGABYTE, expected) for limit in limits}
        refused = {limit: seconds for limit, (how, _, seconds) in found.items() if how == "refused"}
        answered = {limit: seconds for limit, (how, _, seconds) in found.items() if how == "answer"}
        faults = {limit: how for limit, (how, *_) in found.items() if how not in ("answer", "refused")}
        wrong += len(faults)
        print(
            f"{command:42} refused {len(refused):2} (to {max(refused, default=0):4} MB), "
            f"answered {len(answered):2} (from {min(answered, default=0):4} MB)  "
            f"{unlimited:.1f} {max(refused.values(), default=0):.1f} {max(answered.values(), default=0):.1f}  "
            f"{faults or ''}",
            flush=True,
        )
    print(f"{len(limits) * len(COMMANDS)} runs, {wrong} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
