"""The data of a page about a full game or an auction game: the cards that each player plays, round by round."""

from collections.abc import Iterator
from typing import Any

from wargraph.auction.game import AuctionGame, AuctionRound
from wargraph.errors import TooLargeError
from wargraph.explorer.scene import Data
from wargraph.full_game.game import FullGame
from wargraph.full_game.hands import card_names
from wargraph.full_game.rounds import Round

MOST_ROUNDS = 10_000
"""The largest number of rounds that a page holds, in some megabytes."""


def film(game: FullGame | AuctionGame) -> Data:
    """The data of a page about a game.

    Returns
    -------
    A dictionary for JSON: the names of the ``players``; the ``names`` of the cards, if they are not numbers; the
    ``hands`` at the start; the ``rounds``; and the ``outcome`` in a sentence. A round holds its ``plays``, each a list
    of player, card and whether the card lies face down; the ``winner`` or None; and the ``hands`` after the round. In
    auction games it also holds the ``piles`` of cards won and the ``table``, the cards that are carried over.

    Raises
    ------
    TooLargeError
        If the game has more rounds than a page can hold.
    """
    if len(game.rounds) > MOST_ROUNDS:
        raise TooLargeError(
            f"the game has {len(game.rounds):,} rounds, more than the {MOST_ROUNDS:,} that a page can hold: choose "
            "another game, or a smaller deck"
        )
    rounds: Iterator[Data]
    if isinstance(game, FullGame):
        players = [f"player {player}" for player in range(1, len(game.deal) + 1)]
        names = [*card_names(game.rules).values()]
        rounds = map(_full_round, game.rounds)
    else:
        players = [f"{strategy} {player}" for player, strategy in enumerate(game.line_up, start=1)]
        names = []
        rounds = map(_auction_round, game.rounds)
    return {
        "players": players,
        "names": names,
        "hands": game.deal,
        "rounds": list(rounds),
        "outcome": game.outcome,
    }


def _full_round(played: Round) -> Data:
    return {
        "plays": [
            [[player, card, number not in played.compared] for player, card in play]
            for number, play in enumerate(played.plays)
        ],
        "winner": played.winner,
        "hands": played.hands,
    }


def _auction_round(played: AuctionRound) -> Data:
    return {
        "plays": [
            [laid for player, cards in stage for laid in _laid(player, cards, player in fighters)]
            for stage, fighters in zip(played.laid, played.fighters, strict=True)
        ],
        "winner": played.winner,
        "hands": played.hands,
        "piles": played.piles,
        "table": played.table,
    }


def _laid(player: int, cards: tuple[int, ...], is_fighter: bool) -> Iterator[list[Any]]:
    """The cards that a player plays at once. The last card of a fighter lies face up, all others face down."""
    for place, card in enumerate(cards, start=1):
        yield [player, card, not is_fighter or place < len(cards)]
