"""Results of work units as bytes: written and read by their declared types, by msgspec.

The annotations of a class say what a checkpoint may hold. Nothing that is read names a module, a class or a file to be
loaded. A class that is no dataclass, and a result whose fields msgspec cannot write, have two methods: `plain` returns
the content as plain values of the declared type, and `from_plain` makes an object of them.
"""

import zlib
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import numpy as np

from wargraph.errors import CheckpointError


def fingerprint(unit: object) -> str:
    """Return a digest of a work unit, the same in every process."""
    return sha256(type(unit).__name__.encode() + msgspec.json.encode(unit, enc_hook=_written)).hexdigest()


def encoded(partial: Any, left: Sequence[Any]) -> bytes:
    """Return the partial result of a work unit and the units that are left of it as bytes, with a checksum.

    >>> decoded(encoded({5: 10**20}, []), tuple[dict[int, int], list[int]])
    ({5: 100000000000000000000}, [])
    """
    plain = partial.plain() if _has_plain(type(partial)) else partial
    return zlib.compress(msgspec.json.encode((plain, left), enc_hook=_written), 1)


def decoded(content: bytes, kind: Any) -> tuple[Any, Sequence[Any]]:
    """Return the partial result and the units left that were encoded, by their declared types.

    A `ValueError` says that the bytes are damaged, or hold no values of these types.
    """
    of_partial, of_left = get_args(kind)
    form: Any = tuple[_plain_type(of_partial), of_left]  # type: ignore[misc]
    try:
        partial, left = msgspec.json.decode(zlib.decompress(content), type=form, dec_hook=_read)
    except (zlib.error, msgspec.DecodeError, OverflowError) as error:
        raise ValueError(str(error)) from None
    return of_partial.from_plain(partial) if _has_plain(of_partial) else partial, left


@cache
def result_type(unit: type) -> Any:
    """Return the type of the results of a class of work units: the declared return type of `work`."""
    kind = get_type_hints(unit.work).get("return")  # type: ignore[attr-defined]
    if kind is None:
        raise CheckpointError(f"a checkpoint cannot keep what {unit.__name__} finds: its work does not declare it")
    return kind


def _has_plain(kind: Any) -> bool:
    return hasattr(kind, "from_plain")


def _plain_type(kind: Any) -> Any:
    return get_type_hints(kind.plain)["return"] if _has_plain(kind) else kind


def _written(value: Any) -> object:
    """Turn what msgspec does not know into what it knows."""
    if isinstance(value, np.ndarray):
        is_of_objects = value.dtype.hasobject
        return value.dtype.descr, value.shape, value.tolist() if is_of_objects else b64encode(value.tobytes()).decode()
    return value.item() if isinstance(value, np.generic) else value.plain()


def _read(kind: Any, form: Any) -> Any:
    """Return the value of a type that msgspec does not know."""
    origin = get_origin(kind) or kind
    if origin is np.ndarray:
        (fields, shape, numbers) = form
        dtype = np.dtype([tuple(each) for each in fields] if len(fields) > 1 else fields[0][1])
        flat = np.array(numbers, object) if dtype.hasobject else np.frombuffer(b64decode(numbers), dtype)
        return flat.reshape(shape).copy()
    if issubclass(origin, Counter):
        return Counter(msgspec.convert(form, dict[get_args(kind)[0], int], strict=False))  # type: ignore[misc]
    return kind.from_plain(msgspec.convert(form, _plain_type(kind)))
