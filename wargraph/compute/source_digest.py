"""A digest of the code of this package, by which checkpoints and workers check that their code is the same."""

import hashlib
from functools import cache
from pathlib import Path

from wargraph.version import __version__

_ABOVE = ("cli", "explorer", "plots", "drawing", "__main__.py")
"""The layers above the analyses, on which no answer depends."""


@cache
def sources_digest(folder: Path = Path(__file__).parents[1]) -> str:
    """Return a digest of the version and of all code and data on which answers depend, byte for byte.

    A new comment makes another digest too. That costs only those who change the sources between two runs; whoever has
    an installed version has the digest of that version.
    """
    names = sorted(path.relative_to(folder) for ending in ("py", "toml") for path in folder.rglob(f"*.{ending}"))
    sources = [(name.as_posix(), (folder / name).read_bytes()) for name in names if name.parts[0] not in _ABOVE]
    return hashlib.sha256(repr((__version__, sources)).encode()).hexdigest()[:16]
