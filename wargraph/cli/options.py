"""What the commands share: options, ranges of n and the graphs they mean."""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from wargraph.choice import Choice
from wargraph.errors import ParameterError, shown
from wargraph.relation import Relation
from wargraph.rules import ReturnOrder

if TYPE_CHECKING:
    from wargraph.campaign.effort import Effort
    from wargraph.graph.war_graph import WarGraph
    from wargraph.results import Result

Kind = TypeVar("Kind", bound=Choice)

BOTH = "both"
_MOST_DECKS = 1000
_MOST_JOBS = 1000

RangeArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="[RANGE]", show_default=False, help="Numbers of cards: 7, 1..10, 5,7,9 or a mix. Not with --matrix."
    ),
]
SizeArgument = Annotated[
    str | None, typer.Argument(metavar="[N]", show_default=False, help="Number of cards. Not with --matrix.")
]
MatrixOption = Annotated[
    str | None,
    typer.Option(
        "--matrix",
        metavar="FILE_OR_NAME",
        help="A beat matrix instead of the standard deck: a .csv or .json file, or a name: "
        + ", ".join(Relation.names()),
    ),
]
LiteralOption = Annotated[
    bool, typer.Option("--literal", help="Read the matrix literally: Left wins exactly where it holds 1.")
]
_ORDER_HELP = "How the winner of a turn puts the two cards under the pile: WL own card first, LW the loser's first; "
OrderOption = Annotated[str, typer.Option("--order", metavar="WL|LW|both", help=f"{_ORDER_HELP}both: a row for each.")]
OneOrderOption = Annotated[str, typer.Option("--order", metavar="WL|LW", help=_ORDER_HELP.rstrip("; ") + ".")]
FreeOrderOption = Annotated[
    str, typer.Option("--order", metavar="WL|LW|free", help=f"{_ORDER_HELP}free: either at every turn.")
]
DealsOption = Annotated[
    str,
    typer.Option(
        "--deals",
        metavar="any|even|both",
        help="Which positions count as starts. any: every one (on the standard deck those with card n in Left's hand); "
        "even: the n! deals of ceil(n/2) cards to Left, the first player, and floor(n/2) to Right; "
        "both: a row for each.",
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs", metavar="N", show_default=False, help="Threads; by default one a core. They never change a result."
    ),
]
HoursOption = Annotated[
    float | None,
    typer.Option(
        "--hours", metavar="H", show_default=False, help="Refuse what is forecast to take longer; by default 1 hour."
    ),
]
VerifyOption = Annotated[
    bool, typer.Option("--verify", help="Play the examples by the plain rules, and say how they come out.")
]
SeedOption = Annotated[int, typer.Option("--seed", metavar="S", help="Of the random numbers.")]


def parse_games(text: str) -> object:
    """The number of games that --games names: 100000, 100,000 or 1e5; the text itself if it is none."""
    plain = text.replace(",", "").replace("_", "").strip()
    try:
        value = float(plain)
        return int(plain) if plain.isdigit() else int(value) if value.is_integer() else text
    except (ValueError, OverflowError):
        return text


def parse_both(text: str, kinds: Sequence[Kind], name: str) -> Sequence[Kind]:
    """What an option names that takes one of a few words, or the word both for all of them.

    >>> from wargraph.rules import FIXED_ORDERS
    >>> parse_both("lw", FIXED_ORDERS, "order"), parse_both("both", FIXED_ORDERS, "order")
    ([<ReturnOrder.LW: 'LW'>], (<ReturnOrder.WL: 'WL'>, <ReturnOrder.LW: 'LW'>))
    """
    if text.casefold() == BOTH:
        return kinds
    found = [kind for kind in kinds if text.casefold() == kind.casefold()]
    if not found:
        raise ParameterError(f"{name} {shown(text)} is not known: use {', '.join(kinds)} or {BOTH}")
    return found


def parse_range(text: str, name: str = "n", of: str = "cards") -> list[int]:
    """The numbers, of cards or of something else, that a RANGE names, rising and without repetition.

    >>> parse_range("7"), parse_range("1..3,5,2"), parse_range("4..4")
    ([7], [1, 2, 3, 5], [4])
    """
    numbers: set[int] = set()
    for part in text.split(","):
        first, dots, last = part.partition("..")
        low, high = (_number_in_range(end, text, name, of) for end in (first, last if dots else first))
        if high < low:
            raise ParameterError(f"range {shown(text)} runs backwards: write {high}..{low}")
        if high - low >= _MOST_DECKS:
            raise ParameterError(f"range {shown(text)} names {high - low + 1:,} numbers: name at most {_MOST_DECKS:,}")
        numbers.update(range(low, high + 1))
    return sorted(numbers)


def _number_in_range(text: str, whole: str, name: str, of: str) -> int:
    stripped = text.strip()
    digits = stripped.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
        raise ParameterError(f"range {shown(whole)} is not understood: write 7, 1..10, 5,7,9 or a mix of these")
    if int(stripped) < 1:
        raise ParameterError(
            f"{name} = {int(stripped)} is not a number of {of}: {name} must be a whole number from 1 on"
        )
    return int(stripped)


