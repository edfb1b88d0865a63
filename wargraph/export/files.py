"""Writing files so that nothing half-written is left behind, and refusing early what cannot be written."""

import os
import tempfile
from pathlib import Path

from wargraph.errors import OutputError

_DEVICES = Path("/dev")


def check_output(path: str | Path) -> Path:
    """The path of a file that is to be written, or an `OutputError` that says why it cannot be.

    Nothing is created: call it before the work whose result the file will hold.
    """
    path = Path(path)
    folder = path.parent
    if path.is_dir():
        raise OutputError(f"output {str(path)!r} is a folder: name a file in it")
    if not folder.is_dir():
        raise OutputError(f"output folder {str(folder)!r} does not exist: make it first, or write elsewhere")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OutputError(f"output folder {str(folder)!r} cannot be written to: choose another one")
    return path


def make_folder(path: str | Path) -> Path:
    """A folder for results, made if it is not there; its parent must be.

    Raises
    ------
    OutputError
        If there is a file of that name, or the folder cannot be made or written to.
    """
    path = Path(path)
    if path.exists() and not path.is_dir():
        raise OutputError(f"output folder {str(path)!r} is a file: choose another name")
    if path.is_dir():
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
    path = check_output(path)
    data = content.encode("utf-8") if isinstance(content, str) else content
    temporary: Path | None = None
    try:
        if path.exists() and (not path.is_file() or path.parent == _DEVICES):  # cannot be replaced
            with path.open("ab") as device:
                device.write(data)
            return path
        target = path.resolve()  # a link stays, what it points to is written
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        # mkstemp makes private files; a result is for everybody the user's mask allows.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(target)
    except OSError as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise OutputError(f"output {str(path)!r} cannot be written: {error.strerror}") from None
    return path
