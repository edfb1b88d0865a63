"""The integer sequences the toolkit knows: what they count, the terms found so far, and how to compute them.

What computes a term is imported when one is asked for: to list the known terms takes no kernel.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.resources import files
from inspect import signature
from itertools import chain, count, product
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, NamedTuple

from wargraph.errors import ParameterError, shown
from wargraph.report.document import Document, Table
from wargraph.report.humanize import in_runs
from wargraph.report.result import Result, Row, row_of

if TYPE_CHECKING:
    from wargraph.campaign.run_options import RunOptions


class _Question(NamedTuple):
    """The function that computes the terms of some sequences; what of its result is a(n), and an example of it."""

    function: str
    value: Callable[[Any], int]
    witness: Callable[[Any], str]


def _listed(positions: Iterable[object]) -> str:
    return ", ".join(map(str, positions))


_QUESTIONS = {
    "longest": _Question(
        "wargraph.fixed_order.lengths:longest",
        lambda found: found.turns,
        lambda found: str(found.verify()),
    ),
    "endless": _Question(
        "wargraph.fixed_order.lengths:endless",
        lambda found: found.endless,
        lambda found: f"for example, the game from {found.example} never ends",
    ),
    "longest-over-tournaments": _Question(
        "wargraph.fixed_order.longest_over_tournaments:longest_over_tournaments",
        lambda found: found.turns,
        lambda found: f"{found.verify()} (row i of the matrix {found.relation.one_line} has 1 where i beats j)",
    ),
    "farthest": _Question(
        "wargraph.graph.attractors.farthest:farthest",
        lambda found: found.turns,
        lambda found: f"a shortest game is {_listed(found.games[0].positions)}",
    ),
    "contest": _Question(
        "wargraph.graph.attractors.contest:contest",
        lambda found: found.turns,
        lambda found: f"for example, a win from {found.left.examples[0]} takes that many turns",
    ),
    "drawn": _Question(
        "wargraph.graph.attractors.contest:contest",
        lambda found: found.drawn,
        lambda found: f"for example, neither player can force a win from {found.drawn_examples[0]}",
    ),
    "shortest-cycle": _Question(
        "wargraph.graph.structure.free_cycles:free_cycles",
        lambda found: min(found.cycles),
        lambda found: f"a shortest cycle is {_listed(found.shortest)}",
    ),
    "cyclic-positions": _Question(
        "wargraph.graph.structure.components:components",
        lambda found: sum(found.cyclic),
        lambda found: f"the positions are {_listed(chain.from_iterable(found.cyclic_positions()))}",
    ),
}

_NUMBERS = {"endless-wl-balanced": "A400411"}


@dataclass(frozen=True)
class KnownSequence(Result):
    """An integer sequence a(n) about War on the cards 1..n, with the terms found so far.

    Attributes
    ----------
    question : str
        The question: ``longest``, ``endless``, ``longest-over-tournaments``, ``farthest``, ``contest``, ``drawn``,
        ``shortest-cycle`` or ``cyclic-positions``.
    order : str
        The return order, WL, LW or free, or the player who chooses it: winner, loser or right.
    deals : str
        The starting positions: ``all`` or ``balanced``.
    sizes : tuple of int or None
        The n whose terms are listed; None for all that are known.

    Examples
    --------
    >>> known = sequence("longest-wl")
    >>> known.example()
    'a(3) = 3: 13|2 under WL: Left wins after 3 turns'
    >>> [known.terms[n] for n in range(1, 8)]
    [0, 1, 3, 7, 9, 17, 17]
    >>> known.compute(5)
    9
    """

    question: str
    deals: str = field(repr=False)
    order: str = field(repr=False)
    sizes: tuple[int, ...] | None = None

    @property
    def name(self) -> str:
        """The name of the sequence on the command line."""
        parts = (self.question, *(part.lower() for part in (self.order, self.deals) if part not in ("free", "all")))
        return "-".join(parts)

    @property
    def oeis(self) -> str:
        """The number of the sequence in the On-Line Encyclopedia of Integer Sequences, or ""."""
        return _NUMBERS.get(self.name, "")

    @cached_property
    def _lines(self) -> list[str]:
        """The package's b-file: comments, of which the first says what a(n) is, and the terms."""
        return files("wargraph.sequences.data").joinpath(f"{self.name}.txt").read_text(encoding="utf-8").splitlines()

    @cached_property
    def terms(self) -> dict[int, int]:
        """The known terms, by n, from the b-file in the package."""
        lines = (line.split() for line in self._lines if not line.startswith("#"))
        known = {int(n): int(value) for n, value in lines}
        return known if self.sizes is None else {n: known[n] for n in self.sizes}

    @property
    def known(self) -> str:
        """The n whose terms are known, as text such as ``1..15,17``."""
        return in_runs(self.terms)

    @property
    def first(self) -> int:
        """The smallest n for which a(n) is defined."""
        return min(replace(self, sizes=None).terms)

    @property
    def title(self) -> str:
        """The definition of a(n) in words."""
        return self._lines[0].removeprefix(f"# {self.name}: a(n) = ")

    @property
    def reading(self) -> str:
        """The definition of a(n) in words, with the number of the sequence in the OEIS if it has one."""
        return self.title + (f" (OEIS {self.oeis})" if self.oeis else "")

    @property
    def status(self) -> str:
        """Whether the terms are exhaustive, proved or observed, and how they were computed."""
        (line,) = (line for line in self._lines if line.startswith("# Status: "))
        return line.removeprefix("# Status: ").partition(";")[0]

    def at(self, sizes: Iterable[int]) -> "KnownSequence":
        """Return the sequence with the terms of some n only, or raise a `ParameterError` if one is not known.

        >>> sequence("longest-wl").at([5, 7]).terms
        {5: 9, 7: 17}
        """
        chosen = tuple(sizes)
        unknown = [n for n in chosen if n not in self.terms]
        if unknown:
            raise ParameterError(f"{self.name} is known for n = {self.known}, not for n = {unknown[0]}: ask for those")
        return replace(self, sizes=chosen)

    @property
    def has_gap(self) -> bool:
        """Whether a term between two others is not listed."""
        return max(self.terms) - min(self.terms) >= len(self.terms)

    def up_to_gap(self) -> "KnownSequence":
        """Return the sequence with the terms before the first n whose term is not known."""
        return self.at(n for n, expected in zip(self.terms, count(self.first), strict=False) if n == expected)

    def compared(self, run_options: "RunOptions | None" = None) -> list[Row]:
        """Compute the terms again: rows ``n, value, computed``."""
        computed = {
            n: self.compute(n, run_options) for n in sorted(self.terms, reverse=True)
        }  # too large: refused first
        return [{"n": n, "value": value, "computed": computed[n]} for n, value in self.terms.items()]

    def compute(self, n: int, run_options: "RunOptions | None" = None) -> int:
        """Compute the term a(n) again, or refuse work that is too long for the run options or does not fit."""
        return _QUESTIONS[self.question].value(self._solved(n, run_options))

    def example(self) -> str:
        """Compute the first term above 1 again, and show in one line the term and an example of what it counts."""
        n = next((n for n, value in self.terms.items() if value > 1), self.first)
        return f"a({n}) = {self.terms[n]}: {_QUESTIONS[self.question].witness(self._solved(n))}"

    def _solved(self, n: int, run_options: "RunOptions | None" = None) -> Any:
        """Return the result that holds a(n)."""
        function = resolve_name(_QUESTIONS[self.question].function)
        values = {"order": self.order, "chooser": self.order, "deals": self.deals, "run_options": run_options}
        return function(n, **{name: values[name] for name in values if name in signature(function).parameters})

    def _answer(self) -> str:
        return f"a(n): {self.reading}.{'' if self.oeis else ' It is not in the OEIS (2026).'}"

    def rows(self) -> list[Row]:
        """Return rows ``n, value``: the known terms."""
        return [{"n": n, "value": value} for n, value in self.terms.items()]


