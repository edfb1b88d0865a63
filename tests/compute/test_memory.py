"""How much memory there is: the smallest limit in force counts."""

import subprocess
import sys
from types import SimpleNamespace

import psutil
import pytest

from tests.support import refusal
from wargraph.compute import memory
from wargraph.compute.memory import available_memory, require_memory
from wargraph.errors import TooLargeError

MACHINE = 10**10


@pytest.fixture
def container(tmp_path, monkeypatch):
    """Writes files of control groups, as {path: content}, and makes them those that are asked."""

    def make(lines, files):
        for name, content in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(content)
        (tmp_path / "cgroup").write_text(lines)
        monkeypatch.setattr(memory, "_OWN_GROUPS", tmp_path / "cgroup")
        groups = {
            controller: (tmp_path / root.relative_to("/sys/fs/cgroup"), *names)
            for controller, (root, *names) in memory._CONTROL_GROUPS.items()
        }
        monkeypatch.setattr(memory, "_CONTROL_GROUPS", groups)
        monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(available=MACHINE))
        return available_memory()

    return make


def group(folder, limit, used, cached):
    return {f"{folder}/memory.max": limit, f"{folder}/memory.current": used, f"{folder}/memory.stat": cached}


IN_VERSION_1 = {
    "memory/a/memory.limit_in_bytes": "9000\n",
    "memory/a/memory.usage_in_bytes": "5000\n",
    "memory/a/memory.stat": "cache 7\ntotal_inactive_file 2000\n",
}
OUTER = group("a", "9000\n", "5000\n", "anon 4000\ninactive_file 1000\n")


@pytest.mark.parametrize(
    ("lines", "files", "left"),
    [
        pytest.param("0::/a\n", group("a", "max\n", "5000\n", "inactive_file 1000\n"), MACHINE, id="no limit"),
        pytest.param(
            "1:name=systemd:/x\n0::/a/b\n",
            OUTER | group("a/b", "max\n", "10\n", "inactive_file 0\n"),
            9000 - (5000 - 1000),
            id="the smallest of the groups around a process",
        ),
        pytest.param("0::/a\n", group("a", "100\n", "500\n", "inactive_file 1\n"), 0, id="nothing, and not less"),
        # In a container the path may be the one outside: the groups that are there count.
        pytest.param("5:cpuset:/a\n4:memory:/a/gone\n", IN_VERSION_1, 9000 - (5000 - 2000), id="version 1"),
    ],
)
def test_control_groups_limit_the_memory(container, lines, files, left):
    assert container(lines, files) == left


def printed_by(script):
    """The number that a process of its own prints."""
    script = f"from wargraph.compute.memory import available_memory\n{script}\nprint(available_memory())"
    return int(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout)


def test_the_machine_s_memory_counts_without_limits():
    script = "from wargraph.compute import memory; memory.resource = None; memory._OWN_GROUPS = memory.Path('/no/file')"
    assert 0 < printed_by(script) <= psutil.virtual_memory().total


def test_ulimit_counts():
    pytest.importorskip("resource")
    assert 0 < printed_by("import resource; resource.setrlimit(resource.RLIMIT_AS, (2**32, 2**32))") < 2**32


def test_what_does_not_fit_is_refused(monkeypatch):
    monkeypatch.setattr(memory, "available_memory", lambda: 2_500_000)
    require_memory(2_500_000, "it", "take less")
    message = refusal(TooLargeError, require_memory, 10**10, "it", "take less")
    assert message == "it needs 10.0 GB of memory, 2.5 MB are available: take less"
    assert "it needs 1,234 GB of memory" in refusal(TooLargeError, require_memory, 1234 * 10**9, "it", "take less")
    assert "it needs 10^9 GB of memory" in refusal(TooLargeError, require_memory, 10**18, "it", "take less")
