"""Which strategy wins WAR with Auction Rounds?

    python analyses/auction_rounds.py

Rosenthal and Sattizahn, who invented the game, let a careful player, SimpleMinded1 or SimpleMinded2, play against 1 to
100 who choose any card (Dummy), 9,030 games for each number. Here the 1.8 million games are played again: the six plots
are in figures/auction-study.svg, the table beside them.

The paper did not let its strategies play against one another. Here all do, in pairs and at tables of three to five; and
its claim is put to the test that Adversary, who asks the others what they will play, "at least ties" against known
strategies.

What comes out. The careful strategies beat only the careless: Min and Max, the two simplest, beat either of them, and
against one Dummy plain Max does better than both. SimpleMinded2 wins more often than SimpleMinded1, as the paper says,
from 2 Dummies to some 55, most of all at 8 and 9, with 0.77 against 0.59 of the games; against one the difference is
small, and against many none shows. The number of rounds, which the paper finds hardly different, is 40 % larger at 7
and 8 Dummies in all games, and 18 % larger in the games won, which the paper means; from 40 on it is a twentieth
smaller.

Against one rival Adversary keeps the promise as far as it could be tried: with the cards 1..m, m = 2 to 8, every way to
play that leaves nothing to chance is gone through, whatever the rival answers, and none wins. The paper's deck has too
many of them, because in a war an Adversary asks for a single card, and a rival may say what it likes: of 3.3 million
rounds that such rivals can bring about none was lost. (A Dummy answers by chance, and then plays otherwise: it wins one
game in seven.) With more players the claim fails. Two Adversaries and a Min: the two tie, lay everything down in their
war, and Min, who was not in it, has all the cards that are left. And a single Adversary among strategies that it knows
can lose, from nine players on: three Min, one Max and four SimpleMinded1 are enough.

On small decks the game is solved. With four and five cards an optimal strategy opens with a low card or the highest,
never with the 1; Min, Max and the careful strategies can be beaten for certain, which a Dummy cannot.
"""

import math
import sys
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from pathlib import Path

from wargraph import (
    Adversary,
    AuctionRound,
    Ending,
    LineUp,
    Strategy,
    Tournament,
    View,
    auction_study,
    exact_play,
    play_auction,
    round_robin,
    save_chart,
    simulate_auction,
    study_chart,
    tournament,
    tournament_chart,
)
from wargraph.auction.game import play_auction_round
from wargraph.auction.rules import LAID_DOWN, Hand, without
from wargraph.auction.strategies import Chances
from wargraph.auction.study import GAMES
from wargraph.chance import Chance
from wargraph.export.files import write_file
from wargraph.export.tables import csv_table, markdown_table
from wargraph.results import Row

FIGURES = Path(__file__).parent.parent / "figures"
SEED = 2026
PLAIN_GAMES = 20
PAIR_GAMES = 100_000
TABLE_GAMES = 2_000
TABLES = (3, 4, 5)
MOST_RIVALS = 10
SEARCHED = tuple(tuple(range(1, m + 1)) for m in range(2, 9))
SOLVED = (1, 2, 3, 4, 5)
STRATEGIES = ("Min", "Max", "Dummy", "SimpleMinded1", "SimpleMinded2", "Adversary")
KNOWN = ("Min", "Max", "SimpleMinded1", "SimpleMinded2")
"""Those that leave nothing to chance, and do not ask themselves."""


def check_plainly(games: int) -> None:
    """Play the first games of some line-ups by the plain rules as well, and compare."""
    for text in ("SimpleMinded1+10xDummy", "SimpleMinded2+100xDummy", "+".join(STRATEGIES)):
        plain = [play_auction(text, SEED, game, until_one_strategy=True) for game in range(games)]
        found = simulate_auction(text, games, SEED, until_one_strategy=True)
        lengths = Counter(len(game.rounds) for game in plain if game.ending in (Ending.WON, Ending.TIED))
        assert {int(n): int(found.rounds.counts[n]) for n in found.rounds.counts.nonzero()[0]} == lengths, text
        for player in range(len(found.line_up)):
            assert found.tally.won[player] == sum(game.winner == player for game in plain), text


def tables_of_adversary(most_rivals: int) -> Iterator[Row]:
    """One Adversary among 1, 2, ... others that it knows, every mixture of them: how the games come out."""
    for rivals in range(1, most_rivals + 1):
        outcomes: Counter[str] = Counter()
        first = ""
        for others in combinations_with_replacement(KNOWN, rivals):
            game = simulate_auction(["Adversary", *others], 1)
            won = game.won("Adversary")
            outcome = "won" if won else "lost" if game.count(Ending.WON) else "without a winner"
            outcomes[outcome] += 1
            if outcome == "lost":
                first = first or str(game.line_up)
        yield {
            "players": rivals + 1,
            "line_ups": outcomes.total(),
            **{name: outcomes[name] for name in ("won", "without a winner", "lost")},
            "first_lost": first or None,
        }


@cache
def war_choices(hand: Hand) -> list[Hand]:
    """Every choice of three cards to lay down and one to play."""
    return sorted({(*down, card) for card in set(hand) for down in combinations(without((card,), hand), LAID_DOWN)})


