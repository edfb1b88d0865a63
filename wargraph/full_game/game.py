"""The full game in plain Python: any rules, any number of players, one round at a time. The engine's reference."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise
from typing import Any

from wargraph.chance import Chance
from wargraph.checks import checked_seed, checked_whole
from wargraph.endings import CAP, MOST_ROUNDS, Ending, without_end
from wargraph.errors import PositionError, shown
from wargraph.full_game.rule_set import (
    Counting,
    Dealing,
    NobodyLeft,
    Pile,
    Replacement,
    RuleSet,
    WarRule,
)
from wargraph.results import Row
from wargraph.wording import counted

Hands = tuple[tuple[int, ...], ...]
Play = tuple[tuple[int, int], ...]
"""One card from each player who has one, as pairs of player (from 0 on) and card, in player order."""


@dataclass(frozen=True)
class Round:
    """One comparison with the wars it led to.

    Attributes
    ----------
    plays
        What was laid on the table.
    compared
        The numbers of the plays that were compared; the others lie face down.
    tied
        How many players shared the highest card, for each war of the round.
    short
        How many of these wars found a player with fewer than m+1 cards left.
    winner
        Who took the table, from 0 on; None if nobody.
    tied_players
        If nobody took it, because a war had to go on and nobody could: who had tied, from 0 on. Otherwise empty.
    returned
        The won cards in the order in which they went under the winner's pile.
    hands
        What everyone holds afterwards, in the order in which it will be drawn as far as that is settled.
    """

    plays: tuple[Play, ...]
    compared: tuple[int, ...]
    tied: tuple[int, ...]
    short: int
    winner: int | None
    tied_players: frozenset[int]
    returned: tuple[int, ...]
    hands: Hands

    @property
    def three_ways(self) -> int:
        """How many wars in a row three or more players began by sharing the highest card, at most."""
        runs = groupby(self.tied, lambda players: players >= 3)
        return max((len(list(run)) for is_three_way, run in runs if is_three_way), default=0)

    @property
    def table(self) -> str:
        """What was laid on the table, as text: play by play, face-down cards in brackets."""
        texts = []
        for number, play in enumerate(self.plays):
            cards = " ".join(str(card) for _, card in play)
            texts.append(cards if number in self.compared else f"({cards})")
        return " ".join(texts)

    def __str__(self) -> str:
        return f"{self.table} -> {'nobody' if self.winner is None else f'player {self.winner + 1}'}"


@dataclass(frozen=True)
class FullGame:
    """A game played to its end, to the proof that it has none, or to the cap.

    Attributes
    ----------
    rules
        What was played.
    deal
        The hands at the start, top card first.
    rounds
        The rounds played, in order.
    ending
        How it came out.
    entry, period
        Of an endless game: rounds before the first state that comes back, and after how many rounds it does.
    """

    rules: RuleSet
    deal: Hands
    rounds: tuple[Round, ...]
    ending: Ending
    entry: int | None = None
    period: int | None = None

    @property
    def winner(self) -> int | None:
        """The player, from 0 on, who holds the cards in the end; None if nobody does."""
        return self.rounds[-1].winner if self.ending is Ending.WON else None

    @property
    def turns(self) -> int:
        """How long the game lasted, counted as the rules say. A game without an end has no last round to leave out."""
        more = sum(len(played.compared) - 1 for played in self.rounds)
        if self.rules.counting is Counting.BEFORE_LAST and self.ending not in (Ending.WON, Ending.TIED):
            return len(self.rounds)
        return int(counted_turns(self.rules, len(self.rounds), more))

    def rows(self, every: int = 1) -> list[Row]:
        """One row a round: ``round, cards, winner, wars, held``. Face-down cards stand in brackets.

        With `every` = k only every k-th round, and the last one.
        """
        return [
            {
                "round": number,
                "cards": played.table,
                "winner": None if played.winner is None else played.winner + 1,
                "wars": len(played.tied),
                "held": "/".join(str(len(hand)) for hand in played.hands),
            }
            for number, played in self._every(every)
        ]

    def held_rows(self, every: int = 1) -> list[Row]:
        """How many cards everyone holds: ``round, player 1, player 2, ...``.

        At the start, after every round or, with `every` = k, every k-th, and in the end.

        >>> for row in play_full_game("rutgers", "5,4,1|2,3,6").held_rows(every=3):
        ...     print(*row.values())
        0 3 3
        3 4 2
        6 5 1
        9 4 2
        12 5 1
        13 4 2
        """
        held = [(0, self.deal), *((number, played.hands) for number, played in self._every(every))]
        return [
            {"round": number, **{f"player {player}": len(hand) for player, hand in enumerate(hands, start=1)}}
            for number, hands in held
        ]

    def _every(self, every: int) -> list[tuple[int, Round]]:
        """The rounds whose number `every` divides, and the last one, with their numbers."""
        checked_whole("every", every, 1, MOST_ROUNDS)
        last = len(self.rounds)
        return [
            (number, played) for number, played in enumerate(self.rounds, 1) if number % every == 0 or number == last
        ]

    @property
    def outcome(self) -> str:
        """How the game comes out, in a sentence."""
        if self.ending in (Ending.ENDLESS, Ending.CAPPED):
            return without_end(len(self.rounds), self.entry, self.period)
        if self.winner is None:
            return f"ends without a winner after {counted(self.turns, 'turn')}"
        return f"player {self.winner + 1} wins after {counted(self.turns, 'turn')}"

    def __str__(self) -> str:
        return f"{self.rules}: {self.outcome}"


class Holding:
    """What one player has: the hand, and a pile of winnings that becomes the hand when it is empty."""

    def __init__(self, hand: Iterable[int], pile: Pile) -> None:
        self.hand = deque(hand)
        self.pile: list[int] = []
        self.kind = pile

    def __len__(self) -> int:
        return len(self.hand) + len(self.pile)

    def draw(self) -> int:
        """The next card."""
        if not self.hand:
            if self.kind is Pile.TURNED:
                self.pile.reverse()
            self.hand.extend(self.pile)
            self.pile.clear()
        return self.hand.popleft()

    def take(self, cards: Sequence[int], chance: Chance) -> None:
        """Put won cards where they belong."""
        if self.kind is Pile.SHUFFLED:
            chance.mix_in(self.pile, cards)
        elif self.kind is Pile.ON_TOP:
            self.hand.extendleft(reversed(cards))
        else:
            (self.hand if self.kind is Pile.UNDER else self.pile).extend(cards)

    def cards(self) -> tuple[int, ...]:
        """All cards, in the order in which they will be drawn as far as that is settled."""
        pile = reversed(self.pile) if self.kind is Pile.TURNED else self.pile
        return (*self.hand, *pile)

    def state(self) -> tuple[int, tuple[int, ...]]:
        """What decides, without chance, which cards come from here: a pile below an empty hand is the next hand."""
        return (len(self.hand or self.pile) if self.kind is Pile.TURNED else 0), self.cards()


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
    if rules.dealing is Dealing.BLOCKS:
        return tuple(tuple(deck[player * size : (player + 1) * size]) for player, size in enumerate(sizes))
    return tuple(tuple(deck[player :: rules.players][:size]) for player, size in enumerate(sizes))


def deal(rules: RuleSet | str, seed: int = 0, game: int = 0) -> Hands:
    """Shuffle the deck of the rules and deal it to the players.

    Parameters
    ----------
    rules
        Whose deck, players and dealing count, or their text form.
    seed, game
        Which random numbers: those of this game of a simulation with this seed, which starts with these hands.

    Returns
    -------
    The hands, top card first.

    Raises
    ------
    ParameterError
        If the rules are unknown, or the seed or game is out of range.

    Examples
    --------
    Two suits of five ranks to three players, which leaves a card aside:

    >>> deal("rutgers,deck=5x2,players=3", seed=1)
    ((3, 1, 4), (5, 3, 1), (5, 2, 2))

    References
    ----------
    ``RanDeck`` of the procedures published at Rutgers (Bu, Dougherty-Bliss and Kenney 2020).
    """
    rules = RuleSet.parse(rules)
    return dealt_hands(rules, shuffled_deck(rules, _chance(seed, game)))


def play_round(rules: RuleSet | str, hands: Hands | str, seed: int = 0, game: int = 0) -> Round:
    """Play one round: it ends with new hands, or with players who tied and cannot go on.

    Parameters
    ----------
    rules
        What is played, or its text form.
    hands
        The hands, top card first, as tuples of ranks or as text such as ``"3,1|2,2"``. They need not be a whole deck.
        Nobody has a pile of winnings yet.
    seed, game
        Which random numbers, where chance is in the rules.

    Raises
    ------
    ParameterError
        If the rules are unknown, or the seed or game is out of range.
    PositionError
        If the hands do not fit the rules.

    Examples
    --------
    Who was not tied takes part in the war too, and can win it:

    >>> won = play_round("rutgers,players=3,face-down=1", "5,2,1,9|5,8,3|4,6,7,2")
    >>> print(won)
    5 5 4 (2 8 6) 1 3 7 -> player 3
    >>> won.hands
    ((9,), (), (2, 5, 5, 4, 2, 8, 6, 1, 3, 7))
    >>> play_round("rutgers", "7,1,2|7,3").tied_players
    frozenset({0, 1})

    References
    ----------
    ``OneMove`` of the procedures published at Rutgers (Bu, Dougherty-Bliss and Kenney 2020).
    """
    rules = RuleSet.parse(rules)
    chance = _chance(seed, game)
    return play_on(rules, _holdings(rules, checked_deal(rules, hands)), chance)


def play_full_game(
    rules: RuleSet | str, deal: Hands | str | None = None, seed: int = 0, game: int = 0, cap: int | None = None
) -> FullGame:
    """Play a game by any rules, from a deal or from a deck shuffled by the seed.

    Parameters
    ----------
    rules
        What is played, or its text form.
    deal
        The hands, top card first, as tuples of ranks or as text such as ``"3,1|2,2"``; by default dealt at random.
        They need not be a whole deck.
    seed, game
        Which random numbers: those of this game of a simulation with this seed.
    cap
        Rounds after which to give up; by default 100,000 if chance is in the rules, and 2**20 if not: then a game that
        does not end comes back to an earlier state.

    Raises
    ------
    ParameterError
        If the seed, game or cap is out of range.
    PositionError
        If the deal does not fit the rules.

    Examples
    --------
    >>> print(play_full_game("bryer", seed=1))
    bryer: player 2 wins after 91 turns
    >>> for played in play_full_game("rutgers,face-down=1", "5,2,9,4|5,8,1,3").rounds:
    ...     print(played)
    5 5 (2 8) 9 1 -> player 1
    4 3 -> player 1
    """
    rules = RuleSet.parse(rules)
    chance = _chance(seed, game)
    limit = checked_cap(rules, cap)
    hands = dealt_hands(rules, shuffled_deck(rules, chance)) if deal is None else checked_deal(rules, deal)
    holdings = _holdings(rules, hands)
    rounds: list[Round] = []
    seen = {_state(holdings): 0}
    for played in _rounds(rules, holdings, chance):
        rounds.append(played)
        if played.winner is None:
            return FullGame(rules, hands, tuple(rounds), Ending.TIED)
        if _is_over(holdings):
            return FullGame(rules, hands, tuple(rounds), Ending.WON)
        if rules.is_deterministic:
            entry = seen.setdefault(_state(holdings), len(rounds))
            if entry < len(rounds):
                return FullGame(rules, hands, tuple(rounds), Ending.ENDLESS, entry, len(rounds) - entry)
        if len(rounds) >= limit:
            break
    return FullGame(rules, hands, tuple(rounds), Ending.CAPPED)


def counted_turns(rules: RuleSet, rounds: Any, more: Any) -> Any:
    """Turns, as the rules count, from rounds and comparisons beyond one a round (numbers, or arrays of them)."""
    if rules.counting is Counting.SKIRMISHES:
        return rounds + more
    return rounds - 1 if rules.counting is Counting.BEFORE_LAST else rounds


def hands_text(hands: Hands) -> str:
    """Hands as text: cards separated by commas, hands by bars.

    >>> hands_text(((3, 1), (2, 2)))
    '3,1|2,2'
    """
    return "|".join(",".join(map(str, hand)) for hand in hands)


def checked_deal(rules: RuleSet, deal: Hands | str) -> Hands:
    """The hands of a deal, or a `PositionError` that says why the rules do not take them."""
    given: Any = _parsed_hands(deal) if isinstance(deal, str) else deal
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


def checked_cap(rules: RuleSet, cap: int | None) -> int:
    """The number of rounds after which to give up, or a `ParameterError`."""
    if cap is None:
        return MOST_ROUNDS if rules.is_deterministic else CAP
    return checked_whole("cap", cap, 1, MOST_ROUNDS)


def _parsed_hands(text: str) -> Hands:
    hands = [hand.strip() for hand in text.split("|")]
    if any(not re.fullmatch(r"(\d{1,9}( *, *\d{1,9})*)?", hand, re.ASCII) for hand in hands):
        raise PositionError(
            f"deal {shown(text)} is not understood: separate cards by commas and hands by bars, such as 13,2,5|7,2,9"
        )
    return tuple(tuple(int(card) for card in hand.split(",") if hand) for hand in hands)


def _chance(seed: int, game: int) -> Chance:
    return Chance(checked_seed(seed), checked_whole("game", game, 0, 2**63 - 1))


def _holdings(rules: RuleSet, hands: Hands) -> list[Holding]:
    return [Holding(hand, pile) for hand, pile in zip(hands, rules.piles, strict=True)]


def _state(holdings: Sequence[Holding]) -> tuple[Any, ...]:
    return tuple(holding.state() for holding in holdings)


def _is_over(holdings: Sequence[Holding]) -> bool:
    return sum(map(bool, holdings)) < 2


def _rounds(rules: RuleSet, holdings: Sequence[Holding], chance: Chance) -> Iterator[Round]:
    """Play round after round, as long as somebody asks."""
    while True:
        yield play_on(rules, holdings, chance)


def play_on(rules: RuleSet, holdings: Sequence[Holding], chance: Chance) -> Round:
    """Play one round: `holdings` are changed."""
    plays: list[Play] = []
    compared: list[int] = []
    tied: list[int] = []
    short = 0
    highest_players: list[int] = []
    while True:
        fighters = [player for player, holding in enumerate(holdings) if holding]
        if not fighters:
            winner = highest_players[-1] if rules.nobody_left is NobodyLeft.LAST_PLAYER else None
            break
        compared.append(len(plays))
        plays.append(tuple((player, holdings[player].draw()) for player in fighters))
        highest = max(card for _, card in plays[-1])
        highest_players = [player for player, card in plays[-1] if card == highest]
        if len(highest_players) == 1:
            winner = highest_players[0]
            break
        tied.append(len(highest_players))
        short += any(len(holdings[player]) <= rules.face_down for player in fighters)
        laid = face_down(rules, [len(holding) for holding in holdings])
        stacks = [[holding.draw() for _ in range(count)] for holding, count in zip(holdings, laid, strict=True)]
        plays.extend(
            tuple((player, stack[layer]) for player, stack in enumerate(stacks) if layer < len(stack))
            for layer in range(max(laid))
        )
    returned: list[int] = []
    if winner is not None:
        returned = replaced(rules.replacement, plays, compared, winner, chance)
        holdings[winner].take(returned, chance)
    return Round(
        tuple(plays),
        tuple(compared),
        tuple(tied),
        short,
        winner,
        frozenset(highest_players if winner is None else ()),
        tuple(returned),
        tuple(holding.cards() for holding in holdings),
    )


def face_down(rules: RuleSet, held: Sequence[int]) -> list[int]:
    """How many cards each player lays face down in a war; a player who lays all is out.

    Parameters
    ----------
    rules
        What is played.
    held
        The cards that each player has left.

    >>> face_down(RuleSet(war="strict"), [2, 9]), face_down(RuleSet(war="shortest"), [2, 9])
    ([2, 3], [1, 1])
    """
    m = rules.face_down
    if not any(held):
        return [0] * len(held)
    if rules.war is WarRule.EACH:
        return [min(m, count - 1) if count else 0 for count in held]
    if rules.war is WarRule.SHORTEST:
        m = min(m, min(filter(None, held)) - 1)
    if rules.war is WarRule.LONGEST:
        m = min(m, max(held) - 1)
    return [min(m, count) for count in held]


def replaced(
    replacement: Replacement, plays: Sequence[Play], compared: Sequence[int], winner: int, chance: Chance
) -> list[int]:
    """The cards on the table in the order in which they go under the winner's pile.

    Parameters
    ----------
    replacement
        The rule.
    plays
        What lies on the table.
    compared
        The numbers of the plays that were compared; the last one decided.
    winner
        Who takes it.
    chance
        For the rules that need it.
    """
    if replacement is Replacement.RANDOM_ORDER:
        replacement = (Replacement.WINNER_FIRST, Replacement.LOSER_FIRST)[chance.below(2)]
    if replacement is Replacement.DECIDING_FIRST:
        return _deciding_first(plays, compared, winner)
    if replacement in (Replacement.WINNER_FIRST, Replacement.LOSER_FIRST):
        is_first = replacement is Replacement.WINNER_FIRST
        return [card for play in plays for card in _with_winner(play, winner, is_first)]
    layers = [[card for _, card in play] for play in plays]
    if replacement is Replacement.ASCENDING_BY_PLAY:
        layers = [sorted(layer) for layer in layers]
    if replacement in (Replacement.DESCENDING_BY_PLAY, Replacement.TOP_DOWN):
        layers = [sorted(layer, reverse=True) for layer in layers]
    if replacement is Replacement.TOP_DOWN:
        layers.reverse()
    cards = list(chain.from_iterable(layers))
    if replacement is Replacement.REVERSED:
        cards.reverse()
    if replacement in (Replacement.ASCENDING, Replacement.DESCENDING):
        cards.sort(reverse=replacement is Replacement.DESCENDING)
    if replacement is Replacement.SHUFFLED:
        chance.shuffle(cards)
    return cards


def _with_winner(play: Play, winner: int, first: bool) -> list[int]:
    """The cards of a play with the winner's card first, or last, and the others in player order."""
    own = [card for player, card in play if player == winner]
    others = [card for player, card in play if player != winner]
    return own + others if first else others + own


def _deciding_first(plays: Sequence[Play], compared: Sequence[int], winner: int) -> list[int]:
    """The deciding play, then the wars, the last one first, each player by player."""
    *wars, deciding = (plays[start:end] for start, end in pairwise([*compared, len(plays)]))
    cards = [card for play in deciding for card in _with_winner(play, winner, first=True)]
    for war in reversed(wars):
        players = sorted({player for play in war for player, _ in play})
        cards += [card for player in players for play in war for owner, card in play if owner == player]
    return cards
