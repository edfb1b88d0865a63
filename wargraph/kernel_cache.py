"""Where compiled kernels are kept: on disk, and never longer than the sources they were compiled from.

numba's own cache asks whether the file of a kernel has changed, but not whether what the kernel calls has; and it takes
what lies in its files for what it wrote. Here a kernel is kept under a name made from all sources that kernels can
depend on, and with a checksum. What cannot be read, or kept, is compiled anew: a cache is no reason to fail.
"""

import hashlib
import pickle
import sys
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import llvmlite
import numba
from numba.core.caching import FunctionCache
from numba.core.serialize import dumps

from wargraph.sources import sources_digest

_SHOWN = 16


class KernelFiles:
    """The files of one kernel, one for each signature: a checksum, and what numba needs to have it back.

    Takes the place of the `IndexDataCacheFile` of a numba cache.
    """

    def __init__(self, folder: str, name: str, digest: str) -> None:
        self._folder = Path(folder)
        self._kernel = name
        self._digest = digest

    def load(self, key: object) -> Any:
        """What was saved under a key; None if nothing was, or what lies there is no longer what was saved."""
        path = self._path(key)
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            say_once(f"the compiled kernels cannot be read ({error.strerror}): they are compiled anew")
            return None
        size = hashlib.sha256().digest_size
        if hashlib.sha256(content[size:]).digest() != content[:size]:
            say_once(f"a compiled kernel in {str(self._folder)!r} is damaged: it is compiled anew")
            return None
        return pickle.loads(content[size:])  # as numba does; the checksum says that it is as it was written

    def save(self, key: object, data: object) -> None:
        """Keep what numba compiled, and throw away what was compiled from other sources."""
        content = dumps(data)  # type: ignore[no-untyped-call]
        path = self._path(key)
        temporary = path.with_name(f".{uuid4().hex}.tmp")
        try:
            temporary.write_bytes(hashlib.sha256(content).digest() + content)
            temporary.replace(path)
            for other in self._folder.glob(f"{self._kernel}.*.kernel"):
                if f".{self._digest}." not in other.name:
                    other.unlink(missing_ok=True)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            say_once(f"the compiled kernels cannot be kept ({error.strerror}): the next run compiles them again")

    def flush(self) -> None:
        """Forget all signatures."""
        for path in self._folder.glob(f"{self._kernel}.*.kernel"):
            path.unlink(missing_ok=True)

    def _path(self, key: object) -> Path:
        signature = hashlib.sha256(repr(key).encode()).hexdigest()[:_SHOWN]
        return self._folder / f"{self._kernel}.{self._digest}.{signature}.kernel"


class KernelCache(FunctionCache):
    """A numba cache that knows on what a kernel depends, and survives what happens to files.

    Raises
    ------
    RuntimeError
        If there is no folder that can be written to.
    """

    def __init__(self, function: Any) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        name = f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(">", "")
        compilers = f"{sources_digest()} {numba.__version__} {llvmlite.__version__}"
        digest = hashlib.sha256(compilers.encode()).hexdigest()[:_SHOWN]
        self._cache_file: Any = KernelFiles(self.cache_path, name, digest)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a kernel, if the folder can still be made and numba has hold of what it compiled.

        Ctrl-C can make it lose that, in a callback that only reports what is raised in it: the kernel itself is sound.
        """
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        except OSError as error:
            say_once(f"the compiled kernels cannot be kept ({error.strerror}): the next run compiles them again")
        except RuntimeError as error:
            if "no compiled object" not in str(error):
                raise


@cache
def say_once(line: str) -> None:
    """Tell people something about the cache on stderr, one time."""
    print(f"wargraph: {line}", file=sys.stderr, flush=True)
