"""Options that several commands share, each declared once, and how their text is read.

A command is a class of its options that can be called with the arguments of the command. Options that
belong together are a class too, from which commands inherit them. The text below an option is its help.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from inspect import Parameter as Argument
from inspect import Signature, signature
from itertools import product
from pathlib import Path
from typing import Annotated, Any, TypeVar, dataclass_transform

from cyclopts import Parameter

import wargraph as wg
from wargraph.campaign.progress import shown_progress
from wargraph.core.enums import Choice
from wargraph.core.position import Deals
from wargraph.core.relation import Reading, Relation
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder
from wargraph.errors import ParameterError, shown
from wargraph.fixed_order.transcripts.forecast import Limit, graph_limit

BOTH = "both"
_MOST_DECKS = 1000
_WHOLE = re.compile(r"-?([0-9]+|[0-9]{1,3}(,[0-9]{3})+|[0-9]{1,3}(_[0-9]{3})+)")
_ENDS = re.compile(r"\s*(-?[0-9]{1,19})\s*(?:[.][.]\s*(-?[0-9]{1,19})\s*)?")
_POWER = re.compile(r"[0-9]+([.][0-9]*)?e[+]?[0-9]+", re.IGNORECASE)

Kind = TypeVar("Kind", bound=Choice)
AnyOptions = TypeVar("AnyOptions", bound="Options")


class Options:
    """Base of the commands and of the options that they share."""

    def __call__(self, *arguments: Any, **options: Any) -> None:
        """Do what the command is for."""

    def values(self, *names: str) -> dict[str, object]:
        """Some options by their names, as the parameters of a report."""
        return {name: getattr(self, name) for name in names}

    def check(self) -> None:
        """Refuse options that make no sense together, before the command begins."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
def options(kind: type[AnyOptions]) -> type[AnyOptions]:
    """Make options of the fields of a class. The help lists its own first, then those that it inherits."""
    made = dataclass(frozen=True, kw_only=True)(kind)
    inherited = made.__dataclass_fields__  # type: ignore[attr-defined]
    names = dict.fromkeys(name for base in made.__mro__ for name in vars(base).get("__annotations__", ()))
    made.__dataclass_fields__ = {name: inherited[name] for name in names}  # type: ignore[attr-defined]
    return Parameter(name="*")(made)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def command(kind: type[AnyOptions]) -> Callable[..., None]:
    """Make a command, as cyclopts takes it, of the fields of a class and the parameters of its `__call__`."""
    made = options(kind)

    def call(*arguments: object, chosen: AnyOptions | None = None) -> None:
        asked = made() if chosen is None else chosen
        asked.check()
        asked(*arguments)

    _, *arguments = signature(vars(kind)["__call__"]).parameters.values()
    taken = [
        each if each.kind is Argument.VAR_POSITIONAL else each.replace(kind=Argument.POSITIONAL_ONLY)
        for each in arguments
    ]
    if fields(made):  # type: ignore[arg-type]
        default = Argument.empty if any(each.default is MISSING for each in fields(made)) else made()  # type: ignore[arg-type]
        taken.append(Argument("chosen", Argument.KEYWORD_ONLY, default=default, annotation=made))
    call.__signature__ = Signature(taken)  # type: ignore[attr-defined]
    call.__annotations__ = {each.name: each.annotation for each in taken}
    paragraphs = (kind.__doc__ or "").split("\n\n")
    call.__name__ = kind.__name__.lower()
    call.__doc__ = "\n\n".join(" ".join(each.split()) for each in paragraphs)  # the terminal breaks the lines
    return call


def one_of(words: Iterable[str], text: str = "") -> Parameter:
    """An option whose value is one of some words, in upper or lower case."""
    choices = Enum("Word", [(word, word) for word in words])  # type: ignore[misc]
    return Parameter(choices=choices, help=text) if text else Parameter(choices=choices)


def suggesting(name: str, words: Sequence[str], text: str, required: bool | None = None) -> Parameter:
    """An argument for which the shell suggests some words, although others are possible."""
    return Parameter(name=name, help=text, completer=lambda _: words, required=required)


def table_of(*names: str) -> Parameter:
    """The option ``--table`` of a command whose report has some tables."""
    return one_of(
        names, "Write one table instead of the whole report; CSV holds the first table unless you name another."
    )


