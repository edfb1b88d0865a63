"""What can go wrong, as one family: catch `WarGraphError` to catch them all."""

_LONGEST_SHOWN = 60
_MOST_BITS_SHOWN = 1000


class WarGraphError(Exception):
    """Base of every error that the toolkit raises for its users.

    The message is one line that names the value, the rule it broke and the way out.
    """


def shown(value: object) -> str:
    """A value for an error message: texts in quotes, in one line, and not too long.

    >>> shown("41|\\n2"), shown(0.5), shown([1] * 1000)
    ("'41|\\\\n2'", '0.5', '[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1...')
    """
    if isinstance(value, int) and value.bit_length() > _MOST_BITS_SHOWN:
        return f"a number of {value.bit_length()} bits"
    try:
        text = repr(value) if isinstance(value, str) else " ".join(str(value).split())
    except Exception:  # whatever it is, it was made by a user
        text = f"an object of class {type(value).__name__}"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."


class PositionError(WarGraphError, ValueError):
    """A position that does not hold each card of a deck 1..n exactly once."""


class RelationError(WarGraphError, ValueError):
    """A beat matrix, or a file that should hold one, that cannot serve as a relation."""


class ParameterError(WarGraphError, ValueError):
    """A number, name or range outside what a function or command accepts."""


class StrategyError(WarGraphError, ValueError):
    """A strategy that fails, or plays what it does not hold."""


class NoGameEndsError(WarGraphError, LookupError):
    """A question about the games that end, asked of deals of which none does."""


class TooLargeError(WarGraphError, MemoryError):
    """Work refused before it starts, because it would not fit into memory."""


class TooLongError(WarGraphError):
    """Work refused, because by its forecast it would take longer than allowed.

    Attributes
    ----------
    reason
        The message, but for the hours that would do.
    hours
        How many hours would do; None if it is not a matter of hours, or if they are more than a year.
    """

    def __init__(self, reason: str, hours: int | None = None) -> None:
        super().__init__(reason if hours is None else f"{reason}, or allow more: RunOptions(hours={hours})")
        self.reason = reason
        self.hours = hours


class ClusterError(WarGraphError):
    """A cluster that cannot be worked on, or that was lost."""


class OutputError(WarGraphError, OSError):
    """A result that cannot be written where, or as what, it was asked for."""


class CheckpointError(WarGraphError):
    """A checkpoint that cannot be used: damaged, of another question or other code, at work elsewhere, or full."""
