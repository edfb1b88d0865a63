"""The command about known integer sequences: sequence."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from wargraph.cli.options import argument, option, parse_range
from wargraph.cli.output import Output, TermsTarget, first_run, format_option
from wargraph.cli.run_options import ANY_RUN_OPTIONS, LongWork
from wargraph.errors import ParameterError
from wargraph.report.document import Document, Paragraph, Table
from wargraph.report.formats import FORMATS, Terms
from wargraph.report.result import Row
from wargraph.sequences.known import KnownSequence, known_sequence, known_sequences
from wargraph.sequences.oeis import OEIS

_FORMATS = (*FORMATS, OEIS)


@dataclass(frozen=True)
class SequenceTarget(TermsTarget):
    """The same, where one of the formats is the draft of an entry in the OEIS."""

    table_format: Annotated[str | None, format_option(_FORMATS)] = None


def _names() -> list[str]:
    return [known.name for known in known_sequences()]


def sequence(
    name: Annotated[
        str | None, argument("[NAME]", "The sequence, by its name or OEIS number.", complete=_names)
    ] = None,
    range_: Annotated[str | None, argument("[RANGE]", "The values of n: 7, 1..10, 5,7,9 or a mix.")] = None,
    check: Annotated[bool, option("--check", "Compute the terms again and compare them with the stored ones.")] = False,
    long_work: LongWork = ANY_RUN_OPTIONS,
    target: SequenceTarget = SequenceTarget(),
) -> None:
    """The terms of a known integer sequence.

    Without NAME the command lists all sequences. The format oeis is a draft of the sequence's entry in the OEIS, the
    On-Line Encyclopedia of Integer Sequences.
    """
    if name is None:
        out = Output("sequence", target, formats=_FORMATS)
        if check or target.plot is not None:
            option = "--check" if check else "--plot"
            raise ParameterError(f"{option} works on one sequence: name it, such as wargraph sequence finish")
        listed: list[Row] = [
            {"name": known.name, "terms": known.known, "oeis": known.oeis, "title": known.title}
            for known in known_sequences()
        ]
        out.write(Document([Table("rows", listed)]), {})
        return
    known = known_sequence(name)
    out = Output("sequence", target, Terms("value", known.reading), formats=_FORMATS)
    if check and out.format is OEIS:
        raise ParameterError(
            "--check compares terms, and a draft for the OEIS has no place for that: omit one of the two"
        )
    sizes = parse_range(range_) if range_ is not None else _sizes_for(out, list(known.terms))
    out.check_terms(sizes)
    chosen = known.at(sizes)
    parameters = {"name": known.name, "title": known.title, "oeis": known.oeis}
    if check:
        _check(out, chosen, parameters, long_work)
        out.draw(chosen)
        return
    long_work.refuse("is for --check: stored terms are known at once")
    out.write(chosen.document(), parameters)
    out.draw(chosen)


def _check(out: Output, known: KnownSequence, parameters: Mapping[str, object], long_work: LongWork) -> None:
    """Compute the terms again, and print them beside the stored ones."""
    known.limit(max(known.terms))
    rows: list[Row] = []

    def document() -> Document:
        agree = sum(row["computed"] == row["value"] for row in rows)
        return Document(
            [*known.document().opening, Table("rows", rows), Paragraph(f"{agree} of {len(rows)} terms agree")]
        )

    with out.work({**parameters, "n": list(known.terms)}, long_work) as run_options:
        for n, value in known.terms.items():
            rows.append({"n": n, "value": value, "computed": known.compute(n, run_options)})
    out.write(document(), parameters)
    differing = [row["n"] for row in rows if row["computed"] != row["value"]]
    if differing:
        raise ParameterError(f"{known.name} comes out differently at n = {differing[0]}: please report this")


def _sizes_for(out: Output, known: list[int]) -> list[int]:
    """Every n with a known term or, in a format without gaps, every n up to the first gap."""
    run = first_run(known)
    if not out.format.is_of_terms or run == known:
        return known
    print(f"wargraph: n = {run[-1] + 1} is not known: the terms end at n = {run[-1]}", file=sys.stderr)
    return run
