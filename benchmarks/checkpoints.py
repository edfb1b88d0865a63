"""What a checkpoint costs: the same campaigns with and without one, in pairs in one run.

    python benchmarks/checkpoints.py [PAIRS]

For each campaign: PAIRS pairs (3 by default), turn by turn, and the medians; what the checkpoint adds, its units, and
the size of its file.
"""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from wargraph import RunOptions, checkpoint_status, longest, simulate, tournament
from wargraph.report.result import Row
from wargraph.report.tables import text_table

CAMPAIGNS: dict[str, Callable[[RunOptions], object]] = {
    "longest(14, 'WL')": lambda run_options: longest(14, "WL", run_options=run_options),
    "simulate('bryer', 20,000,000)": lambda run_options: simulate("bryer", 20_000_000, run_options=run_options),
    "tournament(['SimpleMinded1+5xDummy'], 1,000,000)": lambda run_options: tournament(
        ["SimpleMinded1+5xDummy"], 1_000_000, run_options=run_options
    ),
}


def seconds(campaign: Callable[[RunOptions], object], path: Path | None) -> float:
    """How long a campaign takes, with a new checkpoint if one is named."""
    if path is not None:
        path.unlink(missing_ok=True)
    start = perf_counter()
    campaign(RunOptions(checkpoint=path))
    return perf_counter() - start


def row(name: str, campaign: Callable[[RunOptions], object], pairs: int) -> Row:
    """What a checkpoint costs a campaign."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "kept.db"
        seconds(campaign, path)  # the kernels are compiled
        without, kept = zip(*((seconds(campaign, None), seconds(campaign, path)) for _ in range(pairs)), strict=True)
        return {
            "campaign": name,
            "seconds": round(median(without), 2),
            "with a checkpoint": round(median(kept), 2),
            "more": f"{median(kept) / median(without) - 1:.1%}",
            "units": checkpoint_status(path).rows()[0]["units"],
            "kilobytes": round(path.stat().st_size / 1000),
        }


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", nargs="?", type=int, default=3)
    pairs = parser.parse_args().pairs
    print(text_table([row(name, campaign, pairs) for name, campaign in CAMPAIGNS.items()]))


if __name__ == "__main__":
    main()
