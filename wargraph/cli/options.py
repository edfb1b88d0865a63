"""The base of all commands: how options are typed, read and explained, how a command is run, where its result goes.

A command is a class. Its fields are its options and its arguments, each with its help below it or in its type; calling
an object of the class does the work. Options that belong together are a class too, from which commands inherit them.
"""

import os
import re
import shlex
import sys
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from enum import Enum
from functools import cached_property
from inspect import Parameter as Argument
from inspect import Signature, get_annotations, signature
from itertools import combinations, product
from pathlib import Path
from pkgutil import resolve_name
from typing import Annotated, Any, ClassVar, TypeVar, dataclass_transform, get_origin

from cyclopts import Group, Parameter, Token
from cyclopts.validators import Number

import wargraph as wg
from wargraph.campaign.progress import shown_progress
from wargraph.cli import print_panel, typed_command
from wargraph.core.position import Position
from wargraph.core.relation import Interpretation, Relation
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder
from wargraph.errors import ParameterError, shown
from wargraph.report.document import Document, Paragraph, Preformatted
from wargraph.report.files import check_output, check_picture_path, write_file
from wargraph.report.formats import FORMATS, TEXT, Format, Origin, Terms, format_named, format_of_file
from wargraph.report.humanize import counted, in_runs
from wargraph.report.layout import say
from wargraph.version import __version__

_WHOLE = re.compile(r"-?([0-9]{1,99}|[0-9]{1,3}(,[0-9]{3}){1,33}|[0-9]{1,3}(_[0-9]{3}){1,33})")
_WITH_EXPONENT = re.compile(r"([0-9]{1,99})(?:[.]([0-9]{0,99}))?e[+]?([0-9]{1,2})", re.IGNORECASE)
_ENDS = re.compile(r"\s*(-?[0-9]{1,19})\s*(?:(?:[.][.]|[-:])\s*(-?[0-9]{1,19})\s*)?")
_MOST = 1000

Item = TypeVar("Item")


class Values(tuple[Item, ...]):
    """The values of an option that stands for several in one word, such as 1..10 or both."""

    def __str__(self) -> str:
        numbers = [each for each in self if isinstance(each, int)]
        return in_runs(numbers) if numbers else ",".join(map(str, self))


def parse_whole(text: str) -> int:
    """Return a whole number from its text, or raise a `ParameterError`.

    >>> parse_whole("100000"), parse_whole("100,000"), parse_whole("1e5")
    (100000, 100000, 100000)
    """
    number = text.strip()
    if _WHOLE.fullmatch(number):
        return int(number.replace(",", "").replace("_", ""))
    if match := _WITH_EXPONENT.fullmatch(number):
        before, after = match[1], (match[2] or "").rstrip("0")
        if (zeros := int(match[3]) - len(after)) >= 0:
            return int(before + after + "0" * zeros)
    raise ParameterError(f"{shown(text)} is not a whole number: write one such as 1000, 10,000 or 1e5")


def parse_range(text: str) -> Values[int]:
    """Return the numbers that a range names, in increasing order and without repetition, or raise a `ParameterError`.

    >>> parse_range("7"), parse_range("1..3,5,2"), parse_range("4..4"), parse_range("1-2"), parse_range("1:2")
    ((7,), (1, 2, 3, 5), (4,), (1, 2), (1, 2))
    """
    numbers: set[int] = set()
    for part in text.split(","):
        if not (ends := _ENDS.fullmatch(part)):
            raise ParameterError(f"range {shown(text)} is not understood: write 7, 1..10, 5,7,9 or a mix of these")
        low, high = int(ends[1]), int(ends[2] or ends[1])
        if high < low:
            raise ParameterError(f"range {shown(text)} runs backwards: write {high}..{low}")
        if high - low >= _MOST:
            raise ParameterError(f"range {shown(text)} names {high - low + 1:,} numbers: name at most {_MOST:,}")
        numbers.update(range(low, high + 1))
    return Values(sorted(numbers))


def parse_number(text: str) -> Values[int]:
    """Return the number that a range names, which must be one alone."""
    numbers = parse_range(text)
    if len(numbers) > 1:
        raise ParameterError(f"N = {shown(text)} names {len(numbers)} decks: name one")
    return numbers


