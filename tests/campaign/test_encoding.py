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
from numpy.typing import NDArray

from tests.campaign.kept import Ones
from tests.support import examples
from wargraph import Relation, ReturnOrder
from wargraph.campaign.encoding import decoded, encoded, fingerprint
from wargraph.fixed_order.transcripts.walk import TreeTally


@dataclass(frozen=True)
class Everything:
    """One field of each type that results have."""

    number: int
    is_so: bool
    text: str
    content: bytes
    maybe: int | None
    order: ReturnOrder
    pairs: tuple[tuple[int, str], ...]
    chosen: frozenset[int]
    counts: Counter[int]
    named: dict[int, int]


WHOLE = st.integers() | st.integers(-(2**400), 2**400)
SMALL = st.integers(-(2**63), 2**63 - 1)
EVERYTHING = st.builds(
    Everything,
    WHOLE,
    st.booleans(),
    st.text(),
    st.binary(),
    st.none() | WHOLE,
    st.sampled_from(ReturnOrder),
    st.lists(st.tuples(WHOLE, st.text())).map(tuple),
    st.frozensets(st.integers()),
    st.dictionaries(SMALL, WHOLE).map(Counter),
    st.dictionaries(SMALL, WHOLE),
)


def there_and_back(value, kind):
    """A partial result as it is read again, beside units that are left."""
    left = [Ones(2, 5)]
    again, units = decoded(encoded(value, left), tuple[kind, list[Ones]])
    assert units == left
    return again


@examples(15)
@given(EVERYTHING)
def test_what_goes_in_comes_out(value):
    again = there_and_back(value, Everything)
    assert again == value
    assert [type(each) for each in vars(again).values()] == [type(each) for each in vars(value).values()]


@pytest.mark.parametrize(
    "value", [Relation.order(4), TreeTally({2: Counter({1: 3})}, {2: Counter({1: 10**30})}, (-2, 0, b"\1\0"))]
)
def test_relations_and_tallies_come_out_equal(value):
    again = there_and_back(value, type(value))
    assert (type(again), again) == (type(value), value)


@pytest.mark.parametrize("entries", [np.int64, np.uint8])
@pytest.mark.parametrize("shape", [(12,), (3, 4), (2, 3, 2), (0,), (0, 3)])
def test_arrays_keep_their_shape_and_type(entries, shape):
    kind, size = NDArray[entries], int(np.prod(shape))
    array = np.arange(size).astype(entries).reshape(shape)
    again = there_and_back(array, kind)
    assert (again.dtype, again.shape, again.tolist()) == (array.dtype, array.shape, array.tolist())


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        (True, int),
        (1, bool),
        ("1", int),
        (1.5, int),
        (1, str),
        (None, int),
        ({"first": 0}, Ones),
        ("XX", ReturnOrder),
    ],
)
def test_what_is_not_of_the_declared_type_is_refused(form, kind):
    content = zlib.compress(msgspec.json.encode([form, []]))
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


def test_units_of_other_content_or_kind_have_other_fingerprints():
    @dataclass(frozen=True)
    class Twos:
        first: int
        stop: int

    units = [Ones(0, 1), Ones(0, 2), Twos(0, 1)]
    assert len({fingerprint(unit) for unit in units}) == 3
    assert fingerprint(Ones(0, 1)) == fingerprint(Ones(0, 1))
