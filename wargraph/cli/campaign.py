"""Commands about checkpoints: campaign status, campaign verify."""

import re
from pathlib import Path
from typing import Annotated

import typer

import wargraph as wg
from wargraph.cli.options import SeedOption, argument, flat, option
from wargraph.cli.output import FormatOption, Output, OutputOption, table_option
from wargraph.cli.run_options import ANY_RUN_OPTIONS, Again
from wargraph.errors import CheckpointError, ParameterError, shown

_TABLES = ("campaigns", "runs", "code")
_SHARE = re.compile(r"([0-9]+(?:[.][0-9]*)?|[.][0-9]+)(%?)")

campaign = typer.Typer(name="campaign", add_completion=False, rich_markup_mode=None)


@campaign.callback(invoke_without_command=True)
def _about(context: typer.Context) -> None:
    """How far long work is that a checkpoint keeps, and whether it is right.

    Every command with --checkpoint FILE goes on where it was.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


FileArgument = Annotated[Path, argument("FILE", "The file that --checkpoint named.")]


@campaign.command()
def status(
    path: FileArgument,
    table: Annotated[str | None, table_option(_TABLES)] = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """How far long work is: what is done, what is left, and how long that takes.

    It can be asked while the work goes on.
    """
    out = Output("campaign status", table_format, output, read=path, tables=_TABLES, table=table)
    found = wg.checkpoint_status(path)
    out.write(found.document(), {"checkpoint": str(path), **found.question})


@campaign.command()
@flat
def verify(
    path: FileArgument,
    sample: Annotated[str, option("--sample SHARE", "The share of the pieces to work on again, such as 100%.")] = "1%",
    seed: SeedOption = 0,
    asked: Again = ANY_RUN_OPTIONS,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Work again on some pieces, drawn by lot, and compare.

    If all come out the same, a checkpoint that other code made may be gone on with by this one.
    """
    out = Output("campaign verify", table_format, output, read=path)
    share = _share(sample)
    parameters = {"checkpoint": str(path), "sample": share, "seed": seed}
    found = out.answer(parameters, lambda run_options: wg.verify_checkpoint(path, share, seed, run_options), asked)
    if found.differing:
        raise CheckpointError(
            f"checkpoint {shown(str(path))}: {found.differing} of {found.pieces} pieces come out differently: do not "
            "trust it, and please report this"
        )


def _share(text: str) -> float:
    """The share that --sample names.

    >>> _share("1%"), _share("0.5"), _share("100%")
    (0.01, 0.5, 1.0)
    """
    found = _SHARE.fullmatch(text.strip())
    if found is None:
        raise ParameterError(f"--sample {shown(text)} is no share: write 1%, 100% or 0.01")
    share = float(found[1]) / (100 if found[2] else 1)
    if not 0 < share <= 1:
        raise ParameterError(
            f"--sample {shown(text)} is no share of the pieces: it must be above 0 and up to 100%, such as 1%"
        )
    return share
