#!/usr/bin/env -S uv run --script
# /// script
# dependencies = ["nox>=2026.2"]
# ///
"""What is done to the project: `nox -l` lists the sessions, `nox -s NAME` runs one in an environment of its own.

`.ci/run`, the workflows and pre-commit run these sessions. With `--no-venv --no-install` a session uses the environment
that is active, which then needs `pip install -e '.[docs,lint]'`.
"""

import shutil
from pathlib import Path

import nox

nox.needs_version = ">=2026.2"
nox.options.default_venv_backend = "uv|virtualenv"

ROOT = Path(__file__).parent
PYTEST = ("pytest", "-n", "auto", "--dist", "loadfile")
"""A file of tests stays with one worker, and if all tests run, a room does; the README has the same words."""

KERNEL_TESTS = tuple(f"tests/{room}" for room in ("graph", "fixed_order", "partial_orders", "full_game", "auction"))
"""The tests of the rooms that have kernels."""

PAGES = ("*.md", "benchmarks/*.md", "docs/*.md", "docs/studies", "paper")


def shown(*patterns: str) -> list[str]:
    """Return the files that some patterns match, as arguments of a command: no shell does it here."""
    return [str(path.relative_to(ROOT)) for pattern in patterns for path in sorted(ROOT.glob(pattern))]


@nox.session
def test(session: nox.Session) -> None:
    """Run the quick tests, or those that are named: `nox -s test -- tests/graph`."""
    session.install("-e", ".[test]")
    session.run(*(("pytest",) if session.posargs else PYTEST), *session.posargs)


@nox.session(name="all-tests", default=False)
def all_tests(session: nox.Session) -> None:
    """Run every test, with three times the random examples; `-- --whole` computes what is shipped again, too."""
    session.install("-e", ".[test]")
    session.run(*PYTEST, "--all", *session.posargs)


@nox.session(default=False)
def bounds(session: nox.Session) -> None:
    """Run the tests of all kernels with every index checked, and list the kernels that ran."""
    session.install("-e", ".[test]")
    cache = str(Path(session.create_tmp(), "kernels").resolve())
    shutil.rmtree(cache, ignore_errors=True)  # kernels of the last run, which this one might not call
    checked = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": cache}
    session.run(*PYTEST, *KERNEL_TESTS, env=checked)
    session.run("python", "-m", "tests.kernels", cache)


@nox.session(name="lowest-test", python="3.11", venv_backend="uv", default=False)
def lowest_test(session: nox.Session) -> None:
    """Run the quick tests with the lowest versions that `pyproject.toml` allows. This needs uv.

    Old versions warn of one another, which says nothing of the package.
    """
    session.install("--resolution", "lowest-direct", "-e", ".[test]")
    session.run(*PYTEST, "-W", "default", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check spelling, style, format, types, layers, security, the workflows and the settings, as pre-commit does."""
    session.install("-e", ".[lint]")
    session.run("codespell")
    session.run("proselint", "check", *shown(*PAGES))
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("mypy")
    session.run("lint-imports")
    session.run("bandit", "--quiet", "--recursive", "wargraph", "noxfile.py")
    session.run("zizmor", "--offline", "--quiet", ".github")
    session.run("sp-repo-review", ".")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the site, every warning an error: open `site/index.html`, or name another folder behind `--`."""
    session.install("-e", ".[docs]")
    session.run("sphinx-build", "-q", "-W", "--keep-going", "-b", "html", "docs", *(session.posargs or ["site"]))


@nox.session(default=False)
def reference(session: nox.Session) -> None:
    """Write the reference in `docs/reference` from docstrings, columns and the help of the commands."""
    session.install("-e", ".")
    session.run("python", "docs/reference.py")


@nox.session
def build(session: nox.Session) -> None:
    """Build the source archive and the wheel in `dist`, and check them."""
    session.install("-e", ".[lint]")
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    session.run("python", "-m", "build", "--no-isolation")
    session.run("twine", "check", "--strict", *shown("dist/*"))
    session.run("check-wheel-contents", *shown("dist/*.whl"))
    session.run("pyroma", "--min", "10", ".")


@nox.session
def citation(session: nox.Session) -> None:
    """Check `CITATION.cff`. The program for it needs jsonschema below 4, and so has an environment of its own."""
    session.install("cffconvert>=2")
    session.run("cffconvert", "--validate")


@nox.session(default=False)
def bench(session: nox.Session) -> None:
    """Run a file of `benchmarks`, such as `nox -s bench -- war_graph`."""
    if not session.posargs:
        session.error(f"name one of {', '.join(sorted(path.stem for path in ROOT.glob('benchmarks/*.py')))}")
    name, *options = session.posargs
    session.install("-e", ".[test]")
    session.run("python", f"benchmarks/{name}.py", *options)


@nox.session(default=False)
def audit(session: nox.Session) -> None:
    """Ask PyPI for known faults of what the lock file holds, but for `peers`. This needs the network and uv."""
    session.install("pip-audit>=2.9")
    held = Path(session.create_tmp()) / "held.txt"
    export = ("uv", "export", "--quiet", "--locked", "--no-emit-project", "--all-extras", "--no-extra=peers")
    session.run(*export, f"--output-file={held}", external=True)
    session.run("pip-audit", "--strict", "--disable-pip", "--require-hashes", "--requirement", str(held))


if __name__ == "__main__":
    nox.main()
