"""Numbers with an error: programs get all their digits, people those that the error allows."""

import math


class Measured(float):
    """A number that is known up to an error. It is a float like any other, except where people read it.

    Parameters
    ----------
    value
        The number.
    error
        Its standard error, above 0.

    Examples
    --------
    >>> share = Measured(0.1198, 0.001)
    >>> share, share.told, Measured(1072.4, 54).told
    (0.1198, '0.120', '1,070')
    """

    error: float

    def __new__(cls, value: float, error: float) -> "Measured":
        """The value, which remembers its error."""
        measured = super().__new__(cls, value)
        measured.error = error
        return measured

    @property
    def told(self) -> str:
        """As people read it: down to the first digit of the error."""
        place = math.floor(math.log10(self.error))
        return f"{round(self, -place):,.{max(-place, 0)}f}"
