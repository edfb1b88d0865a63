"""The sources of this package, as a number: by it kernels, checkpoints and workers know whether they fit together."""

import hashlib
from functools import cache
from pathlib import Path

from wargraph import __version__

_ABOVE = ("cli", "export", "__main__.py")
"""What no answer depends on: the layers above the analyses."""

_SHOWN = 16


@cache
def sources_digest(folder: Path = Path(__file__).parent) -> str:
    """A number for all sources that an answer can depend on, and for the version."""
    digest = hashlib.sha256(__version__.encode())
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder)
        if name.parts[0] not in _ABOVE:
            digest.update(f"{name.as_posix()} ".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:_SHOWN]
