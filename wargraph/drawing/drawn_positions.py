"""Drawn positions, from which nobody can force a win, as a clock: every cycle takes a whole number of rounds."""

import cmath
from math import gcd, tau

import networkx as nx

from wargraph.core.position import Deals, Player, Position
from wargraph.core.rules import Chooser, ReturnOrder
from wargraph.drawing.dot import Part
from wargraph.errors import ParameterError, TooLargeError
from wargraph.graph.contest import forced_wins
from wargraph.graph.war_graph import WarGraph
from wargraph.report.humanize import counted

_LARGEST = 2520
"""Positions of the largest graph whose drawn positions fit into a picture: that of 6 cards."""

_GAP = 0.34
"""Inches between the positions of one phase."""

_SWEEPS = 20


def drawn_part(graph: WarGraph) -> Part:
    """One strongly connected part of the drawn positions, where the winner of each turn chooses the return order.

    In such a part the lengths of all cycles have a common divisor, the *period*. So its positions have phases, as the
    hours of a clock, and each turn leads from one phase to the next.
    """
    if not graph.positions.left_holds_n:
        raise ParameterError("drawn positions are shown for the standard deck only: name a number of cards")
    if len(graph) > _LARGEST:
        raise TooLargeError(f"{graph.n} cards have too many drawn positions for a picture: use 6 cards")
    drawn = list(forced_wins(graph, Player.LEFT, Chooser.WINNER).open(Deals.ANY))
    if not drawn:
        raise ParameterError(
            f"{counted(graph.n, 'card')} have no drawn positions: the smallest deck that has some is 6"
        )
    arcs = nx.DiGraph((position, child) for position in drawn for child in graph.children(position).values())
    between = arcs.subgraph(drawn)  # Right never chooses the other children; where Left chooses there are none
    part = between.subgraph(next(nx.strongly_connected_components(between)))
    parts = nx.number_strongly_connected_components(between)
    shown = sorted(part, key=graph.positions.index)
    title = (
        f"War graph of the deck 1..{graph.n}: positions from which nobody can force a win, "
        f"{Chooser.WINNER.display} choosing"
    )
    notes = (
        f"{len(shown)} of the {len(drawn)} drawn positions, which fall into {counted(parts, 'part')}",
        f"clockwise, {counted(_period(part), 'turn')} a round",
        "one arrow out: the order that Right must choose",
        "two: either order leads to a drawn position",
    )
    places = _places(part, shown)
    return Part(graph, ReturnOrder.FREE, title, shown, places=places, on_cycle="drawn position", notes=notes)


def _period(part: nx.DiGraph) -> int:
    """The greatest common divisor of the lengths of all cycles."""
    turns = nx.single_source_shortest_path_length(part, next(iter(part)))
    return gcd(*(turns[one] + 1 - turns[other] for one, other in part.edges))


def _places(part: nx.DiGraph, shown: list[Position]) -> dict[Position, str]:
    """The phases as hours of a clock; in each the positions in an order in which few arcs cross."""
    period = _period(part)
    turns = nx.single_source_shortest_path_length(part, shown[0])
    phases = [[position for position in shown if turns[position] % period == phase] for phase in range(period)]
    order = {position: place - (len(phase) - 1) / 2 for phase in phases for place, position in enumerate(phase)}
    for sweep in range(_SWEEPS):
        for phase in phases if sweep % 2 else reversed(phases):
            near = {position: [*part.predecessors(position), *part.successors(position)] for position in phase}
            ordered = sorted(phase, key=lambda each: sum(order[other] for other in near[each]) / len(near[each]))
            order |= {position: place - (len(phase) - 1) / 2 for place, position in enumerate(ordered)}
    width = 0.1 * (len(str(shown[0])) + 3)
    most = max(map(len, phases))
    middle = max(period * width / tau, most * _GAP) + most * width / 2
    places = {}
    for position in shown:
        hour = tau / 4 - tau * (turns[position] % period) / period
        point = cmath.rect(middle + order[position] * width * 1.15, hour)
        places[position] = f"{point.real:.3f},{point.imag:.3f}!"
    return places
