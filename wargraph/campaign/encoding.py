"""Results of work units as bytes: written and read by their declared types, by msgspec.

The annotations of a class say what a checkpoint may hold. Nothing that is read names a module, a class or a file to be
loaded. The bytes are JSON, which has integers of any size; the content of an array is a text in base 64.
"""

import zlib
from base64 import b64decode
from collections import Counter
from collections.abc import Sequence
from functools import cache
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
        result, left = msgspec.json.decode(zlib.decompress(content), type=kind, dec_hook=_read)
    except (zlib.error, msgspec.DecodeError, OverflowError, TypeError) as error:
        raise ValueError(str(error)) from None
    return result, left


@cache
def result_type(unit: type) -> Any:
    """Return the type of the results of a class of work units: the declared return type of `work`."""
    return get_type_hints(unit.work)["return"]  # type: ignore[attr-defined]


def _as_bytes(value: Any) -> bytes:
    return msgspec.json.encode(value, enc_hook=_written)


def _written(value: Any) -> object:
    """Turn what msgspec does not know into what it knows."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    return value.item() if isinstance(value, np.generic) else value.plain()


def _read(kind: Any, form: Any) -> Any:
    """Return the value of a type that msgspec does not know: an array or a `Counter`."""
    if get_origin(kind) is np.ndarray:
        dtype, shape, content = form
        return np.frombuffer(b64decode(content), dtype).reshape(shape).copy()
    return Counter(msgspec.convert(form, dict[get_args(kind)[0], int], strict=False))  # type: ignore[misc]
