"""What is given about the deals of a simulation: cards that players were dealt, or the whole deal.

The deals are drawn from the conditional distribution, not by rejection. The given cards are taken out of the deck, the
rest is shuffled and dealt to the other places, and the given cards of a hand are put at random places of it. All of it
comes from the stream of random numbers of the game, and if nothing is given it is the usual shuffle.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple, Self, TypeAlias

from wargraph.core.checks import is_iterable
from wargraph.core.rng import Chance
from wargraph.errors import ParameterError, PositionError, shown
from wargraph.full_game.hands import Hands, card_names, cards_of, checked_deal, deal_text, dealt_hands, ranks_of
from wargraph.full_game.rule_set import RuleSet
from wargraph.report.humanize import counted

_FORM = re.compile(r"\s*([0-9]{1,9})(\s+top)?\s*:(.*)", re.IGNORECASE | re.DOTALL)
_HOW = "write PLAYER: CARDS, such as '1: A,A,A,A', or PLAYER top: CARDS, such as '1 top: K'"

_FEW = 8
"""A title names so many cards of a hand; of more it says how many they are."""


@dataclass(frozen=True)
class Given:
    """Cards that a player is known to have been dealt; all other cards are dealt at random.

    The cards are particular ones. If player 1 is given two aces and the deck has four, then the other two can be
    anywhere, also in the hand of player 1. So the aces that are given are not "at least two aces, whichever they are",
    which is likelier in some deals than in others.

    Attributes
    ----------
    player
        The number of the player, from 1 on.
    cards
        The ranks of the cards, from 1 for the lowest.
    on_top
        Whether these cards lie on top of the hand, in this order, the first of them uppermost. If not, they lie at
        random places of the hand.

    Examples
    --------
    >>> from wargraph import simulate
    >>> simulate("kids", 2000, seed=1, given=Given(1, (13, 13, 13, 13))).won
    array([1573,  427])
    """

    player: int
    cards: tuple[int, ...]
    on_top: bool = False

    def text(self, rules: RuleSet) -> str:
        """The text form, which can be typed.

        >>> Given(1, (13, 12), on_top=True).text(RuleSet.preset("kids"))
        '1 top: A,K'
        """
        names = card_names(rules)
        return f"{self.player}{' top' * self.on_top}: {','.join(names.get(card, str(card)) for card in self.cards)}"


SomeGiven: TypeAlias = Given | str | Sequence[Given | str]
"""One or several conditions, as objects or in text form."""


class Layout(NamedTuple):
    """How the decks of a simulation are made.

    ``rest`` is how many cards of each rank are shuffled. ``cards`` has a number for each place of the deck: the given
    card that is put there, or 0 for the next card of the rest. ``order`` lists the places of the deck as they are
    dealt, hand by hand, each from the top. Last the card at each of the places ``order[place]`` in ``mixed`` changes
    places with the one at a random place from there on, below ``order[stop]``.
    """

    rest: tuple[int, ...]
    cards: tuple[int, ...]
    order: tuple[int, ...]
    mixed: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Condition:
    """What is given about the deals of a simulation: nothing, some cards, or the whole deal.

    Conditions that mean the same are equal: for each player the cards on top come first, then all others in one
    condition, from the highest.
    """

    given: tuple[Given, ...] = ()
    deal: Hands = ()

    @classmethod
    def of(cls, rules: RuleSet, given: SomeGiven = (), deal: Hands | str | None = None) -> Self:
        """The condition that somebody named, checked.

        Raises
        ------
        ParameterError
            If a condition is not understood, or the rules cannot deal such cards.
        PositionError
            If the deal does not fit the rules.
        """
        if isinstance(given, Given | str):
            given = [given]
        if not is_iterable(given):
            raise ParameterError(f"given {shown(given)} is not understood: {_HOW}")
        named = [_read(rules, each) for each in given]
        if deal is not None:
            if named:
                raise ParameterError("a whole deal leaves no card to be given: leave given out, or the deal")
            return cls(deal=checked_deal(rules, deal))
        _check(rules, named)
        return cls(tuple(_merged(named)))

    def __bool__(self) -> bool:
        return bool(self.given or self.deal)

    def sizes(self, rules: RuleSet) -> tuple[int, ...]:
        """How many cards each player gets."""
        return tuple(map(len, self.deal)) if self.deal else rules.dealt

    def layout(self, rules: RuleSet) -> Layout:
        """How the decks are made. A whole deal is a deck from which nothing is left to chance."""
        if self.deal:
            cards = tuple(card for hand in self.deal for card in hand)
            return Layout((0,) * len(rules.deck), cards, tuple(range(len(cards))), ())
        places = dealt_hands(rules, range(rules.cards))
        rest, laid, mixed = list(rules.deck), [0] * rules.cards, list[tuple[int, int]]()
        starts = list(accumulate(rules.dealt, initial=0))
        for player, hand in enumerate(places, start=1):
            top, others = (_cards_given(self.given, player, on_top) for on_top in (True, False))
            for place, card in zip(hand, top + others, strict=False):
                laid[place] = card
                rest[card - 1] -= 1
            start, stop = starts[player - 1] + len(top), starts[player]
            mixed += [(start + number, stop) for number in reversed(range(len(others)))]
        return Layout(tuple(rest), tuple(laid), tuple(place for hand in places for place in hand), tuple(mixed))

    def hands(self, rules: RuleSet, chance: Chance) -> Hands:
        """The hands of a game, drawn by its random numbers.

        >>> rules = RuleSet.preset("kids")
        >>> hands = Condition.of(rules, ["1 top: A,K", "2: A"]).hands(rules, Chance(seed=1))
        >>> hands[0][:2], 13 in hands[1]
        ((13, 12), True)
        """
        if self.deal:
            return self.deal
        layout = self.layout(rules)
        rest = cards_of(layout.rest)
        chance.shuffle(rest)
        waiting = iter(rest)
        deck = [card or next(waiting) for card in layout.cards]
        # From the last one on: behind each card lies a random arrangement, and it gets a random place in it.
        for place, stop in layout.mixed:
            one, other = layout.order[place], layout.order[place + chance.below(stop - place)]
            deck[one], deck[other] = deck[other], deck[one]
        return dealt_hands(rules, deck)

    def texts(self, rules: RuleSet) -> list[str]:
        """The given cards in text form."""
        return [each.text(rules) for each in self.given]

    def in_title(self, rules: RuleSet) -> str:
        """What is given, in few words, to follow the title of a report or a chart; empty if nothing is.

        >>> rules = RuleSet.preset("kids")
        >>> Condition.of(rules, ["2 top: K", "1: A,A"]).in_title(rules)
        ', given 1: A,A; 2 top: K'
        """
        texts = [
            each.text(rules)
            if len(each.cards) <= _FEW
            else f"{counted(len(each.cards), 'card')} of player {each.player}"
            for each in self.given
        ]
        texts += ["the deal"] * bool(self.deal)
        return f", given {'; '.join(texts)}" if texts else ""

    def sentence(self, rules: RuleSet) -> str:
        """What is given, for people; empty if nothing is.

        >>> rules = RuleSet.preset("kids")
        >>> Condition.of(rules, ["2 top: K", "1: A,A"]).sentence(rules)
        'Given: player 1 was dealt A, A; player 2 has K on top. The other cards are dealt at random.'
        """
        if self.deal:
            return f"Given: every game starts from the deal {deal_text(rules, self.deal)}."
        if not self.given:
            return ""
        names = card_names(rules)
        parts = []
        for each in self.given:
            cards = ", ".join(names[card] for card in each.cards)
            held = f"has {cards} on top" if each.on_top else f"was dealt {cards}"
            parts.append(f"player {each.player} {held}")
        return f"Given: {'; '.join(parts)}. The other cards are dealt at random."


def _read(rules: RuleSet, given: Any) -> Given:
    """A condition from its text form, or one that is made of the right types."""
    if isinstance(given, Given):
        are_ranks = is_iterable(given.cards) and all(_is_whole(card) for card in given.cards)
        if not (_is_whole(given.player) and are_ranks and isinstance(given.on_top, bool)):
            raise ParameterError(f"given {shown(given)} must hold a player and ranks, all of them whole numbers")
        return Given(given.player, tuple(given.cards), given.on_top)
    form = isinstance(given, str) and _FORM.fullmatch(given)
    if not form:
        raise ParameterError(f"given {shown(given)} is not understood: {_HOW}")
    player, top, cards = form.groups()
    try:
        hands = ranks_of(rules, cards.strip())
    except PositionError as error:
        raise ParameterError(f"given {shown(given)}: {error}") from None
    if len(hands) != 1:
        raise ParameterError(f"given {shown(given)} names {len(hands)} hands: name each player's cards for themselves")
    return Given(int(player), hands[0], top is not None)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _check(rules: RuleSet, named: Sequence[Given]) -> None:
    """Refuse what the rules cannot deal."""
    names, left = card_names(rules), list(rules.deck)
    for number, each in enumerate(named):
        if not 1 <= each.player <= rules.players:
            raise ParameterError(
                f"given player {shown(each.player)}: by the rules {rules} there are players 1 to {rules.players}"
            )
        text = f"given {shown(each.text(rules))}"
        if not each.cards:
            raise ParameterError(f"{text} names no card: {_HOW}")
        wrong = next((card for card in each.cards if not 1 <= card <= len(left)), None)
        if wrong is not None:
            raise ParameterError(f"{text}: there is no card {wrong}; the ranks of these rules are 1..{len(left)}")
        for card in each.cards:
            left[card - 1] -= 1
            if left[card - 1] < 0:
                others = sum(other.cards.count(card) for other in named[:number])
                taken = f", and {others} of them {'is' if others == 1 else 'are'} given already" if others else ""
                raise ParameterError(
                    f"{text} names {each.cards.count(card)} of {names[card]}: "
                    f"the deck has {rules.deck[card - 1]}{taken}"
                )
        before = [other for other in named[:number] if other.player == each.player]
        if each.on_top and any(other.on_top for other in before):
            raise ParameterError(
                f"{text}: cards on top of this hand are given already; name all of them in one, in order"
            )
        held, size = sum(len(other.cards) for other in [*before, each]), rules.dealt[each.player - 1]
        if held > size:
            raise ParameterError(f"{text}: player {each.player} gets {counted(size, 'card')}, and not {held}")


def _merged(named: Iterable[Given]) -> Iterable[Given]:
    """The same conditions by player: those on top, then all others as one."""
    named = list(named)
    for player in sorted({each.player for each in named}):
        for on_top in (True, False):
            cards = _cards_given(named, player, on_top)
            if cards:
                yield Given(player, cards if on_top else tuple(sorted(cards, reverse=True)), on_top)


def _cards_given(given: Iterable[Given], player: int, on_top: bool) -> tuple[int, ...]:
    return tuple(card for each in given if (each.player, each.on_top) == (player, on_top) for card in each.cards)
