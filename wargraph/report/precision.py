"""Numbers of many digits: programs get all digits, people those that the error allows or that fit into a line."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction

_EXACT = "_exact"
_ENDS = ("_low", "_high")
_LONGEST_SHOWN = 100
_SOME_DIGITS = Context(prec=6, Emax=MAX_EMAX, Emin=MIN_EMIN)


class Measured(float):
    """A number with a standard error above 0: a float with a rounded display for people.

    >>> share = Measured(0.1198, 0.001)
    >>> share, share.display, Measured(1072.4, 54).display, Measured(1.86927e27, 5).display
    (0.1198, '0.120', '1,070', '1,869,270,000,000,000,000,000,000,000')
    """

    error: float

    def __new__(cls, value: float, error: float) -> "Measured":
        measured = super().__new__(cls, value)
        measured.error = error
        return measured

    def __getnewargs__(self) -> tuple[float, float]:  # type: ignore[override]  # as `__new__` takes them
        """Return what a copy is made of."""
        return float(self), self.error

    @property
    def display(self) -> str:
        """The number rounded to the first digit of the error."""
        place = math.floor(math.log10(self.error))
        if place < 0:
            return f"{round(self, -place) + 0.0:,.{-place}f}"  # with 0.0 also where the rounded number is -0.0
        if self:
            place = max(place, math.floor(math.log10(abs(self))) - 14)  # a float knows no more digits
        return f"{round(int(round(self, -place)), -place):,}"


class FractionText(str):
    """A fraction as text with all its digits, and with a short display for people.

    >>> text = FractionText(Fraction(10**200, 3))
    >>> len(text), text.display, FractionText(Fraction(10, 3)).display
    (203, 'about 3.33333e+199', '10/3')
    """

    value: Fraction

    def __new__(cls, value: Fraction) -> "FractionText":
        # as decimals, because Python does not write integers of more than some thousands of digits
        over, under = (f"{Decimal(number):f}" for number in (value.numerator, value.denominator))
        text = super().__new__(cls, over if under == "1" else f"{over}/{under}")
        text.value = value
        return text

    @property
    def display(self) -> str:
        """The fraction itself or, if that is too long, the number rounded to some digits."""
        if len(self) <= _LONGEST_SHOWN:
            return str(self)
        some = _SOME_DIGITS.divide(Decimal(self.value.numerator), Decimal(self.value.denominator))
        return f"about {_SOME_DIGITS.normalize(some):g}"


@dataclass(frozen=True)
class Bounds:
    """Proved bounds of a value, which may equal either; if it is known exactly, both are the value as a fraction.

    >>> Bounds(0.24999, 0.25001).display, Bounds.exactly(Fraction(1, 4)).is_exact
    ('0.25000', True)
    """

    low: float | Fraction
    high: float | Fraction

    @classmethod
    def exactly(cls, value: Fraction) -> "Bounds":
        """Make the bounds of a value that is known exactly, which both equal it."""
        return cls(value, value)

    @classmethod
    def between(cls, low: Fraction, high: Fraction) -> "Bounds":
        """Make bounds from two fractions, which are rounded outwards to floating point.

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
        """The middle of the bounds, with their distance as its error; infinity beyond all floating-point numbers.

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
        """The fraction, or the digits that the bounds allow.

        >>> Bounds.exactly(Fraction(10, 3)).display, Bounds(0.24999, 0.25001).display
        ('10/3', '0.25000')
        """
        if isinstance(self.low, Fraction):
            return FractionText(self.low).display
        middle = self.middle
        return middle.display if isinstance(middle, Measured) else str(self.low)

    def columns(self, name: str) -> dict[str, object]:
        """Return the columns of a table: NAME with NAME_low and NAME_high, or with NAME_exact for a fraction.

        A fraction beyond all floating-point numbers has the value None. `without_bounds` makes rows for people.

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
    """Return the rows of a table for people: without the bounds, each value with the digits that these allow.

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
