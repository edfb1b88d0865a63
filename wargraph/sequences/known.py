"""The integer sequences the toolkit knows: what they count, the terms found so far, and how to compute them.

What computes a term is imported when one is asked for: to list the known terms takes no kernel.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from importlib.resources import files
from itertools import product
from typing import TYPE_CHECKING

from wargraph.errors import ParameterError, shown
from wargraph.fixed_order.limits import Limit, counting_limit, graph_limit, retrograde_limit
from wargraph.report.humanize import in_runs
from wargraph.report.result import Result, Row

if TYPE_CHECKING:
    from wargraph.campaign.run_options import RunOptions


@dataclass(frozen=True)
class KnownSequence(Result):
    """An integer sequence a(n) about War on the cards 1..n, with the terms found so far.

    Attributes
    ----------
    name : str
        The name of the sequence on the command line.
    term : callable
        The function that computes a(n) from n and the `RunOptions`.
    limit : callable
        The function that refuses an n that is too large to be computed.
    oeis : str
        Its number in the On-Line Encyclopedia of Integer Sequences, or "".
    sizes : tuple of int or None
        The n whose terms are listed; None for all that are known.

    Examples
    --------
    >>> sequence = known_sequence("longest-wl")
    >>> [sequence.terms[n] for n in range(1, 8)]
    [0, 1, 3, 7, 9, 17, 17]
    >>> sequence.compute(5)
    9
    """

    name: str
    term: "Callable[[int, RunOptions | None], int]" = field(repr=False, compare=False)
    limit: Limit = field(default=counting_limit, repr=False, compare=False)
    oeis: str = ""
    sizes: tuple[int, ...] | None = None

    @cached_property
    def _lines(self) -> list[str]:
        """The package's b-file: comments, of which the first says what a(n) is, and the terms."""
        return files("wargraph.sequences.data").joinpath(f"{self.name}.txt").read_text(encoding="utf-8").splitlines()

    @cached_property
    def terms(self) -> dict[int, int]:
        """The terms found so far, by n, as shipped in the package's b-file."""
        lines = (line.split() for line in self._lines if not line.startswith("#"))
        known = {int(n): int(value) for n, value in lines}
        return known if self.sizes is None else {n: known[n] for n in self.sizes}

    @property
    def title(self) -> str:
        """What a(n) is."""
        return self._lines[0].removeprefix(f"# {self.name}: a(n) = ").removesuffix(", on the deck 1..n")

    @property
    def first(self) -> int:
        """The smallest n for which a(n) is defined."""
        return min(replace(self, sizes=None).terms)

    @property
    def reading(self) -> str:
        """What a(n) is, in full."""
        return f"{self.title}, on n cards" + (f" (OEIS {self.oeis})" if self.oeis else "")

    def at(self, sizes: Iterable[int]) -> "KnownSequence":
        """The sequence at some n alone.

        Raises
        ------
        ParameterError
            If a term is not known.

        >>> known_sequence("longest-wl").at([5, 7]).terms
        {5: 9, 7: 17}
        """
        chosen = tuple(sizes)
        unknown = [n for n in chosen if n not in self.terms]
        if unknown:
            raise ParameterError(f"{self.name} is known for n = {self.known}, not for n = {unknown[0]}: ask for those")
        return replace(self, sizes=chosen)

    @property
    def known(self) -> str:
        """For which n a term is known, such as ``1..15,17``."""
        return in_runs(self.terms)

    def compute(self, n: int, run_options: "RunOptions | None" = None) -> int:
        """Compute a(n) again."""
        return self.term(n, run_options)

    def _answer(self) -> str:
        return f"a(n): {self.reading}."

    def rows(self) -> list[Row]:
        """Rows ``n, value``."""
        return [{"n": n, "value": value} for n, value in self.terms.items()]


def known_sequences() -> list[KnownSequence]:
    """All sequences the toolkit knows."""
    return list(_SEQUENCES.values())


def known_sequence(name: str) -> KnownSequence:
    """A sequence by name, or by its number in the OEIS.

    Raises
    ------
    ParameterError
        If there is no sequence of that name.
    """
    numbered = {sequence.oeis: sequence for sequence in known_sequences() if sequence.oeis}
    found = _SEQUENCES.get(name) or numbered.get(name.upper()) if isinstance(name, str) else None
    if found is None:
        names = [*_SEQUENCES, *numbered]
        near = [each for each in names if isinstance(name, str) and name and each.startswith(name.casefold())]
        raise ParameterError(f"sequence {shown(name)} is not known: use one of {', '.join(near or names)}")
    return found


def _fixed_order(question: str, order: str, deals: str, n: int, run_options: "RunOptions | None") -> int:
    from wargraph.fixed_order.lengths import endless, longest
    from wargraph.fixed_order.longest_over_tournaments import longest_of_any_relation

    if question == "endless":
        return endless(n, order, deals, run_options).endless
    return (longest if question == "longest" else longest_of_any_relation)(n, order, deals, run_options).turns


def _finish(deals: str, n: int, run_options: "RunOptions | None") -> int:
    from wargraph.graph.finish import finish

    return finish(n, deals, run_options).turns


def _contest(question: str, chooser: str, deals: str, n: int, run_options: "RunOptions | None") -> int:
    from wargraph.graph.contest import contest

    found = contest(n, chooser, deals, run_options)
    return found.drawn if question == "drawn" else found.left.turns or 0


def _shortest_cycle(n: int, _: "RunOptions | None") -> int:
    from wargraph.graph.free_cycles import free_cycles

    return min(free_cycles(n).cycles)


def _cyclic_positions(n: int, _: "RunOptions | None") -> int:
    from wargraph.graph.components import components

    return sum(components(n).cyclic)


_DEALS = (("any", ""), ("even", "-even"))


def _sequences() -> Iterator[KnownSequence]:
    """All of them, those of one question together."""
    for question, (deals, suffix), order in product(
        ("longest", "endless", "longest-any-relation"), _DEALS, ("WL", "LW")
    ):
        name = f"{question}-{order.lower()}{suffix}"
        oeis = "A400411" if name == "endless-wl-even" else ""
        yield KnownSequence(name, partial(_fixed_order, question, order, deals), oeis=oeis)
    for deals, suffix in _DEALS:
        yield KnownSequence(f"finish{suffix}", partial(_finish, deals), retrograde_limit)
    for chooser, question, (deals, suffix) in product(("winner", "loser", "right"), ("contest", "drawn"), _DEALS):
        term = partial(_contest, question, chooser, deals)
        yield KnownSequence(f"{question}-{chooser}{suffix}", term, retrograde_limit)
    yield KnownSequence("shortest-cycle", _shortest_cycle, graph_limit)
    yield KnownSequence("cyclic-positions", _cyclic_positions, graph_limit)


_SEQUENCES = {sequence.name: sequence for sequence in _sequences()}
