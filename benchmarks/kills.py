"""Kill long work again and again: what is kept stays, and the answer is the same in the end.

    python benchmarks/kills.py [KILLS] [SEED]      20 kills of each of five commands, seed 0; some ten minutes

Each command is run undisturbed once. Then it is started with a checkpoint and killed (`kill -9`) at a random time
within the time of that run, again and again; a command that ended before its kill begins anew. After every five kills
it is left to end. Prints for each command its seconds, the kills, how many of them came when work units had been kept,
how often it was left to end, and how many answers differed; ends with 1 if any did, or if a kept unit was lost.
"""

import random
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from sqlite3 import Error, connect
from tempfile import TemporaryDirectory
from time import monotonic

from wargraph.report.result import Row
from wargraph.report.tables import text_table

COMMANDS = {
    "trees": "endless 15 --deals balanced",
    "games": "simulate drew-shuffle --games 1000000",
    "auctions": "auction tournament SimpleMinded1+5xDummy Max+3xDummy --games 100000",
    "relations": "census 6",
    "layers": "farthest 10",
}
KILLS_UNTIL_AN_END = 5


def units_in(path: Path) -> set[str]:
    """The keys of the finished work units; none if the file does not exist yet."""
    if not path.exists():
        return set()
    try:
        with closing(connect(path)) as database:
            return {key for (key,) in database.execute("SELECT key FROM unit")}
    except Error:  # it was killed before the tables were made
        return set()


def row(name: str, kills: int, chance: random.Random, folder: Path) -> Row:
    """Kill one command so many times, and end it after every few."""
    path = folder / f"{name}.db"
    command = [sys.executable, "-m", "wargraph", *COMMANDS[name].split(), "--format", "csv"]
    start = monotonic()
    expected = subprocess.run(command, check=True, capture_output=True).stdout
    seconds, killed, resumed, ends, others, lost = monotonic() - start, 0, 0, 0, 0, 0
    kept = units_in(path)
    while killed < kills or ends < kills / KILLS_UNTIL_AN_END:
        must_end = killed >= KILLS_UNTIL_AN_END * (ends + 1) or killed == kills
        with subprocess.Popen([*command, "--checkpoint", str(path)], stdout=subprocess.PIPE) as process:
            try:
                answer, _ = process.communicate(timeout=None if must_end else chance.uniform(0, seconds))
            except subprocess.TimeoutExpired:
                process.kill()
                answer = None
        if answer is None:
            killed += 1
            resumed += bool(kept)
        elif answer != expected or process.returncode:
            others += 1
        now = units_in(path)
        lost += len(kept - now)
        kept = now
        if answer is not None:
            ends += must_end
            path.unlink()
            kept = set()
    return {
        "work": COMMANDS[name],
        "seconds": round(seconds, 1),
        "kills": killed,
        "with units kept": resumed,
        "ended": ends,
        "other answers": others,
        "units lost": lost,
    }


def main(kills: int = 20, seed: int = 0) -> int:
    """Kill all commands; return the exit status."""
    with TemporaryDirectory() as folder:
        rows = [row(name, kills, random.Random(seed), Path(folder)) for name in COMMANDS]
    print(text_table(rows))
    return any(each["other answers"] or each["units lost"] for each in rows)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
