"""Command about known integer sequences: sequence."""

import sys
from typing import Annotated

import typer

from wargraph.cli.decks import decks
from wargraph.cli.options import parse_range
from wargraph.cli.output import Output, OutputOption, TermsFormatOption, first_run
from wargraph.cli.progress import working
from wargraph.document import Document, Paragraph, Table
from wargraph.errors import ParameterError
from wargraph.export.formats import Terms
from wargraph.results import Row
from wargraph.sequences import known_sequence, known_sequences


def _names() -> list[str]:
    return [known.name for known in known_sequences()]


def sequence(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            show_default=False,
            help="Which sequence, by name or OEIS number.",
            autocompletion=_names,
        ),
    ] = None,
    range_: Annotated[
        str | None, typer.Argument(metavar="[RANGE]", show_default=False, help="Which n: 7, 1..10, 5,7,9 or a mix.")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Compute the terms again and compare.")] = False,
    table_format: TermsFormatOption = None,
    output: OutputOption = None,
) -> None:
    """Known integer sequences and their terms.

    Without NAME the list of them.
    """
    if name is None:
        out = Output("sequence", table_format, output)
        if check:
            raise ParameterError("--check works on one sequence: name it, and a range")
        listed: list[Row] = [
            {"name": known.name, "terms": known.known, "oeis": known.oeis, "title": known.title}
            for known in known_sequences()
        ]
        out.write(Document([Table("rows", listed)]), {})
        return
    known = known_sequence(name)
    number = f" (OEIS {known.oeis})" if known.oeis else ""
    out = Output("sequence", table_format, output, Terms("value", f"{known.title}, on n cards{number}"))
    sizes = parse_range(range_) if range_ is not None else _sizes_for(out, list(known.terms))
    out.check_terms(sizes)
    unknown = [n for n in sizes if n not in known.terms]
    if unknown:
        raise ParameterError(f"{known.name} is known for n = {known.known}, not for n = {unknown[0]}: ask for those")
    parameters = {"name": known.name, "title": known.title, "oeis": known.oeis}
    rows: list[Row] = [{"n": n, "value": known.terms[n]} for n in sizes]
    if check:
        decks(",".join(map(str, sizes)), None, literal=False, by_transcripts=not known.needs_graph)
        for row, n in zip(rows, sizes, strict=True):
            with working(f"{known.name} on {n} cards"):
                row["computed"] = known.compute(n)
    agree = sum(row["computed"] == row["value"] for row in rows) if check else 0
    verdict = [Paragraph(f"{agree} of {len(rows)} terms agree")] if check else []
    out.write(Document([Table("rows", rows), *verdict]), parameters)
    differing = [row["n"] for row in rows if row.get("computed", row["value"]) != row["value"]]
    if differing:
        raise ParameterError(f"{known.name} comes out differently at n = {differing[0]}: please report this")


def _sizes_for(out: Output, known: list[int]) -> list[int]:
    """Every n with a known term; for a b-file those up to the first gap."""
    run = first_run(known)
    if not out.format.is_of_terms or run == known:
        return known
    print(f"wargraph: n = {run[-1] + 1} is not known: the b-file ends at n = {run[-1]}", file=sys.stderr)
    return run
