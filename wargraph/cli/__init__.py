"""The command line: `wargraph COMMAND`. Errors are one line on stderr and exit status 2."""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from io import TextIOWrapper
from itertools import chain, takewhile
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from wargraph.campaign.progress import Interrupted
from wargraph.cli.libraries import prepare_libraries
from wargraph.cli.signals import INTERRUPTED, leave, prepare_signals
from wargraph.errors import TooLongError, WarGraphError, shown
from wargraph.version import __version__

_NEGATIVE = re.compile(r"-[0-9][0-9.,]*")

_COMMANDS = {
    "tour": ("tour", "warmup"),
    "games": ("longest", "endless", "lengths", "play"),
    "free_order": ("finish", "contest"),
    "expect": ("expect",),
    "full_game": ("rules", "simulate", "all-deals", "almost-surely", "shortest-game", "odds", "endless-deal"),
    "graphs": ("summary", "cycles", "transcripts", "matrix"),
    "census": ("census",),
    "files": ("render", "export"),
    "explorer": ("explore",),
    "known": ("sequence",),
    "auction": ("auction",),
    "campaign": ("campaign",),
}
"""The commands by the module of this package that has them, each a function of the same name or a group of its own."""

_GROUPS = ("auction", "campaign")
"""Those that are groups."""


class _Commands(Mapping[str, Any]):
    """The commands by name. A module is imported when one of its commands is looked up."""

    def __getitem__(self, name: str) -> Any:
        module = next((module for module, names in _COMMANDS.items() if name in names), None)
        if module is None:
            raise KeyError(name)
        from wargraph.cli.options import flat  # only here: --version needs none

        found = getattr(import_module(f"{__name__}.{module}"), name.replace("-", "_"))
        if isinstance(found, typer.Typer):
            return get_command(found)
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command()(flat(found))
        return get_command(alone)

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(_COMMANDS.values())

    def __len__(self) -> int:
        return sum(map(len, _COMMANDS.values()))


class _Group(TyperGroup):
    """The whole command line: on Ctrl-C every command says in a line what is known."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings | {"commands": _Commands()})

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as stop:
            known = stop.partial_summary if isinstance(stop, Interrupted) else ""
            for line in (f"interrupted: {known or 'nothing is known yet'}", *getattr(stop, "__notes__", ())):
                print(f"wargraph: {line}", file=sys.stderr, flush=True)
            raise


app = typer.Typer(
    name="wargraph",
    cls=_Group,
    help="The card game War as a state space: exact counts, longest games, cycles and pictures.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from wargraph.compute.source_digest import sources_digest  # it reads all of them: only here

        typer.echo(f"wargraph {__version__} ({sources_digest()})")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    del version


def main() -> None:
    """Run the command line and exit with its status: 0, or 2 with one line on stderr."""
    _prepare_streams()
    prepare_signals()
    prepare_libraries()
    try:
        status = app(sys.argv[1:] or ["--help"], app.info.name, standalone_mode=False)
        sys.stdout.flush()
    except TooLongError as error:
        _fail(error.reason if error.hours is None else f"{error.reason}, or allow more: --hours {error.hours}")
    except WarGraphError as error:
        _fail(str(error))
    except typer.TyperException as error:
        option = str(getattr(error, "option_name", ""))
        negative = next(filter(_NEGATIVE.fullmatch, sys.argv[1:]), None) if _NEGATIVE.fullmatch(option) else None
        _fail(
            f"n = {negative} is not a number of cards: n must be a whole number from 1 on"
            if negative
            else f"{_refusal(error)} (see wargraph {_command()}--help)"
        )
    except (typer.Abort, KeyboardInterrupt):
        leave()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on, and that is all right
        sys.exit(0)
    except (MemoryError, RuntimeError, OSError) as error:
        _fail(_shortage(error))
    else:
        if status == INTERRUPTED:  # what typer makes of Ctrl-C
            leave()
        sys.exit(status if isinstance(status, int) else 0)


def _shortage(error: MemoryError | RuntimeError | OSError) -> str:
    """What the system does not give: memory, threads, files, or a place for the result. Other errors are raised."""
    if isinstance(error, MemoryError):
        return "there is not enough memory for this: use a smaller deck"
    if isinstance(error, RuntimeError):
        if "start new thread" not in str(error):
            raise error
        return "there is not enough memory for so many threads: use fewer, such as --jobs 1"
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    reason = error.strerror or str(error)
    if error.filename is not None:
        return f"file {shown(str(error.filename))} cannot be used: {reason}"
    return f"the result cannot be written: {reason}"


def _refusal(error: typer.TyperException) -> str:
    """What is wrong with a command line, with the value that could not be read, which Typer keeps to itself."""
    message = error.format_message().rstrip(".")
    faults: list[dict[str, object]] = getattr(error.__cause__, "errors", list)()
    return message.replace("Invalid value", f"Invalid value {shown(faults[0]['input'])}", 1) if faults else message


def _prepare_streams() -> None:
    """Whatever the terminal can show, and even where there is none, printing must not fail."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _command() -> str:
    """The command that was typed, and a blank; nothing if none of that name is there."""
    typed, commands = [*takewhile(lambda word: not word.startswith("-"), sys.argv[1:3])], _Commands()
    if not typed or typed[0] not in commands:
        return ""
    of_group = commands[typed[0]].commands if typed[0] in _GROUPS else ()
    return f"{' '.join([typed[0], *(word for word in typed[1:] if word in of_group)])} "


def _fail(message: str) -> None:
    print(f"wargraph {_command()}".strip() + f": {' '.join(message.split())}", file=sys.stderr)
    sys.exit(2)
