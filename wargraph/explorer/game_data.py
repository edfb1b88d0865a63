"""A game as data: the cards that each player plays, round by round."""

from collections.abc import Iterator
from functools import singledispatch
from itertools import pairwise
from typing import Any

from wargraph.auction.game import AuctionGame, AuctionRound
from wargraph.auction.rules import LAID_DOWN
from wargraph.auction.strategy import player_names
from wargraph.core.position import Position
from wargraph.core.rules import Game
from wargraph.errors import TooLargeError
from wargraph.explorer.svg import Data
from wargraph.full_game.game import FullGame
from wargraph.full_game.hands import card_names
from wargraph.graph.attractors.contest_game import ContestGame

MOST_ROUNDS = 10_000
"""The largest number of rounds that a page holds, in some megabytes."""

AnyGame = FullGame | AuctionGame | Game | ContestGame

SUITS = "♠♥♣♦"
RED_SUITS = ("♥", "♦")


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
    return _data_of(game) | {"outcome": game.outcome}


@singledispatch
def _data_of(game: Any) -> Data:
    """Return all but the outcome: here of a game of a War graph."""
    return {
        "title": f"A game of War: {str(game).removesuffix(f': {game.outcome}')}",
        "round": "turn",
        "players": ["Left", "Right"],
        "names": [*(game.relation.card_names or map(str, range(1, game.relation.n + 1)))],
        "hands": [game.positions[0].left, game.positions[0].right],
        "rounds": [_turn(*pair) for pair in pairwise(game.positions)],
    }


@_data_of.register
def _of_full_game(game: FullGame) -> Data:
    """Return a full game. Cards of a rank have suits, which the rules do not know; copies of a gesture do not."""
    rules, names = game.rules, card_names(game.rules)
    suits = SUITS if rules.suits > 1 and not (rules.beats and rules.beats.card_names) else ("",)
    cards = [(rank, suit) for rank, count in enumerate(rules.deck, start=1) for suit in range(count)]
    of_rank: dict[int, list[int]] = {}
    for card, (rank, _) in enumerate(cards, start=1):
        of_rank.setdefault(rank, []).append(card)
    hands = [[of_rank[rank].pop(rank % len(of_rank[rank])) for rank in hand] for hand in game.deal]
    return {
        "title": f"A game of War: {rules}",
        "round": "round",
        "players": [f"player {player}" for player in range(1, len(hands) + 1)],
        "names": [names[rank] + (suits[suit % len(suits)] if rank <= rules.ranks else "") for rank, suit in cards],
        "hands": hands,
        "rounds": list(_full_rounds(game, [rank for rank, _ in cards], hands)),
    }


def _full_rounds(game: FullGame, ranks: list[int], hands: list[list[int]]) -> Iterator[Data]:
    """Yield the rounds of a full game, in which each card keeps its suit."""

    def taken(cards: list[int], rank: int) -> int:
        """Return the first card of a rank, taken out of some cards."""
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
        piles = [hand[len(hand) - won :] for hand, won in zip(hands, played.won, strict=True)]
        held = [hand[: len(hand) - won] for hand, won in zip(hands, played.won, strict=True)]
        yield {"plays": plays, "winner": winner, "hands": held} | ({"piles": piles} if any(played.won) else {})


@_data_of.register
def _of_auction(game: AuctionGame) -> Data:
    return {
        "title": f"WAR with Auction Rounds: {game.line_up}",
        "round": "round",
        "players": player_names(game.line_up),
        "names": [*map(str, range(1, max((card for hand in game.deal for card in hand), default=0) + 1))],
        "hands": game.deal,
        "rounds": [*map(_auction_round, game.rounds)],
    }


def _auction_round(played: AuctionRound) -> Data:
    """Return a round of an auction game: in a war the first cards of each player lie face down."""
    plays = [
        [
            [player - 1, card, number > 0 and place <= LAID_DOWN]
            for player, cards in stage
            for place, card in enumerate(cards, start=1)
        ]
        for number, stage in enumerate(played.laid)
    ]
    winner = None if played.winner is None else played.winner - 1
    return {"plays": plays, "winner": winner, "hands": played.hands, "piles": played.piles, "table": played.table}


def _turn(before: Position, after: Position) -> Data:
    """Return a turn of a War graph: as many pairs as the winner gains cards, or in a tie all of them."""
    gain = len(after.left) - len(before.left)
    pairs = abs(gain) if after.left or after.right else len(before.left)
    laid = zip(before.left[:pairs], before.right, strict=False)
    winner = 0 if gain > 0 else 1 if len(after.right) > len(before.right) else None
    plays = [[[0, left, False], [1, right, False]] for left, right in laid]
    return {"plays": plays, "winner": winner, "hands": [after.left, after.right]}