LONG_WORK = Group.create_ordered("Long work", help_formatter=print_panel)
"""The options of long work, which the help shows last."""

RELATIONS = [name for name in Relation.names() if ":" not in name]
"""The named relations that need no number, as ``order:N`` does."""


_COMMON = ("preset", "order", "deals", "games", "seed", "matrix", "output", "plot", "full")
"""The options that most commands share and most users type."""


def argument(default: object = MISSING) -> Any:
    """Return a field that is an argument of the command and not an option."""
    return field(default=default, kw_only=False)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(argument,))
class Command:
    """Base of the commands and of the options that they share."""

    excludes: ClassVar[Mapping[str, Sequence[str]]] = {}
    """For what is typed, ``--order`` or ``--order free``, that which makes no sense beside it."""
    needs: ClassVar[Mapping[str, Sequence[str]]] = {}
    """For what is typed that of which one must be typed with it."""

    def __init_subclass__(cls, section: str = "") -> None:
        """Make options of the fields. The help lists common ones first, then those of the class.

        The section is that of the help in which the command stands: `wargraph.cli` reads it in the source.
        """
        dataclass(frozen=True, kw_only=True)(cls)
        _, *given = signature(cls.__init__).parameters.values()
        taken = [
            each if each.kind is Argument.KEYWORD_ONLY else each.replace(kind=Argument.POSITIONAL_ONLY)
            for each in given
        ]
        names = [name for kind in cls.__mro__ for name in get_annotations(kind)]
        common = {name: place - len(_COMMON) for place, name in enumerate(_COMMON)}
        taken.sort(key=lambda each: (each.kind, common.get(each.name, 0), names.index(each.name)))
        cls.__signature__ = Signature(taken)  # type: ignore[attr-defined]

    def __call__(self) -> None:
        """Do what the command is for, unless its options make no sense."""
        self.check()
        self.run()

    def check(self) -> None:
        """Refuse options that make no sense together, before the command begins."""
        named = [(_flag(each), getattr(self, each.name), each.default) for each in fields(self)]  # type: ignore[arg-type]
        typed = [text for flag, value, default in named if value != default for text in (flag, f"{flag} {value}")]
        excludes, needs = (
            ChainMap(*(vars(kind).get(rule, {}) for kind in type(self).__mro__)) for rule in ("excludes", "needs")
        )
        for one, other in product(typed, typed):
            refuse(other in excludes.get(one, ()), f"{one} and {other} do not go together: leave one of them out")
        for one in needs.keys() & typed:
            ways = " or ".join(needs[one])
            refuse(not {*needs[one]} & {*typed}, f"{one} needs {ways}: add {needs[one][-1]}, or leave {one} out")
        files = [(flag, value) for flag, value, _ in named if isinstance(value, str | Path) and flag != "--title"]
        for (one, path), (other, same) in combinations(files, 2):
            is_written = isinstance(path, Path) or isinstance(same, Path)  # a text may name a file to read
            clash = f"{one} and {other} both name {shown(Path(path).name)}, and one would be lost: name two files"
            refuse(is_written and os.path.realpath(path) == os.path.realpath(same), clash)

    def run(self) -> None:
        """Do what the command is for."""


def _flag(option: "Field[Any]") -> str:
    """Return the name of an option as the user types it, or of an argument as the help has it."""
    names = [each.name[0] for each in getattr(option.type, "__metadata__", ()) if each.name]
    return names[0] if names else f"--{option.name.strip('_').replace('_', '-')}"


def refuse(is_senseless: bool, message: str) -> None:
    """Raise a `ParameterError` if options make no sense."""
    if is_senseless:
        raise ParameterError(message)


def read_by(read: Callable[[str], Any] | str, **more: Any) -> Parameter:
    """Declare an option or argument whose texts a function reads; a function given by name is imported late."""

    def convert(kind: Any, tokens: Sequence[Token]) -> Any:
        values = map(resolve_name(read) if isinstance(read, str) else read, [each.value for each in tokens])
        return list(values) if get_origin(kind) is list else next(values)

    return Parameter(converter=convert, n_tokens=1, accepts_keys=False, **more)


