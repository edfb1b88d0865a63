"""WAR with Auction Rounds in plain Python, one round at a time: the reference implementation of the engine."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wargraph.auction.line_up import LineUp
from wargraph.auction.rules import LAID_DOWN, STARTING_HAND, Cards, Hands, State, tied_players, utilities
from wargraph.auction.strategy import Chances, Strategy, View, checked_choice, states_of
from wargraph.core.checks import checked_seed, checked_whole
from wargraph.core.endings import CAP, MOST_ROUNDS, Ending, without_end
from wargraph.core.rng import Chance
from wargraph.errors import PositionError, shown
from wargraph.report.document import Part, Table
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row

MOST_RANK = 63
"""The highest card there can be."""

Laid = tuple[tuple[int, Cards], ...]
"""The cards that players lay at the same time: pairs of a player, from 1 on, and cards, the last of which is played."""

COLUMNS = ("ending", "winner", "rounds", "wars", "cycle_length")
"""What is recorded of a game, as `AuctionSimulation.games` explains it."""


@dataclass(frozen=True)
class AuctionRound:
    """One round, with the wars that followed. Players are numbered from 1 on, and cards are sorted.

    Attributes
    ----------
    laid
        The cards that were laid on the table: those of the round, then those of each war. In a war a player lays three
        cards down and plays the fourth, or, with fewer than four cards, lays all of them down and plays none.
    carried, table
        The cards that were carried over from earlier rounds, and those that are carried over to the next one.
    winner
        The player who took the table; None if nobody did.
    hands, piles
        The cards that every player has after the round.
    """

    laid: tuple[Laid, ...]
    carried: Cards
    winner: int | None
    hands: tuple[Cards, ...]
    piles: tuple[Cards, ...]
    table: Cards

    @property
    def wars(self) -> int:
        """The number of wars in the round, a war that left nobody included."""
        return len(self.laid) - 1

    @property
    def utilities(self) -> tuple[int, ...]:
        """The utility of every player after the round: the sum of the cards in hand and pile."""
        return utilities(self.hands, self.piles)

    @property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """The cards that every player laid, as text: first in the round, then in each war; brackets mean face down."""
        first, *wars = ([[*map(str, cards)] for _, cards in laid] for laid in self.laid)
        in_wars = (tuple(f"({' '.join(war[:LAID_DOWN])}){''.join(war[LAID_DOWN:])}" for war in laid) for laid in wars)
        return (tuple(card for (card,) in first), *in_wars)

    @property
    def cards(self) -> str:
        """The cards that were laid, as one text: player by player with their numbers, wars after a slash.

        >>> from wargraph import play_auction
        >>> play_auction(["Min", "Min"]).rounds[0].cards
        '1:2 2:2 / 1:(3 4 5)6 2:(3 4 5)6 / 1:(7 8 9)10 2:(7 8 9)10 / 1:(11 12 13) 2:(11 12 13)'
        """
        return " / ".join(
            " ".join(f"{player}:{text}" for (player, _), text in zip(laid, texts, strict=True))
            for laid, texts in zip(self.laid, self.texts, strict=True)
        )

    def __str__(self) -> str:
        return f"{self.cards} -> {'nobody' if self.winner is None else f'player {self.winner}'}"


@dataclass(frozen=True)
class AuctionGame(Result):
    """A game that was played to its end, to the proof that it has none, or to the cap.

    Attributes
    ----------
    deal
        The hands at the start.
    ending
        The outcome of the game: won, tied if nobody has cards left, endless, or capped.
    winner
        The player, from 1 on, who has cards in the end: the first of them if several players of one strategy do.
    is_determined
        Whether nothing was left to chance: no random number was drawn, and all strategies are pure.
    preperiod, cycle_length
        For an endless game, the rounds before the first state that comes back, and the cycle length in rounds.
    """

    line_up: LineUp
    deal: tuple[Cards, ...]
    rounds: tuple[AuctionRound, ...]
    ending: Ending
    winner: int | None
    is_determined: bool
    preperiod: int | None = None
    cycle_length: int | None = None

    @property
    def survivors(self) -> int:
        """The number of players who have cards in the end."""
        return sum(map(bool, self.rounds[-1].hands))

    @property
    def utilities(self) -> tuple[int, ...]:
        """The sum of the cards that each player has in the end: 90 N for the winner of N players with the cards 2..13.

        Cards that were carried over belong to the last player, if a single one is left.
        """
        last = self.rounds[-1]
        carried = sum(last.table) if self.survivors == 1 else 0
        return tuple(own + carried * (player == self.winner) for player, own in enumerate(last.utilities, start=1))

    @property
    def outcome(self) -> str:
        """The outcome of the game, in a sentence."""
        if self.ending in (Ending.ENDLESS, Ending.CAPPED):
            return without_end(len(self.rounds), self.preperiod, self.cycle_length)
        after = f"after {counted(len(self.rounds), 'round')}"
        if self.winner is None:
            return f"ends without a winner {after}: nobody has cards left"
        strategy = self.line_up[self.winner - 1]
        if self.survivors > 1:
            return f"{strategy} wins {after}: the {self.survivors} players left are all of this strategy"
        return f"player {self.winner}, {strategy}, wins {after}"

    @property
    def record(self) -> tuple[int, ...]:
        """The record of the game, as a simulation keeps it."""
        wars = sum(played.wars for played in self.rounds)
        counts = (0, 0) if self.cycle_length else (len(self.rounds), wars)
        return (self.ending.code, self.winner or 0, *counts, self.cycle_length or 0)

    def rows(self) -> list[Row]:
        """Return one row a round: ``round, cards, winner, wars, held, utility``; held is hand+pile of each player."""
        rows: list[Row] = []
        for number, played in enumerate(self.rounds, start=1):
            held = (f"{len(hand)}+{len(pile)}" for hand, pile in zip(played.hands, played.piles, strict=True))
            row: Row = {"round": number, "cards": played.cards, "winner": played.winner, "wars": played.wars}
            rows.append(row | {"held": "/".join(held), "utility": "/".join(map(str, played.utilities))})
        return rows

    def _answer(self) -> str:
        return f"{self}."

    def _body(self) -> list[Part]:
        note = (
            "player:card, wars after a slash, what was only laid down in brackets; held: hand+won of each player; "
            "utility: the sum of those cards."
        )
        return [Table("rows", self.rows()), note]

    def __str__(self) -> str:
        return f"{self.line_up}: {self.outcome}"


def play_auction(
    line_up: LineUp | str | Sequence[Strategy | str],
    seed: int = 0,
    game: int = 0,
    cap: int = CAP,
    hands: Hands | None = None,
    until_one_strategy: bool = False,
    watch: Callable[[AuctionRound], None] | None = None,
) -> AuctionGame:
    """Play one game of WAR with Auction Rounds.

    Parameters
    ----------
    line_up
        The players: strategies or their names, or text such as ``"SimpleMinded1+5xDummy"``.
    seed, game
        The seed of the random numbers, and the number of the game, from 0 on: game g of a simulation or a tournament
        with the same seed is this game.
    cap
        The number of rounds after which the game is given up. If a state comes back and no random number was drawn in
        between, the game is proved endless before that, provided that the strategies of all remaining players are pure.
        Each state is compared with one earlier state, the one after round 1, 2, 4, 8, ... (Brent 1980), so a cycle
        may be noticed up to three times as late as it first closes.
    hands
        The cards that every player starts with; by default 2..13 for each.
    until_one_strategy
        Whether the game is over as soon as all remaining players have the same strategy, as in the published study.
    watch
        A function that is called with every `AuctionRound` when it has been played.

    Examples
    --------
    >>> print(play_auction("Max+Min"))
    Max+Min: never ends: after round 12 the hands of round 0 recur, a cycle of 12 rounds
    >>> game = play_auction("SimpleMinded2+2xDummy", seed=1)
    >>> print(game)
    SimpleMinded2+2xDummy: player 1, SimpleMinded2, wins after 104 rounds
    >>> game.utilities
    (270, 0, 0)
    """
    players = LineUp.parse(line_up).fresh()
    chance = Chance(players.seed(checked_seed(seed)), checked_whole("game", game, 0, 2**63 - 1))
    chances = chance.branches(2 * len(players))
    checked_whole("cap", cap, 1, MOST_ROUNDS)
    deal = (STARTING_HAND,) * len(players) if hands is None else _checked_hands(players, hands)
    start = states_of(chances)
    states = [(State.of(deal), start)]
    rounds: list[AuctionRound] = []
    kept = 0
    ending = Ending.CAPPED
    while ending is Ending.CAPPED and len(rounds) < cap:
        played, after = play_auction_round(players, states[-1][0], chances)
        rounds.append(played)
        if watch is not None:
            watch(played)
        states.append((after, states_of(chances)))
        left = after.contenders
        if len(left) < 2 or (until_one_strategy and len({players[player].name for player in left}) == 1):
            ending = Ending.WON if left else Ending.TIED
        elif states[-1] == states[kept] and all(players[player].is_pure for player in left):
            ending = Ending.ENDLESS
        elif len(rounds) & (len(rounds) - 1) == 0:
            kept = len(rounds)
    preperiod, cycle_length = None, None
    if ending is Ending.ENDLESS:
        cycle_length = len(rounds) - kept
        preperiod = next(number for number in range(kept + 1) if states[number] == states[number + cycle_length])
        del rounds[preperiod + cycle_length :]
    is_determined = states_of(chances) == start and all(strategy.is_pure for strategy in players)
    winner = left[0] + 1 if ending is Ending.WON else None
    return AuctionGame(players, deal, tuple(rounds), ending, winner, is_determined, preperiod, cycle_length)


def play_auction_round(line_up: LineUp, state: State, chances: Chances) -> tuple[AuctionRound, State]:
    """Play one round, with the wars that follow; return it, and the state after it."""
    carried = state.table
    laid: list[Laid] = []
    while not laid or state.is_war:
        chosen = {
            player: checked_choice(line_up[player], View(player, line_up, chances, *state)) for player in state.choosing
        }
        laid.append(tuple((player + 1, chosen.get(player, state.hands[player])) for player in state.contenders))
        state = state.after(chosen)
    winner = next((player + 1 for player in tied_players(chosen)), None)
    return AuctionRound(tuple(laid), carried, winner, state.hands, state.piles, state.table), state


def _checked_hands(players: LineUp, hands: Hands) -> tuple[Cards, ...]:
    """Return the hands at the start of a game, smallest card first, if they fit."""
    if len(hands) != len(players):
        raise PositionError(f"hands {shown(hands)}: {counted(len(players), 'player')} play, so give one for each")
    wrong = [card for hand in hands for card in hand if card not in range(1, MOST_RANK + 1)]
    if wrong:
        raise PositionError(f"hands hold {shown(wrong[0])}: cards are whole numbers from 1 to {MOST_RANK}")
    if sum(map(bool, hands)) < 2:
        raise PositionError(f"hands {shown(hands)} leave nothing to play: at least two players must hold cards")
    return tuple(tuple(sorted(hand)) for hand in hands)
