"""Does the package hold what it promises, whatever it is given and whatever happens to it?

    python benchmarks/attack.py [INPUTS]         100,000 inputs of all kinds; a quarter of an hour
    python benchmarks/attack.py --faults [N]     500 interruptions at random moments, 50 full disks; an hour

Prints how many inputs of each kind were tried, refused and accepted, and what failed. An input depends on its kind and
number alone, so a failure comes again: `attack_inputs.tried(kind, number)`.
"""

import sys
from statistics import quantiles

from attack_faults import full_disk, interrupted
from attack_inputs import KINDS, attacked

from wargraph.warmup import warm_up

DEAR = ("command lines", "file names")
"""Kinds that are tried half as often: each is a whole command."""

INTERRUPTIONS_A_DISK = 10
"""One full disk for so many interruptions."""


def inputs(number: int) -> list[str]:
    """Try so many inputs; prints the counts, and returns what failed."""
    times = round(number / (len(KINDS) - len(DEAR) / 2))
    failures = []
    print("\n| inputs | tried | refused | accepted | failed |\n|---|---|---|---|---|")
    for kind in KINDS:
        count = attacked(kind, 0, times // 2 if kind in DEAR else times)
        failures += [f"{kind} {place}: {what}" for place, what in count.failures]
        counts = (count.tried, count.refused, count.accepted, len(count.failures))
        print(f"| {kind} | {' | '.join(f'{each:,}' for each in counts)} |", flush=True)
    return failures


def faults(number: int) -> list[str]:
    """Interrupt commands so many times, and fill some disks; prints the counts, and returns what failed."""
    found = [interrupted(each) for each in range(number)]
    outcomes = [each.outcome for each in found]
    failures = [each.outcome for each in found if each.has_failed]
    print(f"{number} interruptions by Ctrl-C:\n")
    print("| ended | over before | while Python started | failed |")
    print("|---|---|---|---|---|")
    print(f"| {' | '.join(str(outcomes.count(each)) for each in ('ended', 'done', 'early'))} | ", end="")
    print(f"{len(failures)} |\n")
    seconds = sorted(each.seconds for each in found)
    if len(seconds) > 1:
        cuts = quantiles(seconds, n=100)
        print(f"From the signal to the end: median {cuts[49]:.2f} s, 95% within {cuts[94]:.2f} s, ", end="")
        print(f"longest {seconds[-1]:.2f} s; {sum(each > 2 for each in seconds)} took more than 2 s.\n")
    full = [full_disk(each) for each in range(number // INTERRUPTIONS_A_DISK)]
    failures += filter(None, full)
    print(f"{len(full)} full disks: {sum(map(bool, full))} failed.")
    return failures


if __name__ == "__main__":
    asked = [int(argument) for argument in sys.argv[1:] if argument.isdecimal()]
    list(warm_up())  # before anything is timed
    failed = faults(*asked or [500]) if "--faults" in sys.argv else inputs(*asked or [100_000])
    for each in failed:
        print(each.encode("ascii", "backslashreplace").decode(), file=sys.stderr)
    sys.exit(bool(failed))
