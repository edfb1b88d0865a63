"""Does the engine play WAR with Auction Rounds as its inventors' program does?

    python analyses/auction_rerun.py

What a strategy sees in a war decides how long games last: hide the hands of those who are out of it, and a game of
SimpleMinded1 against 40 Dummies is 6% shorter. A few games do not show that. So the game stands here once more,
written from its rules and from what Rosenthal and Sattizahn's program does (github.com/psattiza/war), with nothing of
the package in it but its random numbers, and is asked three things.

First, move for move: random line-ups of random hands, Adversaries and all, played by the program below and by the plain
game of the package, which its engine repeats. Then, by the hundred thousand: a careful player against 1, 2, 3, 5, 10,
40 and 100 Dummies, by a compiled program that shares nothing at all with the engine, hands being piles of cards here
and counts there. Last, the figures that the authors published, 9,030 games for each number of opponents; the data of
their plots lie in their repository, and in auction_published.csv.

What comes out: no move differs, and no figure by more than chance allows; figures/auction-rerun.csv and
auction-published.csv have them all. What the program cannot play is left out, or played as the package says: it has no
answer when two Adversaries ask each other, or when a careful player is asked for a single card while another tied
player has none.
"""

import math
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from csv import DictReader
from pathlib import Path
from random import Random

import numpy as np
from numba import njit

from wargraph import LineUp, auction_study, play_auction, simulate_auction
from wargraph.auction.engine import CardCounts, Workspace, play_auctions, workspace_for
from wargraph.auction.game import COLUMNS
from wargraph.auction.simulate import AuctionSimulation, AuctionStudy
from wargraph.auction.strategies import COMPILED
from wargraph.core.rng import Chance, stream_base
from wargraph.report.estimates import Distribution
from wargraph.report.files import write_file
from wargraph.report.result import Row
from wargraph.report.tables import csv_table, markdown_table

FIGURES = Path(__file__).parent.parent / "figures"
PUBLISHED = Path(__file__).parent / "auction_published.csv"
SEED = 2026
LINE_UPS = 10_000
GAMES = 100_000
OPPONENTS = (1, 2, 3, 5, 10, 40, 100)
CAREFUL = ("SimpleMinded1", "SimpleMinded2")
SURE = ("Min", "Max", *CAREFUL)
MOST_DEVIATIONS = 4
ROUNDS = 40
PIECE = 5_000


class Player:
    """Somebody at the table: a strategy, a hand, a pile, and random numbers for single cards and for wars."""

    def __init__(self, kind: str, hand: Iterable[int], cards: Chance, wars: Chance) -> None:
        self.kind = kind
        self.hand = sorted(hand)
        self.pile: list[int] = []
        self.cards = cards
        self.wars = wars

    def copied(self) -> "Player":
        return Player(self.kind, self.hand, copy(self.cards), copy(self.wars))


def above(cards: Sequence[int], others: int) -> int | None:
    """The smallest of the cards that beats those of the others."""
    return min((card for card in cards if card > others), default=None)


def second(player: Player) -> int:
    """The second-highest card; 0 if there is only one."""
    return player.hand[-2] if len(player.hand) > 1 else 0


def single_card(me: Player, others: Sequence[Player]) -> int:
    """The card that somebody plays who sees the others."""
    others = [player for player in others if player.hand]
    if me.kind == "Min":
        return me.hand[0]
    if me.kind == "Max":
        return me.hand[-1]
    if me.kind == "Dummy":
        return me.hand[me.cards.below(len(me.hand))]
    if me.kind == "Adversary":
        return adversary_card(me, others)
    highest = max(player.hand[-1] for player in others)
    is_bold = me.kind == "SimpleMinded2"
    if me.hand[-1] == highest and len(me.hand) >= 5 and (is_bold or me.hand[-2] >= max(map(second, others))):
        return highest
    return above(me.hand, highest) or me.hand[0]


def war_cards(me: Player, others: Sequence[Player]) -> list[int]:
    """Three cards that somebody lays down in a war with the others, and the one it plays."""
    others = [player for player in others if player.hand]
    if me.kind == "Dummy":
        left = list(me.hand)
        return [left.pop(me.wars.below(len(left))) for _ in range(4)]
    down, left = me.hand[:3], me.hand[3:]
    if me.kind == "Max":
        return [*down, left[-1]]
    if not others or me.kind == "Min":
        return [*down, left[0]]
    if me.kind == "Adversary":
        ahead = me.copied()
        ahead.hand = left
        return [*down, adversary_card(ahead, others)]
    highest = max(player.hand[-1] for player in others)
    if left[-1] == highest and len(left) >= 5 and left[-2] >= max(map(second, others)):
        return [*down, highest]
    return [*down, above(left, highest) or left[0]]


