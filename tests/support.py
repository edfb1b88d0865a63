"""What several test files share: small graphs built once, random relations, and play by the plain rules."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from functools import cache
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from wargraph.campaign.progress import Interrupted, Progress
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import TIE, Deals, Position, all_positions, balanced_deals
from wargraph.core.relation import Relation
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder, children, play
from wargraph.graph.war_graph import WarGraph

ORDERS = FIXED_ORDERS


def examples(number: int, **others: object) -> settings:
    """How many examples hypothesis draws with `--all`; the quick suite draws a third of them."""
    return settings(max_examples=-(-number * settings.default.max_examples // 30), **others)


def long(*values: object) -> list[object]:
    """Values of a parameter that are tried with `--all`, or if the file of the test is named."""
    return [pytest.param(*(each if isinstance(each, tuple) else (each,)), marks=pytest.mark.long) for each in values]


def few_of(values: Iterable[object]) -> list[object]:
    """Every sixth of the values of a parameter; the others are tried with `--all`."""
    return [each if number % 6 == 0 else long(each)[0] for number, each in enumerate(values)]


MATRICES = {
    "rock-paper-scissors": Relation.of("rock-paper-scissors"),
    "lizard-Spock": Relation.of("rock-paper-scissors-lizard-spock"),
    "order on 1": Relation.order(1),
    "order on 3": Relation.order(3),
    "order on 5": Relation.order(5),
    "nobody beats nobody": Relation([[0, 0], [0, 0]], interpretation="literal"),
    # Thirty-six positions of this relation reach no terminal even under free order.
    "some cannot end": Relation([[0, 0, 1, 0], [0, 0, 0, 0], [1, 1, 1, 1], [0, 0, 0, 1]], interpretation="literal"),
    "two ranks in two suits": Relation.of("suits:2x2"),
    "nobody ever wins": Relation([[0, 0, 0]] * 3, interpretation="draws"),
    "rock-paper-scissors and two that draw": Relation(
        [[0, 0, 1, 0, 1], [1, 0, 0, 1, 0], [0, 1, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]], interpretation="draws"
    ),
    # No balanced deal of this relation ever ends, whichever order is fixed.
    "no balanced deal ends": Relation(
        [[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1], [1, 1, 1, 0]], interpretation="literal"
    ),
}

GRAPH_NAMES = ("deck of 1", "deck of 2", "deck of 3", "deck of 4", "deck of 5", *MATRICES)
LARGER = {"deck of 6", "deck of 7", "lizard-Spock", "order on 5"}


def by_size(names: Iterable[str]) -> list[object]:
    """Names of graphs as values of a parameter: the larger ones are tried with `--all`."""
    return [long(name)[0] if name in LARGER else name for name in names]


SMALL_GRAPHS = by_size(GRAPH_NAMES)


@cache
def war_graph(n: int) -> WarGraph:
    return WarGraph(n)


@cache
def graph_of(name: str) -> WarGraph:
    """A graph of `GRAPH_NAMES`."""
    if name in MATRICES:
        return WarGraph.from_relation(MATRICES[name])
    return war_graph(int(name.removeprefix("deck of ")))


def plain_positions(graph: WarGraph) -> Iterator[Position]:
    """The positions a graph should have, from all arrangements of the cards."""
    for position in all_positions(graph.n):
        if not graph.positions.left_holds_n or graph.n in position.left:
            yield position
    if graph.relation.has_draws:
        yield TIE


@cache
def plain_arcs(name: str) -> frozenset[tuple[Position, Position, str]]:
    """The arcs a graph should have, by the plain rules."""
    graph = graph_of(name)
    return frozenset(
        (position, child, str(order))
        for position in plain_positions(graph)
        for order, child in children(position, graph.relation).items()
    )


@cache
def plain_digraph(name: str) -> nx.DiGraph:
    """The War graph by the plain rules, without labels."""
    view = nx.DiGraph((position, child) for position, child, _ in plain_arcs(name))
    view.add_nodes_from(plain_positions(graph_of(name)))
    return view


def turns_to_an_end(view: nx.DiGraph) -> dict[Position, int]:
    """The fewest turns to an end from every position that can end, by networkx."""
    layers = nx.bfs_layers(view.reverse(copy=False), [position for position in view if position.is_terminal])
    return {position: turns for turns, layer in enumerate(layers) for position in layer}


@cache
def plain_turns(name: str) -> dict[Position, int]:
    return turns_to_an_end(plain_digraph(name))


@cache
def plain_components(name: str) -> dict[Position, frozenset[Position]]:
    """The strongly connected component of every position, by networkx."""
    parts = map(frozenset, nx.strongly_connected_components(plain_digraph(name)))
    return {position: part for part in parts for position in part}


@cache
def plain_cycles(name: str, order: ReturnOrder) -> frozenset[tuple[Position, ...]]:
    """The cycles under a fixed order, each from its smallest position on, by networkx."""
    view = nx.DiGraph((before, after) for before, after, by in plain_arcs(name) if by == order)
    return frozenset(shortest_rotation(tuple(cycle)) for cycle in nx.simple_cycles(view))


@cache
def plain_games(name: str, order: ReturnOrder) -> dict[Position, tuple[int | None, int | None]]:
    """Turns to the end and cycle length from every position, each played out by itself."""
    graph = graph_of(name)
    return {position: turns_and_period(position, order, graph.relation) for position in plain_positions(graph)}


@cache
def plain_endless(name: str, order: ReturnOrder) -> frozenset[Position]:
    return frozenset(position for position, (turns, _) in plain_games(name, order).items() if turns is None)


def starts_of(graph: WarGraph, deals: Deals) -> list[Position]:
    """The deals from which a graph is asked, by the plain rules."""
    every = balanced_deals(graph.n) if deals is Deals.BALANCED else plain_positions(graph)
    return [position for position in every if position != TIE]


def turns_and_period(
    position: Position, order: ReturnOrder, relation: Relation | None = None
) -> tuple[int | None, int | None]:
    game = play(position, order, relation)
    return (None, game.cycle_length) if game.is_endless else (game.turns, None)


def shortest_rotation(cycle: tuple[Position, ...]) -> tuple[Position, ...]:
    """A cycle from its smallest position on, so that two ways to write it compare equal."""
    start = cycle.index(min(cycle))
    return (*cycle[start:], *cycle[:start])


def refusal(kind: type[Exception], call: Callable[..., object], *arguments: object, **options: object) -> str:
    """The message with which a call is refused. It must be a single line."""
    with pytest.raises(kind) as caught:
        call(*arguments, **options)
    message = str(caught.value)
    assert message
    assert "\n" not in message
    return message


def interruption(
    call: Callable[..., object],
    *arguments: object,
    when: Callable[[Progress], object] = lambda progress: progress.partial_summary,
    executor: Executor | None = None,
) -> Interrupted:
    """What a call ends with if Ctrl-C is pressed as soon as its progress has what `when` asks for."""

    def stop(progress: Progress) -> None:
        if when(progress):
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        call(*arguments, run_options=RunOptions(executor, progress=stop))
    return caught.value


@st.composite
def drawing_relations(draw: st.DrawFn, fewest: int = 1, most: int = 5, interpretation: str = "draws") -> Relation:
    n = draw(st.integers(fewest, most))
    matrix = [[0] * n for _ in range(n)]
    for i, j in combinations(range(n), 2):
        pairs = [(i, j, 1), (j, i, 1), (i, j, 0)]
        winner, loser, entry = draw(st.sampled_from(pairs if interpretation == "draws" else pairs[:2]))
        matrix[winner][loser] = entry
    return Relation(matrix, f"random {interpretation}", interpretation)


def tournaments(fewest: int = 3, most: int = 5) -> st.SearchStrategy[Relation]:
    return drawing_relations(fewest, most, "strict")


@st.composite
def literal_relations(draw: st.DrawFn, fewest: int = 1, most: int = 5) -> Relation:
    n = draw(st.integers(fewest, most))
    row = st.lists(st.integers(0, 1), min_size=n, max_size=n)
    return Relation(draw(st.lists(row, min_size=n, max_size=n)), name="random literal", interpretation="literal")


def relations(most: int = 5) -> st.SearchStrategy[Relation]:
    return st.one_of(tournaments(most=most), literal_relations(most=most), drawing_relations(most=most))


def graphs(most: int = 4) -> st.SearchStrategy[WarGraph]:
    """Graphs of relations, and of decks with a card more."""
    return st.one_of(st.integers(1, most + 1).map(war_graph), relations(most).map(WarGraph.from_relation))


@st.composite
def positions_of(draw: st.DrawFn, n: int) -> Position:
    word = draw(st.permutations(range(1, n + 1)))
    split = draw(st.integers(0, n))
    return Position(word[:split], word[split:])


def counts(games):
    """Games as `lengths` counts them: by turns, and the endless ones by cycle length."""
    by_turns = Counter(turns for turns, _ in games if turns is not None)
    by_cycle_length = Counter(period for _, period in games if period is not None)
    return by_turns, by_cycle_length


def sentences(report):
    """The texts of a report, whose lines a window would break."""
    return "\n".join(block.text for block in report.document().blocks if hasattr(block, "text"))


def turned_round(relation, pair):
    """The relation with the entries of two cards exchanged."""
    i, j = (card - 1 for card in pair)
    rows = [list(row) for row in relation.rows]
    rows[i][j], rows[j][i] = rows[j][i], rows[i][j]
    return Relation(rows, "turned round", relation.interpretation, relation.card_names)
