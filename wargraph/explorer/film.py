"""The data of a film of a game: the cards that each player plays, round by round."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from wargraph.auction.game import AuctionGame, AuctionRound
from wargraph.core.rules import Game
from wargraph.errors import TooLargeError
from wargraph.explorer.scene import Data
from wargraph.full_game.game import FullGame
from wargraph.full_game.hands import card_names
from wargraph.full_game.rule_set import RuleSet
from wargraph.graph.contest_game import ContestGame

MOST_ROUNDS = 10_000
"""The largest number of rounds that a page holds, in some megabytes."""

AnyGame = FullGame | AuctionGame | Game | ContestGame

SUITS = "♠♥♣♦"
RED_SUITS = "♥♦"


def film(game: AnyGame) -> Data:
    """The data of a film of a game.

    Returns
    -------
    A dictionary for JSON: the ``title``; what a ``round`` is called; the names of the ``players``; the ``names`` of the
    cards, of which card k has the k-th; the ``hands`` at the start; the ``rounds``; and the ``outcome`` in a sentence.
    A round holds its ``plays``, each a list of player, card and whether the card lies face down; the ``winner`` or
    None; and the ``hands`` after the round. Where players have piles of cards won, it holds these ``piles``, and in
    auction games also the ``table``, the cards that are carried over. A player whose hand is empty takes up the pile.
    The cards of a full game with several suits have suits.

    Raises
    ------
    TooLargeError
        If the game has more rounds than a page can hold.
    """
    count = len(game.positions) - 1 if isinstance(game, Game | ContestGame) else len(game.rounds)
    if count > MOST_ROUNDS:
        raise TooLargeError(
            f"the game has {count:,} rounds, more than the {MOST_ROUNDS:,} that a film can hold: choose another game, "
            "or a smaller deck"
        )
    if isinstance(game, FullGame):
        return _full_game(game)
    if isinstance(game, AuctionGame):
        return _auction_game(game)
    return _game(game)


def _full_game(game: FullGame) -> Data:
    suits = _Suits(game)
    return {
        "title": f"A game of War: {game.rules.display}",
        "round": "round",
        "players": [f"player {player}" for player in range(1, len(game.deal) + 1)],
        "names": suits.names,
        "hands": suits.hands,
        "rounds": list(suits.rounds()),
        "outcome": game.outcome,
    }


class _Suits:
    """The cards of a full game with suits, which the rules do not know: equal ranks are told apart for the eye only."""

    def __init__(self, game: FullGame) -> None:
        self._game = game
        rules = game.rules
        ranks = [rank for rank, count in enumerate(rules.deck, start=1) for _ in range(count)]
        self.names = [*map(_suited_name, ranks, _suit_numbers(ranks), [rules] * len(ranks))]
        self._rank_of = dict(enumerate(ranks, start=1))
        free: dict[int, list[int]] = {}
        for card, rank in self._rank_of.items():
            free.setdefault(rank, []).append(card)
        self.hands = [[free[rank].pop(rank % len(free[rank])) for rank in hand] for hand in game.deal]

    def rounds(self) -> Iterator[Data]:
        """The rounds, in which each card keeps its suit."""
        hands = [list(hand) for hand in self.hands]
        for played in self._game.rounds:
            plays = []
            for number, layer in enumerate(played.plays):
                cards = [(player - 1, self._taken(hands[player - 1], rank)) for player, rank in layer]
                plays.append([[player, card, number not in played.compared] for player, card in cards])
            winner = None if played.winner is None else played.winner - 1
            if winner is not None:
                hands[winner] += [card for layer in plays for _, card, _ in layer]
            hands = [[self._taken(pool, rank) for rank in hand] for pool, hand in zip(hands, played.hands, strict=True)]
            held = [(hand, len(hand) - won) for hand, won in zip(hands, played.won, strict=True)]
            told = {"plays": plays, "winner": winner, "hands": [hand[:count] for hand, count in held]}
            yield told | ({"piles": [hand[count:] for hand, count in held]} if any(played.won) else {})

    def _taken(self, cards: list[int], rank: int) -> int:
        """The first card of a rank, taken out of some cards."""
        return cards.pop(next(place for place, card in enumerate(cards) if self._rank_of[card] == rank))


def _suit_numbers(ranks: list[int]) -> Iterator[int]:
    """Numbers from 0 on for the cards of each rank."""
    seen: Counter[int] = Counter()
    for rank in ranks:
        yield seen[rank]
        seen[rank] += 1


def _suited_name(rank: int, suit: int, rules: RuleSet) -> str:
    name = card_names(rules)[rank]
    return name if rules.suits == 1 or rank > rules.ranks else f"{name}{SUITS[suit % len(SUITS)]}"


def _auction_game(game: AuctionGame) -> Data:
    return {
        "title": f"WAR with Auction Rounds: {game.line_up}",
        "round": "round",
        "players": [f"{strategy} {player}" for player, strategy in enumerate(game.line_up, start=1)],
        "names": [*map(str, range(1, max((card for hand in game.deal for card in hand), default=0) + 1))],
        "hands": game.deal,
        "rounds": [*map(_auction_round, game.rounds)],
        "outcome": game.outcome,
    }


def _game(game: Game | ContestGame) -> Data:
    names = game.relation.card_names or map(str, range(1, game.relation.n + 1))
    return {
        "title": f"A game of War: {str(game).removesuffix(f': {game.outcome}')}",
        "round": "turn",
        "players": ["Left", "Right"],
        "names": [*names],
        "hands": [game.positions[0].left, game.positions[0].right],
        "rounds": [_turn(before, after) for before, after in pairwise(game.positions)],
        "outcome": game.outcome,
    }


def _turn(before: Any, after: Any) -> Data:
    """A turn of a War graph: as many pairs as the winner gains cards, or in a tie all of them."""
    gain = len(after.left) - len(before.left)
    pairs = abs(gain) if after.left or after.right else len(before.left)
    plays = [
        [[0, left, False], [1, right, False]] for left, right in zip(before.left[:pairs], before.right, strict=False)
    ]
    winner = 0 if gain > 0 else 1 if len(after.right) > len(before.right) else None
    return {"plays": plays, "winner": winner, "hands": [after.left, after.right]}


def _auction_round(played: AuctionRound) -> Data:
    return {
        "plays": [
            [laid for player, cards in stage for laid in _laid(player - 1, cards, player in fighters)]
            for stage, fighters in zip(played.laid, played.fighters, strict=True)
        ],
        "winner": None if played.winner is None else played.winner - 1,
        "hands": played.hands,
        "piles": played.piles,
        "table": played.table,
    }


def _laid(player: int, cards: tuple[int, ...], is_fighter: bool) -> Iterator[list[Any]]:
    """The cards that a player plays at once. The last card of a fighter lies face up, all others face down."""
    for place, card in enumerate(cards, start=1):
        yield [player, card, not is_fighter or place < len(cards)]
