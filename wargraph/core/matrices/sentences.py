"""Lines of sentences: a card, a link such as ``beats``, ``->`` or ``crushes``, and another card or several."""

import re
from collections.abc import Iterable, Sequence
from itertools import combinations, cycle, pairwise

from wargraph.core.matrices.beat_matrix import (
    ENTRIES_THAT_COUNT,
    BeatMatrix,
    Fact,
    are_numbers,
    count,
    is_number,
    matrix_of_facts,
)
from wargraph.errors import RelationError, shown

_LINK = re.compile(
    r"(?P<draw>(?<=\s)=(?=\s)|\b(?:draws|ties)(?: with| against)?\b)"
    r"|(?P<lose><+[-=]*|[←⇐⟵≺]|\b(?:loses?|lost)\b(?: to| against)?\b|\b(?:(?:is|are|was|gets?) )?\w+ by\b)"
    r"|(?P<win>[-=]*>+|[→⇒⟶➔➜≻]|\b(?:beats?|defeats?|dominates|trumps|(?:wins?|won) (?:against|over))\b:?|:(?=\s|$))",
    re.IGNORECASE,
)
_NO_VERBS = {"of", "and", "the", "a", "in", "on", "or", "with", "to", "v", "vs", "vs.", "versus"}
_BETWEEN_CARDS = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
_NO_NAMES = re.compile(r"[\[\]{}\"“”`*]|\bthe (?=.)", re.IGNORECASE)
_NOTHING = {"", "nothing", "nobody", "no one", "none", "no other"}


def has_link(text: str) -> bool:
    """Whether a text holds a word or an arrow between cards, such as ``beats`` or ``->``."""
    return _LINK.search(text) is not None


def verbs_of(triples: Iterable[Sequence[str]]) -> set[str]:
    """The words in the middle of three words, if they can be verbs: none is a card, and the last word no entry."""
    words = [[word.casefold() for word in triple] for triple in triples]
    verbs = {verb for _, verb, _ in words}
    cards = {word for first, _, last in words for word in (first, last)}
    return verbs if verbs.isdisjoint(_NO_VERBS | cards) and not count(last for *_, last in words) else set()


def matrix_of_sentences(lines: Iterable[str]) -> BeatMatrix | None:
    """The matrix that lines such as ``rock beats scissors, lizard`` or ``a > b > c`` describe; None if they do not.

    Upper and lower case and the word ``the`` make no difference; the spelling that comes first becomes the name. A
    verb that is not known stands between two cards of one word each.

    >>> matrix_of_sentences(["Rock beats scissors.", "The paper covers rock.", "Paper loses to scissors."]).card_names
    ('Rock', 'paper', 'scissors')
    """
    said = [" ".join(_NO_NAMES.sub("", _BULLET.sub("", part)).split()) for line in lines for part in _sentences(line)]
    said = [sentence.rstrip(". ") for sentence in said if sentence.strip(". ")]
    parts = [_BETWEEN_CARDS.split(sentence) for sentence in said]
    verbs = verbs_of(words for each in parts for part in each if len(words := part.split()) == 3 and not has_link(part))
    if not any(map(has_link, said)) and not (said and all(_cards_and_links(first, verbs)[1] for first, *_ in parts)):
        return None
    names: dict[str, str] = {}
    subjects: list[str] = []
    facts: list[Fact] = []
    chains: dict[str, None] = {}
    for sentence, each in zip(said, parts, strict=True):
        entry = ""
        for part in each:
            cards, links = _cards_and_links(part, verbs)
            if not (links or entry) or not all(cards if links != [":"] else cards[:1]):
                raise RelationError(not_said(sentence))
            cards = [names.setdefault(card.casefold(), card) for card in cards if card.casefold() not in _NOTHING]
            if not links:
                facts += [(subjects[-1], card, entry) for card in cards]
                continue
            entries = [_entry(link) for link in links]
            entry = entries[-1]
            subjects += cards[: len(links)]
            is_ranking = len(links) > 1 and set(links) in ({">"}, {"<"}) and len(set(cards)) == len(cards)
            if len(links) > 1:
                chains["; a card beats all after it" if is_ranking else "; a card beats the next one only"] = None
            pairs = combinations(cards, 2) if is_ranking else pairwise(cards)
            facts += [(*pair, entry) for pair, entry in zip(pairs, cycle(entries), strict=False)]
    numbers = [name for name in names if is_number(name)]
    if numbers and not are_numbers(names):
        raise RelationError(f"{shown(numbers[0])} is no entry and numbers no card: {ENTRIES_THAT_COUNT}")
    if len(subjects) < 2 and not facts:
        raise RelationError(not_said(said[0]))
    verb = f"winner, verb ({', '.join(sorted(verbs))}), loser"
    how = f"each line is {verb}" if verbs else "each line says which card beats which"
    return matrix_of_facts(facts, how + "".join(chains), subjects)


def not_said(sentence: str) -> str:
    """The message for a line that says nothing."""
    return (
        f"line {shown(sentence)} does not say who beats whom: write lines such as 'rock beats scissors, lizard'; "
        f"in a table {ENTRIES_THAT_COUNT}"
    )


def _sentences(line: str) -> list[str]:
    """The sentences of a line, behind semicolons, or behind full stops if each of them says something."""
    parts = re.split(r"[.;]\s+", line.rstrip(".; "))
    return parts if all(map(has_link, parts)) else line.split(";")


def _cards_and_links(part: str, verbs: set[str]) -> tuple[list[str], list[str]]:
    """The cards of a part of a sentence, and the words or arrows between them."""
    words = part.split()
    if len(words) == 3 and words[1].casefold() in verbs:
        return words[::2], words[1:2]
    links = list(_LINK.finditer(part))
    ends, starts = [0, *(link.end() for link in links)], [*(link.start() for link in links), len(part)]
    return [part[end:start].strip(" '") for end, start in zip(ends, starts, strict=True)], [link[0] for link in links]


def _entry(link: str) -> str:
    """Whether the first of two cards with this link between them wins, loses or draws."""
    known = _LINK.search(f" {link} ")
    return (known and known.lastgroup) or "win"
