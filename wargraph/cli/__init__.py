"""The command line: `wargraph COMMAND`. Errors are one line on stderr and exit status 2."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from io import TextIOWrapper
from itertools import takewhile
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup
from typer.main import get_command

from wargraph.errors import TooLongError, WarGraphError, shown
from wargraph.version import __version__

INTERRUPTED = 130
"""The exit status after Ctrl-C."""

_NEGATIVE = re.compile(r"-[0-9][0-9.,]*")

_SECTIONS = {
    "Getting started": {"tour": "tour", "warmup": "tour", "play": "games", "explore": "explorer"},
    "The War graph": {"summary": "graphs", "cycles": "graphs", "transcripts": "graphs"},
    "Fixed return orders": {"longest": "games", "endless": "games", "lengths": "games", "sequence": "known"},
    "Free return order": {"finish": "free_order", "contest": "free_order", "expect": "free_order"},
    "Full game": dict.fromkeys(("rules", "simulate", "all-deals", "odds", "endless-deal"), "full_game"),
    "Relations": {"matrix": "graphs", "census": "graphs"},
    "Pictures and files": {"render": "files", "export": "files"},
    "Auction rounds": {"auction": "auction"},
    "Long work": {"campaign": "campaign"},
}
"""The sections of the help, each with its commands and the module of this package that defines each of them.

A command is a function of the same name, or a group of commands.
"""

_COMMANDS = {name: module for section in _SECTIONS.values() for name, module in section.items()}
_GROUPS = ("auction", "campaign")


class _Commands(Mapping[str, Any]):
    """The commands by name. Looking up a command imports its module."""

    def __getitem__(self, name: str) -> Any:
        command = getattr(import_module(f"{__name__}.{_COMMANDS[name]}"), name.replace("-", "_"))
        return get_command(command if isinstance(command, typer.Typer) else group(name, "", command))

    def __iter__(self) -> Iterator[str]:
        return iter(_COMMANDS)

    def __len__(self) -> int:
        return len(_COMMANDS)


class _Group(TyperGroup):
    """A group of commands. Its help has sections, shows every summary in full, and is printed without arguments."""

    sections: Mapping[str, Iterable[str]] = {}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"])

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            command.short_help = command.get_short_help_str(limit=200)
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for title, names in (self.sections or {"Commands": self.list_commands(ctx)}).items():
            with formatter.section(title):
                formatter.write_dl([(name, self.get_command(ctx, name).short_help) for name in names])


def group(name: str, text: str, *commands: Callable[..., None]) -> typer.Typer:
    """A group of commands with its help, or a single command."""
    from wargraph.cli.options import flat  # imported late: --version needs none

    made = typer.Typer(name=name, help=text, cls=_Group, add_completion=False, rich_markup_mode=None)
    if text:  # a group, even if it has only one command
        made.callback()(lambda: None)
    for command in commands:
        made.command()(flat(command))
    return made


class _Program(_Group):
    """The whole command line. After Ctrl-C it prints a line with the partial result."""

    sections = _SECTIONS

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings | {"commands": _Commands()})

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as stop:
            known = getattr(stop, "partial_summary", "") or "this run has found nothing yet"
            line = "; ".join([known, *getattr(stop, "__notes__", ())])
            print(f"wargraph: interrupted: {line}", file=sys.stderr, flush=True)
            raise


app = typer.Typer(
    name="wargraph",
    cls=_Program,
    help="The card game War as a state space: exact counts, longest games, cycles and pictures.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"wargraph {__version__}")
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
    try:
        status = app(sys.argv[1:], app.info.name, standalone_mode=False)
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
        _leave()
    except BrokenPipeError:
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # the reader of the pipe has left, which is no error
        sys.exit(0)
    except (MemoryError, RuntimeError, OSError) as error:
        _fail(_shortage(error))
    else:
        if status == INTERRUPTED:  # typer's status after Ctrl-C
            _leave()
        sys.exit(status if isinstance(status, int) else 0)


def _leave() -> NoReturn:
    """Exit after Ctrl-C, without waiting for threads that were given up."""
    sys.stdout.flush()
    os._exit(INTERRUPTED)


def _shortage(error: MemoryError | RuntimeError | OSError) -> str:
    """The message for a lack of memory, threads, files or disk space. Other errors are raised again."""
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


_WRITE = {"int_parsing": "write a whole number", "float_parsing": "write a number"}
"""The way out of a value that is no number, in place of the words of pydantic."""


def _refusal(error: typer.TyperException) -> str:
    """The error in a command line, with the invalid value, which Typer leaves out."""
    message = error.format_message().rstrip(".")
    faults: list[dict[str, str]] = getattr(error.__cause__, "errors", list)()
    for fault in faults[:1]:
        message = message.replace("Invalid value", f"Invalid value {shown(fault['input'])}", 1)
        message = message.replace(fault["msg"], _WRITE.get(fault["type"], fault["msg"]))
    return message


def _prepare_streams() -> None:
    """Make printing succeed on every terminal, and without one."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _command() -> str:
    """The command that the user typed, followed by a blank; empty if there is no such command."""
    typed, commands = [*takewhile(lambda word: not word.startswith("-"), sys.argv[1:3])], _Commands()
    if not typed or typed[0] not in commands:
        return ""
    of_group = commands[typed[0]].commands if typed[0] in _GROUPS else ()
    return f"{' '.join([typed[0], *(word for word in typed[1:] if word in of_group)])} "


def _fail(message: str) -> None:
    print(f"wargraph {_command()}".strip() + f": {' '.join(message.split())}", file=sys.stderr)
    sys.exit(2)