def adversary_card(me: Player, others: Sequence[Player]) -> int:
    """Ask the others, beat them all, or tie if the war to come looks good."""
    answers = [single_card(player, [*(each for each in others if each is not player), me]) for player in others]
    highest = max(answers, default=0)
    own = me.hand[-1]
    if own > highest:
        return above(me.hand, highest) or own
    if own < highest or len(me.hand) < 5:
        return me.hand[0]
    tied = [player.copied() for player, card in zip(others, answers, strict=True) if card == highest]
    for player in tied:  # as in the program, the one after somebody with its last card is passed over
        player.hand.remove(highest)
        if not player.hand:
            tied.remove(player)
    ahead = me.copied()
    ahead.hand.remove(highest)
    mine = war_cards(ahead, tied)[-1]
    theirs = (
        war_cards(player, [*(each for each in tied if each is not player), ahead])[-1]
        for player in tied
        if len(player.hand) >= 4
    )
    return me.hand[0] if any(card > mine for card in theirs) else highest


def rounds(players: Sequence[Player]) -> Iterator[list[list[tuple[int, tuple[int, ...]]]]]:
    """Play round after round: what everyone laid, first in the round, then in each war."""
    pot: list[int] = []
    while len(playing := [player for player in players if player.hand]) > 1:
        chosen = [
            (player, [single_card(player, [each for each in playing if each is not player])]) for player in playing
        ]
        laid = []
        while True:
            laid.append([(players.index(player), tuple(cards)) for player, cards in chosen])
            for player, cards in chosen:
                for card in cards:
                    player.hand.remove(card)
                pot += cards
            fought = [(player, cards[-1]) for player, cards in chosen if len(laid) == 1 or len(cards) == 4]
            highest = max((card for _, card in fought), default=0)
            tied = [player for player, card in fought if card == highest]
            if len(tied) < 2:
                break
            chosen = [
                (
                    player,
                    war_cards(player, [each for each in tied if each is not player])
                    if len(player.hand) >= 4
                    else list(player.hand),
                )
                for player in tied
            ]
        if tied:
            tied[0].pile += pot
            pot = []
        for player in playing:
            if not player.hand:
                player.hand, player.pile = sorted(player.pile), []
        yield laid


def random_tables(count: int, seed: int) -> Iterator[tuple[LineUp, list[list[int]]]]:
    """Random line-ups with random hands, at most one Adversary among them."""
    random = Random(seed)
    while count:
        kinds = random.choices([*SURE, "Dummy"], k=random.randint(2, 6))
        if random.random() < 0.6:
            kinds[random.randrange(len(kinds))] = "Adversary"
        highest = random.choice((3, 5, 13))
        hands = [[random.randint(1, highest) for _ in range(random.randint(0, 14))] for _ in kinds]
        if sum(map(bool, hands)) > 1:
            yield LineUp.parse(kinds), hands
            count -= 1


def check_moves(count: int, seed: int = SEED) -> int:
    """Play random line-ups by this program, the plain game and the engine, and compare; how many rounds were compared.

    What everyone lays is compared with the plain game round by round, what everyone has in the end with the engine,
    which plays all strategies except Adversary.
    """
    compared = 0
    for number, (line_up, hands) in enumerate(random_tables(count, seed)):
        chances = Chance(line_up.seed(seed), number).branches(2 * len(line_up))
        players = [Player(*each) for each in zip(map(str, line_up), hands, chances[::2], chances[1::2], strict=True)]
        game = play_auction(line_up, seed, number, cap=ROUNDS, hands=hands)
        for played, laid in zip(game.rounds, rounds(players), strict=False):
            assert [[(player - 1, cards) for player, cards in each if cards] for each in played.laid] == [
                [(player, cards) for player, cards in each if cards] for each in laid
            ], (line_up, hands)
        if {*map(type, line_up)} <= {*COMPILED}:
            room = engine_after(line_up, game.deal, number, seed, len(game.rounds))
            for player, counts, won in zip(players, room.hands, room.piles, strict=True):
                assert (player.hand, sorted(player.pile)) == (listed(counts), listed(won)), (line_up, hands)
        compared += len(game.rounds)
    return compared


def engine_after(line_up: LineUp, deal: Sequence[Sequence[int]], game: int, seed: int, played: int) -> Workspace:
    """The engine's state after so many rounds of a game."""
    room = workspace_for(line_up, deal)
    records = np.empty((1, len(COLUMNS)), np.int32)
    play_auctions(np.uint64(stream_base(line_up.seed(seed))), game, played, False, records, room)
    return room


