"""Command about known integer sequences: sequence."""

from typing import Annotated

import typer

from wargraph.cli.options import Output, OutputOption, Report, TermsFormatOption, decks, parse_range, working
from wargraph.errors import ParameterError
from wargraph.results import Row


def sequence(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", show_default=False, help="Which sequence.")] = None,
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
    from wargraph.sequences import known_sequence, known_sequences

    out = Output("sequence", table_format, output, term="value" if name else None)
    if name is None:
        if check:
            raise ParameterError("--check works on one sequence: name it, and a range")
        listed: list[Row] = [
            {
                "name": known.name,
                "terms": known.known,
                "oeis": known.oeis,
                "title": known.title,
            }
            for known in known_sequences()
        ]
        out.write(Report({}, listed))
        return
    known = known_sequence(name)
    sizes = parse_range(range_) if range_ is not None else list(known.terms)
    out.check_terms(sizes)
    unknown = [n for n in sizes if n not in known.terms]
    if unknown:
        raise ParameterError(f"{name} is known for n = {known.known}, not for n = {unknown[0]}: ask for those")
    parameters = {"name": name, "title": known.title, "oeis": known.oeis}
    rows: list[Row] = [{"n": n, "value": known.terms[n]} for n in sizes]
    if check:
        decks(",".join(map(str, sizes)), None, literal=False, by_transcripts=not known.needs_graph)
        for row, n in zip(rows, sizes, strict=True):
            with working(f"{name} on {n} cards"):
                row["computed"] = known.compute(n)
    from wargraph.export.tables import text_table

    agree = sum(row["computed"] == row["value"] for row in rows) if check else 0
    verdict = f"\n\n{agree} of {len(rows)} terms agree" if check else ""
    out.write(Report(parameters, rows, text=f"{text_table(rows)}{verdict}"))
    differing = [row["n"] for row in rows if row.get("computed", row["value"]) != row["value"]]
    if differing:
        raise ParameterError(f"{name} comes out differently at n = {differing[0]}: please report this")


COMMANDS = (sequence,)
