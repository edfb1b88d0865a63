"""The integer sequences the toolkit knows: what they count, the terms found so far, and how to compute them.

What computes a term is imported when one is asked for: to list the known terms takes no kernel.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from importlib.resources import files
from itertools import chain, product
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from wargraph.errors import ParameterError, shown
from wargraph.fixed_order.transcripts.forecast import Limit, counting_limit, graph_limit, retrograde_limit
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
    solve : callable
        The function from n and the `RunOptions` to the result that holds a(n).
    value : callable
        The function from that result to a(n).
    witness : callable
        The function from that result to an example: what shows in the result that a(n) is so large.
    limit : callable
        The function that refuses an n that is too large to be computed.
    oeis : str
        Its number in the On-Line Encyclopedia of Integer Sequences, or "".
    order : str
        How cards are returned: WL, LW or free, or who chooses: winner, loser or right.
    comments : tuple of str
        What the terms in its title mean, in sentences.
    sources : tuple of str
        What it follows, as the OEIS writes references and links.
    sizes : tuple of int or None
        The n whose terms are listed; None for all that are known.

    Examples
    --------
    >>> sequence = known_sequence("longest-wl")
    >>> sequence.example()
    'a(3) = 3: 13|2 under WL: Left wins after 3 turns'
    >>> [sequence.terms[n] for n in range(1, 8)]
    [0, 1, 3, 7, 9, 17, 17]
    >>> sequence.compute(5)
    9
    """

    name: str
    solve: "Callable[[int, RunOptions | None], Any]" = field(repr=False, compare=False)
    value: Callable[[Any], int] = field(repr=False, compare=False)
    witness: Callable[[Any], str] = field(repr=False, compare=False)
    limit: Limit = field(default=counting_limit, repr=False, compare=False)
    oeis: str = ""
    order: str = ""
    comments: tuple[str, ...] = field(default=(), repr=False)
    sources: tuple[str, ...] = field(default=(), repr=False)
    sizes: tuple[int, ...] | None = None

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
    def title(self) -> str:
        """What a(n) is, in words."""
        return self._lines[0].removeprefix(f"# {self.name}: a(n) = ")

    @property
    def status(self) -> str:
        """Whether the terms are exhaustive, proved or observed, and how they were computed."""
        (line,) = (line for line in self._lines if line.startswith("# Status: "))
        return line.removeprefix("# Status: ").partition(";")[0]

    @property
    def first(self) -> int:
        """The smallest n for which a(n) is defined."""
        return min(replace(self, sizes=None).terms)

    @property
    def reading(self) -> str:
        """What a(n) is, in words, with the number of the sequence in the OEIS if it has one."""
        return self.title + (f" (OEIS {self.oeis})" if self.oeis else "")

    def at(self, sizes: Iterable[int]) -> "KnownSequence":
        """Return the sequence with the terms of some n only.

        Parameters
        ----------
        sizes : iterable of int
            The values of n.

        Returns
        -------
        KnownSequence
            The shorter sequence.

        Raises
        ------
        ParameterError
            If a term is not known.

        Examples
        --------
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
        """The n whose terms are known, as text such as ``1..15,17``."""
        return in_runs(self.terms)

    def compute(self, n: int, run_options: "RunOptions | None" = None) -> int:
        """Compute the term a(n) again.

        Parameters
        ----------
        n : int
            The index of the term.
        run_options : RunOptions, optional
            Who does the work, how long it may take, who sees the progress and where it is kept; by default all cores,
            one hour and no checkpoint.

        Returns
        -------
        int
            The term.

        Raises
        ------
        TooLongError
            If the work is forecast to take longer than `run_options` allows.
        TooLargeError
            If the work does not fit into memory.
        """
        return self.value(self.solve(n, run_options))

    def example(self) -> str:
        """Compute the first term above 1 again, and show an example of what it counts.

        Returns
        -------
        str
            The term and the example, in one line.
        """
        n = next((n for n, value in self.terms.items() if value > 1), self.first)
        return f"a({n}) = {self.terms[n]}: {self.witness(self.solve(n, None))}"

    def _answer(self) -> str:
        return f"a(n): {self.reading}."

    def rows(self) -> list[Row]:
        """Return the known terms as rows.

        Returns
        -------
        list of dict
            Rows ``n, value``.
        """
        return [{"n": n, "value": value} for n, value in self.terms.items()]


def known_sequences() -> list[KnownSequence]:
    """List all integer sequences whose terms the package has.

    Returns
    -------
    list of KnownSequence
        The sequences; those about one question stand together.

    See Also
    --------
    known_sequence

    Examples
    --------
    >>> [sequence.name for sequence in known_sequences()][:2]
    ['longest-wl', 'longest-lw']
    """
    return list(_SEQUENCES.values())


def known_sequence(name: str) -> KnownSequence:
    """Find a known integer sequence by its name, or by its number in the OEIS.

    Parameters
    ----------
    name : str
        The name, such as ``longest-wl``, or the number, such as ``A400411``.

    Returns
    -------
    KnownSequence
        The sequence with its known terms.

    Raises
    ------
    ParameterError
        If there is no sequence of that name.

    See Also
    --------
    known_sequences

    Examples
    --------
    >>> known_sequence("A400411").name
    'endless-wl-even'
    """
    numbered = {sequence.oeis: sequence for sequence in known_sequences() if sequence.oeis}
    found = _SEQUENCES.get(name) or numbered.get(name.upper()) if isinstance(name, str) else None
    if found is None:
        names = [*_SEQUENCES, *numbered]
        near = [each for each in names if isinstance(name, str) and name and each.startswith(name.casefold())]
        raise ParameterError(f"sequence {shown(name)} is not known: use one of {', '.join(near or names)}")
    return found


def _fixed_order(question: str, order: str, deals: str, n: int, run_options: "RunOptions | None") -> Any:
    from wargraph.fixed_order.lengths import endless, longest
    from wargraph.fixed_order.longest_over_tournaments import longest_of_any_relation

    ask = {"longest": longest, "endless": endless, "longest-any-relation": longest_of_any_relation}[question]
    return ask(n, order, deals, run_options)


def _finish(deals: str, n: int, run_options: "RunOptions | None") -> Any:
    from wargraph.graph.finish import finish

    return finish(n, deals, run_options)


def _contest(chooser: str, deals: str, n: int, run_options: "RunOptions | None") -> Any:
    from wargraph.graph.contest import contest

    return contest(n, chooser, deals, run_options)


def _shortest_cycle(n: int, _: "RunOptions | None") -> Any:
    from wargraph.graph.free_cycles import free_cycles

    return free_cycles(n)


def _cyclic_positions(n: int, _: "RunOptions | None") -> Any:
    from wargraph.graph.components import components

    return components(n)


def _longest_witness(found: Any) -> str:
    return str(found.verify())


def _endless_witness(found: Any) -> str:
    return f"for example, the game from {found.example} never ends"


def _any_relation_witness(found: Any) -> str:
    return f"{found.verify()} (row i of the matrix {found.relation.one_line} has 1 where i beats j)"


def _finish_witness(found: Any) -> str:
    return f"a shortest game is {_listed(found.games[0].positions)}"


def _contest_witness(found: Any) -> str:
    return f"for example, a win from {found.left.examples[0]} takes so many turns"


def _drawn_witness(found: Any) -> str:
    return f"for example, neither player can force a win from {found.drawn_examples[0]}"


def _shortest(found: Any) -> Any:
    return min(found.cycles)


def _shortest_witness(found: Any) -> str:
    return f"a shortest cycle is {_listed(found.shortest)}"


def _cyclic(found: Any) -> Any:
    return sum(found.cyclic)


def _cyclic_witness(found: Any) -> str:
    return f"the positions are {_listed(chain.from_iterable(found.cyclic_positions()))}"


def _listed(positions: Iterable[object]) -> str:
    return ", ".join(map(str, positions))


_FREE = "In free order the two cards of a turn may be returned in either order, at every turn anew."
_FORCED = (
    "Only the player who holds card n can win, since this card is never lost. A win can be forced if that player can "
    "bring it about whatever the other player does; otherwise the other player can keep the game going forever. "
    "Each return order is chosen by "
)
_ORDERS = {
    "WL": "Under WL the winner of a turn returns the winning card first, then the losing card below it.",
    "LW": "Under LW the winner of a turn returns the losing card first, then the winning card below it.",
    "free": _FREE,
    "winner": f"{_FORCED}the winner of the turn.",
    "loser": f"{_FORCED}the loser of the turn.",
    "right": f"{_FORCED}Right, whoever wins the turn.",
}
_SUFFIXES = {"any": "", "even": "-even"}
_DEALS = {
    "any": "Starting positions that differ only in which player is called Left are counted once: Left holds card n. "
    "There are (n+1)!/2 of them, among them the n! in which Left holds all cards and the game is over.",
    "even": "In a balanced deal Left holds ceil(n/2) cards and Right floor(n/2). There are n! balanced deals.",
}
_TOURNAMENT = (
    "In a tournament exactly one of any two cards beats the other, and the relation need not be transitive. "
    "The maximum is over all tournaments, not only the order of the cards by number."
)
_ANY_START = "A starting position is any way to divide the cards into two hands, each in any order."

BU = "Alison Bu, Robert Dougherty-Bliss and Charles Kenney, The War graph, 2020."
LAKSHTANOV = (
    "Evgeny Lakshtanov and Vera Roshchina, "
    '<a href="https://arxiv.org/abs/1007.1371">On Finiteness in the Card Game of War</a>, 2011.'
)
SPIVEY = "Michael Z. Spivey, Cycles in War, Integers 10 (2010), G2, 747-764."
KHOVANOVA = (
    "Tanya Khovanova and Atharva Pathak, "
    '<a href="https://arxiv.org/abs/2202.00473">Combinatorial Aspects of the Card Game War</a>, 2022.'
)

_ANSWERS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], str], tuple[str, ...]]] = {
    "longest": (attrgetter("turns"), _longest_witness, (BU, KHOVANOVA)),
    "endless": (attrgetter("endless"), _endless_witness, (BU, SPIVEY, KHOVANOVA)),
    "longest-any-relation": (attrgetter("turns"), _any_relation_witness, (BU,)),
    "finish": (attrgetter("turns"), _finish_witness, (BU, LAKSHTANOV)),
    "contest": (attrgetter("turns"), _contest_witness, (BU,)),
    "drawn": (attrgetter("drawn"), _drawn_witness, (BU,)),
    "shortest-cycle": (_shortest, _shortest_witness, (BU, LAKSHTANOV)),
    "cyclic-positions": (_cyclic, _cyclic_witness, (BU, LAKSHTANOV)),
}
"""By question: where its result holds a(n), what shows it, and the sources."""


def _sequences() -> Iterator[KnownSequence]:
    """All of them, those of one question together."""
    for question, deals, order in product(("longest", "endless", "longest-any-relation"), _DEALS, ("WL", "LW")):
        ask = partial(_fixed_order, question, order, deals)
        yield _sequence(question, f"-{order.lower()}", ask, order, deals)
    for deals in _DEALS:
        yield _sequence("finish", "", partial(_finish, deals), "free", deals, retrograde_limit)
    for chooser, question, deals in product(("winner", "loser", "right"), ("contest", "drawn"), _DEALS):
        yield _sequence(question, f"-{chooser}", partial(_contest, chooser, deals), chooser, deals, retrograde_limit)
    for question, solve in (("shortest-cycle", _shortest_cycle), ("cyclic-positions", _cyclic_positions)):
        yield _sequence(question, "", solve, "free", "any", graph_limit)


def _sequence(
    question: str,
    which: str,
    solve: "Callable[[int, RunOptions | None], Any]",
    order: str,
    deals: str,
    limit: Limit = counting_limit,
) -> KnownSequence:
    value, witness, sources = _ANSWERS[question]
    name = f"{question}{which}{_SUFFIXES[deals]}"
    oeis = "A400411" if name == "endless-wl-even" else ""
    comments: tuple[str, ...] = (_ORDERS[order], _DEALS[deals])
    if question == "longest-any-relation":
        comments = (_ORDERS[order], _ANY_START if deals == "any" else _DEALS[deals], _TOURNAMENT)
    return KnownSequence(name, solve, value, witness, limit, oeis, order=order, comments=comments, sources=sources)


_SEQUENCES = {sequence.name: sequence for sequence in _sequences()}
