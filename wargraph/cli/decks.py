"""The decks that a command is about: what RANGE, N and --matrix name, after a check that they are not too large."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import typer

import wargraph as wg
from wargraph.cli.options import parse_range
from wargraph.cli.progress import working
from wargraph.errors import ParameterError, shown
from wargraph.relation import Relation
from wargraph.transcripts.symbolic import check_size


@dataclass(frozen=True)
class Decks:
    """The standard deck for some n, or one relation."""

    sizes: list[int] = field(default_factory=list)
    relation: Relation | None = None

    def parameters(self) -> dict[str, object]:
        """How the decks appear among the parameters of a report."""
        if self.relation is None:
            return {"n": self.sizes if len(self.sizes) > 1 else self.sizes[0]}
        return relation_parameters(self.relation)

    def require_components_memory(self) -> None:
        """Refuse decks whose components cannot be searched for, before a graph is built."""
        from wargraph.graph.components import require_components_memory  # only here scipy is needed

        n = self.relation.n if self.relation else max(self.sizes)
        require_components_memory(n, left_holds_n=self.relation is None)

    def graphs(self) -> Iterator["wg.WarGraph"]:
        """The War graphs, one at a time."""
        if self.relation is not None:
            with working(f"the War graph of {self.relation.name}"):
                yield wg.WarGraph.from_relation(self.relation)
        for n in self.sizes:
            with working(f"the War graph on {n} cards"):
                yield wg.WarGraph(n)


def relation_parameters(relation: Relation) -> dict[str, object]:
    """How a relation appears among the parameters of a report: its name, and the matrix itself."""
    names = {"card_names": relation.card_names} if relation.card_names else {}
    return {
        "matrix": relation.name,
        "n": relation.n,
        "literal": relation.literal,
        "rows": relation.rows,
        **names,
    }


def named_relation(file_or_name: str, literal: bool) -> Relation:
    """The relation that --matrix names; how its text was read is told on stderr, where it had to be recognised."""
    relation = Relation.of(file_or_name, literal)
    if relation.understood:
        typer.echo(f"{relation.name}: {relation.understood}", err=True)
    return relation


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
        found = Decks(relation=named_relation(matrix, literal))
    else:
        found = Decks(sizes=parse_range(str(range_text)))
    if single and len(found.sizes) > 1:
        raise ParameterError(f"N = {shown(range_text)} names {len(found.sizes)} decks: name one")
    if by_transcripts and found.relation is None:
        check_size(max(found.sizes))
    else:
        from wargraph.graph.war_graph import require_graph_memory  # only here numpy is needed

        largest = found.relation.n if found.relation else max(found.sizes)
        require_graph_memory(largest, left_holds_n=found.relation is None)
    return found
