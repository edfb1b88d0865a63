"""Results of work units as bytes: what goes in comes out, by declared types, and nothing else can."""

import zlib
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from tests.campaign.kept import Ones
from tests.support import examples
from wargraph import Relation, ReturnOrder
from wargraph.campaign.encoding import decoded, encoded, fingerprint


@dataclass(frozen=True)
class Everything:
    """One field of each type that results have."""

    number: int
    is_so: bool
    text: str
    content: bytes
    maybe: int | None
    order: ReturnOrder
    relation: Relation
    pairs: tuple[tuple[int, str], ...]
    chosen: frozenset[int]
    counts: Counter[int]
    named: dict[int, Counter[int]]
    rows: NDArray[np.int32]
    marks: tuple[NDArray[np.uint8], ...]


WHOLE = st.integers() | st.integers(-(2**400), 2**400)
COUNTS = st.dictionaries(st.integers(-(2**63), 2**63 - 1), WHOLE).map(Counter)
EVERYTHING = st.builds(
    Everything,
    number=WHOLE,
    relation=st.sampled_from(
        [Relation.order(4), Relation.of("suits:2x2"), Relation([[0] * 2] * 2, interpretation="draws")]
    ),
    counts=COUNTS,
    named=st.dictionaries(st.integers(0, 9), COUNTS),
    rows=arrays(np.int32, array_shapes(min_dims=0, min_side=0)),
    marks=st.lists(arrays(np.uint8, array_shapes(min_side=0))).map(tuple),
)
"""The other fields are filled by their types."""


def there_and_back(value, kind):
    """A partial result as it is read again, beside units that are left."""
    left = [Ones(2, 5)]
    again, units = decoded(encoded(value, left), tuple[kind, list[Ones]])
    assert units == left
    return again


def plain(value):
    """A value as one that can be compared, with its type."""
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape, value.tolist()
    return type(value), [*map(plain, value)] if isinstance(value, tuple) else value


@examples(15)
@given(EVERYTHING)
def test_what_goes_in_comes_out(value):
    again = there_and_back(value, Everything)
    assert [*map(plain, vars(again).values())] == [*map(plain, vars(value).values())]


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        (True, int),
        (1, bool),
        ("1", int),
        (1, str),
        (None, int),
        ({"first": 0}, Ones),
        ("XX", ReturnOrder),
        (["<i4", [2], 0], NDArray[np.int32]),
        (["|O", [1], 0], NDArray[np.int32]),
        (["<i4", 1], NDArray[np.int32]),
    ],
)
def test_values_of_another_type_are_refused(form, kind):
    content = zlib.compress(msgspec.json.encode([form, []]) + b"\n1234")
    with pytest.raises(ValueError, match=r"."):
        decoded(content, tuple[kind, list[Ones]])


@given(st.binary(max_size=50))
def test_other_bytes_are_refused(content):
    with pytest.raises(ValueError, match=r"."):
        decoded(content, tuple[int, list[Ones]])


def test_a_flipped_bit_is_noticed():
    content, kind = encoded(10**50, []), tuple[int, list[Ones]]
    for place in range(8 * len(content)):
        changed = bytearray(content)
        changed[place // 8] ^= 1 << place % 8
        with suppress(ValueError):
            assert decoded(bytes(changed), kind) == (10**50, [])


def test_different_units_have_different_fingerprints():
    @dataclass(frozen=True)
    class Twos:
        first: object
        stop: int

    units = [Ones(0, 1), Ones(0, 2), Twos(0, 1), Twos(np.array([0]), 1), Twos(np.array([1]), 1)]
    assert len({fingerprint(unit) for unit in units}) == 5
    assert fingerprint(Ones(0, 1)) == fingerprint(Ones(0, 1))
