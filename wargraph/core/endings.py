"""The endings of full games and auction rounds, the largest number of rounds, and the sentences for it."""

from enum import StrEnum

from wargraph.report.humanize import counted

CAP = 100_000
"""Rounds after which a game that chance decides is given up, unless the user gives another cap."""

MOST_ROUNDS = 2**20
"""The largest cap. For full games without chance it is also the usual one."""


class Ending(StrEnum):
    """The ending of a game.

    ``WON``: one player holds all cards that are left. ``TIED``: a war had to go on and no player could continue it.
    ``ENDLESS``: an earlier state came back, and the rules leave nothing to chance. ``CAPPED``: the game was given up
    after a number of rounds; it might still end.
    """

    WON = "won"
    TIED = "tied"
    ENDLESS = "endless"
    CAPPED = "capped"

    @property
    def code(self) -> int:
        """The number of the ending in a table of games."""
        return [*Ending].index(self)


def without_end(rounds: int, preperiod: int | None, cycle_length: int | None) -> str:
    """Return a sentence about a game that did not end.

    >>> without_end(14, preperiod=2, cycle_length=12)
    'never ends: after round 14 the hands of round 2 recur, a cycle of 12 rounds'
    """
    if cycle_length is None:
        return f"given up after {counted(rounds, 'round')}: it might still end"
    cycle = f"a cycle of {counted(cycle_length, 'round')}"
    return f"never ends: after round {rounds} the hands of round {preperiod} recur, {cycle}"
