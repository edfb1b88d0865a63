"""Work units and their results as bytes: written and read by their declared types.

The annotations of a class say what a checkpoint may hold: by them `cattrs` takes an object apart and builds it again,
and MessagePack writes the plain values. Nothing that is read names a module, a class or a file to be loaded. Bytes that
are not exactly those that would have been written are refused.
"""

import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from enum import Enum
from functools import cache
from hashlib import sha256
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np
from cattrs import Converter
from msgspec import msgpack

from wargraph.campaign.pieces import KeptPiece
from wargraph.errors import CheckpointError

_FAST = 1
_MOST_BYTES = 1 << 22
"""A piece, or what it found, has fewer when it is unpacked. Each byte may become a Python object of some 200 bytes."""

_LONGEST_REASON = 200

_SMALL = range(-(2**63), 2**63)
"""The integers that MessagePack has; others are written as bytes."""

_LONGEST_NUMBER = 64


class UnknownContentError(ValueError):
    """The bytes are damaged, or do not hold a value of the declared type."""


def encoded(value: object, kind: Any) -> bytes:
    """Return a value of some type as bytes.

    Raises
    ------
    CheckpointError
        If the value is not of this type, or cannot be written.

    >>> decoded(encoded({(1, 2): 10**20}, dict[tuple[int, int], int]), dict[tuple[int, int], int])
    {(1, 2): 100000000000000000000}
    """
    return zlib.compress(_packed(value, kind), _FAST)


def decoded(content: bytes, kind: Any) -> Any:
    """Return the value of some type that was encoded.

    Raises
    ------
    UnknownContentError
        If the bytes are damaged, or are not exactly those of a value of this type.
    """
    try:
        unpacking = zlib.decompressobj()
        packed = unpacking.decompress(content, _MOST_BYTES)
        if not unpacking.eof or unpacking.unused_data:
            raise UnknownContentError("it is too large, or not all there")
        value = _converter().structure(msgpack.decode(packed, ext_hook=_refuse_extension), kind)
        if _packed(value, kind) != packed:
            raise UnknownContentError("it is not as it would be written")
    except UnknownContentError:
        raise
    except Exception as error:  # what is not of the type ends in any; its text may quote all that was read
        reason = str(error.args[0])[:_LONGEST_REASON] if error.args and isinstance(error.args[0], str) else ""
        raise UnknownContentError(" ".join((reason or type(error).__name__).split())) from None
    return value


def _refuse_extension(code: int, _: memoryview) -> None:
    raise UnknownContentError(f"it has an extension of MessagePack, {code}")


def fingerprint(value: object, kind: Any) -> str:
    """Return a digest of a value of some type; equal values have the same, in whatever order they were built.

    >>> fingerprint({1, 2}, set[int]) == fingerprint({2, 1}, set[int]) != fingerprint({3}, set[int])
    True
    """
    return sha256(_packed(value, kind)).hexdigest()


def decoded_piece(content: bytes, kind: type[KeptPiece[Any]]) -> KeptPiece[Any]:
    """Return a work unit of some class.

    Raises
    ------
    UnknownContentError
        If no campaign may have it.
    """
    piece: KeptPiece[Any] = decoded(content, kind)
    _require(piece.is_sound)
    return piece


def decoded_finds(content: bytes, piece: KeptPiece[Any]) -> tuple[Any, Sequence[KeptPiece[Any]]]:
    """Return the result of a work unit: what it found, and the work units that are left of it.

    Raises
    ------
    UnknownContentError
        If it cannot have found that.
    """
    partial, left = decoded(content, found_type(type(piece)))
    _require(lambda: all(each.is_sound() for each in left) and piece.may_find(partial) and piece.may_leave(left))
    return partial, left


def _require(is_true: Callable[[], bool]) -> None:
    """Raise an error if something is not true of a value that was read, or if to check it fails."""
    try:
        if is_true():
            return
        reason = "numbers that no work unit has"
    except Exception as error:  # what is not sound ends in any
        reason = " ".join(str(error).split())
    raise UnknownContentError(reason)


@cache
def found_type(piece: type) -> Any:
    """Return the type of the results of a class of work units: the declared return type of `work`.

    Raises
    ------
    CheckpointError
        If it is not declared.
    """
    kind = get_type_hints(piece.work).get("return")  # type: ignore[attr-defined]
    if kind is None:
        raise CheckpointError(f"a checkpoint cannot keep what {piece.__name__} finds: its work does not declare it")
    return kind