_ORDER = (
    "How the winner of a turn returns the two cards: WL puts the winner's own card under the hand first, LW puts the "
    "loser's card first"
)
RangeArgument = Annotated[
    str | None,
    Parameter(name="RANGE", help="The numbers of cards: 7, 1..10, 5,7,9 or a mix. Leave it out with --matrix."),
]
SizeArgument = Annotated[str | None, Parameter(name="N", help="The number of cards. Leave it out with --matrix.")]
OneOrder = Annotated[str, one_of(FIXED_ORDERS, f"{_ORDER}.")]
AnyOrder = Annotated[str, one_of(ReturnOrder, f"{_ORDER}; free allows either at every turn.")]
BothOrders = Annotated[str, one_of((*FIXED_ORDERS, BOTH), f"{_ORDER}; both gives the rows for each order.")]
VerifyOption = Annotated[
    bool, Parameter(help="Play the examples with the reference implementation and print how they end.")
]
GivenOption = Annotated[
    list[str] | None,
    Parameter(
        help="Cards that a player was dealt, such as '1: A,A,A,A', or has on top of the hand, such as '1 top: K,2'; "
        "the other cards are dealt at random. Repeat the option for more conditions."
    ),
]
FileOption = Annotated[
    Path, Parameter(name=["--output", "-o"], help="Write to this file; its ending chooses the format.")
]


def relation_names(_: object = None) -> list[str]:
    """The named relations that need no number, as ``order:N`` does."""
    return [name for name in Relation.names() if ":" not in name]


@options
class MatrixReading(Options):
    """How a beat matrix is read."""

    literal: Annotated[
        bool,
        Parameter(
            help="Read the matrix literally: Left wins a turn if the matrix holds 1 in the row of Left's card and the "
            "column of Right's card, and otherwise Right wins it."
        ),
    ] = False
    draws: bool = False
    """If neither of two cards beats the other, they draw: both stay on the table, and the next two decide."""
    seed: int | None = None
    """The seed of the matrix random:N; by default 0."""

    def read(self, source: str) -> Relation:
        """The relation from a file, a text or by its name. A line on stderr says how a file or text was read."""
        if self.literal and self.draws:
            raise ParameterError("--literal and --draws are two ways to read a matrix: ask for one")
        reading = Reading.LITERAL if self.literal else Reading.DRAWS if self.draws else None
        relation = Relation.of(source, reading, self.seed or 0)
        if self.seed is not None and relation.name != f"{source}:{self.seed}":
            raise ParameterError(
                f"--seed chooses one of the matrices random:N, and {relation.name} leaves no choice: leave it out"
            )
        if relation.understood:
            print(f"{relation.name}: {relation.understood}", file=sys.stderr)
        return relation


@options
class Matrix(MatrixReading):
    """A beat matrix instead of the standard deck."""

    matrix: Annotated[
        str | None,
        Parameter(
            completer=relation_names,
            help="Use a beat relation instead of the standard deck. Give a file (a table, pairs, JSON or a digraph), "
            "text such as 'a beats b; b beats c', rows such as 001/100/010, or a name: "
            + ", ".join(Relation.names())
            + ".",
        ),
    ] = None

    @property
    def is_chosen(self) -> bool:
        """Whether an option says which matrix to use, or how to read it."""
        return self.matrix is not None or self.literal or self.draws

    def relation_to_use(self) -> Relation | None:
        """The relation, if the options name one."""
        if self.matrix is not None:
            return self.read(self.matrix)
        flags = {"--literal": self.literal, "--draws": self.draws, "--seed": self.seed is not None}
        for flag in (flag for flag, is_given in flags.items() if is_given):
            says = "which matrix random:N is" if flag == "--seed" else "how to read a matrix"
            raise ParameterError(f"{flag} says {says}: name one with --matrix")
        return None

    def decks(self, text: str | None, name: str = "RANGE", limit: Limit = graph_limit) -> "Decks":
        """The decks that RANGE (or N, if that is the `name`) or --matrix name, if they are within a limit."""
        relation = self.relation_to_use()
        if text is not None and relation is not None:
            raise ParameterError(f"with --matrix n is the number of cards of the matrix: leave {name} out")
        if text is None and relation is None:
            raise ParameterError(f"{name} is missing: name a number of cards, such as 4, or a relation with --matrix")
        chosen = Decks([] if text is None else parse_range(text), relation)
        if name == "N" and len(chosen.sizes) > 1:
            raise ParameterError(f"N = {shown(text)} names {len(chosen.sizes)} decks: name one")
        limit(chosen.largest, relation is None)
        return chosen


@options
class Starts(Matrix):
    """The starting positions of the decks that a command is about."""

    deals: Annotated[
        str,
        one_of(
            (*Deals, BOTH),
            "Which positions count as starting positions. any: every position (on the standard deck, every position "
            "with card n in Left's hand). even: the n! balanced deals, which give ceil(n/2) cards to Left, the first "
            "player, and floor(n/2) to Right. both: the rows for each.",
        ),
    ] = "any"

    @property
    def starts(self) -> Sequence[Deals]:
        """The kinds of starting positions."""
        return all_if_both(self.deals, tuple(Deals))

    @property
    def over_starts(self) -> str:
        """The phrase for the starting positions that a value is over."""
        return f"over all {'balanced deals' if self.deals == Deals.EVEN else 'starting positions'} of n cards"


