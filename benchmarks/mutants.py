"""Random mutants: is one changed comparison, constant or statement noticed, and by which tests?

    python benchmarks/mutants.py [MUTANTS] [SEED] [--from NUMBER] [--folder FOLDER] [--only-show]

Mutant k of a seed lies in the k-th room, in turn; its kind and its place are drawn. It is tried in a copy of the
checkout (in FOLDER; `wargraph warmup` first, so that the copy has the kernels): by the tests of its module, by those of
its room, and by all others of the quick suite, until one fails. 150 mutants take some two hours of one processor.

Prints a line for each mutant, what survived as a diff, and the counts.
"""

import argparse
import ast
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from random import Random
from tempfile import gettempdir
from time import monotonic

ROOT = Path(__file__).parents[1]
PATIENCE = 900
"""Seconds after which a mutant that makes its tests run on and on is noticed."""

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr, ast.BitXor: ast.BitOr, ast.Pow: ast.Mult, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
KINDS = ("comparison", "constant", "arithmetic", "boolean", "return", "removed")


def mutations(node: ast.AST) -> Iterator[tuple[str, str]]:
    """What a node may become: a kind, and the new text."""
    match node:
        case ast.Compare(ops=[operator, *others]) if type(operator) in SWAPPED:
            changed = ast.Compare(node.left, [SWAPPED[type(operator)](), *others], node.comparators)
            yield "comparison", f"({ast.unparse(changed)})"
        case ast.Constant(value=bool(value)):
            yield "constant", str(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield "constant", f"({value!r} + 1)"
        case ast.BinOp(op=operator) if type(operator) in SWAPPED:
            yield "arithmetic", f"({ast.unparse(ast.BinOp(node.left, SWAPPED[type(operator)](), node.right))})"
        case ast.BoolOp():
            yield "boolean", f"({ast.unparse(ast.BoolOp(SWAPPED[type(node.op)](), node.values))})"
        case ast.UnaryOp(op=ast.Not()):
            yield "boolean", f"({ast.unparse(node.operand)})"
        case ast.Return(value=value) if value is not None and not (isinstance(value, ast.Constant) and not value.value):
            yield "return", "return None"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise():
            yield "removed", "pass"


def code_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of running code: no annotations, nothing for type checkers, and no f-strings (they have no places)."""
    is_typing = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    if isinstance(node, ast.JoinedStr) or is_typing:
        return
    yield node
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns", "decorator_list"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from code_nodes(child)


def sites(path: Path) -> Iterator[tuple[str, Path, ast.AST, str]]:
    for node in code_nodes(ast.parse(path.read_text("utf-8"))):
        for kind, text in mutations(node):
            yield kind, path, node, text


def mutant(number: int, seed: int) -> tuple[str, Path, str]:
    """The kind of a mutant, its file (from the root of the checkout) and the new text of this."""
    package = ROOT / "wargraph"
    rooms = sorted(path for path in package.iterdir() if path.name != "__pycache__" and path.suffix in ("", ".py"))
    rooms = [room for room in rooms if any(any(sites(path)) for path in files_of(room))]
    room = rooms[number % len(rooms)]
    random = Random(f"{seed} {number}")
    places = [site for path in files_of(room) for site in sites(path)]
    kind = random.choice([kind for kind in KINDS if any(kind == site[0] for site in places)])
    _, path, node, new = random.choice([site for site in places if site[0] == kind])
    lines = path.read_bytes().splitlines(keepends=True)
    first, last = node.lineno - 1, node.end_lineno - 1
    text = lines[first][: node.col_offset] + new.encode() + lines[last][node.end_col_offset :]
    return kind, path.relative_to(ROOT), b"".join([*lines[:first], text, *lines[last + 1 :]]).decode()


def files_of(room: Path) -> list[Path]:
    return sorted(room.rglob("*.py")) if room.is_dir() else [room]


def steps(path: Path) -> Iterator[tuple[str, list[str]]]:
    """What to run, in turn: the tests of a module, those of its room, and all others."""
    room, *_ = path.relative_to("wargraph").parts
    folder = Path("tests", *path.relative_to("wargraph").parts[:-1])
    named = [folder / f"test_{path.stem}.py", *(ROOT / "tests").glob(f"test_{path.stem}.py")]
    own = [str(each) for each in named if (ROOT / each).exists()]
    yield "module", [*own, str(path)]
    inside = [str(Path(top, room)) for top in ("tests", "wargraph") if (ROOT / top / room).is_dir()]
    if inside:
        yield "room", [*inside, *(f"--ignore={each}" for each in own), f"--ignore={path}"]
    seen = [*inside, *own, str(path)]
    first = [f"tests/{name}" for name in ("cli", "docs") if name != room]
    yield "elsewhere", [*first, "tests", "wargraph", *(f"--ignore={each}" for each in seen)]


def fails(copy: Path, arguments: list[str]) -> str | None:
    """The first test that fails, if one does."""
    pytest = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", "-m", "not long"]
    run = subprocess.Popen(
        [*pytest, *arguments],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        out, _ = run.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return f"no end within {PATIENCE} s"
    finally:
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
            run.communicate()
    if run.returncode in (-signal.SIGKILL, -signal.SIGTERM):
        sys.exit("the tests were stopped from outside: go on from this mutant with --from")
    if run.returncode in (0, 5):  # 5: there are no tests
        return None
    failed = [line for line in out.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return (failed or out.splitlines()[-1:] or ["no output"])[0][:150]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("mutants", nargs="?", type=int, default=150)
    parser.add_argument("seed", nargs="?", type=int, default=0)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--folder", type=Path, default=Path(gettempdir()) / "wargraph-mutants")
    parser.add_argument("--only-show", action="store_true")
    options = parser.parse_args()

    counts: Counter[str] = Counter()
    for number in range(options.first, options.first + options.mutants):
        kind, path, text = mutant(number, options.seed)
        old = (ROOT / path).read_text("utf-8").splitlines(keepends=True)
        diff = "".join(unified_diff(old, text.splitlines(keepends=True), str(path), str(path), n=2))
        if options.only_show:
            print(f"{number} {kind}\n{diff}")
            continue
        copy = options.folder / "checkout"  # always there: compiled files know their folder
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".*_cache"))
        (copy / path).write_text(text, "utf-8")
        start = monotonic()
        outcome, test = "survived", None
        for step, arguments in steps(path):
            if test := fails(copy, arguments):
                outcome = step
                break
        counts[outcome] += 1
        print(f"{number} {kind} {path}: {outcome}, {monotonic() - start:.0f} s; {test}", flush=True)
        if outcome != "module":
            print(diff, flush=True)
    print(", ".join(f"{name} {count}" for name, count in counts.items()))


if __name__ == "__main__":
    main()
