"""Bytes of pieces: what goes in comes out, and nothing that does anything."""

import os
import pickle
import zlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargraph import Relation, ReturnOrder, RuleSet
from wargraph.campaign.checkpoint import Checkpoint
from wargraph.campaign.encoding import UnknownContentError, decoded, encoded, fingerprint
from wargraph.cli.effort import LongWork
from wargraph.errors import CheckpointError
from wargraph.kernel_cache import KernelFiles

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary() | st.fractions(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(st.integers() | st.text(), inner, max_size=4)
        | st.frozensets(st.integers(), max_size=4)
    ),
    max_leaves=12,
)


@given(VALUES)
def test_what_goes_in_comes_out(value):
    again = decoded(encoded(value))
    assert again == value
    assert fingerprint(again) == fingerprint(value)


@pytest.mark.parametrize(
    "value",
    [
        Counter({1: 2}),
        Fraction(1, 3),
        ReturnOrder.WL,
        Relation.named("rock-paper-scissors"),
        RuleSet.parse("bryer"),
        np.int64(3),
        np.float64(0.5),
    ],
    ids=repr,
)
def test_so_do_counts_numbers_and_what_this_package_defines(value):
    again = decoded(encoded(value))
    assert (type(again), again) == (type(value), value)


@pytest.mark.parametrize("kind", [np.uint8, np.int64, object])
def test_so_do_arrays(kind):
    array = np.arange(12, dtype=kind).reshape(3, 4)
    again = decoded(encoded(array))
    assert (again.dtype, again.tolist()) == (array.dtype, array.tolist())
    assert fingerprint(again) == fingerprint(array) != fingerprint(array.T)


@given(st.permutations(range(6)))
def test_the_order_in_which_a_set_was_filled_does_not_count(numbers):
    assert fingerprint(dict.fromkeys(numbers)) == fingerprint(dict.fromkeys(range(6)))
    assert fingerprint(set(numbers)) == fingerprint(set(range(6)))


def test_values_that_differ_have_other_numbers():
    values = [1, 1.5, True, None, "1", b"1", (), (1,), ((1,),), {1: 2}, {2: 1}, Counter({1: 3}), Fraction(1, 2), {1}]
    values += [np.arange(2, dtype=kind) for kind in (np.int64, np.uint8)]
    assert len({fingerprint(value) for value in values}) == len(values)


class Call:
    """Pickles as a call."""

    def __init__(self, function, *arguments):
        self.call = function, arguments

    def __reduce__(self):
        return self.call


@pytest.mark.parametrize(
    "harm",
    [
        Call(os.system, "touch harm"),
        Call(eval, "open('harm', 'w')"),
        Call(Path, "harm"),
        Call(ThreadPoolExecutor, 1),
        Call(Checkpoint, "harm", {}),
        Call(LongWork),
        Call(KernelFiles, ".", "harm", ""),
        Call(encoded, 1),
        Call(Relation.named, "rock-paper-scissors"),
    ],
    ids=lambda harm: getattr(harm.call[0], "__qualname__", "?"),
)
def test_nothing_is_made_but_data(harm, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    content = zlib.compress(pickle.dumps((1, [harm])))
    with pytest.raises(UnknownContentError, match="is not of this package"):
        decoded(content)
    assert list(tmp_path.iterdir()) == []


def test_what_a_module_only_imports_is_not_reached_through_it():
    content = zlib.compress(b"cwargraph.sources\nPath\n(S'harm'\ntR.")
    with pytest.raises(UnknownContentError, match=r"wargraph\.sources\.Path is not of this package"):
        decoded(content)


@given(st.binary(max_size=60))
def test_any_bytes_are_told(content):
    with pytest.raises(UnknownContentError):
        decoded(content)


def test_what_cannot_be_written_is_refused():
    with pytest.raises(CheckpointError, match="a checkpoint cannot keep this"):
        encoded([lambda: 1])
