"""WAR with Auction Rounds in plain Python, one round at a time. The engine's reference."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wargraph.auction.line_up import LineUp
from wargraph.auction.rules import STARTING_HAND, Cards, fighters, laid_in_war, lay, tied_players, utilities
from wargraph.auction.strategy import Chances, Strategy, View, checked_card, checked_war_cards
from wargraph.core.checks import checked_seed, checked_whole
from wargraph.core.endings import CAP, MOST_ROUNDS, Ending, without_end
from wargraph.core.rng import Chance
from wargraph.errors import PositionError, shown
from wargraph.report.document import Document, Paragraph, Table
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row

MOST_RANK = 63
"""The highest card there can be."""

Laid = tuple[tuple[int, Cards], ...]
"""What players lay at once, as pairs of player (from 0 on) and cards, the one that is played last."""


@dataclass(frozen=True)
class AuctionRound:
    """One round, with the wars it led to.

    Attributes
    ----------
    laid
        What was laid on the table: the cards of the round, then those of each war. In a war a player lays three cards
        and plays the last, or lays all of fewer and plays none.
    fighters
        For each of these who played a card.
    carried
        What was carried over from earlier rounds.
    winner
        Who took the table, from 0 on; None if nobody did.
    hands, piles
        What everyone has afterwards, smallest card first.
    table
        What is carried over to the next round.
    """

    laid: tuple[Laid, ...]
    fighters: tuple[tuple[int, ...], ...]
    carried: Cards
    winner: int | None
    hands: tuple[Cards, ...]
    piles: tuple[Cards, ...]
    table: Cards

    @property
    def wars(self) -> int:
        """Wars of the round, those that left nobody too."""
        return len(self.laid) - 1

    @property
    def utilities(self) -> tuple[int, ...]:
        """The utility of every player after the round: the sum of the cards in hand and pile.

        >>> from wargraph import play_auction
        >>> play_auction("Min+Max").rounds[0].utilities
        (88, 92)
        """
        return utilities(self.hands, self.piles)

    @property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """What everyone laid, as text: in brackets what only lay there; first in the round, then in each war."""
        return tuple(
            tuple(_cards_text(cards, player in fighters) for player, cards in laid)
            for laid, fighters in zip(self.laid, self.fighters, strict=True)
        )

    @property
    def cards(self) -> str:
        """What was laid, as one text: player by player, each with the number, wars after a slash.

        >>> from wargraph import play_auction
        >>> play_auction(["Min", "Min"]).rounds[0].cards
        '1:2 2:2 / 1:(3 4 5)6 2:(3 4 5)6 / 1:(7 8 9)10 2:(7 8 9)10 / 1:(11 12 13) 2:(11 12 13)'
        """
        return " / ".join(
            " ".join(f"{player + 1}:{text}" for (player, _), text in zip(laid, texts, strict=True))
            for laid, texts in zip(self.laid, self.texts, strict=True)
        )

    def __str__(self) -> str:
        return f"{self.cards} -> {'nobody' if self.winner is None else f'player {self.winner + 1}'}"


@dataclass(frozen=True)
class AuctionGame(Result):
    """A game played to its end, to the proof that it has none, or to the cap.

    Attributes
    ----------
    line_up
        Who played.
    deal
        The hands at the start, smallest card first.
    rounds
        The rounds played, in order.
    ending
        How it came out: won, tied if nobody has cards left, endless, or capped.
    winner
        The player, from 0 on, who has cards in the end. Where a game is over with the last strategy there may be
        several; it is the first of them.
    survivors
        How many players have cards in the end.
    is_determined
        Whether nothing was left to chance: no random number was drawn, and all strategies are pure.
    entry, period
        Of an endless game: rounds before the first state that comes back, and after how many rounds it does.
    """

    line_up: LineUp
    deal: tuple[Cards, ...]
    rounds: tuple[AuctionRound, ...]
    ending: Ending
    winner: int | None
    survivors: int
    is_determined: bool
    entry: int | None = None
    period: int | None = None

    @property
    def winning_strategy(self) -> Strategy | None:
        """The strategy of the winner; None if there is none."""
        return None if self.winner is None else self.line_up[self.winner]

    @property
    def utilities(self) -> tuple[int, ...]:
        """The sum of the cards that each player has in hand and pile: 90 N for the winner of N players with 2..13.

        What was carried over belongs to the one player who is left.
        """
        last = self.rounds[-1]
        sums = list(last.utilities)
        if self.winner is not None and self.survivors == 1:
            sums[self.winner] += sum(last.table)
        return tuple(sums)

    @property
    def outcome(self) -> str:
        """How the game comes out, in a sentence."""
        if self.ending in (Ending.ENDLESS, Ending.CAPPED):
            return without_end(len(self.rounds), self.entry, self.period)
        after = f"after {counted(len(self.rounds), 'round')}"
        if self.winner is None:
            return f"ends without a winner {after}: nobody has cards left"
        strategy = self.line_up[self.winner]
        if self.survivors > 1:
            return f"{strategy} wins {after}: the {self.survivors} players left are all of this strategy"
        return f"player {self.winner + 1}, {strategy}, wins {after}"

    def rows(self) -> list[Row]:
        """One row a round: ``round, cards, winner, wars, held, utility``, the cards held as hand+pile."""
        return [
            {
                "round": number,
                "cards": played.cards,
                "winner": None if played.winner is None else played.winner + 1,
                "wars": played.wars,
                "held": "/".join(
                    f"{len(hand)}+{len(pile)}" for hand, pile in zip(played.hands, played.piles, strict=True)
                ),
                "utility": "/".join(map(str, played.utilities)),
            }
            for number, played in enumerate(self.rounds, start=1)
        ]

    def document(self) -> Document:
        """How the game comes out, and the rows."""
        note = (
            "player:card, wars after a slash, what was only laid down in brackets; held: hand+won of each player; "
            "utility: the sum of those cards."
        )
        return Document([Paragraph(f"{self}."), Table("rows", self.rows()), Paragraph(note)])

    def __str__(self) -> str:
        return f"{self.line_up}: {self.outcome}"


def play_auction(
    line_up: LineUp | str | Sequence[Strategy | str],
    seed: int = 0,
    game: int = 0,
    cap: int = CAP,
    hands: Sequence[Sequence[int]] | None = None,
    until_one_strategy: bool = False,
    watch: Callable[[AuctionRound], None] | None = None,
) -> AuctionGame:
    """Play a game of WAR with Auction Rounds.

    Parameters
    ----------
    line_up
        Who plays: strategies or their names, or text such as ``"SimpleMinded1+5xDummy"``.
    seed, game
        Which random numbers: those of this game of a tournament with this seed.
    cap
        Rounds after which to give up. A state that comes back with no random number drawn in between proves a game
        endless before that, if the strategies of those who are left are pure. It is noticed by one earlier state, that
        of round 1, 2, 4, 8, ... (Brent 1980): up to three times as late as it first comes back.
    hands
        What everyone starts with; by default the cards 2..13 each.
    until_one_strategy
        Whether the game is over as soon as all players left are of one strategy, as in the published study.
    watch
        Told every round when it has been played.

    Raises
    ------
    ParameterError
        If a strategy is unknown, there are fewer than two players, or a number is out of range.
    PositionError
        If the hands do not fit.
    StrategyError
        If a strategy plays what it does not hold.

    See Also
    --------
    simulate_auction, film_page

    Examples
    --------
    >>> print(play_auction("Max+Min"))
    Max+Min: endless: the hands after round 12 are those after round 0, a cycle of 12 rounds
    >>> game = play_auction("SimpleMinded2+2xDummy", seed=1)
    >>> print(game)
    SimpleMinded2+2xDummy: player 1, SimpleMinded2, wins after 104 rounds
    >>> game.utilities
    (270, 0, 0)
    """
    players = LineUp.parse(line_up).fresh()
    chance = Chance(players.seed(checked_seed(seed)), checked_whole("game", game, 0, 2**63 - 1))
    chances = Chances.of(chance, len(players))
    checked_whole("cap", cap, 1, MOST_ROUNDS)
    deal = (STARTING_HAND,) * len(players) if hands is None else checked_hands(players, hands)
    held: tuple[Cards, ...] = deal
    piles: tuple[Cards, ...] = ((),) * len(players)
    table: Cards = ()
    rounds: list[AuctionRound] = []
    start = chances.state
    states: list[Any] = [(held, piles, table, start)]
    kept = 0
    ending = Ending.CAPPED
    while ending is Ending.CAPPED and len(rounds) < cap:
        played = play_auction_round(players, held, piles, table, chances)
        rounds.append(played)
        if watch is not None:
            watch(played)
        held, piles, table = played.hands, played.piles, played.table
        states.append((held, piles, table, chances.state))
        left = [player for player, hand in enumerate(held) if hand]
        if len(left) < 2 or (until_one_strategy and len({players[player].name for player in left}) == 1):
            ending = Ending.WON if left else Ending.TIED
        elif states[-1] == states[kept] and all(players[player].is_pure for player in left):
            ending = Ending.ENDLESS
        elif len(rounds) & (len(rounds) - 1) == 0:
            kept = len(rounds)
    entry, period = None, None
    if ending is Ending.ENDLESS:
        period = len(rounds) - kept
        entry = next(number for number in range(kept + 1) if states[number] == states[number + period])
        del rounds[entry + period :]
    is_determined = chances.state == start and all(strategy.is_pure for strategy in players)
    winner = left[0] if ending is Ending.WON else None
    return AuctionGame(players, deal, tuple(rounds), ending, winner, len(left), is_determined, entry, period)


def play_auction_round(
    line_up: LineUp, hands: Sequence[Cards], piles: Sequence[Cards], table: Sequence[int], chances: Chances
) -> AuctionRound:
    """Play one round.

    Parameters
    ----------
    line_up
        The strategies.
    hands, piles
        What everyone has, smallest card first.
    table
        What was carried over.
    chances
        Random numbers for the strategies.
    """
    carried = tuple(table)
    tied = tuple(player for player, hand in enumerate(hands) if hand)
    view = View(tied[0], tuple(hands), tuple(piles), carried, tied, line_up.strategies, chances)
    chosen: dict[int, Cards] = {player: (checked_card(line_up[player], view.of(player)),) for player in tied}
    laid: list[Laid] = []
    fought: list[tuple[int, ...]] = []
    while True:
        stage = laid_in_war(tied, view.hands, chosen)
        laid.append(tuple(stage.items()))
        fought.append(tuple(chosen))
        left, table = lay(stage, view.hands, view.table)
        tied = tied_players(chosen)
        if len(tied) < 2:
            break
        view = replace(view, hands=left, table=table, contenders=tied, is_war=True)
        chosen = {player: checked_war_cards(line_up[player], view.of(player)) for player in fighters(tied, left)}
    winner = tied[0] if tied else None
    won = [tuple(sorted((*pile, *table))) if player == winner else pile for player, pile in enumerate(piles)]
    return AuctionRound(
        tuple(laid),
        tuple(fought),
        carried,
        winner,
        tuple(hand or pile for hand, pile in zip(left, won, strict=True)),
        tuple(pile if hand else () for hand, pile in zip(left, won, strict=True)),
        () if tied else tuple(sorted(table)),
    )


def checked_hands(players: LineUp, hands: Sequence[Sequence[int]]) -> tuple[Cards, ...]:
    """The hands that a game starts with, smallest card first, or a `PositionError` that says why they do not fit."""
    if not (isinstance(hands, Sequence) and all(isinstance(hand, Sequence) for hand in hands)):
        raise PositionError(f"hands {shown(hands)} are no list of hands: give each player a list of cards")
    if len(hands) != len(players):
        raise PositionError(
            f"hands {shown(hands)} are {len(hands)}, and {counted(len(players), 'player')} play: give one for each"
        )
    for card in (card for hand in hands for card in hand):
        if isinstance(card, bool) or not isinstance(card, int) or not 1 <= card <= MOST_RANK:
            raise PositionError(f"hands hold {shown(card)}: cards are whole numbers from 1 to {MOST_RANK}")
    if sum(map(bool, hands)) < 2:
        raise PositionError(f"hands {shown(hands)} leave nothing to play: at least two players must hold cards")
    return tuple(tuple(sorted(hand)) for hand in hands)


def _cards_text(cards: Cards, is_fighter: bool) -> str:
    """Three cards laid down in brackets and the one played; all in brackets for a player who is out of the war."""
    down, played = (cards[:-1], str(cards[-1])) if is_fighter else (cards, "")
    return played if is_fighter and not down else f"({' '.join(map(str, down))}){played}"
