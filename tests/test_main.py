"""The command line as ``python -m wargraph``."""

import subprocess
import sys


def test_the_package_runs_as_a_module():
    done = subprocess.run([sys.executable, "-m", "wargraph", "sequence", "farthest"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "largest distance" in done.stdout
