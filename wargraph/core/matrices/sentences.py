"""Lines of sentences: a card, a link such as ``beats``, ``->`` or ``crushes``, and another card or several."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

from wargraph.core.matrices.beat_matrix import ENTRIES_THAT_COUNT, Fact, count, is_number
from wargraph.errors import RelationError, shown
from wargraph.report.humanize import some

_LINKS = {
    "≈": r"(?<=\s)=(?=\s+[^\s\"'\[{])|\b(?:draws|ties)(?: with| against)?\b",
    "≺": r"<+(?![-=<])|[\uff1c\u226a]",
    "←": r"<+[-=]+|[⇐⟵←↞]|\b(?:loses?|lost)\b(?: to| against)?\b|\b(?:(?:is|are|was|gets?) )?(?:beaten|defeated) by\b",
    "≻": r"(?<![-=>])>+(?!=)|[\uff1e\u226b]",
    "→": r"[-=]+>+|[→⇒⟶⟹➔➜➝➡↦↠]|\b(?:beats?|defeats?|dominates|trumps|(?:wins?|won) (?:against|over))\b:?",
    ":": r":(?=\s|$)",
}
"""A sign for each kind of link, and what it stands for. A chain of ≻ or ≺ is a ranking, a chain of arrows is none."""

_SIGNS = "".join(_LINKS)
_LINK = re.compile("|".join(f"({link})" for link in _LINKS.values()), re.IGNORECASE)
_SIGN = re.compile(f" ([{_SIGNS}]) ")
_ENTRIES = {"≈": "draw", "≺": "lose", "←": "lose", "≻": "win", "→": "win", ":": "win"}
_AUXILIARIES = ("", "is ", "are ", "was ", "were ", "gets ", "get ", "got ")
_MOST_WORDS = 5
"""The most words of a verb, such as "is blown away by"."""
_NO_VERBS = {"of", "and", "the", "a", "in", "on", "or", "with", "to", "v", "vs", "vs.", "versus"}
_ADVERBS = (
    "always|also|almost|often|sometimes|seldom|perhaps|maybe|(usual|normal|general|probab|possib|rare|most|easi)ly"
)
_NO_CARD = re.compile(
    r"(.*\s)?(versus|vs\.?|winner|loser|not|never|cannot|\w+n\Wt|do(es)?nt|only|all|both|n?either|n?or|but|it|they|which"
    r"|that|who|others|rest|remaining|each|itself|no longer|most|some|several|many|few|etc|if|unless|when|while|whereas"
    r"|because|however|except|(any|every)(thing|one|body)?)(\s.*)?"
    rf"|({_ADVERBS})\s.*|.*\s({_ADVERBS}|just|still|then|to|do|does|did|can|could|may|might|must|should|will|would|\w{{4,}}ly)"
    r"|.*([<>≤≥={}\[\]]|\s(#|//|--)\s|\w{4,}\.\s).*|.*\s[-~]|true|false|[^(]*\).*|.*\([^)]*"
)
"""What is no card's name in a sentence: words and signs that change what it says, and half a pair of parentheses."""
NOTHING = {"nothing", "nobody", "no one", "none", "no other", ""}
_BETWEEN_CARDS = re.compile(r"\s*,\s*(?:(?:and|but|&)\s+)?|\s+(?:and|but)\s+", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
_WITHOUT_BLANKS = re.compile(r"\w([-=]*[<>]+|[\uff1c\uff1e])[-=]*\w")
"""A sign of a chain that is written without blanks, so that blanks may separate statements: ``a>b b>c``."""
_NO_NAMES = re.compile(r"(?<!\w)[\[{\"“«`*]+|[\]}\"”»`*]+(?!\w)|\bthe (?=.)", re.IGNORECASE)


@cache
def _verbs() -> dict[str, str]:
    """Return the sign of each form of each known verb."""
    import tomllib  # only sentences need it

    listed = tomllib.loads(Path(__file__).with_name("verbs.toml").read_text("utf-8"))
    lists = {kind: [" ".join(verb.split()) for verb in verbs.split(",")] for kind, verbs in listed.items()}
    irregular = {verb: past for verb, *past in map(str.split, lists["irregular"])}
    signs = dict.fromkeys(lists["winning_phrases"], "→") | dict.fromkeys(lists["losing_phrases"], "←")
    for kind, sign in (("winning", "→"), ("winning_but_not_plain", "→"), ("losing", "←")):
        for verb in lists[kind]:
            plain, *others = _forms(verb, irregular)
            signs |= dict.fromkeys(others if kind == "winning_but_not_plain" else [plain, *others], sign)
            if sign == "→":
                signs |= {f"{auxiliary}{others[-1]} by": "←" for auxiliary in _AUXILIARIES}
    return signs


def _forms(verb: str, irregular: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the plain form of a verb, that of the third person, the past, and the past participle if it differs.

    >>> _forms("carry off", {}), _forms("trim", {}), _forms("eat", {"eat": ["ate", "eaten"]})
    (['carry off', 'carries off', 'carried off'], ['trim', 'trims', 'trimmed'], ['eat', 'eats', 'ate', 'eaten'])
    """
    plain, *rest = verb.split()
    stem = re.sub(r"(?<![aeiou])y$", "i", plain)
    third = f"{stem}{'es' if re.search('(s|x|z|ch|sh|o|i)$', stem) else 's'}"
    doubled = plain[-1] if re.fullmatch("[^aeiou]*[aeiou][^aeiouwxy]", plain) else ""
    past = irregular.get(plain) or [f"{stem}{doubled}ed".replace("eed", "ed")]
    return [" ".join((form, *rest)) for form in (plain, third, *past)]


def has_link(text: str) -> bool:
    """Return whether a text holds a verb or an arrow between cards, such as ``beats``, ``->`` or ``crushes``."""
    signed = _signed(text)
    return _SIGN.search(signed) is not None or len(_cards_and_links(signed)[1]) > 0


def entry_of_link(text: str) -> str:
    """Return the entry that a verb or an arrow stands for, and any other text as it is.

    >>> entry_of_link("Loses to"), entry_of_link("->"), entry_of_link("crushes"), entry_of_link("0.5")
    ('lose', 'win', 'win', '0.5')
    """
    sign = _SIGN.fullmatch(f" {_signed(text).strip()} ")
    return _ENTRIES.get(sign[1] if sign else _verbs().get(" ".join(text.casefold().split()), ""), text)


def facts_in_cells(rows: Mapping[int, Sequence[str]]) -> list[Fact]:
    """Return the facts in rows of a card, a link and another card, by number; empty if they are no such rows."""
    facts = [(card, other, entry_of_link(link)) for card, link, other in rows.values()]
    cards = {cell.casefold() for card, _, other in rows.values() for cell in (card, other)}
    unknown = [number for (number, row), fact in zip(rows.items(), facts, strict=True) if fact[2] == row[1]]
    verbs = {rows[number][1].casefold() for number in unknown}
    are_verbs = verbs.isdisjoint(_NO_VERBS | cards) and all(map(_can_be_verb, verbs)) and not any(map(has_link, cards))
    if not are_verbs or any(is_number(other) or count([other]) for _, other, _ in facts):
        return []
    if unknown:
        raise RelationError(_unknown(unknown[0], " ".join(rows[unknown[0]]), rows[unknown[0]][1], unknown[1:]))
    return facts


def facts_of_sentences(lines: Mapping[int, str]) -> tuple[list[Fact], str, list[str]] | None:
    """Read lines such as ``rock beats scissors, lizard`` or ``a > b > c``; None if they are not such lines.

    The keys of `lines` are their numbers. Return the facts, how they were read, and the cards in front of the verbs.

    Upper and lower case and the word ``the`` make no difference; the spelling that comes first becomes the name. If a
    line has several verbs, the later ones may leave out the card.

    >>> facts_of_sentences({1: "Rock beats scissors and blunts the sword."})[0]
    [('Rock', 'scissors', 'win'), ('Rock', 'sword', 'win')]
    """
    said = [(number, sentence) for number, line in lines.items() for sentence in _sentences(line)]
    parts = [_BETWEEN_CARDS.split(_signed(sentence)) for _, sentence in said]
    linked = [[_cards_and_links(part, leaves_out=part is not cut[0]) for part in cut] for cut in parts]
    if not any(signs for sentence in linked for _, signs in sentence):
        return None
    names: dict[str, str] = {}
    subjects: list[str] = []
    facts: list[Fact] = []
    ways: dict[str, None] = {}
    listed: list[tuple[int, str, str]] = []
    for (number, sentence), links in zip(said, linked, strict=True):
        entry = ""
        for cards, signs in links:
            if not (signs or entry):
                others = [line for (line, _), ((_, first), *_) in zip(said, linked, strict=True) if not first]
                raise RelationError(_unknown(number, sentence, " ".join(cards[0].split()[1:-1]), others[1:]))
            if entry and len(signs) == 1 and not cards[0]:
                cards = [subjects[-1], *cards[1:]]
            *firsts, last = cards
            is_said = (last or signs == [":"]) and NOTHING.isdisjoint(map(str.casefold, firsts))
            is_list_of_cards = ":" not in signs or (len(signs) == 1 and not count(cards[1:]) and not has_link(last))
            if not (is_said and is_list_of_cards) or any(map(_NO_CARD.fullmatch, map(str.casefold, cards))):
                raise RelationError(not_said(number, sentence))
            if len(signs) > 1 and any(_are_two(card, sentence) for card in cards[1:-1]):
                raise RelationError(
                    f"line {number}, {shown(sentence)}, may be several statements: put semicolons between them"
                )
            cards = [names.setdefault(card.casefold(), card) for card in cards if card.casefold() not in NOTHING]
            if not signs:
                listed += [(number, sentence, card) for card in cards]
                facts += [(subjects[-1], card, entry) for card in cards]
                continue
            entry = _ENTRIES[signs[-1]]
            subjects += cards[: len(signs)]
            more, way = _chained(cards, signs)
            facts += more
            ways[way] = None
    if not facts and len(subjects) < 2:
        raise RelationError(not_said(*said[0]))
    _check_verbs(listed, names, subjects)
    _check_said_once([other for _, other, _ in facts], subjects)
    return facts, "each line says which card beats which" + "".join(ways), subjects


def _are_two(card: str, sentence: str) -> bool:
    """Return whether a name in the middle of a chain is rather the end of one chain and the start of another.

    So it is if a word stands there twice, or if there are no blanks around the signs.
    """
    words = card.casefold().split()
    return len(set(words)) < len(words) or (len(words) > 1 and _WITHOUT_BLANKS.search(sentence) is not None)


def _check_verbs(listed: Iterable[tuple[int, str, str]], names: Container[str], subjects: Container[str]) -> None:
    """Refuse a name in a list of cards that is rather an unknown verb and a card, as in ``and pulls tide``."""
    for number, sentence, card in listed:
        verb, *words = card.split()
        for end in range(min(2, len(words))):
            if verb[-1] == "s" and card not in subjects and " ".join(words[end:]).casefold() in names:
                raise RelationError(_unknown(number, sentence, " ".join([verb, *words[:end]])))


def _check_said_once(others: Sequence[str], subjects: Sequence[str]) -> None:
    """Refuse a name of several words that stands once, behind the verb, where all in front have one word.

    It may be a card with a remark, as in ``rock beats scissors twice``, or two cards.
    """
    if any(" " in card for card in subjects):
        return
    if once := next((card for card in others if " " in card and others.count(card) == 1), ""):
        raise RelationError(
            f"{shown(once)} stands there only once: put commas between cards, and omit remarks; if it is one card, add "
            "a line which says that it 'beats nothing'"
        )


def _chained(cards: Sequence[str], signs: Sequence[str]) -> tuple[list[Fact], str]:
    """Return what a chain of cards says, and in which way: ``ace > king = queen`` ranks the cards, with a tie.

    >>> _chained(["ace", "king", "queen"], ["≻", "≈"])[0]
    [('ace', 'king', 'win'), ('ace', 'queen', 'win'), ('king', 'queen', 'draw')]
    """
    better = {*signs} - {"≈"}
    if len(signs) == 1 or better not in ({"≻"}, {"≺"}) or len({*cards}) < len(cards):
        facts: list[Fact] = [(*pair, _ENTRIES[sign]) for pair, sign in zip(pairwise(cards), signs, strict=False)]
        return facts, "; a card beats the next one only" * (len(signs) > 1)
    facts = [
        (cards[first], cards[second], _ENTRIES[next(iter(better & {*signs[first:second]}), "≈")])
        for first, second in combinations(range(len(cards)), 2)
    ]
    return facts, "; a card beats all after it"


def not_said(number: int, sentence: str) -> str:
    """Return the message for a line that says nothing."""
    if not has_link(sentence):
        hint = f"; a table must be square, and {ENTRIES_THAT_COUNT}"
    else:
        called = max(map(int, re.findall(r"\b\d{1,9}\b", sentence)), default=0)
        hint = f"; only card {called} may be called {called}: write another name" * bool(called)
    return (
        f"line {number}, {shown(sentence)}, does not say who beats whom: write one winner a line, as in 'rock beats "
        f"scissors, lizard'{hint}"
        + "; decimals have a point" * bool(re.search(r"\d,\d", sentence))
        + "; a draw is 'rock draws with paper'" * bool(re.search(r"\b(tie|draw)$", sentence))
    )


def _unknown(number: int, sentence: str, verb: str, others: Sequence[int] = ()) -> str:
    """Return the message for a line with words in place of a verb, which names them if a word or two can be one.

    It also names the other lines in which this is so.
    """
    if verb.split()[:1] == ["and"] or not 1 <= len(verb.split()) <= 2 or not _can_be_verb(verb.casefold()):
        return not_said(number, sentence)
    also = f", also in {some([f'line {other}' for other in others])}" if others else ""
    return f'line {number}, {shown(sentence)}: the verb {shown(verb)} is not known: write "beats" or "loses to"{also}'


def _can_be_verb(text: str) -> bool:
    return text[:1].isalpha() and text not in _NO_VERBS and not _NO_CARD.fullmatch(text)


def _sentences(line: str) -> list[str]:
    """Return the sentences of a line, behind semicolons, or behind full stops if each of them says something."""
    line = _BULLET.sub("", line).rstrip(".;!? ")
    parts = re.split(r";\s*|[.!?]\s+", line)
    parts = parts if all(map(has_link, parts)) else line.split(";")
    return [" ".join(part.rstrip(".!? ").split()) for part in parts if part.strip(". ")]


def _signed(text: str) -> str:
    """Return a text with signs in place of the links that are no verbs of the list."""
    signed = _LINK.sub(lambda link: f" {_SIGNS[(link.lastindex or 1) - 1]} ", text)
    return f" {_NO_NAMES.sub('', signed)} "


def _cards_and_links(part: str, leaves_out: bool = False) -> tuple[list[str], list[str]]:
    """Return the cards of a part of a sentence, and the signs between them; if there are none, the verb of the list.

    A verb of one word that does not end in s, such as "cut", may be part of a name, except between two words. If the
    part `leaves_out` the card in front, as may a part that is not the first, that card is empty.
    """
    tokens = [token.strip(" '_\u2018\u2019") for token in _SIGN.split(f" {part} ")]
    if len(tokens) > 1:
        cards, signs = (
            _cards_and_links(tokens[2], leaves_out=True) if tokens[1] == ":" and len(tokens) == 3 else ([], [])
        )
        return ([tokens[0], *cards[1:]], signs) if signs and not cards[0] else (tokens[::2], tokens[1::2])
    words, start, place = part.split(), 0, int(not leaves_out)
    cards, signs = [], []
    while place < len(words) - 1:
        phrases = [
            " ".join(words[place:end]).casefold() for end in range(place + 1, min(place + _MOST_WORDS, len(words)))
        ]
        known = [
            phrase
            for phrase in phrases
            if phrase in _verbs() and (not phrase.isalpha() or phrase[-1] == "s" or len(words) == 3 - (place == 0))
        ]
        if known:
            cards.append(" ".join(words[start:place]))
            signs.append(_verbs()[known[-1]])
            start = place = place + len(known[-1].split())
        place += 1
    return [*cards, " ".join(words[start:]).strip(" '_\u2018\u2019")], signs
