"""How long does a small question take from the prompt to its answer?

    python benchmarks/start_up.py            seven rounds, kernels compiled
    python benchmarks/start_up.py 3          three rounds
    python benchmarks/start_up.py --cold     once, with kernels to be compiled

CPU seconds of whole commands, each as a ratio to `python -c "import numba"` of the same round; medians over the rounds.
So a machine's speed, and what else it does, all but cancel out.
"""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

BASE = (sys.executable, "-c", "import numba")
COMMANDS = {
    "longest 9": 1.5,
    "simulate bryer --games 10": 1.5,
    "auction tournament Min Max --games 10": 1.5,
    "sequence": 0.8,
    "render 4 -o war-4.svg": 1.5,
    "--help": None,
    "play 41|32": None,
    "rules": None,
    "matrix rock-paper-scissors": 1.5,
    "cycles 5": 1.5,
}
"""What is asked, and the ratio that it should stay below."""

COLD = ("longest 9", "simulate bryer", "tour", "warmup")


def cpu_seconds(command: tuple[str, ...], folder: str, **environment: str) -> float:
    """What a command takes, in CPU seconds."""
    environment |= {"PYTHONDONTWRITEBYTECODE": ""}  # where it is set, every run compiles the Python of this package
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, env=os.environ | environment, capture_output=True, text=True)
    assert done.returncode == 0, (command, done.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def program(command: str) -> tuple[str, ...]:
    return (
        str(Path(sys.executable).parent / "wargraph"),
        *(command.split(maxsplit=1) if "|" in command else command.split()),
    )


def warm(rounds: int, folder: str) -> None:
    """Print the ratios of all commands."""
    for command in COMMANDS:
        cpu_seconds(program(command), folder)
    ratios: dict[str, list[float]] = {command: [] for command in COMMANDS}
    bases = []
    for _ in range(rounds):
        bases.append(cpu_seconds(BASE, folder))
        for command, found in ratios.items():
            found.append(cpu_seconds(program(command), folder) / bases[-1])
    print(f"import numba: {median(bases):.2f} CPU seconds\n")
    print("| command | ratio to `import numba` | to stay below |\n|---|---|---|")
    for command, found in ratios.items():
        print(
            f"| `wargraph {command}` | {median(found):.2f} | {COMMANDS[command] or ''} |".replace("41|32", "'41\\|32'")
        )


def cold(folder: str) -> None:
    """Print how long commands take that find no compiled kernels, each with a cache of its own."""
    print("| command | CPU seconds, nothing compiled |\n|---|---|")
    for command in COLD:
        with tempfile.TemporaryDirectory() as cache:
            print(
                f"| `wargraph {command}` | {cpu_seconds(program(command), folder, NUMBA_CACHE_DIR=cache):.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        if "--cold" in sys.argv:
            cold(folder)
        else:
            warm(int((*sys.argv[1:], "7")[0]), folder)
