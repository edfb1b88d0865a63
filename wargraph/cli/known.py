"""Commands about relations and known integer sequences."""

import sys
from collections.abc import Callable
from contextlib import nullcontext
from functools import cached_property
from typing import Annotated, Any, ClassVar

from cyclopts import Parameter

import wargraph as wg
from wargraph.cli import options as opt
from wargraph.core.relation import Interpretation, Relation
from wargraph.errors import ParameterError
from wargraph.report.document import Document, Table
from wargraph.report.formats import FORMATS, Format, Terms
from wargraph.report.layout import say
from wargraph.report.result import row_of
from wargraph.sequences.known import KnownSequence, known_sequences, sequence, sequences_document
from wargraph.sequences.oeis import OEIS

_TABLES = (
    "summary", "estimates", "games", "cards", "structure", "automorphisms", "graph", "possible-winners",
    "holders", "cycles-wl", "cycles-lw", "cycles-free", "never-ending", "examples", "answers", "entries", "flips",
)  # fmt: skip

_OF_STRUCTURE = ("cards", "structure", "automorphisms")
"""The tables for which no game is played."""

_OF_SAMPLE = ("estimates", "holders", *_OF_STRUCTURE)
"""The tables of a relation that is too large for its War graph."""


class _WithIgraph(opt.Output):
    """A command whose public function needs igraph."""

    def answers(self, **run_options: Any) -> Any:
        """Load igraph as if matplotlib were missing: loading that takes longer, and nothing is drawn with igraph."""
        if "matplotlib" not in sys.modules:
            sys.modules["matplotlib"] = None  # type: ignore[assignment]
            import igraph  # noqa: F401

            del sys.modules["matplotlib"]
        return super().answers(**run_options)


class Matrix(opt.Matrix, _WithIgraph, section="Relations"):
    """A report on one beat relation: which card beats which; or a comparison of two.

    Up to 10 cards all is exact; with more the games are estimated from random balanced deals. Written to a page for the
    browser (-o report.html), the report has pictures.

    $ wargraph matrix rock-paper-scissors
    $ wargraph matrix 'rock beats scissors; scissors beats paper; paper beats rock'
    """

    matrix: Annotated[str, opt.suggesting(opt.RELATIONS), Parameter(name="FILE_OR_NAME")] = opt.argument()
    """A file with a relation (a table, pairs, JSON or a digraph), or the name of a relation."""
    other: Annotated[str | None, opt.suggesting(opt.RELATIONS), Parameter(name="OTHER")] = opt.argument(None)
    """Compare with this relation: answers side by side, and the cards and pairs that differ."""
    flips_: bool = False
    """Turn round each pair of cards, and say what changes. Up to 8 cards the changes are exact."""
    games: opt.Games = 20_000
    seed: opt.Seed = 0
    table: Annotated[str | None, opt.table_of(*_TABLES)] = None

    excludes: ClassVar = {"--flips": ["OTHER"]}
    needs: ClassVar = {
        **{option: ["FILE_OR_NAME"] for option in opt.Matrix.needs},
        **{f"--table {name}": ["OTHER"] for name in ("answers", "entries")},
        "--table flips": ["--flips"],
    }

    @property
    def tells_reading(self) -> bool:  # type: ignore[override]
        """Whether the interpretation must be told, as the report is not printed."""
        return self.table is not None or self.other is not None or not self.form.is_for_people

    @property
    def is_of_structure(self) -> bool:
        """Whether no game is played."""
        return self.table in _OF_STRUCTURE and self.other is None and not self.flips_

    @property
    def ask(self) -> Callable[..., Any]:
        if self.other is not None:
            return wg.compare_relations
        return wg.flips if self.flips_ else wg.relation_structure if self.is_of_structure else wg.relation_report

    @cached_property
    def first(self) -> Relation | None:
        """The first of two relations."""
        return self.relation

    @cached_property
    def second(self) -> Relation | None:
        """The second of two relations."""
        return None if self.other is None else self.relation_of(self.other)

    @cached_property
    def is_sample(self) -> bool:
        """Whether the games are estimated."""
        from wargraph.relations.structure import LARGEST_EXACT, LARGEST_EXACT_FLIPS  # here: help does not need it

        largest = LARGEST_EXACT_FLIPS if self.flips_ else LARGEST_EXACT
        return not self.is_of_structure and any(each.n > largest for each in (self.relation, self.second) if each)

    @property
    def question(self) -> dict[str, object]:
        from wargraph.relations.structure import LARGEST_EXACT  # here: help does not need it

        both, is_sample = [each for each in (self.relation, self.second) if each], self.is_sample
        is_default = (self.games, self.seed) == (Matrix.games, Matrix.seed)
        opt.refuse(
            not (is_sample or is_default),
            "--games and --seed are for estimates, and this answer is exact: leave them out",
        )
        opt.refuse(
            is_sample and not (self.other or self.flips_) and self.table not in (None, *_OF_SAMPLE),
            f"--table {self.table} needs all positions, which are visited up to {LARGEST_EXACT} cards: use "
            f"{', '.join(_OF_SAMPLE)}",
        )
        sample: dict[str, object] = {"games": self.games, "seed": self.seed} if is_sample else {}
        if self.other is None:
            return both[0].parameters | sample
        return {which: each.parameters for which, each in zip(("first", "second"), both, strict=True)} | sample

    def answers(self, **run_options: Any) -> Any:
        with nullcontext() if self.is_sample or self.is_of_structure else opt.working("the relation"):
            return super().answers(**run_options)

    def document(self, found: Any) -> Document:
        return Document.of(*found.tables()) if self.is_of_structure else super().document(found)


