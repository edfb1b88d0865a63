"""What the cards of the full game are called: a deck of 13 ranks has court cards, jokers are jokers.

Ranks are numbers, from 1 for the lowest, in Python, CSV and JSON. People read names. Most printed rules of War have the
ace high: so of 13 ranks the lowest is the 2, and rank 13 the ace.
"""

from wargraph.errors import PositionError, shown
from wargraph.full_game.rule_set import RuleSet

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
    return text if has_names(text) else hands_text(hands)


def hands_text(hands: Hands) -> str:
    """Hands as text, in ranks: cards separated by commas, hands by bars.

    >>> hands_text(((3, 1), (2, 2)))
    '3,1|2,2'
    """
    return "|".join(",".join(map(str, hand)) for hand in hands)


def has_names(text: str) -> bool:
    """Whether a deal is in names: there is a letter in it."""
    return any(character.isalpha() for character in text)


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
