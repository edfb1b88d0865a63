"""Positions in rings by their distance to the end, each ring in an order in which few arcs cross."""

import cmath
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import pi, tau

from wargraph.core.position import Position

_SWEEPS = 60
_GAP = 1.1
"""Between rings, in widths of a label, at least."""

Arcs = Sequence[tuple[Position, Position]]
Neighbours = Mapping[Position, Sequence[Position]]


def ring_places(rings: Sequence[Sequence[Position]], arcs: Arcs, width: float) -> dict[Position, tuple[float, float]]:
    """Place the positions so that no labels of such a width meet: the first ring in the middle.

    Each ring in turn is sorted by where the neighbours of its positions stand; of many such sweeps the one with the
    shortest arcs is taken.
    """
    neighbours = defaultdict(list)
    for one, other in arcs:
        neighbours[one].append(other)
        neighbours[other].append(one)
    angles = {position: tau * place / len(ring) for ring in rings for place, position in enumerate(ring)}
    tries = [angles]
    for sweep in range(_SWEEPS):
        for ring in rings if sweep % 2 else reversed(rings):
            angles = angles | _spread(ring, angles, neighbours)
        tries.append(angles)
    best = min(tries, key=lambda angles: sum(abs((angles[one] - angles[other] + pi) % tau - pi) for one, other in arcs))
    radii: list[float] = []
    for ring in rings:
        inner = radii[-1] + _GAP * width if radii else _GAP * width / 2
        radii.append(max(inner, width * len(ring) / tau))
    step = radii[-1] / (len(rings) - 0.5)  # rings of few positions take the room that there is
    places = {
        position: cmath.rect(max(radius, (place + 0.5) * step), best[position])
        for place, (ring, radius) in enumerate(zip(rings, radii, strict=True))
        for position in ring
    }
    return {position: (point.real, point.imag) for position, point in places.items()}


def _spread(ring: Sequence[Position], angles: Mapping[Position, float], near: Neighbours) -> dict[Position, float]:
    """Return a ring's positions, evenly spread in the order in which their neighbours stand, turned to be near them."""
    wanted = {}
    for position in ring:
        pull = sum((cmath.exp(1j * angles[other]) for other in near[position]), 0j)
        wanted[position] = cmath.phase(pull) % tau if abs(pull) > 1e-9 else angles[position]
    ordered = sorted(ring, key=lambda position: wanted[position])
    steps = {position: tau * place / len(ring) for place, position in enumerate(ordered)}
    turn = cmath.phase(sum((cmath.exp(1j * (wanted[position] - steps[position])) for position in ring), 0j))
    return {position: (step + turn) % tau for position, step in steps.items()}