_DEALS = ("all", "balanced")
_ASKED = (
    *product(("longest", "endless", "longest-over-tournaments"), _DEALS, ("WL", "LW")),
    *product(("farthest",), _DEALS, ("free",)),
    *(
        (question, deals, chooser)
        for chooser, question, deals in product(("winner", "loser", "right"), ("contest", "drawn"), _DEALS)
    ),
    *product(("shortest-cycle", "cyclic-positions"), ("all",), ("free",)),
)
_SEQUENCES = {known.name: known for known in (KnownSequence(*asked) for asked in _ASKED)}


def known_sequences() -> list[KnownSequence]:
    """List all integer sequences whose terms the package has; those about one question stand together.

    >>> [known.name for known in known_sequences()][:2]
    ['longest-wl', 'longest-lw']
    """
    return list(_SEQUENCES.values())


def sequences_document() -> Document:
    """Return the list of all known sequences."""
    known = known_sequences()
    rows = [row_of(each, "name", terms=each.known, oeis=each.oeis, title=each.title) for each in known]
    return Document.of(
        f"The known sequences: {', '.join(each.name for each in known)}.",
        Table("rows", rows, brief=()),
        "The terms of one, what it counts and where they come from: wargraph sequence NAME",
    )


def sequence(name: str) -> KnownSequence:
    """Find a known integer sequence by its name, such as ``longest-wl``, or by its number in the OEIS.

    >>> sequence("A400411").name
    'endless-wl-balanced'
    """
    numbered = {known.oeis: known for known in known_sequences() if known.oeis}
    found = _SEQUENCES.get(name) or numbered.get(name.upper()) if isinstance(name, str) else None
    if found is None:
        names = [*_SEQUENCES, *numbered]
        near = [each for each in names if isinstance(name, str) and name and each.startswith(name.casefold())]
        raise ParameterError(f"sequence {shown(name)} is not known: use one of {', '.join(near or names)}")
    return found