def _in_lower_case(default: object) -> str | None:
    """Return a default as the help has the choices."""
    return None if default is None else str(default).lower()


def one_of(words: Iterable[str], read: Callable[[str], Any] = str, **more: Any) -> Parameter:
    """Return an option whose value is one of some words, in upper or lower case."""
    return read_by(read, choices=Enum("Word", [(word, word) for word in words]), show_default=_in_lower_case, **more)


def each_of(
    words: Iterable[str], kind: Callable[[str], Any], both: Iterable[str] | None = None, **more: Any
) -> Parameter:
    """Return an option whose value is one of some words or ``both``, which by default stands for all of them."""
    every = words if both is None else both
    return one_of((*words, "both"), lambda word: Values(map(kind, every if word == "both" else [word])), **more)


def suggesting(words: Iterable[str]) -> Parameter:
    """Return an option or argument for which the shell suggests some words, although others are possible."""
    return Parameter(completer=lambda _: list(words))


def table_of(*names: str) -> Parameter:
    """Return the option ``--table`` of a command whose report has some tables."""
    text = "Write one table instead of the whole report; CSV holds the first table unless you name another."
    return one_of(names, help=text)


_ORDER = (
    "How the winner of a turn returns the two cards: WL puts the winner's own card under the hand first, LW puts the "
    "loser's card first"
)
OneOrder = Annotated[ReturnOrder, one_of(FIXED_ORDERS, ReturnOrder, help=f"{_ORDER}.")]
AnyOrder = Annotated[ReturnOrder, one_of(ReturnOrder, ReturnOrder, help=f"{_ORDER}; free allows either at every turn.")]
_BOTH = "both gives the rows for WL and for LW."
BothOrders = Annotated[Values[ReturnOrder], each_of(FIXED_ORDERS, ReturnOrder, help=f"{_ORDER}; {_BOTH}")]
EveryOrder = Annotated[
    Values[ReturnOrder],
    each_of(ReturnOrder, ReturnOrder, FIXED_ORDERS, help=f"{_ORDER}; free allows either at every turn; {_BOTH}"),
]
WL = ReturnOrder.WL
NumberOfCards = Annotated[int, read_by(parse_whole, name="N", help="The number of cards.")]
Games = Annotated[int, read_by(parse_whole, help="The number of games, such as 500, 10,000 or 1e6.")]
Seed = Annotated[int, read_by(parse_whole, help="The seed of the random numbers.")]
Whole = Annotated[int, read_by(parse_whole)]
Title = Annotated[str, read_by(lambda text: text.encode("utf-8", "backslashreplace").decode())]
"""A text in which bytes that are not UTF-8 are shown by their codes, so that a picture can hold them."""
OUTPUT = ["--output", "-o"]
Verify = Annotated[bool, Parameter(help="Play the examples with the reference implementation and print how they end.")]
Given = Annotated[
    Sequence[str],
    Parameter(
        help="Cards that a player was dealt, such as '1: A,A,A,A', or has on top of the hand, such as '1 top: K,2'; "
        "the other cards are dealt at random. Repeat the option for more conditions."
    ),
]


def format_option(formats: Sequence[Format]) -> Parameter:
    """Return the option that chooses one of several formats."""
    text = "The format; by default what the ending of the -o file says, or text."
    return one_of([form.name for form in formats], lambda name: format_named(name, formats), help=text)


Plot = Annotated[Path | None, read_by(check_picture_path, help="Plot the results in a .svg, .pdf or .png file.")]
Film = Annotated[
    Path | None, read_by("wargraph.explorer.film:check_film_path", help="Write the game as a film to a .gif file.")
]
Hours = Annotated[
    float | None,
    Parameter(
        group=LONG_WORK,
        validator=Number(gt=0),
        help="Refuse work forecast to take more than H hours; by default 1 for exact counts.",
    ),
]
Checkpoint = Annotated[
    Path | None,
    Parameter(group=LONG_WORK, help="Save each finished part of the work here; the same command resumes from it."),
]


