"""Commands about checkpoints: campaign status, campaign verify."""

import re
from pathlib import Path
from typing import Annotated

import wargraph as wg
from wargraph.cli import group
from wargraph.cli.options import SeedOption, argument, option
from wargraph.cli.output import TO_TERMINAL, Output, Unplotted, table_option
from wargraph.cli.run_options import ANY_RUN_OPTIONS, Again
from wargraph.errors import CheckpointError, ParameterError, shown

_TABLES = ("campaigns", "runs", "code")
_SHARE = re.compile(r"([0-9]+(?:[.][0-9]*)?|[.][0-9]+)(%?)")


FileArgument = Annotated[Path, argument("FILE", "The checkpoint, as it was named with --checkpoint.")]


def status(
    path: FileArgument,
    table: Annotated[str | None, table_option(_TABLES)] = None,
    target: Unplotted = TO_TERMINAL,
) -> None:
    """The progress of long work, and the time that is left.

    You can ask for it while the work goes on.
    """
    out = Output("campaign status", target, read=path, tables=_TABLES, table=table)
    progress = wg.checkpoint_status(path)
    out.write(progress.document(), {"checkpoint": str(path), **progress.question})


def verify(
    path: FileArgument,
    sample: Annotated[
        str, option("--sample SHARE", "The share of the work units to compute again, such as 100%.")
    ] = "1%",
    seed: SeedOption = 0,
    long_work: Again = ANY_RUN_OPTIONS,
    target: Unplotted = TO_TERMINAL,
) -> None:
    """Compute a random sample of the work units again, and compare.

    If all results agree, this version of the code may resume a checkpoint that another version made.
    """
    out = Output("campaign verify", target, read=path)
    share = _share(sample)
    parameters = {"checkpoint": str(path), "sample": share, "seed": seed}
    verified = out.answer(
        parameters, lambda run_options: wg.verify_checkpoint(path, share, seed, run_options), long_work
    )
    if verified.differing:
        raise CheckpointError(
            f"checkpoint {shown(str(path))}: {verified.differing} of {verified.pieces} work units come out "
            "differently: do not trust it, and please report this"
        )


def _share(text: str) -> float:
    """The share that --sample names.

    >>> _share("1%"), _share("0.5"), _share("100%")
    (0.01, 0.5, 1.0)
    """
    matched = _SHARE.fullmatch(text.strip())
    if matched is None:
        raise ParameterError(f"--sample {shown(text)} is no share: write 1%, 100% or 0.01")
    share = float(matched[1]) / (100 if matched[2] else 1)
    if not 0 < share <= 1:
        raise ParameterError(
            f"--sample {shown(text)} is no share of the work units: it must be above 0 and up to 100%, such as 1%"
        )
    return share


campaign = group(
    "campaign",
    """The progress of long work in a checkpoint, and its verification.

    Every command with --checkpoint FILE resumes from that file.""",
    status,
    verify,
)