def _number_or_list(text: str) -> int | list[Relation]:
    from wargraph.core.matrices.sources import names_file  # here: reading relations takes long to load

    return Relation.read_list(text) if names_file(text) else opt.parse_whole(text)


class Census(opt.LongWork, _WithIgraph, section="Relations"):
    """War under every relation on N cards, up to isomorphism.

    The relations are all tournaments or, with --draws, also those in which cards draw. Each isomorphism class has a
    row; a second table shows the extremes.

    $ wargraph census 4
    $ wargraph census 3 --draws
    """

    n: Annotated[Any, opt.read_by(_number_or_list, name="N")] = opt.argument()
    """The number of cards, or a file that lists tournaments, one a line, such as McKay's."""
    draws: bool = False
    """Take the relations in which two cards may draw, for up to 6 cards."""
    up_to_reversal: bool = False
    """Take only one of two relations that are reverses of each other."""
    table: Annotated[str | None, opt.table_of("relations", "extremes")] = None

    @property
    def interpretation(self) -> Interpretation:
        """How the relations are read."""
        return Interpretation.DRAWS if self.draws else Interpretation.STRICT


class Sequence(opt.LongWork, section="Fixed return orders"):
    """The terms of a known integer sequence.

    Without NAME the command lists all sequences. The format oeis is a draft of the sequence's entry in the OEIS, the
    On-Line Encyclopedia of Integer Sequences.

    $ wargraph sequence
    $ wargraph sequence longest-wl 1..10
    """

    known: Annotated[
        KnownSequence | None,
        opt.suggesting([known.name for known in known_sequences()]),
        opt.read_by(sequence, name="NAME"),
    ] = opt.argument(None)
    """The sequence, by its name or OEIS number."""
    range_: Annotated[opt.Values[int] | None, opt.read_by(opt.parse_range, name="RANGE")] = opt.argument(None)
    """The values of n: 7, 1..10, 5,7,9 or a mix."""
    check_: bool = False
    """Compute the terms again and compare them with the stored ones."""
    format: Annotated[Format | None, opt.format_option((*FORMATS, OEIS))] = None

    needs: ClassVar = {"--check": ["NAME"], "--plot": ["NAME"]}

    @cached_property
    def chosen(self) -> KnownSequence | None:
        """The sequence with the terms that the user names, or else all terms; in a b-file those up to a gap."""
        if self.known is None or self.range_ is not None:
            return self.known and self.known.at(self.range_ or ())
        return self.known.up_to_gap() if self.form.is_of_terms else self.known

    @property
    def ask(self) -> Callable[..., Any]:
        return self.chosen.compared if self.chosen else sequences_document

    @property
    def terms(self) -> Terms | None:
        return None if self.chosen is None or self.chosen.has_gap else Terms("value", self.chosen.reading)

    def run(self) -> None:
        chosen = self.chosen
        if chosen is None:
            self.write(self.answers(), {})
            return
        sizes = list(chosen.terms)
        if self.known and self.range_ is None and len(sizes) < len(self.known.terms):
            say(f"wargraph: n = {sizes[-1] + 1} is not known: the terms end at n = {sizes[-1]}")
        document = chosen.document()
        parameters: dict[str, object] = dict(row_of(chosen, "name", "title", "oeis"))
        differing = []
        if self.check_:
            with self.at_work({**parameters, "n": sizes}) as run_options:
                rows = self.answers(**run_options)
            differing = [row["n"] for row in rows if row["computed"] != row["value"]]
            agree = f"{len(rows) - len(differing)} of {len(rows)} terms agree"
            document = Document.of(*document.opening, Table("rows", rows), agree)
        self.write(document, parameters)
        if differing:
            raise ParameterError(f"{chosen.name} comes out differently at n = {differing[0]}: please report this")
        self.draw(chosen)
