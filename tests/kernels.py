"""List the kernels of the package and whether a folder holds them compiled: `python -m tests.kernels FOLDER`.

Kernels that others call are compiled into these. If the folder lacks a kernel, which then has not been called, the
status is 1.
"""

import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from numba.core.dispatcher import Dispatcher

import wargraph
from wargraph.compute.kernel import KernelCache


def kernels():
    """The names of all kernels of the package, by module and function."""
    modules = [
        import_module(each.name)
        for each in walk_packages(wargraph.__path__, "wargraph.")
        if "__main__" not in each.name
    ]
    values = [getattr(value, "compiled", value) for module in modules for value in vars(module).values()]
    found = [each for each in values if isinstance(each, Dispatcher) and isinstance(each._cache, KernelCache)]
    return sorted({f"{each.py_func.__module__}.{each.py_func.__qualname__}" for each in found})


if __name__ == "__main__":
    called = {path.name.rsplit(".", 3)[0] for path in Path(sys.argv[1]).rglob("*.kernel")}
    for name in kernels():
        print("ran   " if name in called else "missed", name)
    sys.exit(not called >= {*kernels()})
