"""What can go wrong, as one family: catch `WarGraphError` to catch them all."""


class WarGraphError(Exception):
    """Base of every error that the toolkit raises for its users.

    The message is one line that names the value, the rule it broke and the way out.
    """


class PositionError(WarGraphError, ValueError):
    """A position that does not hold each card of a deck 1..n exactly once."""


class RelationError(WarGraphError, ValueError):
    """A beat matrix, or a file that should hold one, that cannot serve as a relation."""


class ParameterError(WarGraphError, ValueError):
    """A number, name or range outside what a function or command accepts."""


class TooLargeError(WarGraphError, MemoryError):
    """Work refused before it starts, because it would not fit into memory."""


class OutputError(WarGraphError, OSError):
    """A result that cannot be written where, or as what, it was asked for."""
