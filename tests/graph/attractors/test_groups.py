"""The groups of the search back: where turns lead from each position."""

import random

import numpy as np
import pytest

from tests.support import long
from wargraph.core.position import Player, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder, children, turn_winner
from wargraph.graph.attractors.attractor import ANY_END
from wargraph.graph.attractors.groups import Groups
from wargraph.graph.positions import ARRANGEMENTS, Positions

NAMES = ["random:7:1", *long("order:7", "cyclic:7", "order:9", "random:8:1", "cyclic:9", "random:10:1")]


def numbered(groups, position):
    """The group and the arrangement of a position."""
    rank = Positions(position.n, left_holds_n=False)
    group, arrangement = divmod(rank.index(position) - rank.offsets[position.split], ARRANGEMENTS)
    return int(groups.first[position.split]) + group, arrangement


@pytest.mark.parametrize("name", NAMES)
def test_turns_lead_where_the_rules_say(name):
    relation = Relation.of(name)
    groups = Groups(relation, Positions(relation.n, left_holds_n=False), ANY_END, 1)
    cards, chance = [*range(1, relation.n + 1)], random.Random(5)
    for _ in range(3000):
        chance.shuffle(cards)
        split = chance.randrange(1, relation.n)
        position = Position(cards[:split], cards[split:])
        group, arrangement = numbered(groups, position)
        for unit in groups.units_of(split):
            groups._fill(split, *unit)
        won = [*Player].index(turn_winner(position, relation))
        after = [numbered(groups, children(position, relation)[order]) for order in (ReturnOrder.WL, ReturnOrder.LW)]
        for winner in range(2):
            row, mask, _, is_possible = groups.turns.kinds[groups.kinds[group], winner].tolist()
            one, other = groups.children[group, 2 * winner : 2 * winner + 2].tolist()
            rows_before = [groups.turns.before[row][place] for _, place in after]
            masks = np.unpackbits(groups.turns.masks[mask].view(np.uint8), bitorder="little")
            if winner == won:
                assert is_possible
                assert [group for group, _ in after] == [one, other]
                assert rows_before == [arrangement, arrangement]
                assert all(masks[place] for _, place in after)
                assert one != other or groups.turns.beside[row][after[0][1]] == after[1][1]
            elif is_possible and one != other:  # then only the arrangement says that the other player has won
                assert not masks[np.flatnonzero(groups.turns.before[row] == arrangement)].any()
