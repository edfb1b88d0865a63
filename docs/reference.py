"""Write `docs/reference` from docstrings, the list of columns and the help of the commands: `python docs/reference.py`.

The pages are plain Markdown, which a code host shows and the site includes; a test compares them with the sources.
`reference.toml` says which names stand on which page, in which order. A class that a function returns follows the
function, and a public name that is not listed comes last on the page of its package.
"""

import ast
import csv
import inspect
import re
import textwrap
import tomllib
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import wargraph
from wargraph.cli import app

HERE = Path(__file__).parent
FOLDER = HERE / "reference"
WIDTH = 100
"""A longer signature has a line for each parameter."""


def object_of(name: str) -> Any:
    """Return the object of a public name, or of a path of modules and a name."""
    found: Any = wargraph
    for part in name.removeprefix("wargraph.").split("."):
        found = getattr(found, part, None) or __import__(f"{found.__name__}.{part}", fromlist=["_"])
    return found


def classes_in(annotation: Any) -> list[str]:
    """Return the paths of the classes of this package in the annotation of what a function returns."""
    if inspect.isclass(annotation) and annotation.__module__.startswith("wargraph."):
        return [f"{annotation.__module__}.{annotation.__qualname__}"]
    return [name for each in get_args(annotation) for name in classes_in(each)]


def arranged() -> list[dict[str, Any]]:
    """Return the pages with all their names."""
    pages = tomllib.loads((HERE / "reference.toml").read_text("utf-8"))["page"]
    listed = {name for page in pages for name in page["names"]}
    rooms = {room: page for page in pages for room in page.get("packages", ())}
    for name in sorted({*wargraph.__all__} - listed):
        found = [room for room in rooms if object_of(name).__module__.startswith(f"wargraph.{room}.")]
        assert found, f"name a page for {name} in docs/reference.toml"
        rooms[max(found, key=len)]["names"].append(name)
    placed = {object_of(name) for page in pages for name in page["names"] if not isinstance(object_of(name), tuple)}
    for page in pages:
        names, page["names"] = page["names"], []
        for name in names:
            page["names"].append(name)
            if inspect.isfunction(object_of(name)):
                for path in classes_in(inspect.signature(object_of(name)).return_annotation):
                    if object_of(path) not in placed:
                        page["names"].append(path)
                        placed.add(object_of(path))
    return pages  # type: ignore[no-any-return]


PAGES = arranged()

WHERE = {name.rpartition(".")[2]: (page["name"], name) for page in PAGES for name in page["names"]}
"""The page on which each name stands, and its heading there: a path, if it is not public."""

COMMAND_LINE = """# The command line

This page lists every command with its options, as `wargraph COMMAND --help` prints them. [Some
options](../questions.md#what-all-commands-share) are common to all commands; [an error](errors.md) is one line on
stderr, with exit status 2.
"""

COLUMNS = """# Columns of the tables

This page explains the columns of all tables, by the identifiers that CSV and JSON files and data frames have. An
identifier keeps its meaning from version to version; where it means two things, the command or the table decides.
Reports have headings instead, given where they are not the identifier with spaces for underscores. A cell without a
value is empty in CSV and `null` in JSON. JSON writes integers above 2^53 as text, so that no program rounds them. The
columns of [games one by one](../simulating.md#tables) and the attributes of graph files are not listed. The program
takes its headings from the same file, `wargraph/report/columns.csv`.
"""


def definition(thing: Any) -> Any:
    """Return the syntax tree of a function or class."""
    return ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(thing)))).body[0]


def signature(name: str, thing: Any, *, method: bool = False) -> str:
    """Return the signature of a function, as a listing, with the annotations as they are written."""
    node = definition(thing)
    arguments = node.args
    if method and not any(getattr(each, "id", "") == "staticmethod" for each in node.decorator_list):
        first = (arguments.posonlyargs or arguments.args).pop(0)
        assert first.arg in {"self", "cls"}, name
    answer = f" -> {ast.unparse(node.returns)}".replace("'", "") if node.returns else ""
    line = f"{name}({ast.unparse(arguments)}){answer}"
    if len(line) > WIDTH:
        parts = split_at_commas(ast.unparse(arguments))
        line = "\n".join([f"{name}(", *(f"    {part}," for part in parts), f"){answer}"])
    return f"```py\n{line}\n```"


