"""The command about known integer sequences: sequence."""

import sys
from typing import Annotated, ClassVar

from cyclopts import Parameter

from wargraph.cli.options import argument, parse_range, refuse, suggesting
from wargraph.cli.output import LongWork, TermsOutput, first_run, format_option
from wargraph.errors import ParameterError
from wargraph.report.document import Document, Paragraph, Table
from wargraph.report.formats import FORMATS, Terms
from wargraph.report.result import Row, row_of
from wargraph.sequences.known import KnownSequence, known_sequence, known_sequences
from wargraph.sequences.oeis import OEIS

_NAMES = [known.name for known in known_sequences()]


class Sequence(LongWork, TermsOutput):
    """The terms of a known integer sequence.

    Without NAME the command lists all sequences. The format oeis is a draft of the sequence's entry in the OEIS, the
    On-Line Encyclopedia of Integer Sequences.
    """

    name: Annotated[str | None, suggesting(_NAMES, name="NAME")] = argument(None)
    """The sequence, by its name or OEIS number."""
    range_: Annotated[str | None, Parameter(name="RANGE")] = argument(None)
    """The values of n: 7, 1..10, 5,7,9 or a mix."""
    check_: bool = False
    """Compute the terms again and compare them with the stored ones."""
    format: Annotated[str | None, format_option((*FORMATS, OEIS))] = None

    needs: ClassVar = {"check_": ["name"], "plot": ["name"]}

    @property
    def terms(self) -> Terms:
        return Terms("value", "the terms of a known sequence")

    def check(self) -> None:
        super().check()
        refuse(
            self.name is None and self.form.is_of_terms,
            f"--format {self.form.name} works on one sequence: name it, such as wargraph sequence finish",
        )
        draft = "--check compares terms, and a draft for the OEIS has no place for that: omit one of the two"
        refuse(self.check_ and self.form is OEIS, draft)
        if not self.check_:
            self.refuse_work("is for --check: stored terms are known at once")

    def run(self) -> None:
        if self.name is not None:
            self._write_sequence(known_sequence(self.name))
            return
        listed: list[Row] = [
            {"name": known.name, "terms": known.known, "oeis": known.oeis, "title": known.title}
            for known in known_sequences()
        ]
        self.write(Document([Table("rows", listed)]), {})

    def _write_sequence(self, known: KnownSequence) -> None:
        sizes = self._sizes_for(list(known.terms)) if self.range_ is None else parse_range(self.range_)
        self.check_terms(sizes)
        chosen = known.at(sizes)
        parameters: dict[str, object] = dict(row_of(chosen, "name", "title", "oeis"))
        rows = self._computed(chosen, parameters) if self.check_ else []
        differing = [row["n"] for row in rows if row["computed"] != row["value"]]
        agree = Paragraph(f"{len(rows) - len(differing)} of {len(rows)} terms agree")
        compared = Document([*chosen.document().opening, Table("rows", rows), agree])
        self.write(compared if rows else chosen.document(), parameters, Terms("value", known.reading))
        if differing:
            raise ParameterError(f"{known.name} comes out differently at n = {differing[0]}: please report this")
        self.draw(chosen)

    def _computed(self, known: KnownSequence, parameters: dict[str, object]) -> list[Row]:
        """The stored terms beside those that are computed again."""
        known.limit(max(known.terms))
        with self.run_options({**parameters, "n": list(known.terms)}) as run_options:
            return [
                {"n": n, "value": value, "computed": known.compute(n, run_options)} for n, value in known.terms.items()
            ]

    def _sizes_for(self, known: list[int]) -> list[int]:
        """Every n with a known term or, in a format without gaps, every n up to the first gap."""
        run = first_run(known)
        if not self.form.is_of_terms or run == known:
            return known
        print(f"wargraph: n = {run[-1] + 1} is not known: the terms end at n = {run[-1]}", file=sys.stderr)
        return run