def listed(counts: CardCounts) -> list[int]:
    """The cards that are counted, smallest first."""
    return [card for card, count in enumerate(counts.tolist()) for _ in range(count)]


@njit(nogil=True, cache=True)
def careful_against_dummies(games, opponents, is_second, random, records):  # type: ignore[no-untyped-def]  # noqa: C901 (a game from its start to its end)
    """Play a SimpleMinded player, number 0, against Dummies, and record the winner (-1: nobody) and the rounds."""
    players = opponents + 1
    hands, piles = np.zeros((players, 12 * players), np.int8), np.zeros((players, 12 * players), np.int8)
    held, won = np.zeros(players, np.int64), np.zeros(players, np.int64)
    pot, card = np.zeros(12 * players, np.int8), np.zeros(players, np.int8)
    for game in range(games):
        held[:], won[:], in_pot, played = 12, 0, 0, 0
        for player in range(players):
            hands[player, :12] = np.arange(2, 14)
        while True:
            played += 1
            alive = [player for player in range(players) if held[player] > 0]
            tied = alive
            is_war = False
            while len(tied) > 1:
                highest = 0
                careful = _careful_choice(hands, held, tied, is_second, is_war) if tied[0] == 0 else 0
                for player in tied:
                    card[player] = 0
                    if is_war and held[player] < 4:
                        while held[player]:
                            in_pot = _move(player, held[player] - 1, hands, held, pot, in_pot)
                        continue
                    for number in range(4 if is_war else 1):
                        if player > 0:
                            place = int(random.random() * held[player])
                        else:
                            lays_down = is_war and number < 3
                            place = _place(hands[0, : held[0]], _lowest(hands[0, : held[0]]) if lays_down else careful)
                        card[player] = hands[player, place]
                        in_pot = _move(player, place, hands, held, pot, in_pot)
                    highest = max(highest, card[player])
                tied = [player for player in tied if card[player] == highest and highest > 0]
                is_war = True
            if len(tied) == 1:
                winner = tied[0]
                piles[winner, won[winner] : won[winner] + in_pot] = pot[:in_pot]
                won[winner] += in_pot
                in_pot = 0
            left = 0
            for player in alive:
                if held[player] == 0:
                    hands[player, : won[player]] = piles[player, : won[player]]
                    held[player], won[player] = won[player], 0
                left += held[player] > 0
            if held[0] == 0 or left < 2:
                records[game, 0] = 0 if held[0] > 0 else 1 if left > 0 else -1
                records[game, 1] = played
                break


@njit(nogil=True, cache=True)
def _move(player, place, hands, held, pot, in_pot):  # type: ignore[no-untyped-def]
    """Put a card from a hand into the pot; how many lie there now."""
    pot[in_pot] = hands[player, place]
    held[player] -= 1
    hands[player, place] = hands[player, held[player]]
    return in_pot + 1


@njit(nogil=True, cache=True)
def _place(hand, card):  # type: ignore[no-untyped-def]
    place = 0
    while hand[place] != card:
        place += 1
    return place


@njit(nogil=True, cache=True)
def _lowest(hand):  # type: ignore[no-untyped-def]
    return hand.min()


@njit(nogil=True, cache=True)
def _careful_choice(hands, held, tied, is_second, is_war):  # type: ignore[no-untyped-def]
    """The card that player 0 plays, from what is left without the three smallest in a war."""
    own = np.sort(hands[0, : held[0]])[3:] if is_war else hands[0, : held[0]]
    if own.size == 0:
        return 0
    first, second = 0, 0
    for player in tied:
        if player > 0:
            highest, next_highest = _two_highest(hands[player], held[player])
            first, second = max(first, highest), max(second, next_highest)
    own_first, own_second = _two_highest(own, own.size)
    if own_first == first and own.size >= 5 and ((is_second and not is_war) or own_second >= second):
        return own_first
    lowest, above = own[0], 0
    for card in own:
        lowest = min(lowest, card)
        if card > first and (above == 0 or card < above):
            above = card
    return above if above > 0 else lowest


@njit(nogil=True, cache=True)
def _two_highest(hand, size):  # type: ignore[no-untyped-def]
    """The two highest of so many cards; 0 where there is none."""
    first, second = 0, 0
    for place in range(size):
        card = hand[place]
        if card > first:
            first, second = card, first
        elif card > second:
            second = card
    return first, second


def played_by_this_program(strategy: str, opponents: int, games: int) -> np.ndarray:
    """The records of so many games, in pieces with random numbers of their own, on all cores."""
    records = np.zeros((games, 2), np.int64)
    pieces = [records[first : first + PIECE] for first in range(0, games, PIECE)]

    def play(piece: int) -> None:
        random = np.random.default_rng([SEED, opponents, CAREFUL.index(strategy), piece])
        careful_against_dummies(len(pieces[piece]), opponents, strategy == CAREFUL[1], random, pieces[piece])

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(play, range(len(pieces))))
    return records


