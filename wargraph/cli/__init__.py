"""The command line: `wargraph COMMAND`. Errors are one line on stderr, which a terminal wraps, and exit status 2."""

import gc
import os
import re
import sys
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

from cyclopts import App, CycloptsError, Group, MissingArgumentError, Parameter, UnusedCliTokensError

from wargraph.errors import TooLongError, WarGraphError, shown
from wargraph.report.layout import say
from wargraph.version import __version__

INTERRUPTED = 130
"""The exit status after Ctrl-C."""

_MODULES = ("start", "decks", "known", "full_game", "pictures", "auction")
"""The modules of the commands. Each is imported when one of its commands is called."""

_SECTIONS = (
    "Getting started", "The War graph", "Fixed return orders", "Free return order", "Full game", "Relations",
    "Pictures and files", "Auction rounds", "Long work",
)  # fmt: skip
"""The sections of the help, in order. A class of a module is a command if it names its section."""

_GROUPS = {
    "auction": "WAR with Auction Rounds: choose your card, the highest takes all.",
}
"""The help of the modules whose commands form a group."""


def _program() -> App:
    program = App(
        name="wargraph",
        help="The card game War as a state space: exact counts, longest games, cycles and pictures.",
        help_format="plaintext",
        version=f"wargraph {__version__}",
        default_parameter=Parameter(
            negative=(), show_default=lambda value: None if value in (None, False, ()) else str(value)
        ),
        group_arguments=Group.create_ordered("Arguments", help_formatter=print_panel),
        group_parameters=Group.create_ordered("Parameters", help_formatter=print_panel),
        result_action="call_if_callable",
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
    )
    program.command(
        "wargraph.cli.start:install_completion",
        name="--install-completion",
        help="Install the completion of commands and options in your shell.",
    )
    sections = {title: Group.create_ordered(title) for title in _SECTIONS}
    for title, module, kind, docstring in sorted(_commands(), key=lambda command: _SECTIONS.index(command[0])):
        section, group = sections[title], module in _GROUPS
        if group and module not in program:
            program.command(App(name=module, help=_GROUPS[module], group=section))
        text, *examples = re.split(r"\n+    \$ ", docstring.rstrip())
        (program[module] if group else program).command(
            f"wargraph.cli.{module}:{kind}",
            name=re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind).lower(),
            help="\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n")),
            help_epilogue="\n  ".join(["Examples:", *examples]),
            group=None if group else section,
        )
    return program


def _commands() -> Iterator[tuple[str, str, str, str]]:
    """Read the commands without importing them: the section, the module, the class and its docstring.

    A docstring ends with examples, in lines that begin with a dollar sign.
    """
    for module in _MODULES:
        text = Path(__file__).with_name(f"{module}.py").read_text("utf-8")
        for found in re.finditer(r'^class (\w+)\(.*section="(.+)"\):\n    """((?:.|\n)*?)"""', text, re.MULTILINE):
            yield found[2], module, found[1], found[3]


def print_panel(console: Any, options: Any, panel: Any) -> None:
    """Print a panel of the help whose lines the terminal breaks as well."""
    from cyclopts.help import DefaultFormatter

    for entry in panel.entries:
        text = entry.description.primary_renderable
        text.plain = " ".join(text.plain.split())
    DefaultFormatter()(console, options, panel)


app = _program()


def main() -> None:
    """Run the command line and exit with its status: 0, 2 after an error, or 130 after Ctrl-C."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each takes 32 MB, which OpenBLAS may ask for for ever
    gc.set_threshold(10_000)  # to look for garbage while modules are loaded takes a twentieth of the time
    _open_what_is_closed()
    _let_every_terminal_print()
    try:
        app(_typed())
        sys.stdout.flush()
    except SystemExit as stop:  # rich makes this of a pipe whose reader has left
        if not isinstance(stop.__context__, BrokenPipeError):
            raise
    except CycloptsError as error:
        _fail(_reason(error))
    except TooLongError as error:
        more = "" if error.hours is None else f", or allow more: --hours {error.hours}"
        _fail("; ".join([error.reason + more, *_notes(error)]))
    except WarGraphError as error:
        _fail("; ".join([str(error), *_notes(error)]))
    except KeyboardInterrupt as stop:
        said = [getattr(stop, "partial_summary", ""), *_notes(stop)]
        line = "; ".join(filter(None, said)) or "nothing of this run is kept"
        say(f"wargraph: interrupted: {line}")
        os._exit(INTERRUPTED)  # without waiting for threads that were given up
    except MemoryError:
        _fail("there is not enough memory for this: use a smaller deck")
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python would report what it cannot print
        what = f"file {shown(str(error.filename))} cannot be used" if error.filename else "the result cannot be written"
        if not isinstance(error, BrokenPipeError):  # that the reader of the pipe has left is no error
            _fail(f"{what}: {error.strerror or error}")
    sys.exit(0)


def _notes(error: BaseException) -> list[str]:
    return getattr(error, "__notes__", [])


def _typed() -> list[str]:
    """Return what the user typed, with the usual ways to ask for help read as ``--help``."""
    typed = ["--help" if word == "-help" else word for word in sys.argv[1:]]
    is_question = "help" in (typed[:2] if typed[:1] and typed[0] in _GROUPS else typed[:1])
    return [*(word for word in typed if word != "help"), "--help"] if is_question else typed


def _reason(error: CycloptsError) -> str:
    """Return what is wrong with what the user typed."""
    if isinstance(error.__cause__, WarGraphError):  # said by the function that reads an option
        return str(error.__cause__)
    error.verbose = False
    if isinstance(error, MissingArgumentError) and "--output" in (error.argument.names if error.argument else ()):
        return "name the file to write: -o FILE"
    if isinstance(error, UnusedCliTokensError):
        return f"{shown(' '.join(error.unused_tokens or []))} is more than the command takes: leave it out"
    return f"{error} See {_whole_command()} --help."


def _open_what_is_closed() -> None:
    """Read nothing from and write nowhere to a stream that the shell closed, as with 2>&-.

    The streams are opened before any file, which would otherwise get the number under which libraries write messages.
    """
    for name, mode in {"stdin": "r", "stdout": "w", "stderr": "w"}.items():
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - open to the end


def _let_every_terminal_print() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def typed_command() -> str:
    """Return the command that the user typed, such as ``auction watch``, without its arguments."""
    return " ".join(app.parse_commands(sys.argv[1:])[0])


def _whole_command() -> str:
    return f"wargraph {typed_command()}".rstrip()


def _fail(message: str) -> NoReturn:
    say(f"{_whole_command()}: {' '.join(message.split())}")
    sys.exit(2)
