"""Commands about relations and known integer sequences: matrix, census, sequence."""

import sys
from typing import Annotated, Any, ClassVar

from cyclopts import Parameter

import wargraph as wg
from wargraph.cli import options as opt
from wargraph.core.relation import Reading
from wargraph.errors import ParameterError
from wargraph.report.document import Document, Table
from wargraph.report.formats import FORMATS, Terms
from wargraph.report.result import row_of
from wargraph.sequences.known import KnownSequence, known_sequence, known_sequences, sequences_document
from wargraph.sequences.oeis import OEIS

_TABLES = (
    "summary", "games", "winners", "cards", "structure", "automorphisms", "graph", "possible-winners", "holders",
    "cycles-wl", "cycles-lw", "cycles-free", "never-ending", "examples",
)  # fmt: skip


class _WithIgraph(opt.Output):
    """A command whose public function needs igraph."""

    def answers(self, **run_options: "wg.RunOptions") -> Any:
        """Load igraph as if matplotlib were missing: loading that takes longer, and nothing is drawn with igraph."""
        if "matplotlib" not in sys.modules:
            sys.modules["matplotlib"] = None  # type: ignore[assignment]
            import igraph  # noqa: F401

            del sys.modules["matplotlib"]
        return super().answers(**run_options)


class Matrix(opt.Matrix, _WithIgraph):
    """A report on one beat relation: which card beats which.

    The report covers the relation and its automorphisms, its War graph, the longest and the endless games, the winners,
    the cycles, and the largest distance to the end. Written to a page for the browser (-o report.html), it has
    pictures.
    """

    matrix: Annotated[str, opt.suggesting(opt.RELATIONS), Parameter(name="FILE_OR_NAME")] = opt.argument()
    """A file with a relation (a table, pairs, JSON or a digraph), or the name of a relation."""
    table: Annotated[str | None, opt.table_of(*_TABLES)] = None

    needs: ClassVar = {option: ["FILE_OR_NAME"] for option in opt.Matrix.needs}
    function = "relation_report"

    @property
    def question(self) -> dict[str, object]:
        return self.relation.parameters if self.relation else {}


class Census(opt.LongWork, _WithIgraph):
    """War under every relation on N cards, counting renamings of cards once.

    The relations are all tournaments or, with --draws, also those in which cards draw. A row for each isomorphism class
    shows its longest games, endless positions, cycle lengths and largest distance to the end; a second table shows the
    extremes. Columns positions_wl and positions_lw count the positions whose games last longest; cannot_end counts the
    positions from which no game ends under free order.
    """

    n: opt.NumberOfCards = opt.argument()
    draws: bool = False
    """Take the relations in which two cards may draw, for up to 6 cards."""
    up_to_reversal: bool = False
    """Take only one of two relations that are reverses of each other."""
    table: Annotated[str | None, opt.table_of("relations", "extremes")] = None

    @property
    def reading(self) -> Reading:
        """How the relations are read."""
        return Reading.DRAWS if self.draws else Reading.STRICT


class Sequence(opt.LongWork):
    """The terms of a known integer sequence.

    Without NAME the command lists all sequences. The format oeis is a draft of the sequence's entry in the OEIS, the
    On-Line Encyclopedia of Integer Sequences.
    """

    known: Annotated[
        KnownSequence | None,
        opt.suggesting([known.name for known in known_sequences()]),
        opt.read_by(known_sequence, name="NAME"),
    ] = opt.argument(None)
    """The sequence, by its name or OEIS number."""
    range_: Annotated[opt.Several[int] | None, opt.numbers("n", "cards", name="RANGE")] = opt.argument(None)
    """The values of n: 7, 1..10, 5,7,9 or a mix."""
    check_: bool = False
    """Compute the terms again and compare them with the stored ones."""
    format: Annotated[str | None, opt.format_option((*FORMATS, OEIS))] = None

    excludes: ClassVar = {"--check": ["--format oeis"]}
    needs: ClassVar = {"--check": ["NAME"], "--plot": ["NAME"], **{option: ["--check"] for option in opt.WORK}}

    @property
    def terms(self) -> Terms | None:
        return Terms("value", self.known.reading) if self.known else None

    def run(self) -> None:
        if self.known is None:
            self.write(sequences_document(), {})
            return
        chosen = self._chosen(self.known)
        self.check_terms(list(chosen.terms))
        document = chosen.document()
        parameters: dict[str, object] = dict(row_of(chosen, "name", "title", "oeis"))
        differing = []
        if self.check_:
            with self.at_work({**parameters, "n": list(chosen.terms)}) as run_options:
                rows = chosen.compared(run_options)
            differing = [row["n"] for row in rows if row["computed"] != row["value"]]
            agree = f"{len(rows) - len(differing)} of {len(rows)} terms agree"
            document = Document.of(*document.opening, Table("rows", rows), agree)
        self.write(document, parameters)
        if differing:
            raise ParameterError(f"{chosen.name} comes out differently at n = {differing[0]}: please report this")
        self.draw(chosen)

    def _chosen(self, known: KnownSequence) -> KnownSequence:
        """Return the sequence with the terms that the user names, or else all terms; in a b-file those up to a gap."""
        if self.range_ is not None:
            return known.at(self.range_)
        chosen = known.up_to_gap() if self.form.is_of_terms else known.at(known.terms)
        if len(chosen.terms) < len(known.terms):
            end = max(chosen.terms)
            print(f"wargraph: n = {end + 1} is not known: the terms end at n = {end}", file=sys.stderr)
        return chosen
