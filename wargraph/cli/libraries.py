"""Before the heavy libraries are loaded: is there room for them, and are they all needed?"""

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
            from wargraph.compute.memory import require_address_space_for_libraries

            require_address_space_for_libraries()


class _IgraphAlone:
    """Asked for matplotlib while igraph is loaded, it has none.

    igraph would load it, a third of a second, only to be able to draw with it: no command has it do that.
    """

    def find_spec(self, name: str, *_: object) -> None:
        """Refuse matplotlib until igraph has its graphs."""
        if name == "matplotlib" and "igraph" in sys.modules and not hasattr(sys.modules["igraph"], "Graph"):
            raise ModuleNotFoundError(name)


def prepare_libraries() -> None:
    """Refuse what needs heavy libraries in a line, if the address space is too small for them; load no idle ones."""
    if "igraph" not in sys.modules:
        sys.meta_path.insert(0, _IgraphAlone())
    if sys.modules.keys().isdisjoint(_FIRST):
        sys.meta_path.insert(0, _Watcher())
