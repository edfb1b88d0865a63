"""Hands of the full game: what their cards are called, how they are dealt from a deck, read from text and checked.

Ranks are numbers, from 1 for the lowest, in Python, CSV and JSON. People read names. Most printed rules of War have the
ace high: so of 13 ranks the lowest is the 2, and rank 13 the ace.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from wargraph.core.rng import Chance
from wargraph.errors import PositionError, shown
from wargraph.full_game.rule_set import RuleSet
from wargraph.report.humanize import counted

Hands = tuple[tuple[int, ...], ...]

JOKER = "joker"
_FRENCH = (*map(str, range(2, 11)), "J", "Q", "K", "A")


def card_names(rules: RuleSet) -> dict[int, str]:
    """The name of each rank: 2 to 10, J, Q, K, A of 13 ranks, else its number; and the joker.

    >>> names = card_names(RuleSet.parse("kids,deck=13x4+2"))
    >>> names[1], names[9], names[10], names[13], names[14]
    ('2', '10', 'J', 'A', 'joker')
    >>> card_names(RuleSet(ranks=3, suits=2))
    {1: '1', 2: '2', 3: '3'}
    """
    ranks = range(1, rules.ranks + 1)
    names = _FRENCH if rules.ranks == len(_FRENCH) else tuple(map(str, ranks))
    return dict(zip(ranks, names, strict=True)) | ({rules.ranks + 1: JOKER} if rules.jokers else {})


def deal_text(rules: RuleSet, hands: Hands) -> str:
    """Hands as people read and type them: in names if there is a letter in one of them, else in ranks.

    So 2 is the rank 2 in a deal of numbers alone, as it was dealt to a program, and the card 2 beside a king.

    >>> rules = RuleSet.preset("kids")
    >>> deal_text(rules, ((13, 1), (12, 9))), deal_text(rules, ((2, 1), (3,)))
    ('A,2|K,10', '2,1|3')
    """
    names = card_names(rules)
    text = "|".join(",".join(names[card] for card in hand) for hand in hands)
    return text if any(map(str.isalpha, text)) else hands_text(hands)


def hands_text(hands: Hands) -> str:
    """Hands as text, in ranks: cards separated by commas, hands by bars.

    >>> hands_text(((3, 1), (2, 2)))
    '3,1|2,2'
    """
    return "|".join(",".join(map(str, hand)) for hand in hands)


def ranks_of(rules: RuleSet, text: str) -> Hands:
    """The hands of a deal in names, in upper or lower case.

    >>> ranks_of(RuleSet.preset("kids"), "A, 2 | k,10")
    ((13, 1), (12, 9))
    """
    names = card_names(rules)
    ranks = {name.casefold(): rank for rank, name in names.items()}
    hands = [[name.strip() for name in hand.split(",")] if hand.strip() else [] for hand in text.split("|")]
    wrong = next((name for hand in hands for name in hand if name.casefold() not in ranks), None)
    if wrong is not None:
        joker = f" and {JOKER}" if rules.jokers else ""
        raise PositionError(
            f"deal {shown(text)} names a card {shown(wrong)}: those of these rules are "
            f"{names[1]} to {names[rules.ranks]}{joker}; separate cards by commas and hands by bars"
        )
    return tuple(tuple(ranks[name.casefold()] for name in hand) for hand in hands)


def cards_of(counts: Iterable[int]) -> list[int]:
    """So many cards of each rank, lowest first.

    >>> cards_of((2, 1))
    [1, 1, 2]
    """
    return [rank for rank, count in enumerate(counts, start=1) for _ in range(count)]


def shuffled_deck(rules: RuleSet, chance: Chance) -> list[int]:
    """The deck in random order, top card first."""
    deck = cards_of(rules.deck)
    chance.shuffle(deck)
    return deck


def dealt_hands(rules: RuleSet, deck: Sequence[int]) -> Hands:
    """The hands that a deck gives, top card first.

    >>> dealt_hands(RuleSet(ranks=3, suits=2), [1, 1, 2, 2, 3, 3])
    ((1, 1, 2), (2, 3, 3))
    """
    sizes = rules.dealt
    if rules.dealing.how.is_in_blocks:
        return tuple(tuple(deck[player * size : (player + 1) * size]) for player, size in enumerate(sizes))
    return tuple(tuple(deck[player :: rules.players][:size]) for player, size in enumerate(sizes))


def checked_deal(rules: RuleSet, deal: Hands | str) -> Hands:
    """The hands of a deal, or a `PositionError` that says why the rules do not take them."""
    given: Any = deal
    if isinstance(deal, str):
        given = ranks_of(rules, deal) if any(map(str.isalpha, deal)) else _parsed_hands(deal)
    if not (isinstance(given, Sequence) and all(isinstance(hand, Sequence) for hand in given)):
        raise PositionError(f"deal {shown(deal)} is no list of hands: give a hand for each player, as ranks")
    hands = tuple(tuple(hand) for hand in given)
    text = shown(hands_text(hands))
    if len(hands) != rules.players:
        raise PositionError(
            f"deal {text} has {counted(len(hands), 'hand')}, and {rules.players} play: give one for each"
        )
    cards = [card for hand in hands for card in hand]
    highest = len(rules.deck)
    wrong = next((card for card in cards if isinstance(card, bool) or not isinstance(card, int)), None)
    if wrong is not None:
        raise PositionError(f"deal {text} holds {shown(wrong)}: cards are ranks, whole numbers from 1 to {highest}")
    for card in sorted(set(cards)):
        if not 1 <= card <= highest:
            jokers = f", of which {highest} are the jokers" if rules.jokers else ""
            raise PositionError(f"deal {text} holds a card {card}: the ranks of these rules are 1..{highest}{jokers}")
        if cards.count(card) > rules.deck[card - 1]:
            raise PositionError(
                f"deal {text} holds {cards.count(card)} cards of rank {card}: the deck has {rules.deck[card - 1]}"
            )
    if sum(map(bool, hands)) < 2:
        raise PositionError(f"deal {text} leaves nothing to play: at least two players must hold cards")
    return hands


def _parsed_hands(text: str) -> Hands:
    hands = [hand.strip() for hand in text.split("|")]
    if not all(re.fullmatch(r"(\d{1,9}( *, *\d{1,9})*)?", hand, re.ASCII) for hand in hands):
        raise PositionError(
            f"deal {shown(text)} is not understood: separate cards by commas and hands by bars, such as 13,2,5|7,2,9"
        )
    return tuple(tuple(int(card) for card in hand.split(",") if hand) for hand in hands)
