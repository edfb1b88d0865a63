"""Results of work units as bytes: written and read by their declared types, by msgspec.

The annotations of a class say what a checkpoint may hold. Nothing that is read names a module, a class or a file to be
loaded. A class that is no dataclass, or whose fields msgspec cannot write, has two methods: `plain` returns its content
as plain values of the declared type, and `from_plain` makes an object of them.
"""

import zlib
from base64 import b64decode, b64encode
from collections import Counter
from functools import cache
from hashlib import sha256
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import numpy as np

from wargraph.errors import CheckpointError


def fingerprint(unit: object) -> str:
    """Return a digest of a work unit, the same in every process."""
    return sha256(type(unit).__name__.encode() + msgspec.json.encode(unit, enc_hook=_written)).hexdigest()


def encoded(value: object, kind: Any) -> bytes:
    """Return a value of a declared type as bytes, with a checksum.

    >>> decoded(encoded({5: 10**20}, dict[int, int]), dict[int, int])
    {5: 100000000000000000000}
    """
    members: Any = zip(value, get_args(kind), strict=True) if _is_pair(kind) else [(value, kind)]  # type: ignore[call-overload]
    plain = [each.plain() if _has_plain(of) else each for each, of in members]
    return zlib.compress(msgspec.json.encode(plain, enc_hook=_written), 1)


def decoded(content: bytes, kind: Any) -> Any:
    """Return the value of a declared type that was encoded.

    Raises
    ------
    ValueError
        If the bytes are damaged, or hold no value of this type.
    """
    members = get_args(kind) if _is_pair(kind) else (kind,)
    try:
        plain = msgspec.json.decode(zlib.decompress(content), type=_tuple_of(members), dec_hook=_read)
    except (zlib.error, msgspec.DecodeError, OverflowError) as error:
        raise ValueError(str(error)) from None
    values = tuple(of.from_plain(each) if _has_plain(of) else each for each, of in zip(plain, members, strict=True))
    return values if _is_pair(kind) else values[0]


@cache
def result_type(unit: type) -> Any:
    """Return the type of the results of a class of work units: the declared return type of `work`.

    Raises
    ------
    CheckpointError
        If it is not declared.
    """
    kind = get_type_hints(unit.work).get("return")  # type: ignore[attr-defined]
    if kind is None:
        raise CheckpointError(f"a checkpoint cannot keep what {unit.__name__} finds: its work does not declare it")
    return kind


def _is_pair(kind: Any) -> bool:
    """Whether a type is that of a result with the work units that are left."""
    return get_origin(kind) is tuple and len(get_args(kind)) == 2


def _tuple_of(members: tuple[Any, ...]) -> Any:
    return tuple[tuple(map(_plain_type, members))]  # type: ignore[misc]


def _has_plain(kind: Any) -> bool:
    return hasattr(kind, "from_plain")


def _plain_type(kind: Any) -> Any:
    return get_type_hints(kind.plain)["return"] if _has_plain(kind) else kind


def _written(value: Any) -> object:
    """What msgspec does not know, as what it knows."""
    if isinstance(value, np.ndarray):
        is_of_objects = value.dtype.hasobject
        return value.dtype.descr, value.shape, value.tolist() if is_of_objects else b64encode(value.tobytes()).decode()
    return value.item() if isinstance(value, np.generic) else value.plain()


def _read(kind: Any, form: Any) -> Any:
    """The value of a type that msgspec does not know."""
    origin = get_origin(kind) or kind
    if origin is np.ndarray:
        (fields, shape, numbers) = form
        dtype = np.dtype([tuple(each) for each in fields] if len(fields) > 1 else fields[0][1])
        flat = np.array(numbers, object) if dtype.hasobject else np.frombuffer(b64decode(numbers), dtype)
        return flat.reshape(shape).copy()
    if issubclass(origin, Counter):
        return Counter(msgspec.convert(form, dict[get_args(kind)[0], int], strict=False))  # type: ignore[misc]
    return kind.from_plain(msgspec.convert(form, _plain_type(kind)))
