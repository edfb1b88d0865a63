"""The decks that RANGE, N and --matrix name, after a check that they are not too large."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import typer

import wargraph as wg
from wargraph.cli.options import DrawsOption, LiteralOption, MatrixOption, MatrixSeedOption, parse_range
from wargraph.cli.run_options import working
from wargraph.core.relation import Reading, Relation
from wargraph.core.rules import ReturnOrder
from wargraph.errors import ParameterError, shown
from wargraph.fixed_order.limits import Limit, graph_limit


@dataclass(frozen=True)
class Matrix:
    """The options that name a beat matrix: --matrix, --literal, --draws and --seed."""

    sources: MatrixOption = None
    literal: LiteralOption = False
    draws: DrawsOption = False
    seed: MatrixSeedOption = None

    def __post_init__(self) -> None:
        if self.sources and len(self.sources) > 1:
            raise ParameterError(f"--matrix names {len(self.sources)} relations: name one, and ask again for another")

    @property
    def source(self) -> str | None:
        """The file or the name of the matrix, if the user gave one."""
        return self.sources[0] if self.sources else None

    @property
    def is_given(self) -> bool:
        """Whether the user gave any of these options."""
        return self != NO_MATRIX

    def relation(self) -> Relation | None:
        """The relation, if the options name one. A line on stderr says how a text of no fixed format was read."""
        if self.source is None:
            flags = {"--literal": self.literal, "--draws": self.draws, "--seed": self.seed is not None}
            given = next((flag for flag, is_given in flags.items() if is_given), None)
            if given:
                says = "which matrix random:N is" if given == "--seed" else "how to read a matrix"
                raise ParameterError(f"{given} says {says}: name one with --matrix")
            return None
        if self.literal and self.draws:
            raise ParameterError("--literal and --draws are two ways to read a matrix: ask for one")
        reading = Reading.LITERAL if self.literal else Reading.DRAWS if self.draws else None
        relation = Relation.of(self.source, reading, self.seed or 0)
        if self.seed is not None and relation.name != f"{self.source}:{self.seed}":
            raise ParameterError(
                f"--seed chooses one of the matrices random:N, and {relation.name} leaves no choice: leave it out"
            )
        if relation.understood:
            typer.echo(f"{relation.name}: {relation.understood}", err=True)
        return relation


NO_MATRIX = Matrix()


@dataclass(frozen=True)
class Decks:
    """The standard deck for some n, or one relation."""

    sizes: list[int] = field(default_factory=list)
    relation: Relation | None = None

    def parameters(self) -> dict[str, object]:
        """The decks among the parameters of a report."""
        if self.relation is None:
            return {"n": self.sizes if len(self.sizes) > 1 else self.sizes[0]}
        return self.relation.parameters

    def require_components_memory(self) -> None:
        """Refuse decks whose components do not fit into memory, before a graph is built."""
        from wargraph.graph.components import require_components_memory  # imported late: it needs numpy

        require_components_memory(self.largest, left_holds_n=self.relation is None)

    @property
    def largest(self) -> int:
        """The largest number of cards."""
        return self.relation.n if self.relation else max(self.sizes)

    def of_relation(self) -> "Iterator[wg.WarGraph | Relation]":
        """The War graph of the relation or, if that is large, the relation itself; nothing for the standard deck."""
        from wargraph.fixed_order.lengths import is_walked  # imported late: it needs numpy

        if self.relation is not None:
            yield from [self.relation] if is_walked(self.relation) else self.graphs()

    def named(self) -> "Iterator[int | Relation]":
        """The numbers of cards, or the relation."""
        yield from self.sizes if self.relation is None else [self.relation]

    def graphs(self) -> Iterator["wg.WarGraph"]:
        """The War graphs, one at a time."""
        if self.relation is not None:
            with working(f"the War graph of {self.relation.name}"):
                yield wg.WarGraph.from_relation(self.relation)
        for n in self.sizes:
            with working(f"the War graph on {n} cards"):
                yield wg.WarGraph(n)


def decks(
    range_text: str | None, matrix: Matrix = NO_MATRIX, single: bool = False, limit: Limit = graph_limit
) -> Decks:
    """The decks that RANGE (or N, if `single`) or --matrix name, after a check that they are within a limit."""
    name = "N" if single else "RANGE"
    relation = matrix.relation()
    if (range_text is None) == (relation is None):
        raise ParameterError(
            f"with --matrix n is the number of cards of the matrix: leave {name} out"
            if relation is not None
            else f"{name} is missing: name a number of cards, such as 4, or a relation with --matrix"
        )
    chosen = Decks(sizes=parse_range(str(range_text))) if relation is None else Decks(relation=relation)
    if single and len(chosen.sizes) > 1:
        raise ParameterError(f"N = {shown(range_text)} names {len(chosen.sizes)} decks: name one")
    limit(chosen.largest, chosen.relation is None)
    return chosen


def refuse_hopeless_decks(sizes: list[int], orders: Sequence[ReturnOrder], run_options: "wg.RunOptions") -> None:
    """Refuse decks that take too long before the work on any of them begins, and load the kernels."""
    from wargraph.campaign.interruption import interrupted_later
    from wargraph.fixed_order.transcripts.engine import compile_kernels, refuse_hopeless
    from wargraph.fixed_order.transcripts.walk import is_small_deck

    if not all(map(is_small_deck, sizes)):
        with interrupted_later():
            compile_kernels()
    for n in sizes:
        for order in orders:
            refuse_hopeless(n, order, run_options)
