"""How long do whole commands take, from the prompt to the answer, and how much memory?

    python benchmarks/commands.py           medians of three runs in turn, and the large ones once: half an hour
    python benchmarks/commands.py --once    also what takes hours, each once
    python benchmarks/commands.py --start   how long small questions take to start, in a minute

Seconds are those of a clock, on all cores, with kernels compiled; memory is the most that the process held. What takes
hours is kept in `benchmarks/commands.csv` when it has been measured, and shown from there.
"""

import csv
import os
import platform
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter

from wargraph.report.result import Row
from wargraph.report.tables import text_table

RUNS = 3
COMMANDS = {
    "--help": "",
    "play 41|32": "",
    "matrix rock-paper-scissors": "24 positions",
    "sequence longest-wl": "",
    "render 4 -o war-4.svg": "60 positions",
    "tour": "",
    "longest 1..13 --order both": "",
    "longest 14 --order both": "12.7 billion classes",
    "longest 14 --order both --checkpoint longest.db": "the same",
    "endless 1..13,15 --deals balanced": "",
    "endless 17 --deals balanced": "355,687,428,096,000 deals",
    "lengths 13": "43,589,145,600 positions",
    "summary 9": "1,814,400 positions",
    "summary 10": "19,958,400 positions",
    "farthest 10": "19,958,400 positions",
    "farthest 11": "239,500,800 positions",
    "contest 10": "19,958,400 positions",
    "contest 11": "239,500,800 positions",
    "expected-length 6 --exact": "2,520 positions",
    "expected-length 9": "1,814,400 positions",
    "expected-length 10": "19,958,400 positions",
    "simulate bryer": "",
    "simulate bryer --games 1000000": "",
    "all-deals delahaye-mathieu,deck=4x4": "31,532,760 deals",
}
LARGE = {
    "endless 19 --deals balanced": "121,645,100,408,832,000 deals",
    "farthest 12": "3,113,510,400 positions",
    "contest 12": "3,113,510,400 positions",
    "summary 11": "239,500,800 positions",
    "auction exact 6": "720 deals",
}
HOURS = {
    "farthest 13": "43,589,145,600 positions",
    "longest 16 --hours 5": "1.6e11 classes",
    "lengths 16 --order LW --hours 5": "177,843,714,048,000 positions",
}
"""Each command, and how much it goes through."""

START = (
    *("--help", "sequence longest-wl", "play --preset kids --seed 1", "longest 9", "render 4 -o war.svg", "summary 4"),
    *("simulate bryer --games 10", "simulate bryer", "auction tournament Min Max", "matrix rock-paper-scissors"),
)
"""Questions so small that their time is that of loading."""

ENVIRONMENT = os.environ | {
    "PYTHONDONTWRITEBYTECODE": ""
}  # where it is set, every run compiles the Python of this package
KEPT = Path(__file__).with_suffix(".csv")


def measured(command: str, *program: str) -> tuple[float, float, float]:
    """Seconds, processor seconds and gigabytes of a command, or of another program."""
    program = program or (str(Path(sys.executable).with_name("wargraph")), *command.split())
    with tempfile.TemporaryFile() as said, tempfile.TemporaryDirectory() as folder:
        start = perf_counter()
        process = subprocess.Popen(program, cwd=folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=said)
        _, status, used = os.wait4(process.pid, 0)
        seconds = perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise SystemExit(f"wargraph {command}: {said.read().decode()}")
    return seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / (10**9 if sys.platform == "darwin" else 10**6)


def three_digits(number: float | str) -> float | int:
    """A number rounded to three digits; without a fraction from 100 on.

    >>> three_digits(0.12345), three_digits("123.45")
    (0.123, 123)
    """
    rounded = float(f"{float(number):.3g}")
    return rounded if rounded < 100 else int(float(number) + 0.5)


def rows(commands: dict[str, str], runs: int) -> list[Row]:
    """A row for each command: the medians of some runs, in turn."""
    found: dict[str, list[tuple[float, ...]]] = {command: [] for command in commands}
    for _ in range(runs):
        for command, each in found.items():
            print(command, file=sys.stderr)
            each.append(measured(command))
    return [
        {
            "command": f"wargraph {command}",
            "Size": commands[command],
            "seconds": three_digits(median(seconds)),
            "GB": round(median(gigabytes), 2),
        }
        for command, each in found.items()
        for seconds, _, gigabytes in [zip(*each, strict=True)]
    ]


def start_rows() -> list[Row]:
    """The least processor time of each small question in three runs, in turn, over that of importing numba."""
    runs = [[measured("", sys.executable, "-c", "import numba"), *map(measured, START)] for _ in range(3)]
    numba, *least = (min(processor for _, processor, _ in each) for each in zip(*runs, strict=True))
    ratios = [f"{each / numba:.2f}" for each in least]
    return [{"command": name, "over import numba": ratio} for name, ratio in zip(START, ratios, strict=True)]


def machine() -> str:
    """Where it was measured."""
    names = [line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
             if line.startswith("model name")] if Path("/proc/cpuinfo").exists() else []  # fmt: skip
    return f"{os.cpu_count()} cores of {names[0] if names else platform.processor() or platform.machine()}"


def keep_hours() -> None:
    """Measure what takes hours, and keep it."""
    told = {"measured": f"{datetime.now(UTC):%Y-%m-%d}, {machine()}"}
    new = [row | told for row in rows(HOURS, 1)]
    with KEPT.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(new[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(new)


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--once", action="store_true", help="measure what takes hours too")
    parser.add_argument("--start", action="store_true", help="measure only how long small questions take to start")
    chosen = parser.parse_args()
    if chosen.start:
        print(text_table(start_rows()))
        return
    if chosen.once:
        keep_hours()
    measured("longest 5")  # everything is read from the disk once
    print(text_table(rows(COMMANDS, RUNS)), end="\n\n")
    print(text_table(rows(LARGE, 1)), end="\n\n")
    with KEPT.open(encoding="utf-8", newline="") as file:
        kept = list(csv.DictReader(file))
    numbers = ("seconds", "GB")
    print(
        text_table([row | {name: three_digits(row[name]) if row[name] else None for name in numbers} for row in kept])
    )


if __name__ == "__main__":
    main()
