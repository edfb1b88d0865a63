"""What happens to commands from outside: Ctrl-C at random moments, and full disks.

Every fault is a real process in an empty folder. Whatever happens, it is promised that a command ends soon, with
the status of Ctrl-C or of a refusal, that nothing half-written is left, and that nobody reads a traceback.
"""

import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep

PATIENCE = 60
"""Seconds after which a command hangs."""

LATEST = 2.5
"""Seconds after which a command is interrupted at the latest."""

INTERRUPTED = 130
WARGRAPH = str(Path(sys.executable).with_name("wargraph"))
LONG_COMMANDS = (
    "longest 5,16 --format csv",
    "endless 5,16 --format csv -o x.csv",
    "lengths 5,15 --format csv",
    "simulate bryer kids --games 10000000 --raw x.csv --format csv",
    "all-deals delahaye-mathieu,deck=4x4 --format csv",
    "auction tournament Min+Max SimpleMinded1+50xDummy --games 1000000 --format csv",
    "auction study --opponents 1..60 --format csv -o x.csv",
    "sequence longest-wl 5..16 --check --format csv",
    "cycles 7 --order free --up-to 30 --format csv",
    "census 8 --format csv",
    "expected-length 5,10 --p 0.001 --hours 9 --format csv",
    "lengths --matrix random:12 --hours 9 --format csv",
    "longest 5,9 --all-tournaments --hours 9 --format csv",
    "odds drew-stack,deck=2x2 drew-shuffle --rounds 6 --table games --format csv",
)
"""None of these is done before it is interrupted."""


@dataclass(frozen=True)
class Interruption:
    """How a command took a signal.

    Attributes
    ----------
    outcome
        "ended" if it ended as it should, "done" if the command was over before, "early" if Python itself was still
        starting, and otherwise what went wrong.
    seconds
        From the signal to the end.
    """

    outcome: str
    seconds: float

    @property
    def has_failed(self) -> bool:
        return self.outcome not in ("ended", "done", "early")


def interrupted(number: int) -> Interruption:
    """Interrupt a long command: which one and when depends on the number alone."""
    random = Random(f"interruption {number}")
    command = LONG_COMMANDS[number % len(LONG_COMMANDS)].split()
    with TemporaryDirectory() as folder, _started(command, folder) as process:
        sleep(random.uniform(0, LATEST))
        process.send_signal(signal.SIGINT)
        start = monotonic()
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            return Interruption(f"{command}: Ctrl-C is swallowed", PATIENCE)
        seconds = monotonic() - start
        fault = _fault(process.returncode, out, err, folder)
    return Interruption(f"{' '.join(command)}: {fault[1:]}" if fault[0] == "!" else fault, seconds)


def _fault(status: int, out: str, err: str, folder: str) -> str:
    files = [path.name for path in Path(folder).iterdir()]
    if status == 0:
        return "done"
    if status != INTERRUPTED and not out and not files and "wargraph/cli" not in err:
        return "early"
    if status != INTERRUPTED:
        return f"!status {status}: {err[-300:]!r}"
    if "Traceback" in err or "ignored" in err:
        return f"!{err[-300:]!r}"
    return f"!it leaves {files} and prints {out!r}" if files or out else "ended"


def _started(command: list[str], folder: str, **settings: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [WARGRAPH, *command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_notice_interruptions,
        **settings,  # type: ignore[call-overload]
    )


def _notice_interruptions() -> None:
    """What runs in the background ignores Ctrl-C, which processes inherit."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def full_disk(number: int) -> str:
    """Run a command whose files cannot grow: what went wrong, or nothing."""
    command = Random(f"full disk {number}").choice(("longest 9 -o x.csv", "lengths 8 -o x.json", "summary 5 -o x.md"))
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            ["/bin/bash", "-c", f"ulimit -f 0; {WARGRAPH} {command}"],
            cwd=folder,
            env=os.environ | {"NUMBA_CACHE_DIR": str(Path(folder) / "none")},
            capture_output=True,
            text=True,
            check=False,
            timeout=10 * PATIENCE,
        )
        left = [path.name for path in Path(folder).glob("x.*")]
    told = done.stderr.splitlines()[-1:]
    is_refused = done.returncode == 2 and told and told[0].startswith("wargraph") and not (done.stdout or left)
    return "" if is_refused else f"{command}: status {done.returncode}: {done.stdout!r} {told} {left}"