def split_at_commas(text: str) -> list[str]:
    """Split parameters at the commas that stand in no bracket."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def linked(text: str, page: str) -> str:
    """Make a link of each name in backticks that stands in the reference."""

    def link(found: re.Match[str]) -> str:
        where, heading = WHERE.get(found[1].partition(".")[0], ("", ""))
        anchor = re.sub(r"[^\w-]", "", heading.lower())
        target = f"#{anchor}" if where == page else f"{where}.md#{anchor}"
        return f"[`{found[1]}`]({target})" if where else f"`{found[1]}`"

    return re.sub(r"(?<!`)`([\w.]+)`(?!`)", link, text).replace("``", "`")


def entries(lines: list[str]) -> list[str]:
    """Return parameters, attributes or errors as a list: a name in the margin, and what it is, indented below."""
    items: list[str] = []
    for line in lines:
        if not line.strip():
            continue
        if line.startswith(" "):
            items[-1] += f" {line.strip()}"
        else:
            names, _, kind = line.replace("*", r"\*").partition(" : ")
            bold = ", ".join(f"**{name}**" for name in names.split(", "))
            items.append(f"{bold} ({kind}):" if kind else f"{bold}:")
    return items


def markdown(doc: str, page: str) -> str:
    """Return a docstring as Markdown."""
    heads = list(re.finditer(r"^(\w[\w ]*)\n-{3,}\n", doc, re.MULTILINE))
    ends = [*(head.start() for head in heads), len(doc)]
    blocks = [prose(doc[: ends[0]], page)]
    for head, end in zip(heads, ends[1:], strict=True):
        text = doc[head.end() : end]
        if head[1] in {"Parameters", "Attributes", "Raises"}:
            blocks += [f"*{head[1]}*", "\n".join(f"- {linked(item, page)}" for item in entries(text.split("\n")))]
        elif head[1] == "See Also":
            blocks.append("*See also* " + ", ".join(linked(f"`{name}`", page) for name in re.findall(r"[\w.]+", text)))
        elif head[1] == "Examples":
            blocks.append(prose(text, page))
        else:
            blocks.append(f"*{head[1]}*: {prose(text, page)}")
    return "\n\n".join(blocks)


def prose(text: str, page: str) -> str:
    """Return paragraphs with links, examples as listings, and tables of two columns as lists."""
    blocks = []
    for each in text.strip().split("\n\n"):
        if each.lstrip().startswith(">>>"):
            blocks.append(f"```pycon\n{each.strip()}\n```")
        elif each.startswith("==="):
            rows = [re.split(r"\s{2,}", line, maxsplit=1) for line in each.split("\n")[1:-1]]
            blocks.append("\n".join(f"- {linked(f'{name}: {meaning}', page)}" for name, meaning in rows))
        else:
            blocks.append(linked(each, page))
    return "\n\n".join(blocks)


def own_and_inherited(thing: type) -> list[type]:
    """Return a class and the classes of this package from which it inherits, but for those with their own entry."""
    known = {object_of(name) for page in PAGES for name in page["names"]} - {thing}
    return [each for each in thing.__mro__ if each.__module__.startswith("wargraph") and each not in known]


def attributes(thing: type) -> dict[str, str]:
    """Return the attributes of a class that have a docstring below them, with it."""
    found = {}
    for node, after in pairwise(definition(thing).body):
        if isinstance(node, ast.AnnAssign | ast.Assign) and isinstance(after, ast.Expr):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            found[ast.unparse(target)] = ast.literal_eval(after.value)
    return {name: doc for name, doc in found.items() if not name.startswith("_")}


def members(name: str, thing: type, page: str) -> list[str]:
    """Return the attributes and properties of a class as a list, and its methods with their signatures."""
    docs: dict[str, str] = {}
    methods: dict[str, Any] = {}
    for each in own_and_inherited(thing):
        docs = attributes(each) | docs
        for key, member in vars(each).items():
            plain = getattr(member, "__func__", member)
            if key.startswith("_") or not getattr(plain, "__doc__", None):
                continue
            if inspect.isfunction(inspect.unwrap(plain)) and isinstance(definition(plain), ast.FunctionDef):
                methods.setdefault(key, plain)
            elif isinstance(plain, property | cached_property):
                docs.setdefault(key, plain.__doc__)
    lines = {key: " ".join(doc.partition(">>>")[0].split()) for key, doc in docs.items()}
    blocks = ["\n".join(f"- **{key}**: {linked(line, page)}" for key, line in lines.items())]
    for key, method in methods.items():
        doc = markdown(inspect.cleandoc(method.__doc__), page)
        blocks += [f"### {name}.{key}", signature(key, method, method=True), doc]
    return [block for block in blocks if block]


def described(path: str, page: str) -> list[str]:
    """Return what the reference says of an object."""
    thing, name = object_of(path), path.rpartition(".")[2]
    if inspect.ismodule(thing):
        functions = [each for each in vars(thing).values() if inspect.isfunction(each) and each.__module__ == path]
        public = [f"{path}.{each.__name__}" for each in functions if not each.__name__.startswith("_")]
        return [block for each in public for block in described(each, page)]
    blocks = [f"## {path}"]
    if inspect.isfunction(inspect.unwrap(thing)):
        blocks.append(signature(name, thing))
    if isinstance(thing, tuple):
        return [*blocks, f"`{thing}`"]
    if thing.__doc__:
        blocks.append(markdown(inspect.cleandoc(thing.__doc__), page))
    return [*blocks, *members(name, thing, page)] if inspect.isclass(thing) else blocks


def python_page(page: dict[str, Any]) -> str:
    """Return a page of the Python reference."""
    blocks = [f"# {page['title']}", page["intro"].strip()]
    for name in page["names"]:
        blocks += described(name, page["name"])
    return "\n\n".join(blocks) + "\n"


def columns() -> str:
    """Return the page on the columns of tables."""
    with (HERE.parent / "wargraph/report/columns.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = [[cell.replace("|", r"\|") for cell in row] for row in csv.reader(file)]
    lines = [head, ["---"] * len(head), *([f"`{row[0]}`", *row[1:]] for row in rows)]
    return COLUMNS + "\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def command_line() -> str:
    """Return the page on the commands."""
    text = app.generate_docs(output_format="markdown", recursive=True, heading_level=1)
    text = text[text.index("**Commands**") :].replace("(#wargraph-install", "(#wargraph---install")  # its true anchor
    return f"{COMMAND_LINE}\n{text.strip()}\n"


def pages() -> dict[str, str]:
    """Return all generated pages by their file names."""
    made = {f"{page['name']}.md": python_page(page) for page in PAGES}
    return {**made, "columns.md": columns(), "command-line.md": command_line()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file_name, text in pages().items():
        (FOLDER / file_name).write_text(text, encoding="utf-8")
