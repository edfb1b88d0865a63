"""The command about known integer sequences: sequence."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

from wargraph.cli.options import flat, parse_range, suggesting
from wargraph.cli.output import LongWork, Report, TermsOutput, first_run, format_option
from wargraph.errors import ParameterError
from wargraph.report.document import Document, Paragraph, Table
from wargraph.report.formats import FORMATS, Terms
from wargraph.report.result import Row
from wargraph.sequences.known import KnownSequence, known_sequence, known_sequences
from wargraph.sequences.oeis import OEIS

_NAMES = [known.name for known in known_sequences()]


@flat
@dataclass(frozen=True, kw_only=True)
class SequenceOutput(TermsOutput):
    """Output where one of the formats is the draft of an entry in the OEIS."""

    format: Annotated[str | None, format_option((*FORMATS, OEIS))] = None


def sequence(
    name: Annotated[str | None, suggesting("NAME", _NAMES, "The sequence, by its name or OEIS number.")] = None,
    range_: Annotated[str | None, Parameter(name="RANGE", help="The values of n: 7, 1..10, 5,7,9 or a mix.")] = None,
    /,
    *,
    check: bool = False,
    work: LongWork = LongWork(),
    output: SequenceOutput = SequenceOutput(),
) -> None:
    """The terms of a known integer sequence.

    Without NAME the command lists all sequences. The format oeis is a draft of the sequence's entry in the OEIS, the
    On-Line Encyclopedia of Integer Sequences.

    Parameters
    ----------
    check
        Compute the terms again and compare them with the stored ones.
    """
    if name is None:
        report = output.report("sequence")
        if check or output.plot is not None:
            option = "--check" if check else "--plot"
            raise ParameterError(f"{option} works on one sequence: name it, such as wargraph sequence finish")
        listed: list[Row] = [
            {"name": known.name, "terms": known.known, "oeis": known.oeis, "title": known.title}
            for known in known_sequences()
        ]
        report.write(Document([Table("rows", listed)]), {})
        return
    known = known_sequence(name)
    report = output.report("sequence", terms=Terms("value", known.reading))
    if check and report.format is OEIS:
        raise ParameterError(
            "--check compares terms, and a draft for the OEIS has no place for that: omit one of the two"
        )
    sizes = parse_range(range_) if range_ is not None else _sizes_for(report, list(known.terms))
    report.check_terms(sizes)
    chosen = known.at(sizes)
    parameters = {"name": known.name, "title": known.title, "oeis": known.oeis}
    if check:
        _check(report, chosen, parameters, work)
    else:
        work.refuse("is for --check: stored terms are known at once")
        report.write(chosen.document(), parameters)
    report.draw(chosen)


def _check(report: Report, known: KnownSequence, parameters: Mapping[str, object], work: LongWork) -> None:
    """Compute the terms again, and print them beside the stored ones."""
    known.limit(max(known.terms))
    with work.run_options(report.command, {**parameters, "n": list(known.terms)}) as run_options:
        rows: list[Row] = [
            {"n": n, "value": value, "computed": known.compute(n, run_options)} for n, value in known.terms.items()
        ]
    differing = [row["n"] for row in rows if row["computed"] != row["value"]]
    agree = Paragraph(f"{len(rows) - len(differing)} of {len(rows)} terms agree")
    report.write(Document([*known.document().opening, Table("rows", rows), agree]), parameters)
    if differing:
        raise ParameterError(f"{known.name} comes out differently at n = {differing[0]}: please report this")


def _sizes_for(report: Report, known: list[int]) -> list[int]:
    """Every n with a known term or, in a format without gaps, every n up to the first gap."""
    run = first_run(known)
    if not report.format.is_of_terms or run == known:
        return known
    print(f"wargraph: n = {run[-1] + 1} is not known: the terms end at n = {run[-1]}", file=sys.stderr)
    return run
