"""Numbers of many digits: programs get all of them, people those that the error allows, or that fit into a line."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction

_EXACT = "_exact"
_ENDS = ("_low", "_high")
_LONGEST_TOLD = 100
_SOME_DIGITS = Context(prec=6, Emax=MAX_EMAX, Emin=MIN_EMIN)


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
    >>> share, share.display, Measured(1072.4, 54).display
    (0.1198, '0.120', '1,070')
    """

    error: float

    def __new__(cls, value: float, error: float) -> "Measured":
        """The value, which remembers its error."""
        measured = super().__new__(cls, value)
        measured.error = error
        return measured

    @property
    def display(self) -> str:
        """As people read it: down to the first digit of the error."""
        place = math.floor(math.log10(self.error))
        return f"{round(self, -place):,.{max(-place, 0)}f}"


class FractionText(str):
    """A fraction as text, of however many digits. It is a text like any other, except where people read it.

    Parameters
    ----------
    value
        The number.

    Examples
    --------
    >>> text = FractionText(Fraction(10**200, 3))
    >>> len(text), text.display, FractionText(Fraction(10, 3)).display
    (203, 'about 3.33333e+199', '10/3')
    """

    value: Fraction

    def __new__(cls, value: Fraction) -> "FractionText":
        """All digits, by decimals: Python's own integers are not written beyond some thousands of them."""
        over, under = (f"{Decimal(number):f}" for number in (value.numerator, value.denominator))
        text = super().__new__(cls, over if under == "1" else f"{over}/{under}")
        text.value = value
        return text

    @property
    def display(self) -> str:
        """As people read it: as it is, or if it is too long some digits of the number."""
        if len(self) <= _LONGEST_TOLD:
            return str(self)
        some = _SOME_DIGITS.divide(Decimal(self.value.numerator), Decimal(self.value.denominator))
        return f"about {_SOME_DIGITS.normalize(some):g}"


@dataclass(frozen=True)
class Bounds:
    """Between which numbers a value lies, proved.

    Attributes
    ----------
    low, high
        The ends, which are included: floating-point numbers, or the value itself as a fraction, twice.
    """

    low: float | Fraction
    high: float | Fraction

    @classmethod
    def exactly(cls, value: Fraction) -> "Bounds":
        """A value that is known."""
        return cls(value, value)

    @classmethod
    def between(cls, low: Fraction, high: Fraction) -> "Bounds":
        """A value between two numbers, which are rounded outwards to floating point.

        >>> bounds = Bounds.between(Fraction(1, 3), Fraction(2, 3))
        >>> bounds.low < Fraction(1, 3) < Fraction(2, 3) < bounds.high
        True
        """
        ends = float(low), float(high)
        return cls(
            math.nextafter(ends[0], -math.inf) if ends[0] > low else ends[0],
            math.nextafter(ends[1], math.inf) if ends[1] < high else ends[1],
        )

    @property
    def is_exact(self) -> bool:
        """Whether the value is known exactly."""
        return isinstance(self.low, Fraction)

    @property
    def middle(self) -> float:
        """The value as a number, which knows how far apart the bounds are; infinite beyond all floating-point numbers.

        >>> Bounds(24.9999991, 25.0000012).middle.display
        '25.000000'
        """
        try:
            middle = float(self.low + self.high) / 2
        except OverflowError:
            return math.inf
        return Measured(middle, float(self.high - self.low)) if self.low < self.high else middle

    @property
    def display(self) -> str:
        """As people read it: the fraction, or the digits that the bounds allow.

        >>> Bounds.exactly(Fraction(10, 3)).display, Bounds(0.24999, 0.25001).display
        ('10/3', '0.25000')
        """
        if isinstance(self.low, Fraction):
            return FractionText(self.low).display
        middle = self.middle
        return middle.display if isinstance(middle, Measured) else str(self.low)

    def columns(self, name: str) -> dict[str, object]:
        """The value for a table, with both bounds, or with the fraction; `without_bounds` is what people see of it.

        Of a fraction beyond all floating-point numbers the number is None.

        >>> list(Bounds(0.24999, 0.25001).columns("mean"))
        ['mean', 'mean_low', 'mean_high']
        >>> Bounds.exactly(Fraction(1, 4)).columns("mean")
        {'mean': 0.25, 'mean_exact': '1/4'}
        """
        if isinstance(self.low, Fraction):
            number = self.middle if math.isfinite(self.middle) else None
            return {name: number, f"{name}{_EXACT}": FractionText(self.low)}
        low, high = _ENDS
        return {name: self.middle, f"{name}{low}": self.low, f"{name}{high}": self.high}


def without_bounds(rows: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
    """What people see of a table with bounds: each value by the digits that they allow, or as its fraction alone.

    >>> without_bounds([Bounds.exactly(Fraction(1, 4)).columns("mean")])
    [{'mean': '1/4'}]
    """
    return [
        {
            name.removesuffix(_EXACT): value
            for name, value in row.items()
            if not name.endswith(_ENDS) and f"{name}{_EXACT}" not in row
        }
        for row in rows
    ]
