"""Do graphs of relations with draws agree with the plain rules, position by position?

    python benchmarks/draws.py [MATRICES]        1,000 random matrices with up to 5 cards; a minute

Of each position: its children, the fewest turns to the end under free order, and the turns under WL and LW. Prints how
many positions were compared; stops at the first that differs.
"""

import sys
from collections import deque
from itertools import combinations
from random import Random

from wargraph import FIXED_ORDERS, Position, Relation, ReturnOrder, WarGraph, children, distances, play_outs

Children = dict[Position, dict[ReturnOrder, Position]]


def random_relation(random: Random) -> Relation:
    """Each pair of cards wins, loses or draws, all alike; at least one draws."""
    while True:
        n = random.choice((2, 3, 4, 4, 5, 5, 5))
        matrix = [[0] * n for _ in range(n)]
        for one, other in combinations(range(n), 2):
            winner, loser, entry = random.choice(((one, other, 1), (other, one, 1), (one, other, 0)))
            matrix[winner][loser] = entry
        relation = Relation(matrix, reading="draws")
        if relation.has_draws:
            return relation


def check(relation: Relation) -> int:
    """Compare every position; returns how many there are."""
    graph = WarGraph.from_relation(relation)
    after = {position: children(position, relation) for position in graph}
    assert all(graph.children(position) == found for position, found in after.items()), relation
    nearest, found = fewest_turns(after), distances(graph)
    assert all(found.turns(position) == nearest.get(position) for position in after), relation
    for order in FIXED_ORDERS:
        outs = play_outs(graph, order)
        assert all(outs.turns(position) == turns(position, order, after) for position in after), (relation, order)
    return len(after)


def fewest_turns(after: Children) -> dict[Position, int]:
    """The distance to the terminals, by breadth-first search."""
    before: dict[Position, list[Position]] = {position: [] for position in after}
    for position, found in after.items():
        for child in found.values():
            before[child].append(position)
    nearest = {position: 0 for position in after if position.is_terminal}
    waiting = deque(nearest)
    while waiting:
        position = waiting.popleft()
        for parent in before[position]:
            if parent not in nearest:
                nearest[parent] = nearest[position] + 1
                waiting.append(parent)
    return nearest


def turns(position: Position, order: ReturnOrder, after: Children) -> int | None:
    """Turns to the end; None if a position comes back."""
    seen = set()
    while not position.is_terminal:
        if position in seen:
            return None
        seen.add(position)
        position = after[position][order]
    return len(seen)


if __name__ == "__main__":
    matrices = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    chance = Random(0)
    positions = sum(check(random_relation(chance)) for _ in range(matrices))
    print(f"{matrices:,} matrices, {positions:,} positions: no difference")
