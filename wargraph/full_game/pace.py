"""How long a turn takes at a table. The command line reads it without what the report needs."""

from wargraph.errors import ParameterError, shown

SECONDS_PER_TURN = 5.0
"""What a turn takes at a table, unless told otherwise: a guess, there is no published measurement."""


def check_seconds(seconds_per_turn: float) -> None:
    """Refuse a time that no turn takes."""
    is_number = isinstance(seconds_per_turn, int | float) and not isinstance(seconds_per_turn, bool)
    if not (is_number and 0 < seconds_per_turn < 1e9):
        raise ParameterError(f"seconds-per-turn = {shown(seconds_per_turn)}: it must be a number above 0, such as 5")
