"""What the first command of the README installs, and nothing else: the environment that its readers have."""

import tomllib
from importlib.metadata import distribution
from pathlib import Path
from venv import EnvBuilder

from packaging.requirements import Requirement

from tests.docs.pages import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def required(requirements, extra=""):
    """The distributions that some requirements install, with all that these require in turn, by name."""
    found = {}
    for requirement in map(Requirement, requirements):
        if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            found[requirement.name] = distribution(requirement.name)
            for each in ("", *requirement.extras):
                found |= required(found[requirement.name].requires or (), each)
    return found


def bare_environment(folder):
    """A new environment in a folder, with links to the plain dependencies where they lie here; its programs' folder.

    Nothing is downloaded: what only extras install is not linked, so that it cannot be imported.
    """
    EnvBuilder().create(folder)
    (packages,) = folder.glob("lib/*/site-packages")
    for each in required(PROJECT["dependencies"]).values():
        for name in {file.parts[0] for file in each.files or ()} - {"..", "__pycache__"}:
            if not (packages / name).exists():
                (packages / name).symlink_to(Path(str(each.locate_file(name))))
    (packages / "wargraph.pth").write_text(f"{ROOT}\n", "utf-8")
    programs = folder / "bin"
    command = programs / "wargraph"
    command.write_text(f"#!{programs / 'python'}\nfrom wargraph.__main__ import main\n\nmain()\n", "utf-8")
    command.chmod(0o755)
    return programs
