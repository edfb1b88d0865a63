"""A game as data: the cards that each player plays, round by round."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from wargraph.auction.game import AuctionGame, AuctionRound
from wargraph.core.rules import Game
from wargraph.errors import TooLargeError
from wargraph.explorer.scene import Data
from wargraph.full_game.game import FullGame
from wargraph.full_game.hands import card_names
from wargraph.graph.contest_game import ContestGame

MOST_ROUNDS = 10_000
"""The largest number of rounds that a page holds, in some megabytes."""

AnyGame = FullGame | AuctionGame | Game | ContestGame

SUITS = "♠♥♣♦"
RED_SUITS = "♥♦"


def game_data(game: AnyGame) -> Data:
    """Return a game as a dictionary for JSON; refuse a game of more than 10,000 rounds.

    It holds the ``title``; what a ``round`` is called; the names of the ``players``; the ``names`` of the cards, of
    which card k has the k-th; the ``hands`` at the start; the ``rounds``; and the ``outcome``. A round holds its
    ``plays``, each a list of player, card and whether the card lies face down; the ``winner`` or None; and the
    ``hands`` after the round. Where players have piles of cards won, it holds these ``piles``, and in auction games
    also the ``table``, the cards that are carried over. A player whose hand is empty takes up the pile.
    """
    count = len(game.positions) - 1 if isinstance(game, Game | ContestGame) else len(game.rounds)
    if count > MOST_ROUNDS:
        raise TooLargeError(
            f"the game has {count:,} rounds, more than the {MOST_ROUNDS:,} that can be shown: choose another game, or "
            "a smaller deck"
        )
    match game:
        case FullGame():
            return _full_game(game)
        case AuctionGame():
            return _auction_game(game)
    return _war_graph_game(game)


def _full_game(game: FullGame) -> Data:
    """A full game. If the deck has several suits, so have the cards: the rules do not know them, but the eye does."""
    rules, names = game.rules, card_names(game.rules)
    ranks = [rank for rank, count in enumerate(rules.deck, start=1) for _ in range(count)]
    suits = [suit for count in rules.deck for suit in range(count)]
    suited = [rules.suits > 1 and rank <= rules.ranks for rank in ranks]
    free: dict[int, list[int]] = {}
    for card, rank in enumerate(ranks, start=1):
        free.setdefault(rank, []).append(card)
    hands = [[free[rank].pop(rank % len(free[rank])) for rank in hand] for hand in game.deal]
    return {
        "title": f"A game of War: {rules}",
        "round": "round",
        "players": [f"player {player}" for player in range(1, len(hands) + 1)],
        "names": [
            f"{names[rank]}{SUITS[suit % len(SUITS)] if is_suited else ''}"
            for rank, suit, is_suited in zip(ranks, suits, suited, strict=True)
        ],
        "hands": hands,
        "rounds": list(_full_rounds(game, ranks, hands)),
        "outcome": game.outcome,
    }


def _full_rounds(game: FullGame, ranks: list[int], hands: list[list[int]]) -> Iterator[Data]:
    """The rounds of a full game, in which each card keeps its suit."""

    def taken(cards: list[int], rank: int) -> int:
        """The first card of a rank, taken out of some cards."""
        return cards.pop(next(place for place, card in enumerate(cards) if ranks[card - 1] == rank))

    hands = [list(hand) for hand in hands]
    for played in game.rounds:
        plays = [
            [[player - 1, taken(hands[player - 1], rank), number not in played.compared] for player, rank in layer]
            for number, layer in enumerate(played.plays)
        ]
        winner = None if played.winner is None else played.winner - 1
        if winner is not None:
            hands[winner] += [card for layer in plays for _, card, _ in layer]
        hands = [[taken(cards, rank) for rank in hand] for cards, hand in zip(hands, played.hands, strict=True)]
        held = [len(hand) - won for hand, won in zip(hands, played.won, strict=True)]
        told = {"plays": plays, "winner": winner, "hands": [hand[:n] for hand, n in zip(hands, held, strict=True)]}
        if any(played.won):
            told["piles"] = [hand[n:] for hand, n in zip(hands, held, strict=True)]
        yield told


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


def _war_graph_game(game: Game | ContestGame) -> Data:
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
