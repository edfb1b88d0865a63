"""Write files as a whole or not at all, and refuse paths that cannot be written before the work starts."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from wargraph.errors import OutputError, shown

PICTURE_ENDINGS = (".svg", ".pdf", ".png")

_DEVICES = Path("/dev")
_LONGEST_NAME = 255
_LONGEST_PATH = 4096
_FOR_WRITING = 0o222


def as_path(path: object) -> Path:
    """The path that a user gives, or an `OutputError`."""
    if not isinstance(path, str | os.PathLike):
        raise OutputError(f"output {shown(path)} is no path: name a file")
    if len(str(path)) > _LONGEST_PATH:
        raise OutputError(f"output {shown(str(path))} is not a possible file name: choose another one")
    return Path(path)


def check_output(path: str | Path) -> Path:
    """The path of a file that is to be written, or an `OutputError` if it cannot be written.

    The function creates nothing: call it before the work whose result the file will hold.
    """
    path = as_path(path)
    folder = path.parent
    try:
        is_possible = len(os.fsencode(path.name)) <= _LONGEST_NAME
        is_folder, has_folder = path.is_dir(), folder.is_dir()
        is_read_only = path.is_file() and not path.stat().st_mode & _FOR_WRITING
    except (OSError, ValueError):  # too long, or with characters that no file name can hold
        is_possible = False
    if not is_possible or "\0" in str(path):
        raise OutputError(f"output {shown(str(path))} is not a possible file name: choose another one")
    if is_folder:
        raise OutputError(f"output {str(path)!r} is a folder: name a file in it")
    if is_read_only:
        raise OutputError(f"output {str(path)!r} is a file that may only be read: choose another name")
    if not has_folder:
        raise OutputError(f"output folder {str(folder)!r} does not exist: make it first, or write elsewhere")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OutputError(f"output folder {str(folder)!r} cannot be written to: choose another one")
    return path


def check_ending(path: object, kind: str, endings: Sequence[str]) -> Path:
    """The path of a file of some kind that is to be written, or an `OutputError`: its name has one of some endings.

    >>> check_ending("War.SVG", "picture", PICTURE_ENDINGS).name
    'War.SVG'
    """
    path = as_path(path)
    name = path.name.lower()
    if not any(name.endswith(ending) and name != ending for ending in endings):
        raise OutputError(f"{kind} {str(path)!r} has an unknown ending: use {', '.join(endings)}")
    return check_output(path)


def check_picture_path(path: str | Path) -> Path:
    """The path of a picture that is to be written, or an `OutputError` if it cannot be written."""
    return check_ending(path, "picture", PICTURE_ENDINGS)


def make_folder(path: str | Path) -> Path:
    """Make a folder for results, unless it exists already; its parent must exist.

    Raises
    ------
    OutputError
        If a file has that name, or the folder cannot be made or written to.
    """
    path = Path(path)
    if os.path.exists(path) and not path.is_dir():  # noqa: PTH110 - pathlib raises if a name is too long
        raise OutputError(f"output folder {str(path)!r} is a file: choose another name")
    if os.path.isdir(path):  # noqa: PTH112
        check_output(path / "file")
        return path
    check_output(path)
    path.mkdir()
    return path


def write_file(path: str | Path, content: str | bytes) -> Path:
    """Write a whole file or nothing: into a temporary neighbour first, then moved into place.

    Raises
    ------
    OutputError
        If the folder is missing or cannot be written to, or the disk is full.
    """
    with whole_file(path) as file:
        file.write(content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content)
    return Path(path)


@contextmanager
def whole_file(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file for writing part by part; afterwards it exists as a whole, or not at all.

    Raises
    ------
    OutputError
        If the folder is missing or cannot be written to, or the disk is full.
    """
    path = check_output(path)
    temporary: Path | None = None
    try:
        if path.exists() and (not path.is_file() or path.parent == _DEVICES):  # cannot be replaced
            with path.open("ab") as device:
                yield device
            return
        target = path.resolve()  # a link stays, what it points to is written
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".wargraph-")
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            yield file
        temporary.chmod(_mode(target))
        temporary.replace(target)
    except BaseException as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        if not isinstance(error, OSError | RuntimeError):  # RuntimeError: a loop of links
            raise
        reason = getattr(error, "strerror", None) or error
        raise OutputError(f"output {str(path)!r} cannot be written: {reason}") from None


def _mode(path: Path) -> int:
    """The permissions of a file: those of the file that it replaces, or else those that the user's mask allows."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