class Matrix(Command):
    """A beat matrix instead of the standard deck, and how it is read."""

    matrix: Annotated[
        str | None,
        suggesting(RELATIONS),
        Parameter(
            help="Use a beat relation instead of the standard deck. Give a file (a table, pairs, JSON or a digraph), "
            "text such as 'a beats b; b beats c; c beats a', rows such as 001/100/010, or a name: "
            + ", ".join(Relation.names())
            + "."
        ),
    ] = None
    literal: bool = False
    """Left wins a turn if the row of Left's card has 1 in the column of Right's card; otherwise Right wins it."""
    draws: bool = False
    """If neither of two cards beats the other, they draw: both stay on the table, and the next two decide."""

    tells_reading: ClassVar = True
    """Whether the command says how it read a relation; a report may say so itself."""

    excludes: ClassVar = {"--literal": ["--draws"]}
    needs: ClassVar = {"--literal": ["--matrix"], "--draws": ["--matrix"]}

    @cached_property
    def relation(self) -> Relation | None:
        """The relation, if the options name one."""
        return None if self.matrix is None else self.relation_of(self.matrix)

    def relation_of(self, source: str) -> Relation:
        """Return a relation that is named, read as the options say. A line on stderr says how a file was read."""
        interpretation = Interpretation.LITERAL if self.literal else Interpretation.DRAWS if self.draws else None
        relation = Relation.of(source, interpretation)
        if relation.understood and self.tells_reading:
            say(f"{relation.name}: {relation.understood}")
        return relation

    def position(self, text: str | None) -> Position | None:
        """Return the position that a text describes, if there is one. Cards may have names in the relation."""
        if text is None:
            return None
        return Position(text) if self.relation is None else self.relation.position(text)


OneDeck = Annotated[
    Values[int] | None, read_by(parse_number, name="N", help="The number of cards. Leave it out with --matrix.")
]


class Decks(Matrix):
    """The decks that a command is about: the standard deck for some n, or one relation."""

    range_: Annotated[Values[int] | None, read_by(parse_range, name="RANGE")] = argument(None)
    """The numbers of cards: 7, 1..10, 5,7,9 or a mix. Leave it out with --matrix."""

    excludes: ClassVar = {"--matrix": ["RANGE", "N"]}

    @property
    def decks(self) -> "Sequence[int | Relation]":
        """The numbers of cards, or the relation."""
        if self.relation is not None:
            return [self.relation]
        if self.range_ is None:
            raise ParameterError("the deck is missing: name a number of cards, such as 4, or a relation with --matrix")
        return self.range_


def working(on: str) -> AbstractContextManager[object]:
    """Show on a terminal what the command works on; show nothing elsewhere."""
    return shown_progress(on) if sys.stderr.isatty() else nullcontext()


