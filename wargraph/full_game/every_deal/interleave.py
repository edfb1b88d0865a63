"""In which order the pieces are worked on."""

import math
from collections.abc import Iterator
from itertools import count

_GOLDEN = 0.618


def spread(pieces: int) -> Iterator[int]:
    """The numbers of so many pieces, the first ones from all over.

    Neighbours are alike, and the time that the first ones take is to tell that of all.

    >>> [*spread(8)]
    [0, 5, 2, 7, 4, 1, 6, 3]
    """
    step = next(step for step in count(round(_GOLDEN * pieces)) if math.gcd(step, pieces) == 1)
    return (number * step % pieces for number in range(pieces))