@dataclass(frozen=True)
class Decks:
    """The decks a command is about: the standard deck for some n, or one relation."""

    sizes: list[int] = field(default_factory=list)
    relation: Relation | None = None

    def parameters(self) -> dict[str, object]:
        """How the decks appear among the parameters of a report."""
        if self.relation is None:
            return {"n": self.sizes if len(self.sizes) > 1 else self.sizes[0]}
        return {"matrix": self.relation.name, "n": self.relation.n, "literal": self.relation.literal}

    def graphs(self) -> "Iterator[WarGraph]":
        """The War graphs, one at a time."""
        from wargraph.graph.war_graph import WarGraph

        if self.relation is not None:
            with working(f"the War graph of {self.relation.name}"):
                yield WarGraph.from_relation(self.relation)
        for n in self.sizes:
            with working(f"the War graph on {n} cards"):
                yield WarGraph(n)


def decks(
    range_text: str | None, matrix: str | None, literal: bool, single: bool = False, by_transcripts: bool = False
) -> Decks:
    """The decks that RANGE (or N, if `single`) or --matrix name, after a check that they are not too large.

    That is, that their graphs fit into memory, or where the standard deck is counted by transcripts that it can be.
    """
    name = "N" if single else "RANGE"
    if matrix is None and literal:
        raise ParameterError("--literal says how to read a matrix: name one with --matrix")
    if (range_text is None) == (matrix is None):
        raise ParameterError(
            f"with --matrix n is the number of cards of the matrix: leave {name} out"
            if matrix is not None
            else f"{name} is missing: name a number of cards, such as 4, or a relation with --matrix"
        )
    if matrix is not None:
        found = Decks(relation=Relation.load(matrix, literal))
    else:
        found = Decks(sizes=parse_range(str(range_text)))
    if single and len(found.sizes) > 1:
        raise ParameterError(f"N = {shown(range_text)} names {len(found.sizes)} decks: name one")
    if by_transcripts:
        with interrupted_later():
            import_module("wargraph.game_lengths")
    if by_transcripts and found.relation is None:
        from wargraph.transcripts.symbolic import check_size

        check_size(max(found.sizes))
    else:
        from wargraph.graph.war_graph import require_graph_memory

        largest = found.relation.n if found.relation else max(found.sizes)
        require_graph_memory(largest, left_holds_n=found.relation is None)
    return found


@contextmanager
def working(on: str) -> Iterator[None]:
    """Show on a terminal that something is being worked on; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield
        return
    from wargraph.campaign.display import shown_progress

    with shown_progress(on):
        yield


@contextmanager
def interrupted_later() -> Iterator[None]:
    """Put Ctrl-C off while libraries and kernels are loaded: raised inside their callbacks it would be lost."""
    pressed = []
    before = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def effort_of(
    jobs: int | None = None, hours: float | None = None, write: "Callable[[Result | None], None] | None" = None
) -> "Iterator[Effort]":
    """What --jobs and --hours allow for long work, with its progress on a terminal.

    On Ctrl-C `write` is given the part of the result that is finished, if the work knows of one, and what is known is
    said in a line.
    """
    from wargraph.campaign.effort import Effort
    from wargraph.campaign.progress import Interrupted
    from wargraph.campaign.run import threads, worker_count

    try:
        with threads(jobs or worker_count()) as executor:
            yield Effort(executor, hours, progress=sys.stderr.isatty())
    except KeyboardInterrupt as stop:
        known, finished = (stop.known, stop.finished) if isinstance(stop, Interrupted) else ("", None)
        if write is not None:
            write(finished)
        print(f"wargraph: interrupted: {known or 'nothing is known yet'}", file=sys.stderr, flush=True)
        raise


def refuse_hopeless_decks(sizes: list[int], orders: Sequence[ReturnOrder], effort: "Effort") -> None:
    """Before any deck is begun, refuse those that no machine could do in time; and have the kernels loaded."""
    from wargraph.transcripts.tree import compile_kernels, refuse_hopeless
    from wargraph.transcripts.walk import is_small_deck

    if not all(map(is_small_deck, sizes)):
        with interrupted_later():
            compile_kernels()
    for n in sizes:
        for order in orders:
            refuse_hopeless(n, order, effort)


def check_effort(jobs: int | None, hours: float | None, matrix: str | None) -> None:
    """Refuse --jobs and --hours where they make no sense."""
    if matrix is not None and (jobs is not None or hours is not None):
        raise ParameterError("--jobs and --hours are for the standard deck: with --matrix leave them out")
    if jobs is not None and not 1 <= jobs <= _MOST_JOBS:
        raise ParameterError(f"--jobs {jobs}: the number of threads must be from 1 to {_MOST_JOBS}")
    if hours is not None and not hours > 0:
        raise ParameterError(f"--hours {hours:g}: the time a command may take must be above 0")
