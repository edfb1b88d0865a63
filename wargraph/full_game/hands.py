"""Hands of the full game: dealt from a deck, read from text, checked."""

import re
from collections.abc import Sequence
from typing import Any

from wargraph.core.rng import Chance
from wargraph.errors import PositionError, shown
from wargraph.full_game.card_names import Hands, hands_text, has_names, ranks_of
from wargraph.full_game.rule_set import RuleSet
from wargraph.report.humanize import counted


def shuffled_deck(rules: RuleSet, chance: Chance) -> list[int]:
    """The deck in random order, top card first."""
    deck = [rank for rank, count in enumerate(rules.deck, start=1) for _ in range(count)]
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
        given = ranks_of(rules, deal) if has_names(deal) else _parsed_hands(deal)
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
    if any(not re.fullmatch(r"(\d{1,9}( *, *\d{1,9})*)?", hand, re.ASCII) for hand in hands):
        raise PositionError(
            f"deal {shown(text)} is not understood: separate cards by commas and hands by bars, such as 13,2,5|7,2,9"
        )
    return tuple(tuple(int(card) for card in hand.split(",") if hand) for hand in hands)