def _packed(value: object, kind: Any) -> bytes:
    try:
        return msgpack.encode(_converter().unstructure(value, unstructure_as=kind))
    except (AttributeError, OverflowError, RecursionError, TypeError, ValueError) as error:
        raise CheckpointError(f"a checkpoint cannot keep this ({error}): do it without a checkpoint") from None


@cache
def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True, detailed_validation=False)
    for kind in (bool, str, bytes):
        converter.register_structure_hook(kind, _exactly)
    converter.register_structure_hook(int, _whole_read)
    converter.register_unstructure_hook(int, _whole_written)
    converter.register_unstructure_hook(bool, bool)
    converter.register_structure_hook_func(_is_array, _array_read)
    converter.register_unstructure_hook_factory(_is_array, lambda _: _array_written)
    converter.register_structure_hook_factory(_is_collection, lambda kind: _collection_reader(converter, kind))
    converter.register_unstructure_hook_factory(_is_collection, lambda kind: _collection_writer(converter, kind))
    converter.register_structure_hook_func(_has_own_form, lambda form, kind: kind.from_kept(form))
    converter.register_unstructure_hook_func(_has_own_form, lambda value: value.kept())
    return converter


def _exactly(value: object, kind: type) -> Any:
    if issubclass(kind, Enum):  # of texts: such an enumeration is a kind of text
        return kind(_exactly(value, str))
    if type(value) is not kind:
        raise TypeError(f"{kind.__name__} is expected, not {type(value).__name__}")
    return value


def _whole_read(value: object, _: object) -> int:
    if type(value) is bytes and len(value) <= _LONGEST_NUMBER:
        return int.from_bytes(value, signed=True)
    return _exactly(value, int)  # type: ignore[no-any-return]


def _whole_written(value: int) -> int | bytes:
    number = value.__index__()
    return number if number in _SMALL else number.to_bytes(number.bit_length() // 8 + 1, signed=True)


def _is_array(kind: Any) -> bool:
    return get_origin(kind) is np.ndarray


def _array_read(form: Any, kind: Any) -> Any:
    """An array, by the entries that its type declares: its shape, and all its numbers, as bytes or one by one."""
    shape, numbers = form
    [entries] = get_args(get_args(kind)[1])
    if entries is np.object_:
        array = np.array([_whole_read(number, int) for number in numbers], entries)
    else:
        array = np.frombuffer(_exactly(numbers, bytes), np.dtype(entries).newbyteorder("<")).astype(entries)
    return array.reshape([_exactly(length, int) for length in shape])


def _array_written(array: Any) -> Any:
    if array.dtype.hasobject:
        return array.shape, [_whole_written(number) for number in array.ravel().tolist()]
    return array.shape, array.astype(array.dtype.newbyteorder("<")).tobytes()


def _is_collection(kind: Any) -> bool:
    origin = get_origin(kind)
    return isinstance(origin, type) and issubclass(origin, Set | Mapping)


def _members(kind: Any) -> Any:
    """Return the type of the members of a set, or of the items of a mapping, as a tuple."""
    origin, members = get_origin(kind), get_args(kind)
    if issubclass(origin, Counter):
        members = (*members, int)
    return tuple[tuple[members], ...] if issubclass(origin, Mapping) else tuple[members[0], ...]  # type: ignore[valid-type]


def _collection_writer(converter: Converter, kind: Any) -> Callable[[Any], Any]:
    """Return the writer of a set or mapping: a list, sorted except for a dict, which keeps its order."""
    origin, members = get_origin(kind), _members(kind)

    def written(values: Any) -> Any:
        each = values.items() if issubclass(origin, Mapping) else values
        return converter.unstructure(tuple(each if origin is dict else sorted(each)), members)

    return written


def _collection_reader(converter: Converter, kind: Any) -> Callable[[Any, Any], Any]:
    origin, members = get_origin(kind), _members(kind)
    made = dict if issubclass(origin, Mapping) else origin
    return lambda form, _: origin(made(converter.structure(form, members)))


def _has_own_form(kind: Any) -> bool:
    return hasattr(kind, "from_kept")
