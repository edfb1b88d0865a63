"""Before the heavy libraries are loaded: is there room for them?"""

import os
import sys

_FIRST = ("numpy", "pygraphviz")
"""One of them is loaded before all others that take much."""


class _Watcher:
    """Asked where a module is before it is loaded; it only looks on."""

    def find_spec(self, name: str, *_: object) -> None:
        """Refuse the first heavy library where the address space is too small for them.

        Nothing here multiplies matrices: OpenBLAS needs no threads, which would take 40 MB each.
        """
        if name in _FIRST:
            sys.meta_path.remove(self)
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
            from wargraph.memory import require_address_space_for_libraries

            require_address_space_for_libraries()


def prepare_libraries() -> None:
    """Refuse what needs heavy libraries in a line, if the address space is too small for them."""
    if sys.modules.keys().isdisjoint(_FIRST):
        sys.meta_path.insert(0, _Watcher())
