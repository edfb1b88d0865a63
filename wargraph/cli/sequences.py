"""The command about known integer sequences: sequence."""

import sys
from typing import Annotated

from cyclopts import Parameter

from wargraph.cli.options import command, parse_range, suggesting
from wargraph.cli.output import LongWork, TermsOutput, first_run, format_option
from wargraph.errors import ParameterError
from wargraph.report.document import Document, Paragraph, Table
from wargraph.report.formats import FORMATS, Terms
from wargraph.report.result import Row
from wargraph.sequences.known import KnownSequence, known_sequence, known_sequences
from wargraph.sequences.oeis import OEIS

_NAMES = [known.name for known in known_sequences()]
NameArgument = Annotated[str | None, suggesting("NAME", _NAMES, "The sequence, by its name or OEIS number.")]
TermsArgument = Annotated[str | None, Parameter(name="RANGE", help="The values of n: 7, 1..10, 5,7,9 or a mix.")]


@command
class Sequence(LongWork, TermsOutput):
    """The terms of a known integer sequence.

    Without NAME the command lists all sequences. The format oeis is a draft of the sequence's entry in the OEIS, the
    On-Line Encyclopedia of Integer Sequences.
    """

    is_checked: Annotated[bool, Parameter(name="--check")] = False
    """Compute the terms again and compare them with the stored ones."""
    format: Annotated[str | None, format_option((*FORMATS, OEIS))] = None

    @property
    def terms(self) -> Terms:
        """The column of the terms."""
        return Terms("value", "the terms of a known sequence")

    def __call__(self, name: NameArgument = None, range_: TermsArgument = None) -> None:
        if name is not None:
            self._write_sequence(known_sequence(name), range_)
            return
        options = {"--check": self.is_checked, "--plot": self.plot, f"--format {self.form.name}": self.form.is_of_terms}
        for option in (option for option, is_given in options.items() if is_given):
            raise ParameterError(f"{option} works on one sequence: name it, such as wargraph sequence finish")
        listed: list[Row] = [
            {"name": known.name, "terms": known.known, "oeis": known.oeis, "title": known.title}
            for known in known_sequences()
        ]
        self.write(Document([Table("rows", listed)]), {})

    def _write_sequence(self, known: KnownSequence, range_: str | None) -> None:
        if self.is_checked and self.form is OEIS:
            raise ParameterError(
                "--check compares terms, and a draft for the OEIS has no place for that: omit one of the two"
            )
        sizes = parse_range(range_) if range_ is not None else self._sizes_for(list(known.terms))
        self.check_terms(sizes)
        chosen = known.at(sizes)
        parameters: dict[str, object] = {"name": known.name, "title": known.title, "oeis": known.oeis}
        if self.is_checked:
            self._compare(chosen, parameters)
        else:
            self.refuse_work("is for --check: stored terms are known at once")
            self.write(chosen.document(), parameters, Terms("value", known.reading))
        self.draw(chosen)

    def _compare(self, known: KnownSequence, parameters: dict[str, object]) -> None:
        """Compute the terms again, and print them beside the stored ones."""
        known.limit(max(known.terms))
        with self.run_options({**parameters, "n": list(known.terms)}) as run_options:
            rows: list[Row] = [
                {"n": n, "value": value, "computed": known.compute(n, run_options)} for n, value in known.terms.items()
            ]
        differing = [row["n"] for row in rows if row["computed"] != row["value"]]
        agree = Paragraph(f"{len(rows) - len(differing)} of {len(rows)} terms agree")
        document = Document([*known.document().opening, Table("rows", rows), agree])
        self.write(document, parameters, Terms("value", known.reading))
        if differing:
            raise ParameterError(f"{known.name} comes out differently at n = {differing[0]}: please report this")

    def _sizes_for(self, known: list[int]) -> list[int]:
        """Every n with a known term or, in a format without gaps, every n up to the first gap."""
        run = first_run(known)
        if not self.form.is_of_terms or run == known:
            return known
        print(f"wargraph: n = {run[-1] + 1} is not known: the terms end at n = {run[-1]}", file=sys.stderr)
        return run
