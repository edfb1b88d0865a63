"""The exceptions of the package: catch `WarGraphError` to catch them all."""

from collections.abc import Iterable

_LONGEST_SHOWN = 60
_MOST_BITS_SHOWN = 1000


class WarGraphError(Exception):
    """Base of all exceptions that the package raises.

    The message is one line that names the value, the rule that it broke, and the way out.
    """

    def _render_traceback_(self) -> list[str]:
        """Show in IPython and notebooks the message, without the frames inside the package."""
        return [f"{type(self).__name__}: {self}"]


def shown(value: object) -> str:
    """Return a value for an error message: in one line, not too long, and in quotes if it is a text.

    >>> for value in ("41|\\n2", [1] * 20, [1] * 21):
    ...     print(shown(value))
    '41|\\n2'
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1...
    """
    if isinstance(value, int) and value.bit_length() > _MOST_BITS_SHOWN:
        return f"a number of {value.bit_length()} bits"
    try:
        text = repr(str(value)) if isinstance(value, str) else " ".join(str(value).split())
    except Exception:  # the classes of users may raise anything
        text = f"an object of class {type(value).__name__}"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."


def near(word: str, words: Iterable[str]) -> str:
    """Return a question for an error message: whether the user meant the one of some words that is spelled most alike.

    >>> near("brier", ["kids", "bryer"]), near("chess", ["kids", "bryer"])
    ('did you mean bryer? Or ', '')
    """
    from difflib import get_close_matches  # only if something is misspelled

    names = {each.casefold(): each for each in words}
    return "".join(f"did you mean {names[each]}? Or " for each in get_close_matches(word.casefold(), names, 1))


class PositionError(WarGraphError, ValueError):
    """A position that does not hold each card of a deck 1..n exactly once."""


class RelationError(WarGraphError, ValueError):
    """A beat matrix, or a file that should hold one, that cannot serve as a relation."""


class ParameterError(WarGraphError, ValueError):
    """A number, name or range that a function or command does not accept."""


class StrategyError(WarGraphError, ValueError):
    """A strategy that plays a card that it does not hold."""


class NoGameEndsError(WarGraphError, LookupError):
    """A question about finite games for deals none of which ends."""


class TooLargeError(WarGraphError, MemoryError):
    """Work that would not fit into memory, refused before it starts."""


class TooLongError(WarGraphError):
    """Work whose forecast exceeds the time limit.

    Attributes
    ----------
    reason : str
        The message without the advice on hours.
    hours : int or None
        The time limit in hours that would be enough; None if more time does not help, or if it is more than a year.
    """

    def __init__(self, reason: str, hours: int | None = None) -> None:
        super().__init__(reason if hours is None else f"{reason}, or allow more: RunOptions(hours={hours})")
        self.reason = reason
        self.hours = hours


class ClusterError(WarGraphError):
    """A cluster that cannot be used, or that was lost."""


class OutputError(WarGraphError, OSError):
    """A result that cannot be written to a file, or not in the format that the user wants."""


class CheckpointError(WarGraphError):
    """A checkpoint that cannot be used.

    It is damaged, belongs to another question or to other code, is in use by another process, or the disk is full.
    """
