"""Conditions on the deals of a simulation: cards that players were dealt, whole hands, or the whole deal.

The deals are drawn from the conditional distribution, not by rejection. The given cards are taken out of the deck, the
rest is shuffled and dealt to the other places, and the given cards of a hand are put at random places of it. All of it
comes from the stream of random numbers of the game, and if nothing is given it is the usual shuffle.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, count, islice
from typing import NamedTuple, Self, TypeAlias

from wargraph.core.rng import Chance
from wargraph.errors import ParameterError, PositionError, shown
from wargraph.full_game.hands import (
    Hands,
    card_names,
    cards_of,
    checked_deal,
    deal_text,
    dealt_hands,
    ranks_of,
    sizes_with_rest,
)
from wargraph.full_game.rule_set import RuleSet
from wargraph.report.humanize import counted

_FORM = re.compile(r"\s*([0-9]{1,9})(\s+top)?\s*:(.*)", re.IGNORECASE | re.DOTALL)

_FEW = 8
"""The most cards of a hand that a title names; of more it says how many they are."""


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

    @classmethod
    def parse(cls, rules: RuleSet, text: str) -> Self:
        """Read the text form.

        >>> Given.parse(RuleSet.preset("kids"), "1 top: A,K")
        Given(player=1, cards=(13, 12), on_top=True)
        """
        form = _FORM.fullmatch(text)
        if not form:
            raise ParameterError(
                f"given {shown(text)} is not understood: write PLAYER: CARDS, such as '1: A,A,A,A', or PLAYER top: "
                "CARDS, such as '1 top: K'"
            )
        player, top, cards = form.groups()
        try:
            hands = ranks_of(rules, cards.strip())
        except PositionError as error:
            raise ParameterError(f"given {shown(text)}: {error}") from None
        if len(hands) != 1 or not hands[0]:
            raise ParameterError(f"given {shown(text)} names {counted(len(hands), 'hand')}: name cards of one player")
        return cls(int(player), hands[0], top is not None)

    def text(self, rules: RuleSet) -> str:
        """Return the text form, which can be typed."""
        names = card_names(rules)
        return f"{self.player}{' top' * self.on_top}: {','.join(names.get(card, str(card)) for card in self.cards)}"


SomeGiven: TypeAlias = Given | str | Sequence[Given | str]
"""One or several conditions, as objects or in text form."""


class Layout(NamedTuple):
    """How the hands of a simulation are dealt.

    The ``rest`` is shuffled and the ``given`` cards are put behind it: a deck. ``order`` lists the places of the deck
    as they are dealt, hand by hand, each from the top. Last, the card at each of the places in ``mixed``, pairs of a
    place and the end of its hand, changes places with the one at a random place from there on.
    """

    rest: tuple[int, ...]
    given: tuple[int, ...]
    order: tuple[int, ...]
    mixed: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Condition:
    """The condition on the deals of a simulation: nothing, some cards, whole hands, or the whole deal.

    Conditions that mean the same are equal: for each player the cards on top come first, then all others in one
    condition, from the highest.

    Attributes
    ----------
    given
        Cards that players were dealt.
    deal
        The hands, top card first, if they are named.
    shares
        With hands that are named, the share of each player in all other cards, which are shuffled for each game.
    """

    given: tuple[Given, ...] = ()
    deal: Hands = ()
    shares: tuple[int, ...] = ()

    @classmethod
    def of(cls, rules: RuleSet, given: SomeGiven = (), deal: Hands | str | None = None) -> Self:
        """Return the condition that somebody named, if the rules can deal it."""
        several = [given] if isinstance(given, Given | str) else given
        named = [Given.parse(rules, each) if isinstance(each, str) else each for each in several]
        if deal is not None:
            if named:
                raise ParameterError("a whole deal leaves no card to be given: leave given out, or the deal")
            hands, shares = checked_deal(rules, deal)
            if any(shares) and rules.dealing.how.is_pack_each:
                raise ParameterError(f"there is no rest to deal under {rules}: everyone has a pack of their own")
            return cls(deal=hands, shares=shares)
        _check(rules, named)
        return cls(tuple(_merged(named)))

    def __bool__(self) -> bool:
        return bool(self.given or self.deal)

    @property
    def is_whole_deal(self) -> bool:
        """Whether nothing about the deal is left to chance."""
        return bool(self.deal) and not any(self.shares)

    def sizes(self, rules: RuleSet) -> tuple[int, ...]:
        """Return the number of cards dealt to each player."""
        return sizes_with_rest(rules, self.deal, self.shares) if self.deal else rules.dealt

    def layout(self, rules: RuleSet) -> Layout:
        """Return how the hands are dealt: named hands one after the other, with places for the rest."""
        if self.deal:
            sizes = self.sizes(rules)
            laid = [card for hand, size in zip(self.deal, sizes, strict=True) for card in hand or (0,) * size]
            rest = Counter(cards_of(rules.deck)) - Counter(laid) if any(self.shares) else Counter[int]()
            return _layout(rest, laid, range(len(laid)))
        places = dealt_hands(rules, range(rules.cards))
        laid, mixed = [0] * rules.cards, list[tuple[int, int]]()
        stops = accumulate(rules.dealt)
        for player, (hand, stop) in enumerate(zip(places, stops, strict=True), start=1):
            top, others = (_cards_given(self.given, player, on_top) for on_top in (True, False))
            if rules.dealing.how.is_pack_each:  # all other cards of it are given
                left = Counter(cards_of(rules.pack)) - Counter(top)
                others = tuple(left.elements())
            for place, card in zip(hand, top + others, strict=False):
                laid[place] = card
            start = stop - len(hand) + len(top)
            mixed += [(start + number, stop) for number in reversed(range(len(others)))]
        rest = Counter(cards_of(rules.deck)) - Counter(laid)
        return _layout(rest, laid, chain.from_iterable(places))._replace(mixed=tuple(mixed))

    def hands(self, rules: RuleSet, chance: Chance) -> Hands:
        """Return the hands of a game, drawn by its random numbers.

        >>> rules = RuleSet.preset("kids")
        >>> hands = Condition.of(rules, ["1 top: A,K", "2: A"]).hands(rules, Chance(seed=1))
        >>> hands[0][:2], 13 in hands[1]
        ((13, 12), True)
        """
        layout = self.layout(rules)
        rest = [*layout.rest]
        chance.shuffle(rest)
        deck = (*rest, *layout.given)
        cards = [deck[place] for place in layout.order]
        # From the last one on: behind each card lies a random arrangement, and it gets a random place in it.
        for place, stop in layout.mixed:
            other = place + chance.below(stop - place)
            cards[place], cards[other] = cards[other], cards[place]
        return self.hands_of(rules, cards)

    def hands_of(self, rules: RuleSet, cards: Iterable[int]) -> Hands:
        """Return the hands in which these cards are dealt, one hand after the other."""
        left = iter(cards)
        return tuple(tuple(islice(left, size)) for size in self.sizes(rules))

    def texts(self, rules: RuleSet) -> list[str]:
        """Return the given cards in text form."""
        return [each.text(rules) for each in self.given]

    def deal_text(self, rules: RuleSet) -> str:
        """Return the named hands in text form."""
        rests = [f"{share}*rest" if share > 1 else "rest" if share else "" for share in self.shares]
        hands = deal_text(rules, self.deal).split("|")
        return "|".join(rest or hand for rest, hand in zip(rests, hands, strict=False))

    def in_title(self, rules: RuleSet) -> str:
        """Return the condition in few words, behind a title; empty if nothing is given."""
        texts = [
            each.text(rules)
            if len(each.cards) <= _FEW
            else f"{counted(len(each.cards), 'card')} of player {each.player}"
            for each in self.given
        ]
        if self.deal:
            texts.append(f"the deal {self.deal_text(rules)}" if sum(map(len, self.deal)) <= _FEW else "the deal")
        return f", given {'; '.join(texts)}" if texts else ""

    def sentence(self, rules: RuleSet) -> str:
        """Return the condition in a sentence; empty if nothing is given."""
        if self.deal:
            deal, dealt = f"Given: every game starts from the deal {self.deal_text(rules)}", sum(self.sizes(rules))
            if not self.is_whole_deal:
                rest = counted(dealt - sum(map(len, self.deal)), "card")
                return f"{deal}, with the named cards in this order and the other {rest} shuffled for each game."
            only = "" if dealt == rules.cards else f"; only {dealt} of the {rules.cards} cards are dealt"
            return f"{deal}, always in this order{only}."
        names, parts = card_names(rules), []
        for each in self.given:
            cards = ", ".join(names[card] for card in each.cards)
            parts.append(f"player {each.player} " + (f"has {cards} on top" if each.on_top else f"was dealt {cards}"))
        return f"Given: {'; '.join(parts)}. The other cards are dealt at random." if parts else ""


def _layout(rest: Counter[int], laid: Sequence[int], dealt: Iterable[int]) -> Layout:
    """Return the layout of cards laid at the places of a deck, where 0 is the next card of the rest."""
    cards = tuple(sorted(rest.elements()))
    shuffled, given = count(), count(len(cards))
    places = [next(given if card else shuffled) for card in laid]
    return Layout(cards, tuple(filter(None, laid)), tuple(places[place] for place in dealt))


def _check(rules: RuleSet, named: Sequence[Given]) -> None:
    """Refuse what the rules cannot deal."""
    names, held, have_top = card_names(rules), [0] * rules.players, set[int]()
    packs = [list(rules.pack) for _ in range(rules.players if rules.dealing.how.is_pack_each else 1)]
    for each in named:
        text = f"given {shown(each.text(rules))}"
        if not 1 <= each.player <= rules.players:
            raise ParameterError(f"{text}: by the rules {rules} there are players 1 to {rules.players}")
        left = packs[(each.player - 1) % len(packs)]
        for card in each.cards:
            if card not in names:
                raise ParameterError(f"{text}: there is no card {card}; the ranks of these rules are 1..{len(left)}")
            left[card - 1] -= 1
            if left[card - 1] < 0:
                raise ParameterError(f"{text} is one {names[card]} too many: the deck has {rules.pack[card - 1]}")
        if each.on_top and each.player in have_top:
            raise ParameterError(f"{text}: name all cards on top of a hand in one condition, in order")
        have_top |= {each.player} if each.on_top else set()
        held[each.player - 1] += len(each.cards)
        if held[each.player - 1] > rules.dealt[each.player - 1]:
            size = counted(rules.dealt[each.player - 1], "card")
            raise ParameterError(f"{text}: player {each.player} gets {size}, and not {held[each.player - 1]}")


def _merged(named: Sequence[Given]) -> Iterable[Given]:
    """Yield the same conditions by player: those on top, then all others as one."""
    for player in sorted({each.player for each in named}):
        for on_top in (True, False):
            cards = _cards_given(named, player, on_top)
            if cards:
                yield Given(player, cards if on_top else tuple(sorted(cards, reverse=True)), on_top)


def _cards_given(given: Iterable[Given], player: int, on_top: bool) -> tuple[int, ...]:
    return tuple(card for each in given if (each.player, each.on_top) == (player, on_top) for card in each.cards)
