"""Hands of the full game: what their cards are called, how they are dealt from a deck, read from text and checked.

Ranks are numbers, from 1 for the lowest, in tuples, CSV and JSON. People read and type names. Most printed rules of War
have the ace high: so of 13 ranks the lowest is the 2, and rank 13 the ace; packs of 32 cards begin with the 7.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType

from wargraph.errors import PositionError, shown
from wargraph.full_game.rule_set import RuleSet
from wargraph.report.humanize import counted, some

Hands = tuple[tuple[int, ...], ...]

JOKER = "joker"
_MOST_LACKING = 4
"""The cards that were rather forgotten than left out of a deal."""

_BY_RANK = re.compile(r"\s*ranks:", re.IGNORECASE)
_REST = re.compile(r"(?:([1-9]\d{0,2})\s*\*\s*)?rest", re.ASCII | re.IGNORECASE)
_RANK = re.compile(r"(?P<word>rank:)?(?P<rank>\d{1,9})", re.ASCII | re.IGNORECASE)
_FRENCH = (*map(str, range(2, 11)), "J", "Q", "K", "A")
_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_OTHER_WORDS: Mapping[str, str] = MappingProxyType(
    {"deuce": "2", "t": "10"} | dict(zip(_WORDS, map(str.casefold, _FRENCH), strict=True))
)
_COUNT = re.compile(
    rf"\b(?P<count>\d{{1,3}})\s+(?P<word>deuce|{'|'.join(_WORDS)}|{JOKER})(?P<plural>e?s)?\b", re.ASCII | re.IGNORECASE
)
_LETTER = r"(10|[2-9TJQKA])(?:[SHDC♠♥♦♣♤♡♢♧]\ufe0f?)?"
_LETTERS = re.compile(rf"(?:{_LETTER})+", re.ASCII | re.IGNORECASE)
"""Cards of the usual pack written together, each with or without its suit, which makes no difference to the game."""


def card_names(rules: RuleSet) -> dict[int, str]:
    """Name each rank as the beat relation does, or as the usual pack, else by its number; and the joker.

    >>> [*card_names(RuleSet.parse("kids,deck=13x4+2")).values()][8:]
    ['10', 'J', 'Q', 'K', 'A', 'joker']
    >>> [*card_names(RuleSet.parse("kids,deck=8x4")).values()]
    ['7', '8', '9', '10', 'J', 'Q', 'K', 'A']
    """
    ranks = range(1, rules.ranks + 1)
    named = _FRENCH[-rules.ranks :] if rules.is_french else tuple(map(str, ranks))
    names = rules.beats.card_names if rules.beats is not None and rules.beats.card_names else named
    return dict(zip(ranks, names, strict=True)) | ({rules.ranks + 1: JOKER} if rules.jokers else {})


def deal_text(rules: RuleSet, hands: Hands) -> str:
    """Write hands as people read and type them, with the names of the cards.

    >>> deal_text(RuleSet.preset("kids"), ((13, 1), (12, 9)))
    'A,2|K,10'
    """
    names = card_names(rules)
    return "|".join(",".join(names[card] for card in hand) for hand in hands)


def reading_of(rules: RuleSet, text: str) -> str:
    """Say how the text of a deal is read, and which cards a nearly whole deck lacks.

    >>> reading_of(RuleSet.preset("kids"), "2,J|10,3")
    'The deal was read by the names of the cards: 2 is the lowest and A the highest.'
    >>> reading_of(RuleSet.parse("kids,deck=3x1"), "3|1")
    'The deal was read by rank: 1 is the lowest and 3 the highest. Not dealt: 2.'
    """
    names, least = card_names(rules), lowest_rank(rules)
    lowest, highest = names[least], names[rules.ranks]
    ends = f"{lowest} is the lowest and {highest} the highest"
    if rules.beats is not None:
        how = f"by the {'names' if has_names(rules) else 'numbers'} of the cards"
    elif not has_names(rules):
        how = f"by rank: {ends}"
    elif ":" not in text:
        how = f"by the names of the cards: {ends}"
    else:
        how = f"by rank where it says so: rank {least} is the {lowest}, and rank {rules.ranks} the {highest}"
    hands, shares = checked_deal(rules, text)
    left = Counter(cards_of(rules.deck)) - Counter(chain.from_iterable(hands))
    lacks = not any(shares) and 0 < left.total() <= _MOST_LACKING
    lacking = f" Not dealt: {', '.join(names[card] for card in left.elements())}." if lacks else ""
    return f"The deal was read {how}.{lacking}"


def lowest_rank(rules: RuleSet) -> int:
    """Return the lowest rank of which there is a card."""
    return next(rank for rank, count in enumerate(rules.deck, start=1) if count)


def has_names(rules: RuleSet) -> bool:
    """Return whether the ranks have names of their own: those of the usual pack, or of a beat relation."""
    return rules.is_french or bool(rules.beats is not None and rules.beats.card_names)


def hands_text(hands: Hands) -> str:
    """Write hands in ranks: cards separated by commas, hands by bars.

    >>> hands_text(((3, 1), (2, 2)))
    '3,1|2,2'
    """
    return "|".join(",".join(map(str, hand)) for hand in hands)


def ranks_of(rules: RuleSet, text: str) -> Hands:
    """Read the hands of a deal that a person typed, in upper or lower case; a `PositionError` says what is no card.

    Where the ranks have names a card is called by its name, so that 2 is always the deuce. ``rank:1`` is the card of
    rank 1, and ``ranks:`` before a deal says that all of its cards are ranks. Blanks separate cards as commas do. Cards
    of the usual pack can be written together, with suits or in words. A hand called ``rest`` has no cards of its own.

    >>> rules = RuleSet.preset("kids")
    >>> ranks_of(rules, "A, 2 | k,10")
    ((13, 1), (12, 9))
    >>> ranks_of(rules, "ranks:13,1|12,9") == ranks_of(rules, "rank:13,2|rank:12,10") == ranks_of(rules, "A,2|K,10")
    True
    >>> ranks_of(rules, "AKT") == ranks_of(rules, "A K 10") == ranks_of(rules, "AS Kd 10♥") == ranks_of(rules, "ace KT")
    True
    >>> ranks_of(rules, "2 aces, 7")
    ((13, 13, 6),)
    """
    is_by_rank = bool(_BY_RANK.match(text)) or not has_names(rules)
    hands = [
        hand.split(",") if hand.strip() and not _REST.fullmatch(hand.strip()) else []
        for hand in _BY_RANK.sub("", text).split("|")
    ]
    return tuple(
        tuple(card for part in hand for card in _cards_read(rules, part.strip(), is_by_rank, text)) for hand in hands
    )


def _cards_read(rules: RuleSet, part: str, is_by_rank: bool, text: str) -> Iterator[int]:
    """Read what stands between two commas of a deal: a card, or several."""

    def repeated(found: re.Match[str]) -> str:
        count, word, plural = found.groups()
        if not plural and (count != "1" or not is_french):  # where 1 is no card
            cards = f"{count} {word}{'es' if word.casefold() == 'six' else 's'}"
            raise PositionError(
                f"deal {shown(text)}: {shown(found[0])} can be read in two ways: write {count},{word} or {cards}"
            )
        return " ".join([word] * int(count))

    known = {name.casefold(): rank for rank, name in card_names(rules).items()}
    is_french = rules.is_french and (rules.beats is None or not rules.beats.card_names)
    others = {word: known[name] for word, name in _OTHER_WORDS.items() if name in known}
    words = others | known if is_french else known
    if part.casefold() in known:
        cards = [part]  # whose name may have blanks
    else:
        cards = re.sub(r"(?i)\brank:\s+", "rank:", _COUNT.sub(repeated, part)).split() or [""]
    for card in cards:
        by_rank = _RANK.fullmatch(card)
        if by_rank and (by_rank["word"] or is_by_rank):
            yield int(by_rank["rank"])
        elif card.casefold() in words:
            yield words[card.casefold()]
        elif is_french and _LETTERS.fullmatch(card) and words.keys() >= {*(letters := _letters(card))}:
            yield from (words[each] for each in letters)
        else:
            raise PositionError(f"deal {shown(text)} {_fault(rules, card, by_rank is not None)}")


def _letters(cards: str) -> list[str]:
    return [each.casefold() for each in re.findall(_LETTER, cards, re.ASCII | re.IGNORECASE)]


def _fault(rules: RuleSet, card: str, is_number: bool) -> str:
    """Say that something is no card, and what is."""
    known = card_names(rules)
    if is_number:
        meant = f"rank:{card} is {known[int(card)]}, and " if int(card) in known else ""
        names = f"{known[1]} to 10, J, Q, K or A" if known[rules.ranks] == "A" else some([*known.values()])
        return (
            f"holds {card}, which is the name of no card: write {names}; "
            f"{meant}ranks: before the deal makes all of its numbers ranks"
        )
    joker = f" and {JOKER}" if rules.jokers else ""
    return (
        f"names a card {shown(card)}: those of these rules are {known[1]} to {known[rules.ranks]}{joker}; separate "
        "cards by commas or blanks and hands by bars"
    )


def cards_of(counts: Iterable[int]) -> list[int]:
    """List the cards of a deck, given by their number of each rank, lowest first.

    >>> cards_of((2, 1))
    [1, 1, 2]
    """
    return [rank for rank, count in enumerate(counts, start=1) for _ in range(count)]


def dealt_hands(rules: RuleSet, deck: Sequence[int]) -> Hands:
    """Deal a deck: the hands, top card first.

    >>> dealt_hands(RuleSet(ranks=3, suits=2), [1, 1, 2, 2, 3, 3])
    ((1, 1, 2), (2, 3, 3))
    """
    sizes = rules.dealt
    if rules.dealing.how.is_in_blocks:
        return tuple(tuple(deck[player * size : (player + 1) * size]) for player, size in enumerate(sizes))
    return tuple(tuple(deck[player :: rules.players][:size]) for player, size in enumerate(sizes))


def checked_deal(rules: RuleSet, deal: Hands | str) -> tuple[Hands, tuple[int, ...]]:
    """Read the hands of a deal and each one's share of the rest; a `PositionError` says why the rules do not take them.

    In a text a hand that is called ``rest`` gets all cards that are not named, and hands called ``2*rest`` and ``rest``
    share them two to one.

    >>> checked_deal(RuleSet.parse("kids,players=3"), "A,A|2*rest|rest")
    (((13, 13), (), ()), (0, 2, 1))
    """
    if isinstance(deal, str):
        rests = [_REST.fullmatch(hand.strip()) for hand in _BY_RANK.sub("", deal).split("|")]
        hands, shares = ranks_of(rules, deal), tuple(int(rest[1] or 1) if rest else 0 for rest in rests)
    else:
        hands, shares = tuple(map(tuple, deal)), (0,) * len(deal)
    text = shown(deal if isinstance(deal, str) else hands_text(hands))
    if len(hands) != rules.players:
        raise PositionError(
            f"deal {text} has {counted(len(hands), 'hand')}, and {rules.players} play: give one for each"
        )
    for card, held in sorted(Counter(card for hand in hands for card in hand).items()):
        highest = len(rules.deck)
        if not 1 <= card <= highest:
            jokers = f", of which {highest} are the jokers" if rules.jokers else ""
            raise PositionError(f"deal {text} holds a card {card}: the ranks of these rules are 1..{highest}{jokers}")
        if held > rules.deck[card - 1]:
            named = f" ({card_names(rules)[card]})" if has_names(rules) else ""
            raise PositionError(
                f"deal {text} holds {held} cards of rank {card}{named}: the deck has {rules.deck[card - 1]}"
            )
    sizes = sizes_with_rest(rules, hands, shares)
    if sum(map(bool, sizes)) < 2:
        raise PositionError(f"deal {text} leaves nothing to play: at least two players must hold cards")
    return hands, shares


def sizes_with_rest(rules: RuleSet, hands: Hands, shares: Sequence[int]) -> tuple[int, ...]:
    """Return the sizes of hands that share all other cards of the deck, rounded down; the first gets what is over.

    >>> sizes_with_rest(RuleSet.parse("kids,players=3"), ((), (13, 13), ()), (2, 0, 1))
    (34, 2, 16)
    """
    sizes = [len(hand) for hand in hands]
    rest = rules.cards - sum(sizes) if any(shares) else 0
    for player, share in enumerate(shares):
        sizes[player] += rest * share // max(sum(shares), 1)
    if rest:
        sizes[next(player for player, share in enumerate(shares) if share)] += rules.cards - sum(sizes)
    return tuple(sizes)
