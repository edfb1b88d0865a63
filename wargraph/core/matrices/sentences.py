"""Lines of sentences: a card, a link such as ``beats``, ``->`` or ``crushes``, and another card or several."""

import re
from collections.abc import Iterable, Sequence
from itertools import combinations, cycle, pairwise

from wargraph.core.matrices.beat_matrix import ENTRIES_THAT_COUNT, Fact, count
from wargraph.errors import RelationError, shown

_LINKS = {
    "≈": r"(?<=\s)=(?=\s+[^\s\"'\[{])|\b(?:draws|ties)(?: with| against)?\b",
    "≺": r"<+(?![-=<])",
    "←": r"<+[-=]+|[⇐⟵←]|\b(?:loses?|lost)\b(?: to| against)?\b|\b(?:(?:is|are|was|gets?) )?\w+ by\b",
    "≻": r"(?<![-=>])>+(?!=)",
    "→": r"[-=]+>+|[→⇒⟶⟹➔➜➝➡↦]|\b(?:beats?|defeats?|dominates|trumps|(?:wins?|won) (?:against|over))\b:?",
    ":": r":(?=\s|$)",
}
"""A sign for each kind of link, and what it stands for. A chain of ≻ or ≺ is a ranking, a chain of arrows is none."""

_SIGNS = "".join(_LINKS)
_LINK = re.compile("|".join(f"({link})" for link in _LINKS.values()), re.IGNORECASE)
_SIGN = re.compile(f" ([{_SIGNS}]) ")
_ENTRIES = {"≈": "draw", "≺": "lose", "←": "lose", "≻": "win", "→": "win", ":": "win"}
_NO_VERBS = {"of", "and", "the", "a", "in", "on", "or", "with", "to", "v", "vs", "vs.", "versus"}
_ADVERBS = (
    "always|also|almost|often|sometimes|seldom|perhaps|maybe|(usual|normal|general|probab|possib|rare|most|easi)ly"
)
_NO_CARD = re.compile(
    r"(.*\s)?(versus|vs\.?|winner|loser|not|never|cannot|\w+n\Wt|do(es)?nt|only|all|both|n?either|n?or|but|it|they|which"
    r"|others|rest|remaining|each|most|some|several|many|few|etc|if|unless|when|while|whereas|because|however|except"
    r"|(any|every)(thing|one|body)?)(\s.*)?"
    rf"|({_ADVERBS})\s.*|.*\s({_ADVERBS}|just|still|then|to|do|does|did|can|could|may|might|must|should|will|would|\w{{4,}}ly)"
    r"|.*([<>≤≥{}\[\]]|\s(=|#|//|--)\s|\w{4,}\.\s).*|[^(]*\).*|.*\([^)]*"
)
"""What is no card's name in a sentence: words and signs that change what it says, and half a pair of parentheses."""
NOTHING = {"nothing", "nobody", "no one", "none", "no other", ""}
_BETWEEN_CARDS = re.compile(r"\s*,\s*(?:(?:and|&)\s+)?|\s+(?:and|but)\s+", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
_NO_NAMES = re.compile(r"(?<!\w)[\[{\"“«`*]+|[\]}\"”»`*]+(?!\w)|\bthe (?=.)", re.IGNORECASE)


def has_link(text: str) -> bool:
    """Return whether a text holds a word or an arrow between cards, such as ``beats`` or ``->``."""
    return _SIGN.search(_signed(text)) is not None


def is_link(text: str) -> bool:
    """Return whether a text is nothing but a word or an arrow between cards."""
    return _SIGN.fullmatch(f" {_signed(text).strip()} ") is not None


def verbs_of(triples: Iterable[Sequence[str]]) -> set[str]:
    """Return the middle words of lines of three, if they can be verbs: words, no cards, and no last word an entry."""
    words = [[word.casefold() for word in triple] for triple in triples]
    verbs, cards = {verb for _, verb, _ in words}, {word for first, _, last in words for word in (first, last)}
    are_verbs = verbs.isdisjoint(_NO_VERBS | cards) and all(
        verb[:1].isalpha() and not _NO_CARD.fullmatch(verb) for verb in verbs
    )
    return verbs if are_verbs and not count(last for *_, last in words) else set()


def facts_of_sentences(lines: Iterable[str]) -> tuple[list[Fact], str, list[str]] | None:
    """Read lines such as ``rock beats scissors, lizard`` or ``a > b > c``; None if they are not such lines.

    Return the facts, how they were read, and the cards in front of the verbs.

    Upper and lower case and the word ``the`` make no difference; the spelling that comes first becomes the name. A
    verb that is not known stands between two cards of one word each.

    >>> facts_of_sentences(["Rock beats scissors.", "The paper covers rock."])[0]
    [('Rock', 'scissors', 'win'), ('paper', 'Rock', 'win')]
    """
    said = [sentence for line in lines for sentence in _sentences(line)]
    parts = [_BETWEEN_CARDS.split(_signed(sentence)) for sentence in said]
    plain = [part.split() for sentence in parts for part in sentence if not _SIGN.search(part)]
    verbs = verbs_of(words for words in plain if len(words) == 3)
    linked = [[_cards_and_links(part, verbs) for part in sentence] for sentence in parts]
    if not any(map(has_link, said)) and not (said and all(sentence[0][1] for sentence in linked)):
        return None
    names: dict[str, str] = {}
    subjects: list[str] = []
    facts: list[Fact] = []
    chains: dict[str, None] = {}
    for sentence, links in zip(said, linked, strict=True):
        entry = ""
        for cards, signs in links:
            *firsts, last = cards
            is_said = (signs or entry) and (last or signs == [":"]) and NOTHING.isdisjoint(map(str.casefold, firsts))
            is_list_of_cards = ":" not in signs or (len(signs) == 1 and not count(cards[1:]))
            if not (is_said and is_list_of_cards) or any(map(_NO_CARD.fullmatch, map(str.casefold, cards))):
                raise RelationError(not_said(sentence))
            cards = [names.setdefault(card.casefold(), card) for card in cards if card.casefold() not in NOTHING]
            if not signs:
                facts += [(subjects[-1], card, entry) for card in cards]
                continue
            entry = _ENTRIES[signs[-1]]
            subjects += cards[: len(signs)]
            is_ranking = len(signs) > 1 and set(signs) in ({"≻"}, {"≺"}) and len(set(cards)) == len(cards)
            if len(signs) > 1:
                chains["; a card beats all after it" if is_ranking else "; a card beats the next one only"] = None
            pairs = combinations(cards, 2) if is_ranking else pairwise(cards)
            facts += [(*pair, _ENTRIES[sign]) for pair, sign in zip(pairs, cycle(signs), strict=False)]
    if not facts and len(subjects) < 2:
        raise RelationError(not_said(said[0]))
    verb = f"winner, verb ({', '.join(sorted(verbs))}), loser"
    how = f"each line is {verb}" if verbs else "each line says which card beats which"
    return facts, how + "".join(chains), subjects


def not_said(sentence: str) -> str:
    """Return the message for a line that says nothing."""
    return (
        f"line {shown(sentence)} does not say who beats whom: write lines such as 'rock beats scissors, lizard'; "
        f"a table must be square, and {ENTRIES_THAT_COUNT}"
    )


def _sentences(line: str) -> list[str]:
    """Return the sentences of a line, behind semicolons, or behind full stops if each of them says something."""
    line = _BULLET.sub("", line).rstrip(".;!? ")
    parts = re.split(r";\s*|[.!?]\s+", line)
    parts = parts if all(map(has_link, parts)) else line.split(";")
    return [" ".join(part.split()) for part in parts if part.strip(". ")]


def _signed(text: str) -> str:
    """Return a text with signs in place of the links."""
    signed = _LINK.sub(lambda link: f" {_SIGNS[(link.lastindex or 1) - 1]} ", text)
    return f" {_NO_NAMES.sub('', signed)} "


def _cards_and_links(part: str, verbs: set[str]) -> tuple[list[str], list[str]]:
    """Return the cards of a part of a sentence, and the signs between them."""
    words = part.split()
    if len(words) == 3 and words[1].casefold() in verbs:
        return words[::2], ["→"]
    tokens = [token.strip(" '_\u2018\u2019") for token in _SIGN.split(f" {part} ")]
    return tokens[::2], tokens[1::2]
