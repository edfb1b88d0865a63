"""Positions in rings by their distance to the end, each ring in an order in which few arcs cross."""

import cmath
from collections import defaultdict
from collections.abc import Sequence
from math import pi, tau

from wargraph.core.position import Position

Arcs = Sequence[tuple[Position, Position]]

_SWEEPS = 60
_FAR = 0.2
"""What an arc weighs that does not lead to the next ring."""

_GAP = 1.1
"""Between rings, in widths of a label, at least."""


def ring_places(rings: Sequence[Sequence[Position]], arcs: Arcs, width: float) -> dict[Position, tuple[float, float]]:
    """Where positions stand, so that no labels of such a width meet: the first ring in the middle.

    Each ring in turn is sorted by where the neighbours of its positions stand; of many such sweeps the one with the
    shortest arcs is taken.
    """
    number = {position: place for place, ring in enumerate(rings) for position in ring}
    neighbours: dict[Position, list[tuple[Position, float]]] = defaultdict(list)
    for one, other in arcs:
        weight = 1.0 if abs(number[one] - number[other]) == 1 else _FAR
        neighbours[one].append((other, weight))
        neighbours[other].append((one, weight))
    angles = {position: tau * place / len(ring) for ring in rings for place, position in enumerate(ring)}
    best, shortest = angles, _length(angles, arcs)
    for sweep in range(_SWEEPS):
        for ring in rings if sweep % 2 else reversed(rings):
            angles = angles | _spread(ring, angles, neighbours)
        length = _length(angles, arcs)
        if length < shortest:
            best, shortest = angles, length
    radii: list[float] = []
    for ring in rings:
        inner = radii[-1] + _GAP * width if radii else _GAP * width / 2
        radii.append(max(inner, width * len(ring) / tau))
    step = radii[-1] / (len(rings) - 0.5)  # rings of few positions take the room that there is
    return {
        position: (point.real, point.imag)
        for place, (ring, radius) in enumerate(zip(rings, radii, strict=True))
        for position in ring
        for point in [cmath.rect(max(radius, (place + 0.5) * step), best[position])]
    }


def _spread(
    ring: Sequence[Position],
    angles: dict[Position, float],
    neighbours: dict[Position, list[tuple[Position, float]]],
) -> dict[Position, float]:
    """A ring's positions, evenly spread in the order in which their neighbours stand, turned to be near them."""
    wanted = {}
    for position in ring:
        pull = sum((weight * cmath.exp(1j * angles[other]) for other, weight in neighbours[position]), 0j)
        wanted[position] = cmath.phase(pull) % tau if abs(pull) > 1e-9 else angles[position]
    ordered = sorted(ring, key=lambda position: wanted[position])
    steps = {position: tau * place / len(ring) for place, position in enumerate(ordered)}
    turn = cmath.phase(sum((cmath.exp(1j * (wanted[position] - steps[position])) for position in ring), 0j))
    return {position: (step + turn) % tau for position, step in steps.items()}


def _length(angles: dict[Position, float], arcs: Arcs) -> float:
    return sum(abs((angles[one] - angles[other] + pi) % tau - pi) for one, other in arcs)
