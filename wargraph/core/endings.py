"""How a game comes out, of full games and of auction rounds: the endings, the caps, and how they are told."""

from enum import StrEnum

from wargraph.report.humanize import counted

CAP = 100_000
"""Rounds after which a game that chance decides is given up, unless another cap is asked for."""

MOST_ROUNDS = 2**20
"""The largest cap, but for full games without chance: for those the usual one."""


class Ending(StrEnum):
    """How a game comes out.

    ``WON``: one player holds all cards that are left. ``TIED``: a war had to go on and nobody could. ``ENDLESS``: an
    earlier state came back, and no chance is in the rules. ``CAPPED``: given up after a number of rounds; such a game
    might still end.
    """

    WON = "won"
    TIED = "tied"
    ENDLESS = "endless"
    CAPPED = "capped"


def without_end(rounds: int, entry: int | None, period: int | None) -> str:
    """What is known of a game that did not end, in a sentence.

    >>> without_end(14, entry=2, period=12)
    'endless: the hands after round 14 are those after round 2, a cycle of 12 rounds'
    """
    if period is None:
        return f"given up after {counted(rounds, 'round')}: it might still end"
    cycle = f"a cycle of {counted(period, 'round')}"
    return f"endless: the hands after round {rounds} are those after round {entry}, {cycle}"
