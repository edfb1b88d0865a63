"""Results of work units as bytes: written and read by their declared types, by msgspec.

The annotations of a class say what a checkpoint may hold. Nothing that is read names a module, a class or a file to be
loaded. The bytes are a line of JSON, which has integers of any size, followed by the content of all arrays.
"""

import math
import zlib
from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from hashlib import sha256
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import numpy as np


def fingerprint(unit: object) -> str:
    """Return a digest of a work unit, the same in every process.

    What a unit holds besides data has a method `plain`, which returns data that stands for it.
    """
    return sha256(type(unit).__name__.encode() + _as_bytes(unit)).hexdigest()


def encoded(result: Any, left: Sequence[Any]) -> bytes:
    """Return the partial result of a work unit and the units that are left of it as bytes, with a checksum.

    >>> decoded(encoded({5: 10**20}, []), tuple[dict[int, int], list[int]])
    ({5: 100000000000000000000}, [])
    """
    return zlib.compress(_as_bytes((result, left)), 1)


def decoded(content: bytes, kind: Any) -> tuple[Any, Sequence[Any]]:
    """Return the partial result and the units left that were encoded, by their declared types.

    A `ValueError` says that the bytes are damaged, or hold no values of these types.
    """
    try:
        text, _, arrays = zlib.decompress(content).partition(b"\n")
        result, left = msgspec.json.decode(text, type=kind, dec_hook=partial(_read, arrays))
    except (zlib.error, msgspec.DecodeError, OverflowError, TypeError) as error:
        raise ValueError(str(error)) from None
    return result, left


@cache
def result_type(unit: type) -> Any:
    """Return the type of the results of a class of work units: the declared return type of `work`."""
    return get_type_hints(unit.work)["return"]  # type: ignore[attr-defined]


def _as_bytes(value: Any) -> bytes:
    arrays = bytearray()
    return b"\n".join((msgspec.json.encode(value, enc_hook=partial(_written, arrays)), arrays))


def _written(arrays: bytearray, value: Any) -> object:
    """Turn what msgspec does not know into what it knows; the content of an array is added to that of the others."""
    if isinstance(value, np.ndarray):
        start = len(arrays)
        arrays += value.tobytes()
        return value.dtype.str, value.shape, start
    return value.item() if isinstance(value, np.generic) else value.plain()


def _read(arrays: bytes, kind: Any, form: Any) -> Any:
    """Return the value of a type that msgspec does not know: an array or a `Counter`."""
    if get_origin(kind) is np.ndarray:
        dtype, shape, start = form
        return np.frombuffer(arrays, dtype, math.prod(shape), start).reshape(shape).copy()
    return Counter(msgspec.convert(form, dict[get_args(kind)[0], int], strict=False))  # type: ignore[misc]
