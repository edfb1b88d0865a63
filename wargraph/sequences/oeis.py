"""Drafts of entries in the OEIS, in its internal format: https://oeis.org/eishelp1.html."""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from textwrap import wrap
from typing import Any

from wargraph.report.document import Document
from wargraph.report.formats import Format, Origin, terms_of
from wargraph.sequences.known import KnownSequence, known_sequences, sequence

BLANK = "A######"
"""The place of a number that the OEIS has not given yet."""

_DATA = "STU"
_WIDTH = 86
"""An entry shows about 260 characters of terms: three lines, with a space behind each comma."""


def entry(known: KnownSequence, terms: Mapping[int, int]) -> str:
    """Return a draft of the entry of a sequence with these terms, which have no gap.

    >>> known = sequence("shortest-cycle")
    >>> print("\\n".join(entry(known, known.terms).splitlines()[:3]))
    %I A######
    %S A###### 2,4,4,8,6,8,8,16
    %N A###### Length of the shortest cycle of positions of War on n cards in free order.
    """
    number = known.oeis or BLANK
    return "".join(f"%{letter} {number} {text}".rstrip() + "\n" for letter, text in _lines(known, terms))


def _lines(known: KnownSequence, terms: Mapping[int, int]) -> Iterator[tuple[str, str]]:
    """Yield the letter and the text of each line, in the order of the OEIS."""
    import tomllib  # only here: other commands load this module too

    text = tomllib.loads(files("wargraph.sequences.data").joinpath("oeis.toml").read_text(encoding="utf-8"))
    first, last = min(terms), max(terms)
    yield "I", ""
    for letter, line in zip(_DATA, wrap(", ".join(map(str, terms.values())), _WIDTH), strict=False):
        yield letter, line.replace(" ", "")
    yield "N", f"{known.title[0].upper()}{known.title[1:]}."
    for comment in (text["game"], *_explained(known, text), f"Status of the terms: {known.status}."):
        yield "C", comment
    if beyond := [f"a({n}) = {value}" for n, value in known.terms.items() if n > last]:
        yield "C", f"Further terms: {', '.join(beyond)}."
    for source in map(text["publications"].get, text["sources"][known.question]):
        yield "H" if "<a " in source else "D", source
    yield "H", f"Table of n, a(n) for n = {first}..{last}"
    yield "e", known.example()
    yield (
        "o",
        f"(Shell) wargraph sequence {known.name} {known.first}..{known.first + 7} --check # Python package wargraph",
    )
    of_question = known.name.partition("-")[0]
    others = (each for each in known_sequences() if each.name != known.name)
    related = [each for each in others if each.order == known.order or each.name.startswith(of_question)]
    yield "Y", f"Cf. {', '.join(f'{each.oeis or BLANK} ({each.name})' for each in related)}."
    is_by_graph = known.question in ("shortest-cycle", "cyclic-positions")  # which limits n most
    yield "K", "nonn,more" if is_by_graph else "nonn,hard,more"
    yield "O", f"{first},{next((place for place, value in enumerate(terms.values(), 1) if value > 1), 1)}"
    yield "A", "_Your Name_, Mmm DD YYYY"


def _explained(known: KnownSequence, text: dict[str, Any]) -> Iterator[str]:
    """Yield the meaning of the order, the deals and the relations in the title of a sequence."""
    order = text["orders"][known.order]
    yield f"{text['forced']} {order}" if known.question in ("contest", "drawn") else order
    is_of_tournaments = known.question == "longest-over-tournaments"
    yield text["all_starts"] if is_of_tournaments and known.deals == "all" else text["deals"][known.deals]
    if is_of_tournaments:
        yield text["tournament"]


def _render(document: Document, origin: Origin) -> str:
    return entry(sequence(str(origin.parameters["name"])), terms_of(document, origin))


OEIS = Format("oeis", (), _render, is_of_terms=True)
"""The format of drafts, which only known sequences have."""
