"""Before the heavy libraries are loaded: is there room for them?"""

import os
import sys

_FIRST = ("numpy", "pygraphviz")
"""One of them is loaded before all others that take much."""

_NEEDED = 6 * 10**8
"""What all of them take of an address space, rounded up; `benchmarks/address_space.py` tries it."""


class _Watcher:
    """Asked where a module is before it is loaded; it only looks on."""

    def find_spec(self, name: str, *_: object) -> None:
        """Refuse the first heavy library where the address space is too small for them.

        There OpenBLAS, which is loaded with SciPy, would ask for its memory again and again, deaf to signals. Nothing
        here multiplies matrices, so it needs no threads, which take 40 MB each.
        """
        if name in _FIRST:
            sys.meta_path.remove(self)
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
            from wargraph.memory import require_address_space

            require_address_space(_NEEDED, "the libraries for this", "set ulimit -v and -d to 1000000 or more")


def prepare_libraries() -> None:
    """Refuse what needs heavy libraries in a line, if the address space is too small for them."""
    if sys.modules.keys().isdisjoint(_FIRST):
        sys.meta_path.insert(0, _Watcher())
