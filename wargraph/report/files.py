"""Write files as a whole or not at all, and refuse paths that cannot be written before the work starts."""

import os
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from wargraph.errors import OutputError, shown

PICTURE_ENDINGS = (".svg", ".pdf", ".png")


def check_output(path: str | os.PathLike[str]) -> Path:
    """Return the path of a file that is to be written, if its folder is there and can be written to.

    The function creates nothing: call it before the work whose result the file will hold.
    """
    if not isinstance(path, str | os.PathLike) or not os.fspath(path):
        raise OutputError(f"output {shown(path)} is no path: name a file")
    folder, name = os.path.split(os.fspath(path))
    folder = folder or "."
    if not os.path.isdir(folder):  # noqa: PTH112 - pathlib raises if a name is too long
        raise OutputError(f"output folder {folder!r} does not exist: make it first, or write elsewhere")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OutputError(f"output folder {folder!r} cannot be written to: choose another one")
    if not name or os.path.isdir(path):  # noqa: PTH112
        raise OutputError(f"output {str(path)!r} is a folder: name a file in it")
    if os.path.exists(path) and not os.access(path, os.W_OK):  # noqa: PTH110
        raise OutputError(f"output {str(path)!r} may only be read: choose another name")
    return Path(path)


def check_ending(path: str | os.PathLike[str], kind: str, endings: Sequence[str]) -> Path:
    """Return the path of a file that is to be written, if its name has one of some endings.

    >>> check_ending("War.SVG", "picture", PICTURE_ENDINGS).name
    'War.SVG'
    """
    path = check_output(path)
    name = path.name.lower()
    if not any(name.endswith(ending) and name != ending for ending in endings):
        raise OutputError(f"{kind} {str(path)!r} has an unknown ending: use {', '.join(endings)}")
    return path


def check_picture_path(path: str | Path) -> Path:
    """Return the path of a picture that is to be written, or an `OutputError` if it cannot be written."""
    return check_ending(path, "picture", PICTURE_ENDINGS)


def decoded(content: bytes) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 as PowerShell and old editors of Windows write it."""
    return content.decode("utf-16" if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig")


def make_folder(path: str | Path) -> Path:
    """Make a folder for results, unless it exists already; its parent must exist."""
    path = Path(path)
    if not path.is_dir():
        try:
            check_output(path).mkdir()
        except FileExistsError:
            raise OutputError(f"output folder {str(path)!r} is a file: choose another name") from None
    return check_output(path / "file").parent


def write_file(path: str | Path, content: str | bytes) -> Path:
    """Write a whole file or nothing, or raise an `OutputError`."""
    with whole_file(path) as file:
        file.write(content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content)
    return Path(path)


@contextmanager
def whole_file(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file for writing part by part; afterwards it exists as a whole, or not at all.

    The parts go to a temporary neighbour, which is moved into place at the end.
    """
    path = check_output(path)
    temporary = None
    try:
        if path.exists() and (not path.is_file() or path.is_relative_to("/dev")):  # such as /dev/stdout
            with path.open("ab") as device:
                yield device
            return
        target = path.resolve()  # a link stays, what it points to is written
        temporary = target.with_name(f".wargraph-{os.getpid()}-{target.name}")
        with temporary.open("wb") as file:
            yield file
        temporary.replace(target)
    except (OSError, ValueError, RuntimeError) as error:  # a null character in the name; a loop of links
        reason = getattr(error, "strerror", None) or error
        raise OutputError(f"output {str(path)!r} cannot be written: {reason}") from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