def rerun(games: int, opponents: Sequence[int]) -> Iterator[Row]:
    """The engine's figures beside those of the program above, with the deviation in standard errors."""
    for strategy in CAREFUL:
        for number in opponents:
            records = np.zeros((games, 2), np.int64)
            careful_against_dummies(
                games, number, strategy == CAREFUL[1], np.random.default_rng([SEED, number]), records
            )
            found = simulate_auction(f"{strategy}+{number}xDummy", games, SEED, until_one_strategy=True)
            won = records[:, 0] == 0
            row: Row = {"strategy": strategy, "opponents": number, "games": games}
            row |= beside("win_ratio", share_of(found, strategy), (won.mean(), share_error(won.mean(), games)))
            for name, ours, theirs in (
                ("rounds", found.rounds, Distribution(np.bincount(records[:, 1]))),
                ("rounds_won", found.rounds_won(strategy), Distribution(np.bincount(records[won, 1]))),
            ):
                row |= beside(f"mean_{name}", (ours.mean, ours.mean_error), (theirs.mean, theirs.mean_error))
                row |= beside(f"sd_{name}", (ours.sd, ours.sd_error), (theirs.sd, theirs.sd_error))
            yield row


def published(study: AuctionStudy) -> Iterator[Row]:
    """The published figures beside those of the same number of games here."""
    with PUBLISHED.open() as file:
        for line in DictReader(file):
            strategy, number = line["strategy"], int(line["opponents"])
            found = study.studied[strategy].get(number)
            if found is None:
                continue
            ratio = int(line["won"]) / 9030
            rounds_won = found.rounds_won(strategy)
            fewer = math.sqrt(rounds_won.total / max(int(line["won"]), 1))  # their errors are ours, for their games
            row: Row = {"strategy": strategy, "opponents": number}
            row |= beside("win_ratio", share_of(found, strategy), (ratio, share_error(ratio, 9030)), "published")
            for name, ours, error in (
                ("mean_rounds", rounds_won.mean, rounds_won.mean_error),
                ("sd_rounds", rounds_won.sd, rounds_won.sd_error),
            ):
                theirs = float(line[name]) if line[name] else math.nan
                row |= beside(f"{name}_won", (ours, error), (theirs, error * fewer), "published")
            yield row


def share_of(found: AuctionSimulation, strategy: str) -> tuple[float, float]:
    """The share of games that a strategy wins, and its standard error."""
    share = found.share(strategy).value
    return share, share_error(share, len(found.games))


def share_error(share: float, games: int) -> float:
    """The standard error of a share of so many games."""
    return math.sqrt(share * (1 - share) / games)


def beside(name: str, ours: tuple[float, float], theirs: tuple[float, float], whose: str = "rerun") -> Row:
    """A figure with its error here and there, and how many standard errors of the difference they are apart."""
    deviations = float(ours[0] - theirs[0]) / math.hypot(ours[1], theirs[1])
    values = {name: ours[0], f"{name}_error": ours[1], f"{whose}_{name}": theirs[0]}
    row: Row = {key: None if math.isnan(value) else float(f"{value:.5g}") for key, value in values.items()}
    return row | {f"{name}_deviations": None if math.isnan(deviations) else round(deviations, 2)}


def largest_deviation(rows: Sequence[Row]) -> float:
    """The largest deviation in any column."""
    return max(
        abs(float(str(value)))
        for row in rows
        for key, value in row.items()
        if key.endswith("deviations") and value is not None
    )


def main(
    folder: Path = FIGURES,
    line_ups: int = LINE_UPS,
    games: int = GAMES,
    opponents: Sequence[int] = OPPONENTS,
    study_opponents: Sequence[int] = range(1, 101),
    study_games: int = 9030,
) -> None:
    """Compare move for move, by the hundred thousand, and with what was published; write the tables."""
    print(f"{check_moves(line_ups):,} rounds of {line_ups:,} line-ups: no move differs\n", flush=True)
    again = list(rerun(games, opponents))
    print(markdown_table(again), end="\n\n", flush=True)
    assert largest_deviation(again) < MOST_DEVIATIONS, largest_deviation(again)
    compared = list(published(auction_study(study_opponents, study_games, SEED)))
    print(f"largest deviations: rerun {largest_deviation(again)}, published {largest_deviation(compared)}")
    write_file(folder / "auction-rerun.csv", csv_table(again))
    write_file(folder / "auction-published.csv", csv_table(compared))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