class Output(Command):
    """The question of a command, and in which format its result is written, to which file.

    The function that `function` names answers the question. It takes the options of the same names as its parameters. A
    command for which that is not enough defines `question`, `answers`, `document` or `draw`.
    """

    format: Annotated[Format | None, format_option(FORMATS)] = None
    output: Annotated[Path | None, read_by(check_output, name=OUTPUT)] = None
    """Write to a file instead of the terminal."""
    full: bool = False
    """Print the whole report, with all tables, rows and columns; a file always holds it."""
    title: Title | None = None
    """The title above the report, the page and the picture."""

    function: ClassVar[str] = ""
    """Where the function is that answers; by default the public function of the same name as the command."""

    @property
    def terms(self) -> Terms | None:
        """The integer sequence in the first table, if this table has one row for every n and so makes a b-file."""
        return None

    @property
    def ask(self) -> Callable[..., Any]:
        """The function that answers."""
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(self).__name__).lower()
        return resolve_name(self.function or f"wargraph:{name}")  # type: ignore[no-any-return]

    @property
    def question(self) -> dict[str, object]:
        """The parameters of the report: by default what the function is asked."""
        return self.taken_by(self.ask)

    def taken_by(self, function: Callable[..., Any]) -> dict[str, Any]:
        """Return the options, and other attributes, that a function takes."""
        return {name: getattr(self, name) for name in signature(function).parameters if hasattr(self, name)}

    @property
    def form(self) -> Format:
        """The format that the options choose."""
        return self.format or (TEXT if self.output is None else format_of_file(self.output))

    def check(self) -> None:
        """Refuse formats in which the result cannot be written."""
        super().check()
        refuse(
            self.form.is_of_terms and (self.terms is None or vars(self).get("table") not in (None, "rows")),
            f"the format {self.form.name} holds one value for every n, and {typed_command()} does not give that here: "
            "use another format, or ask for a range without gaps, one order and one of --deals in longest, endless, "
            "farthest, contest or sequence",
        )

    def run(self) -> None:
        question = self.question
        with self.at_work(question) as run_options:
            found = self.answers(**run_options)
        self.write(self.document(found), question)
        self.draw(found)

    def answers(self, **run_options: Any) -> Any:
        """Return the answer of the function."""
        return self.ask(**self.taken_by(self.ask), **run_options)

    def document(self, found: Any) -> Document:
        """Return the report on the answer, which may be one already."""
        return found if isinstance(found, Document) else found.document(**self.taken_by(found.document))

    @contextmanager
    def at_work(self, question: Mapping[str, object]) -> Iterator[dict[str, Any]]:
        """Show progress on a terminal; the block gets the argument `run_options`, if the function takes it."""
        if "run_options" not in signature(self.ask).parameters:
            with working(typed_command()):
                yield {}
            return
        from wargraph.campaign.checkpointed import with_checkpoint
        from wargraph.campaign.run import threads, worker_count  # imported late: most commands need none

        option = vars(self).get
        scheduler = option("scheduler")
        workers = wg.dask_cluster(scheduler) if scheduler else threads(option("jobs") or worker_count())
        with workers as executor:
            chosen = wg.RunOptions(executor, option("hours"), sys.stderr.isatty(), option("checkpoint"))
            with with_checkpoint(chosen, typed_command(), question, _typed()) as kept:
                yield {"run_options": kept}

    def write(self, document: Document, parameters: Mapping[str, object]) -> None:
        """Write the document, or the chosen table of it, to the file or the terminal.

        JSON holds the parameters. A document for people states an interpretation of the matrix that is not strict.
        """
        if self.title is not None:
            document = document.entitled(self.title)
        interpretation = parameters.get("interpretation")
        if isinstance(interpretation, Interpretation) and interpretation is not Interpretation.STRICT:
            rule = Paragraph(interpretation.meaning)
            document = document if rule in document.blocks else Document([*document.blocks, rule])
        if (table := vars(self).get("table")) is not None:
            document = document.only(table)
        if vars(self).get("film") is not None and self.output is None and self.format is None:
            document = Document([block for block in document.opening if not isinstance(block, Preformatted)])
        if self.full or self.output is not None:
            document = replace(document, is_whole=True)
        origin = Origin(typed_command(), __version__, parameters, _typed(), self.terms)
        contents = self.form.render(document, origin)
        if self.output is None:
            print(contents, end="")
        else:
            write_file(self.output, contents)
            rows = next(iter(document.tables.values())).rows if document.tables else ()
            say(f"{self.output}: {'report' if self.form.is_for_people else counted(len(rows), 'row')}")

    def draw(self, found: Any, **settings: object) -> None:
        """Plot and film what was found if the user chose so. Write the results first, as a plot may fail."""
        if (plot := vars(self).get("plot")) is not None:
            say(f"{wg.plot(found, self.title, **settings).save(plot)}: chart")
        if (path := vars(self).get("film")) is not None:
            from wargraph.explorer.film import film  # imported late: it draws

            with working("the film"):
                contents, shown_rounds = film(found, self.title or "")
            say(f"{write_file(path, contents)}: film of {shown_rounds}")


class LongWork(Output):
    """A command with work in many units."""

    plot: Plot = None
    hours: Hours = None
    checkpoint: Checkpoint = None
    jobs: Annotated[int | None, read_by(parse_whole, group=LONG_WORK, validator=Number(gte=1, lte=1000))] = None
    """Use N threads; by default one for each core. The result does not depend on it."""
    scheduler: Annotated[str | None, Parameter(group=LONG_WORK)] = None
    """Use the workers of the Dask scheduler at this address, such as tcp://127.0.0.1:8786."""

    excludes: ClassVar = {"--jobs": ["--scheduler"]}


def _typed() -> str:
    """Return the command line as the user typed it."""
    return shlex.join(["wargraph", *sys.argv[1:]])