@dataclass(frozen=True)
class Decks:
    """The standard deck for some n, or one relation."""

    sizes: Sequence[int]
    relation: Relation | None = None

    @property
    def parameters(self) -> dict[str, object]:
        """The decks among the parameters of a report."""
        if self.relation is not None:
            return self.relation.parameters
        return {"n": self.sizes if len(self.sizes) > 1 else self.sizes[0]}

    @property
    def largest(self) -> int:
        """The largest number of cards."""
        return max(self.sizes) if self.relation is None else self.relation.n

    @property
    def subjects(self) -> "Sequence[int | Relation]":
        """The numbers of cards, or the relation."""
        return self.sizes if self.relation is None else [self.relation]

    def graphs(self) -> "Iterator[wg.WarGraph]":
        """The War graphs, one at a time."""
        if self.relation is not None:
            with working(f"the War graph of {self.relation.name}"):
                yield wg.WarGraph.from_relation(self.relation)
        for n in self.sizes:
            with working(f"the War graph on {n} cards"):
                yield wg.WarGraph(n)

    def require_components_memory(self) -> None:
        """Refuse decks whose components do not fit into memory, before a graph is built."""
        from wargraph.graph.components import require_components_memory  # imported late: it needs numpy

        require_components_memory(self.largest, left_holds_n=self.relation is None)


def working(on: str) -> AbstractContextManager[object]:
    """Show on a terminal what the command works on; show nothing elsewhere."""
    return shown_progress(on) if sys.stderr.isatty() else nullcontext()


def refuse_hopeless_decks(sizes: Sequence[int], orders: Sequence[ReturnOrder], run_options: "wg.RunOptions") -> None:
    """Refuse decks that take too long before the work on any of them begins, and load the kernels."""
    from wargraph.campaign.interruption import interrupted_later
    from wargraph.fixed_order.transcripts.engine import compile_kernels, finished_walk, refuse_hopeless
    from wargraph.fixed_order.transcripts.walk import is_small_deck

    if not all(map(is_small_deck, sizes)):
        with interrupted_later():
            compile_kernels()
    for n, order in product(sizes, orders):
        refuse_hopeless(finished_walk(n, order), run_options)


def parse_games(text: str) -> int:
    """The number of games that --games names.

    >>> parse_games("100000"), parse_games("100,000"), parse_games("1e5")
    (100000, 100000, 100000)
    """
    number = text.strip()
    with suppress(ValueError):  # thousands of digits
        if _WHOLE.fullmatch(number):
            return int(number.replace(",", "").replace("_", ""))
        if _POWER.fullmatch(number) and float(number).is_integer():
            return int(float(number))
    raise ParameterError(f"games = {shown(text)}: it must be a whole number, such as 1000, 10,000 or 1e5")


def all_if_both(text: str, kinds: Sequence[Kind]) -> Sequence[Kind]:
    """The member of an enumeration that a word names, or all of some members for the word both.

    >>> all_if_both("lw", FIXED_ORDERS), all_if_both("both", FIXED_ORDERS)
    ([<ReturnOrder.LW: 'LW'>], (<ReturnOrder.WL: 'WL'>, <ReturnOrder.LW: 'LW'>))
    """
    return kinds if text == BOTH else [type(kinds[0])(text)]


def parse_range(text: str, name: str = "n", of: str = "cards") -> list[int]:
    """The numbers that a RANGE names, in increasing order and without repetition.

    >>> parse_range("7"), parse_range("1..3,5,2"), parse_range("4..4")
    ([7], [1, 2, 3, 5], [4])
    """
    numbers: set[int] = set()
    for part in text.split(","):
        ends = _ENDS.fullmatch(part)
        if ends is None and text.endswith((".csv", ".txt")):
            raise ParameterError(f"{shown(text)} is no range of cards: a relation from a file comes behind --matrix")
        if ends is None:
            raise ParameterError(f"range {shown(text)} is not understood: write 7, 1..10, 5,7,9 or a mix of these")
        low, high = int(ends[1]), int(ends[2] or ends[1])
        if min(low, high) < 1:
            raise ParameterError(
                f"{name} = {min(low, high)} is not a number of {of}: {name} must be a whole number from 1 on"
            )
        if high < low:
            raise ParameterError(f"range {shown(text)} runs backwards: write {high}..{low}")
        if high - low >= _MOST_DECKS:
            raise ParameterError(f"range {shown(text)} names {high - low + 1:,} numbers: name at most {_MOST_DECKS:,}")
        numbers.update(range(low, high + 1))
    return sorted(numbers)
