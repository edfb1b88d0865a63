"""Hands of the full game: what their cards are called, how they are dealt from a deck, read from text and checked.

Ranks are numbers, from 1 for the lowest, in tuples, CSV and JSON. People read and type names. Most printed rules of War
have the ace high: so of 13 ranks the lowest is the 2, and rank 13 the ace.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from wargraph.errors import PositionError, shown
from wargraph.full_game.rule_set import FRENCH_RANKS, RuleSet
from wargraph.report.humanize import counted

Hands = tuple[tuple[int, ...], ...]

JOKER = "joker"
_BY_RANK = re.compile(r"\s*ranks:", re.IGNORECASE)
_REST = re.compile(r"(?:([1-9]\d{0,2})\s*\*\s*)?rest", re.ASCII | re.IGNORECASE)
_RANK = re.compile(r"(?P<word>rank:\s*)?(?P<rank>\d{1,9})", re.ASCII | re.IGNORECASE)
_FRENCH = (*map(str, range(2, 11)), "J", "Q", "K", "A")


def card_names(rules: RuleSet) -> dict[int, str]:
    """Name each rank as the beat relation does, or 2 to 10, J, Q, K, A of 13 ranks, else by its number; and the joker.

    >>> [*card_names(RuleSet.parse("kids,deck=13x4+2")).values()][8:]
    ['10', 'J', 'Q', 'K', 'A', 'joker']
    """
    ranks = range(1, rules.ranks + 1)
    named = _FRENCH if rules.ranks == FRENCH_RANKS else tuple(map(str, ranks))
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
    """Say in a sentence how the text of a deal is read.

    >>> reading_of(RuleSet.preset("kids"), "2,J|10,3")
    'The deal was read by the names of the cards: 2 is the lowest and A the highest.'
    """
    names = card_names(rules)
    lowest, highest = names[1], names[rules.ranks]
    if rules.beats is not None:
        return f"The deal was read by the {'names' if has_names(rules) else 'numbers'} of the cards."
    if not has_names(rules):
        return f"The deal was read by rank: {lowest} is the lowest and {highest} the highest."
    if ":" not in text:
        return f"The deal was read by the names of the cards: {lowest} is the lowest and {highest} the highest."
    return f"The deal was read by rank where it says so: rank 1 is the {lowest}, and rank {rules.ranks} the {highest}."


def has_names(rules: RuleSet) -> bool:
    """Return whether the ranks have names of their own: those of 13 ranks, or of the cards of a beat relation."""
    return rules.ranks == FRENCH_RANKS or bool(rules.beats is not None and rules.beats.card_names)


def hands_text(hands: Hands) -> str:
    """Write hands in ranks: cards separated by commas, hands by bars.

    >>> hands_text(((3, 1), (2, 2)))
    '3,1|2,2'
    """
    return "|".join(",".join(map(str, hand)) for hand in hands)


def ranks_of(rules: RuleSet, text: str) -> Hands:
    """Read the hands of a deal that a person typed, in upper or lower case; a `PositionError` says what is no card.

    Where the ranks have names a card is called by its name, so that 2 is always the deuce. ``rank:1`` is the card of
    rank 1, and ``ranks:`` before a deal says that all of its cards are ranks.

    >>> rules = RuleSet.preset("kids")
    >>> ranks_of(rules, "A, 2 | k,10")
    ((13, 1), (12, 9))
    >>> ranks_of(rules, "ranks:13,1|12,9") == ranks_of(rules, "rank:13,2|rank:12,10") == ranks_of(rules, "A,2|K,10")
    True
    """
    is_by_rank = bool(_BY_RANK.match(text)) or not has_names(rules)
    hands = [hand.split(",") if hand.strip() else [] for hand in _BY_RANK.sub("", text).split("|")]
    return tuple(tuple(_rank_of(rules, card.strip(), is_by_rank, text) for card in hand) for hand in hands)


def _rank_of(rules: RuleSet, card: str, is_by_rank: bool, text: str) -> int:
    """Read one card of a deal."""
    known = card_names(rules)
    by_rank = _RANK.fullmatch(card)
    if by_rank and (by_rank["word"] or is_by_rank):
        return int(by_rank["rank"])
    for rank, name in known.items():
        if card.casefold() == name.casefold():
            return rank
    if by_rank:
        meant = f"rank:{card} is {known[int(card)]}, and " if int(card) in known else ""
        raise PositionError(
            f"deal {shown(text)} holds {card}, which is the name of no card: write {known[1]} to 10, J, Q, K or "
            f"{known[rules.ranks]}; {meant}ranks: before the deal makes all of its numbers ranks"
        )
    joker = f" and {JOKER}" if rules.jokers else ""
    raise PositionError(
        f"deal {shown(text)} names a card {shown(card)}: those of these rules are "
        f"{known[1]} to {known[rules.ranks]}{joker}; separate cards by commas and hands by bars"
    )


def cards_of(counts: Iterable[int]) -> list[int]:
    """List so many cards of each rank, lowest first.

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
    shares: tuple[int, ...] = (0,) * len(deal)
    if isinstance(deal, str):
        rests = [_REST.fullmatch(hand.strip()) for hand in deal.split("|")]
        shares = tuple(int(rest[1] or 1) if rest else 0 for rest in rests)
        named = ["" if rest else hand for rest, hand in zip(rests, deal.split("|"), strict=True)]
        hands = ranks_of(rules, "|".join(named))
    else:
        hands = tuple(map(tuple, deal))
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