class AnyRival(Strategy):
    """Plays `play`, and makes every other choice in all ways, one after the other.

    A choice is made where it is first asked for, by an Adversary or by the game; asked again in the same view, it is
    the same. What it would play as a single card in a war only an Adversary asks.
    """

    def __init__(self, hands: tuple[Hand, ...]) -> None:
        self.start = hands
        self.play = 0
        self.numbers: list[int] = []
        self.asked: list[tuple[object, list[Hand]]] = []

    def card(self, view: View) -> int:
        if view.hands == self.start:
            return self.play
        return self.chosen(view, [(card,) for card in sorted(set(view.hand))])[0]

    def war_cards(self, view: View) -> Hand:
        return self.chosen(view, war_choices(view.hand))

    def chosen(self, view: View, choices: list[Hand]) -> Hand:
        """The choice whose turn it is in what the view shows."""
        shown = (view.hands, view.table, view.is_war)
        places = [place for place, (asked, _) in enumerate(self.asked) if asked == shown]
        place = places[0] if places else len(self.asked)
        if not places:
            self.asked.append((shown, choices))
        self.numbers += [0] * (place + 1 - len(self.numbers))
        return choices[self.numbers[place]]

    def next_choices(self) -> bool:
        """Go on to the next combination of choices; False if there is none."""
        self.numbers = self.numbers[: len(self.asked)]
        while self.numbers and self.numbers[-1] + 1 == len(self.asked[len(self.numbers) - 1][1]):
            self.numbers.pop()
        if self.numbers:
            self.numbers[-1] += 1
        return bool(self.numbers)


def all_rounds(hands: tuple[Hand, ...], piles: tuple[Hand, ...], table: Hand) -> Iterator[AuctionRound]:
    """Every round that a rival of an Adversary can bring about, the rival's choices being known."""
    rival = AnyRival(hands)
    line_up = LineUp((Adversary(), rival))
    for rival.play in sorted(set(hands[1])):
        rival.numbers, is_new = [], True
        while is_new:
            rival.asked = []
            yield play_auction_round(line_up, hands, piles, table, Chances.of(Chance(), 2))
            is_new = rival.next_choices()


def best_rival(cards: Hand) -> Row:
    """Whether any rival whose choices are known can beat an Adversary, by trying all they can do.

    All states are visited that a rival can lead to; one in which the Adversary has no cards, and the rival has, would
    be a way to win. `most_points` is the largest sum of cards that a rival can get in a game that goes on.
    """
    start: tuple[tuple[Hand, ...], tuple[Hand, ...], Hand] = ((cards, cards), ((), ()), ())
    seen, waiting = {start}, deque([start])
    rounds, most, is_beaten = 0, sum(cards), False
    while waiting:
        for played in all_rounds(*waiting.popleft()):
            rounds += 1
            state = (played.hands, played.piles, played.table)
            if state in seen:
                continue
            seen.add(state)
            is_beaten |= bool(played.hands[1]) and not played.hands[0]
            if all(played.hands):
                waiting.append(state)
                most = max(most, sum(played.hands[1]) + sum(played.piles[1]))
    return {
        "cards": f"{cards[0]}..{cards[-1]}",
        "states": len(seen),
        "rounds_tried": rounds,
        "can_be_beaten": "yes" if is_beaten else "no",
        "most_points": most,
        "of": 2 * sum(cards),
    }


def rankings(tournaments: dict[int, Tournament]) -> list[Row]:
    """The rankings of all tournaments, by the number of players at a table."""
    return [{"players": players, **row} for players, found in tournaments.items() for row in found.ranking_rows()]


def optimal_play(cards: int) -> Iterator[Row]:
    """A row for each strategy on a small deck: its value against optimal play, and against a best response.

    `guaranteed` is what the optimal strategy gets at the start, of which the value is 0. Six decimals are told.
    """
    found = exact_play(cards)
    opening = "/".join(f"{row['probability']:.3f}" for row in found.opening_rows())
    for row in found.strategy_rows():
        yield {
            "cards": cards,
            "states": found.states,
            "guaranteed": six_decimals(found.low),
            "opening": opening,
            "strategy": row["strategy"],
            "against_optimal": six_decimals(row["against_optimal"]),
            "worst_case": six_decimals(row["worst_case"]),
        }


def six_decimals(value: float | None) -> float | None:
    """A number without what is beyond the sixth decimal, and without the sign of a zero."""
    return None if value is None else round(value, 6) + 0.0


def main(
    folder: Path = FIGURES,
    opponents: Sequence[int] = range(1, 101),
    scale: float = 1.0,
    most_rivals: int = MOST_RIVALS,
    searched: Sequence[Hand] = SEARCHED,
    solved: Sequence[int] = SOLVED,
) -> None:
    """Check, play, compare, search, solve; write the tables and the figures. `scale` makes for fewer games."""
    check_plainly(math.ceil(PLAIN_GAMES * scale))
    print("the first games agree with the plain rules\n", flush=True)
    study = auction_study(opponents, round(GAMES * scale), SEED)
    games = {2: round(PAIR_GAMES * scale)} | dict.fromkeys(TABLES, round(TABLE_GAMES * scale))
    tournaments = {
        players: tournament(round_robin(STRATEGIES, players), number, SEED) for players, number in games.items()
    }
    tables = {
        "auction-ranking": rankings(tournaments),
        "auction-adversary": list(tables_of_adversary(most_rivals)),
        "auction-best-rival": [best_rival(cards) for cards in searched],
        "auction-exact": [row for cards in solved for row in optimal_play(cards)],
    }
    for name, rows in tables.items():
        print(markdown_table(rows), end="\n\n")
        write_file(folder / f"{name}.csv", csv_table(rows))
    write_file(folder / "auction-study.csv", csv_table(study.rows()))
    write_file(folder / "auction-pairs.csv", csv_table(tournaments[2].rows()))
    save_chart(study_chart(study), folder / "auction-study.svg")
    save_chart(tournament_chart(tournaments[2]), folder / "auction-pairs.svg")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
