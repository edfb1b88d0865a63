"""Kernels have no types, as numba finds them; every other function has."""

import ast
from pathlib import Path

import wargraph

DECORATORS = {"kernel", "array_kernel", "inner_kernel", "inlined_kernel", "merged_kernel", "loop"}


def untyped_functions():
    """The functions without annotations, by module and name, with the decorators that they carry."""
    for path in Path(wargraph.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.returns is None:
                yield f"{path.stem}.{node.name}", {ast.unparse(each) for each in node.decorator_list}


def test_only_kernels_have_no_types():
    untyped = dict(untyped_functions())
    assert untyped
    missing = [name for name, decorators in untyped.items() if not decorators & DECORATORS]
    assert not missing, f"give these functions types: {missing}"
