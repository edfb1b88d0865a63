"""WarGraph: every position of a small deck with both children, in arrays."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import wraps
from inspect import signature
from numbers import Number
from typing import Any, NamedTuple, Self, TypeVar, cast

import numpy as np

from wargraph.campaign.run_options import RunOptions
from wargraph.compute.memory import available_memory, require_memory
from wargraph.core.position import Position
from wargraph.core.relation import Relation
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder, parents
from wargraph.graph.positions import Positions, index_dtype
from wargraph.report.document import Figure
from wargraph.report.figure import notebook_picture
from wargraph.report.result import ComparedByContent, Result

T = TypeVar("T")
Answer = TypeVar("Answer", bound=Callable[..., Any])

LARGEST_SHOWN = 2_000_000
"""Of how many positions a graph may be that a notebook draws without being asked: above, it takes a while."""

_SURELY_FREE = 4 * 10**6
"""So few bytes are not worth asking the machine, which takes as long as a small graph."""

COLUMN = {order: column for column, order in enumerate(FIXED_ORDERS)}
"""The column of `WarGraph.child_indices` that holds the children under each return order."""


class WarGraph(ComparedByContent):
    """The War graph of the standard deck 1..n, or of a relation: its positions, and the two children of each.

    On the standard deck card n never loses, so only the player who holds card n can win. As the players are
    interchangeable, that graph has only the (n+1)!/2 positions in which Left holds card n (one position for n = 1). The
    graph of a beat relation has all (n+1)! positions and, if cards can draw, the tie.

    Parameters
    ----------
    deck : int, Relation, or anything that `Relation.of` accepts
        A number of cards, at least 1, for the standard deck; or a relation. A graph that does not fit into memory
        raises a `TooLargeError` before anything is built.

    Attributes
    ----------
    n : int
        Number of cards.
    relation : Relation
        The beat relation.
    positions : Positions
        All positions as a sequence, terminal positions last; they are computed, not stored.
    child_indices : numpy.ndarray
        For engines: the places in `positions` of the WL child and of the LW child of each that is not terminal.

    References
    ----------
    Bu, Dougherty-Bliss and Kenney, 2020. First studied by Lakshtanov and Roshchina, 2011.

    Examples
    --------
    >>> graph = WarGraph(4)
    >>> graph
    WarGraph(4): 60 positions, 72 arcs, 24 terminals
    >>> [str(child) for child in graph.children(Position("41|32")).values()]
    ['143|2', '134|2']
    >>> WarGraph(Relation.of("rock-paper-scissors")) == WarGraph.from_relation("rock-paper-scissors")
    True
    """

    def __init__(self, deck: Any) -> None:
        from wargraph.graph.build import build_children

        self.relation, self.positions = relation_of(deck)
        self.n = self.relation.n
        _GRAPH.require(self.positions, is_built=False)
        self.child_indices = build_children(self.positions, self.relation)
        self.child_indices.flags.writeable = False
        self._remembered: dict[tuple[object, ...], Any] = {}

    @classmethod
    def from_relation(cls, relation: Any) -> Self:
        """Make the War graph of a beat relation, on all (n+1)! positions.

        `WarGraph` does the same for anything but a number, which stands for the standard order here.

        >>> WarGraph.from_relation([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
        WarGraph.from_relation(matrix): 24 positions, 24 arcs, 12 terminals
        """
        return cls(Relation.of(relation))

    def _compared(self) -> tuple[object, ...]:
        return self.relation, self.positions

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[Position]:
        return iter(self.positions)

    def __contains__(self, position: object) -> bool:
        return position in self.positions

    def __repr__(self) -> str:
        maker = f"WarGraph({self.n})" if self.positions.left_holds_n else f"WarGraph.from_relation({self.name})"
        return f"{maker}: {len(self):,} positions, {self.arcs:,} arcs, {self.terminals:,} terminals"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Show the picture in a notebook, or why there is none."""
        if len(self) > LARGEST_SHOWN:
            return {"text/plain": f"{self!r}; picture(graph) draws it, in a while"}
        return notebook_picture(Figure(self, "auto"), repr(self))

    @property
    def name(self) -> str:
        """The name of the graph in tables and file names: that of its relation."""
        return self.relation.name

    @property
    def arcs(self) -> int:
        """Number of arcs: two for each position that is not terminal."""
        return 2 * (len(self) - self.terminals)

    @property
    def terminals(self) -> int:
        """Number of terminal positions."""
        return self.positions.terminals

    def children(self, position: Position) -> dict[ReturnOrder, Position]:
        """Return the child of a position under each of the return orders WL and LW; none for a terminal position."""
        index = self.positions.index(position)
        if index >= len(self.child_indices):
            return {}
        return {order: self.positions[self.child_indices[index, column]] for order, column in COLUMN.items()}

    def parents(self, position: Position) -> list[tuple[ReturnOrder, Position]]:
        """Return the positions that have a given position as a child, each with the return order of its arc."""
        self.positions.check(position)
        return parents(position, self.relation)

    def arcs_between(self, nodes: Sequence[T]) -> Iterator[tuple[T, T, str]]:
        """Iterate over all arcs as (start, end, ``"WL"`` or ``"LW"``), with the names of positions in `nodes`."""
        for node, children in zip(nodes, self.child_indices.tolist(), strict=False):
            for order, column in COLUMN.items():
                yield node, nodes[children[column]], str(order)

    def forget(self) -> None:
        """Drop all answers that the graph keeps.

        An answer refers to its graph and the graph to its answers, so without this call the memory of many graphs is
        freed only when Python collects cyclic garbage.
        """
        self._remembered.clear()


@dataclass(frozen=True)
class GraphResult(Result):
    """Base of results about a whole War graph."""

    graph: WarGraph
    """The War graph."""

    @property
    def n(self) -> int:
        """Number of cards."""
        return self.graph.n

    @property
    def relation(self) -> Relation:
        """The beat relation of the graph."""
        return self.graph.relation


Deck = WarGraph | Any
"""The subject of every question about a War graph: a graph, a number of cards, or what `Relation.of` takes."""


class MemoryNeed(NamedTuple):
    """The memory that work on a War graph needs beside the graph."""

    what: str
    """The work."""
    bytes_each: int | Fraction
    """Bytes for each position."""
    way_out: str = ""
    """Advice besides fewer cards."""

    def require(self, positions: Positions, is_built: bool = True) -> None:
        """Raise a `TooLargeError` if the work does not fit into memory, with the graph unless that is built."""

        def bytes_on(cards: int) -> int:
            on_cards = replace(positions, n=cards)
            return int(self.bytes_each * on_cards.size) + (0 if is_built else graph_bytes(on_cards))

        n = positions.n
        if (needed := bytes_on(n)) > _SURELY_FREE and needed > (available := available_memory()):
            fits = next(cards for cards in range(1, n) if bytes_on(cards + 1) > available)
            require_memory(needed, f"{self.what} on {n} cards", f"use at most {fits} cards{self.way_out}")


PLAY = " here, or play single positions"
_GRAPH = MemoryNeed("the War graph", 8, PLAY)  # for an analysis of it


def as_deck(deck: Deck) -> Deck:
    """Return a graph or a number of cards as it is, and anything else as the relation that `Relation.of` reads."""
    return deck if isinstance(deck, WarGraph | Number) else Relation.of(deck)


def as_graph(deck: Deck, need: MemoryNeed = _GRAPH) -> WarGraph:
    """Return a War graph as it is, or that of anything else, if what is to be done with it fits into memory."""
    if isinstance(deck, WarGraph):
        return deck
    relation, positions = relation_of(deck)
    need.require(positions, is_built=False)
    return WarGraph(relation.n if positions.left_holds_n else relation)


def cached_on_graph(need: MemoryNeed = _GRAPH) -> Callable[[Answer], Answer]:
    """Keep the results of a function of a War graph, or of what makes one, with the graph."""

    def decorator(answer: Answer) -> Answer:
        parameters = signature(answer)

        @wraps(answer)
        def kept(*given: Any, **named: Any) -> Any:
            deck, *arguments = parameters.bind(*given, **named).args if named else given
            graph = as_graph(deck, need)
            about = (each for each in arguments if not isinstance(each, RunOptions))
            question = (answer.__module__, answer.__name__, *about)
            if question not in graph._remembered:
                need.require(graph.positions)
                graph._remembered[question] = answer(graph, *arguments)
            return graph._remembered[question]

        return cast("Answer", kept)

    return decorator


def relation_of(deck: Deck) -> tuple[Relation, Positions]:
    """Return the beat relation and the positions: on the standard deck only those in which Left holds card n."""
    if isinstance(deck, WarGraph):
        return deck.relation, deck.positions
    is_standard = isinstance(deck, Number)
    relation = Relation.order(deck) if is_standard else Relation.of(deck)
    return relation, Positions(relation.n, is_standard, relation.has_draws)


def graph_bytes(positions: Positions) -> int:
    """Bytes that the arrays of a War graph take."""
    return 2 * positions.size * np.dtype(index_dtype(positions.size)).itemsize


def graph_fits(n: int, left_holds_n: bool) -> bool:
    """Return whether a War graph on n cards, with an analysis of it, fits into memory."""
    return 2 * graph_bytes(Positions(n, left_holds_n)) <= available_memory()
