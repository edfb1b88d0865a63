"""One round of the full game in plain Python: a comparison with the wars it leads to. The engine's reference."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from wargraph.core.rng import Chance
from wargraph.full_game.choices import (
    SHUFFLING,
    Arrangement,
    CardOrder,
    FaceDown,
    Fighters,
    Goal,
    Measure,
    NobodyLeft,
    Unit,
    Winnings,
)
from wargraph.full_game.hands import Hands
from wargraph.full_game.rule_set import RuleSet

Play = tuple[tuple[int, int], ...]
"""One card from each player who has one, as pairs of player and card, in player order."""


@dataclass(frozen=True)
class Round:
    """One comparison with the wars it led to.

    Attributes
    ----------
    plays
        The layers of cards on the table, as pairs (player, card), in the order in which they were played.
    compared
        The numbers of the layers that were compared; the others lie face down.
    tied
        The number of players who shared the highest card, for each war of the round.
    short
        The number of these wars in which a player had fewer than m+1 cards left.
    winner
        The player who took the table, from 1 on; None if nobody did.
    tied_players
        If nobody took it, because a war had to go on and nobody could: the tied players, from 1 on. Otherwise empty.
    returned
        The won cards in the order in which they went under the winner's pile.
    hands
        The hands afterwards, in the order in which the cards will be drawn as far as that is settled.
    won
        The number of cards of each player, the last ones, on a pile of winnings. Rounds are equal without it.
    """

    plays: tuple[Play, ...]
    compared: tuple[int, ...]
    tied: tuple[int, ...]
    short: int
    winner: int | None
    tied_players: frozenset[int]
    returned: tuple[int, ...]
    hands: Hands
    won: tuple[int, ...] = field(compare=False)

    @property
    def ends_game(self) -> bool:
        """Whether the game is over after the round: one player holds all cards, or nobody took the table."""
        return self.winner is None or sum(map(bool, self.hands)) < 2

    @property
    def three_ways(self) -> int:
        """The most wars in a row that three or more players began by sharing the highest card."""
        runs = groupby(self.tied, lambda players: players >= 3)
        return max((len(list(run)) for is_three_way, run in runs if is_three_way), default=0)

    def display(self, names: Mapping[int, str] | None = None) -> str:
        """Return the cards on the table, layer by layer: ranks, or their names, face-down cards in brackets."""
        texts = []
        for number, play in enumerate(self.plays):
            cards = " ".join(str(card) if names is None else names[card] for _, card in play)
            texts.append(cards if number in self.compared else f"({cards})")
        return " ".join(texts)

    def __str__(self) -> str:
        return f"{self.display()} -> {'nobody' if self.winner is None else f'player {self.winner}'}"


class Holding:
    """The cards of one player: the hand, and a pile of winnings that becomes the hand when it is empty.

    If `pile` is None, won cards are set aside: they are counted, but never played again.
    """

    def __init__(self, hand: Iterable[int], pile: Winnings | None) -> None:
        self.hand = deque(hand)
        self.pile: list[int] = []
        self.kind = pile

    @classmethod
    def dealt(cls, rules: RuleSet, hands: Iterable[Iterable[int]]) -> "list[Holding]":
        """Return the holdings of all players after the deal."""
        is_aside = rules.ends.goal is Goal.ONE_PASS
        return [cls(hand, None if is_aside else pile) for hand, pile in zip(hands, rules.winnings, strict=True)]

    def __len__(self) -> int:
        """Count the cards that can be played."""
        return len(self.hand) + (0 if self.kind is None else len(self.pile))

    def draw(self) -> int:
        """Return the next card."""
        if not self.hand:
            if self.kind is Winnings.LAST_WON_FIRST:
                self.pile.reverse()
            self.hand.extend(self.pile)
            self.pile.clear()
        return self.hand.popleft()

    def take(self, cards: Sequence[int], chance: Chance) -> None:
        """Put won cards where they belong."""
        if self.kind is Winnings.SHUFFLED:
            chance.mix_in(self.pile, cards)
        elif self.kind is Winnings.ON_TOP:
            self.hand.extendleft(reversed(cards))
        elif self.kind is Winnings.ANYWHERE:
            for card in cards:
                self.hand.insert(chance.below(len(self.hand) + 1), card)
        else:
            (self.hand if self.kind is Winnings.UNDER else self.pile).extend(cards)

    def cards(self) -> tuple[int, ...]:
        """Return all cards, in the order in which they will be drawn as far as that is settled."""
        pile = reversed(self.pile) if self.kind is Winnings.LAST_WON_FIRST else self.pile
        return (*self.hand, *pile)

    def state(self) -> tuple[int, tuple[int, ...]]:
        """Return the state that decides without chance the next cards: a pile below an empty hand is the next hand."""
        return (len(self.hand or self.pile) if self.kind is Winnings.LAST_WON_FIRST else 0), self.cards()


def play_on(rules: RuleSet, holdings: Sequence[Holding], chance: Chance) -> Round:
    """Play one round: `holdings` are changed."""
    plays: list[Play] = []
    compared: list[int] = []
    tied: list[int] = []
    short = 0
    taking_part: Sequence[int] = range(len(holdings))
    tied_players: list[int] = []
    shown: dict[int, int] = {}  # the card that each player compares
    while True:
        drawn = {player: holdings[player].draw() for player in taking_part if holdings[player]}
        if not drawn:
            is_paid = rules.nobody_left is NobodyLeft.LAST_PLAYER and rules.ends.goal is not Goal.ONE_PASS
            winner = tied_players[-1] if is_paid else None
            break
        compared.append(len(plays))
        plays.append(tuple(drawn.items()))
        last = {player: card for player, card in shown.items() if player in taking_part}
        shown = last | drawn if rules.war.how.last_stays else drawn
        tied_players = highest(rules, shown)
        if len(tied_players) == 1:
            winner = tied_players[0]
            break
        tied.append(len(tied_players))
        m = max(rules.face_down_for(shown[player]) for player in tied_players)  # of a relation cards can differ and tie
        if rules.fighters is Fighters.TIED:
            taking_part = tied_players
        short += any(len(holdings[player]) <= m for player in shown if player in taking_part)
        held = [len(holding) if player in taking_part else 0 for player, holding in enumerate(holdings)]
        laid = face_down(rules.war.how, m, held)
        stacks = [[holding.draw() for _ in range(count)] for holding, count in zip(holdings, laid, strict=True)]
        plays += [
            tuple((player, stack[layer]) for player, stack in enumerate(stacks) if layer < len(stack))
            for layer in range(max(laid))
        ]
    returned: list[int] = []
    if winner is not None:
        returned = replaced(rules.replacement.how, plays, compared, winner, chance)
        holdings[winner].take(returned, chance)
    return Round(
        tuple(tuple((player + 1, card) for player, card in play) for play in plays),
        tuple(compared),
        tuple(tied),
        short,
        None if winner is None else winner + 1,
        frozenset(player + 1 for player in tied_players if winner is None),
        tuple(returned),
        tuple(holding.cards() for holding in holdings),
        tuple(len(holding.pile) for holding in holdings),
    )


def highest(rules: RuleSet, shown: Mapping[int, int]) -> list[int]:
    """Return the players who share the highest card, in the order in which they stand there.

    >>> highest(RuleSet.parse("kids,players=3"), {0: 7, 1: 9, 2: 9})
    [1, 2]
    >>> highest(RuleSet.parse("kids,beats=upset:4"), {0: 1, 1: 4})
    [0]
    """
    best: list[int] = []
    for player, card in shown.items():
        if not best or rules.is_higher(card, shown[best[0]]):
            best = [player]
        elif not rules.is_higher(shown[best[0]], card):
            best.append(player)
    return best


def face_down(war: FaceDown, m: int, held: Sequence[int]) -> list[int]:
    """Count the cards that each player plays face down in a war: `m`, or all of fewer `held` cards.

    >>> from wargraph import WarRule
    >>> face_down(WarRule.STRICT.how, 3, [2, 9]), face_down(WarRule.SHORTEST.how, 3, [2, 9])
    ([2, 3], [1, 1])
    """
    if not any(held):
        return [0] * len(held)
    smallest, largest = min(filter(None, held)), max(held)
    measured = {Measure.OWN: held, Measure.SMALLEST: [smallest] * len(held), Measure.LARGEST: [largest] * len(held)}
    return [
        max(min(m, measure - war.leaves_last, count), 0)
        for measure, count in zip(measured[war.measure], held, strict=True)
    ]


def replaced(
    how: Arrangement, plays: Sequence[Play], compared: Sequence[int], winner: int, chance: Chance
) -> list[int]:
    """Return the cards on the table in the order in which they go under the winner's pile.

    The last of the plays that were compared has decided.

    >>> from wargraph import Replacement
    >>> table = [((0, 5), (1, 5)), ((0, 7), (1, 9))]
    >>> replaced(Replacement.TOP_DOWN.how, table, [0, 1], 1, Chance())
    [9, 7, 5, 5]
    """
    if how.tails is not None and chance.below(2):
        how = how._replace(order=how.tails)
    cards = []
    for unit, order in units(how, plays, compared):
        part = ordered(unit, order, winner)
        if order in SHUFFLING:
            own = sum(player == winner for play in unit for player, _ in play) if order is not CardOrder.RANDOM else 0
            others = part[own:]
            chance.shuffle(others)
            part[own:] = others
        cards += part
    return cards


def units(how: Arrangement, plays: Sequence[Play], compared: Sequence[int]) -> list[tuple[Sequence[Play], CardOrder]]:
    """Return the plays of each unit and the order of its cards, in the order in which the units go back."""
    starts = {Unit.TABLE: [0], Unit.WAR: compared, Unit.PLAY: range(len(plays))}[how.unit]
    parts = [(plays[start:end], how.order) for start, end in pairwise([*starts, len(plays)])]
    if how.deciding is not None:
        parts[-1] = (parts[-1][0], how.deciding)
    return parts[::-1] if how.is_last_first else parts


def ordered(plays: Sequence[Play], order: CardOrder, winner: int) -> list[int]:
    """Return the cards of some plays in an order; where that shuffles, as they were before."""
    if order in (CardOrder.BY_PLAYER, CardOrder.OWN_FIRST, CardOrder.OWN_LAST, CardOrder.OTHERS_SHUFFLED):
        players = sorted({player for play in plays for player, _ in play})
        if order is not CardOrder.BY_PLAYER:
            players.sort(key=lambda player: (player == winner) == (order is CardOrder.OWN_LAST))
        return [card for player in players for play in plays for owner, card in play if owner == player]
    if order in (CardOrder.WINNER_FIRST, CardOrder.WINNER_LAST):
        is_last = order is CardOrder.WINNER_LAST
        return [card for play in plays for _, card in sorted(play, key=lambda laid: (laid[0] == winner) == is_last)]
    cards = [card for play in plays for _, card in play]
    if order is CardOrder.BACKWARDS:
        cards.reverse()
    elif order in (CardOrder.ASCENDING, CardOrder.DESCENDING):
        cards.sort(reverse=order is CardOrder.DESCENDING)
    return cards
