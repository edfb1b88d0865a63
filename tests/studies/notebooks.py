"""Notebooks in a real kernel, and what their cells show."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jupytext
from nbclient import NotebookClient
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

STUDIES = Path(__file__).parents[2] / "docs" / "studies"
PATIENCE = 300
"""Seconds after which a cell hangs."""


def study(name: str) -> NotebookNode:
    """A study as a notebook, with nothing executed."""
    return jupytext.read(STUDIES / f"{name}.md")


def notebook(*cells: str) -> NotebookNode:
    """A notebook of these cells."""
    return new_notebook(cells=[new_code_cell(cell) for cell in cells])


def executed(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """The notebook after all its cells have run in a kernel of this Python, in a folder; an error is raised."""
    metadata = {"metadata": {"path": str(folder)}}
    return NotebookClient(notebook, timeout=PATIENCE, kernel_name="python3", resources=metadata).execute()


def shown(notebook: NotebookNode, code: str) -> list[dict[str, Any]]:
    """What the cells that hold this code show, each by the kinds of data."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code" and code in cell.source]
    assert cells, f"no cell has {code}"
    return [output["data"] for cell in cells for output in cell.outputs if "data" in output]


def errors(notebook: NotebookNode) -> Iterator[str]:
    """What the cells wrote to stderr, but for the notice that kernels are compiled."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if output.get("name") == "stderr" and "compiling its kernels" not in output["text"]:
                yield output["text"]
