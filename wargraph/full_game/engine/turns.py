"""The kernel that plays turns, until a game ends or is to be looked at."""

from wargraph.compute.kernel import inner_kernel
from wargraph.full_game.engine.rings import is_same_state
from wargraph.full_game.engine.rounds import play_round
from wargraph.full_game.engine.two_players import advance_two
from wargraph.full_game.engine.workspace import ENDLESS, HEAD, KEPT, NOBODY, ON_TOP, PAUSED, TAIL, TIED, WON, Holdings
from wargraph.full_game.tally import Column

_WINNER = int(Column.WINNER)


@inner_kernel
def advance(which, turn, pause, is_compared, record, rules, game):  # type: ignore[no-untyped-def]
    """Play rounds until turn `pause` or the end of the game; return the turn and how the game ended, or `PAUSED`.

    If `is_compared`, a state equal to the kept one ends the game as endless.
    """
    ends = game.ends[which]
    players = ends.shape[0]
    if players == 2 and rules.piles[0] != ON_TOP and rules.piles[1] != ON_TOP:
        return advance_two(which, turn, pause, is_compared, record, rules, game)
    held = Holdings(game.rings[which], ends)
    while turn < pause:
        winner = play_round(players, record, held, rules, game)
        turn += 1
        holders = 0
        for player in range(players):
            size = ends[player, TAIL] - ends[player, HEAD]
            holders += size > 0
            game.sizes[player, turn] = size
        if winner == NOBODY:
            return turn, TIED
        if holders < 2:
            record[_WINNER] = winner + 1
            return turn, WON
        if is_compared and is_same_state(which, KEPT, rules.piles, game.rings, game.ends):
            return turn, ENDLESS
    return turn, PAUSED
