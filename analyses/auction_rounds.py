"""Which strategy wins WAR with Auction Rounds?

    python analyses/auction_rounds.py

Rosenthal and Sattizahn, who invented the game, let a careful player (SimpleMinded1 or SimpleMinded2) play against 1 to
100 players who choose a card at random (Dummy), 9,030 games for each number of opponents. This study plays the 1.8
million games again: the six plots are in figures/auction-study.svg, with the table beside them.

The paper did not let its strategies play against one another. In this study all of them do, in pairs and at tables of
three to five. The study also tests the paper's claim that Adversary, which asks the other players what they will play,
"at least ties" against known strategies.

Results. The careful strategies beat only the careless: Min and Max, the two simplest, beat either of them, and
against one Dummy plain Max does better than both. SimpleMinded2 wins more often than SimpleMinded1, as the paper says,
most of all at 8 and 9 Dummies, with 0.77 against 0.59 of the games. Against one the difference is small, but with more
games than the paper's it is clear: 0.9275 against 0.9200 of a million. From some 60 Dummies on it is hardly there. The
number of rounds, which the paper finds hardly different, is 40% larger at 7 and 8 Dummies in all games, and 18%
larger in the games won, which the paper means; from 40 on it is a twentieth smaller.

The claim fails. A rival can be made that wins in five rounds (analyses/best_rival.py), and with more players the known
strategies are enough. Two Adversaries and a Min: the two tie, lay everything down in their war, and Min, who was not in
it, has all the cards that are left. And a single Adversary among strategies that it knows can lose, from nine players
on: three Min, one Max and four SimpleMinded1 are enough.

On small decks the game is solved. With four and five cards an optimal strategy opens with a low card or the highest,
never with the 1; Min, Max and the careful strategies can be beaten for certain, which a Dummy cannot.
"""

import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from pathlib import Path

from wargraph import Ending, auction_study, exact_play, play_auction, plot, round_robin, simulate_auction, tournament
from wargraph.auction.simulate import GAMES, Tournament
from wargraph.auction.strategies import COMPILED, STRATEGIES, Dummy
from wargraph.report.files import write_file
from wargraph.report.result import Row
from wargraph.report.tables import csv_table, markdown_table

FIGURES = Path(__file__).parent.parent / "figures"
SEED = 2026
PLAIN_GAMES = 20
PAIR_GAMES = 100_000
TABLE_GAMES = 2_000
TABLES = (3, 4, 5)
MOST_RIVALS = 10
SOLVED = (1, 2, 3, 4, 5)
KNOWN = tuple(strategy.__name__ for strategy in COMPILED if strategy is not Dummy)
"""Those that leave nothing to chance, and do not ask themselves."""


def check_plainly(games: int) -> None:
    """Play the first games of some line-ups by the plain rules as well, and compare."""
    for text in ("SimpleMinded1+10xDummy", "SimpleMinded2+100xDummy", "+".join(STRATEGIES)):
        plain = [play_auction(text, SEED, game, until_one_strategy=True) for game in range(games)]
        found = simulate_auction(text, games, SEED, until_one_strategy=True)
        lengths = Counter(len(game.rounds) for game in plain if game.ending in (Ending.WON, Ending.TIED))
        assert {int(n): int(found.rounds.counts[n]) for n in found.rounds.counts.nonzero()[0]} == lengths, text
        assert found.games["winner"].tolist() == [game.winner or 0 for game in plain], text


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
    solved: Sequence[int] = SOLVED,
) -> None:
    """Check, play, compare, solve; write the tables and the figures. `scale` makes for fewer games."""
    check_plainly(math.ceil(PLAIN_GAMES * scale))
    print("the first games agree with the plain rules\n", flush=True)
    study = auction_study(opponents, round(GAMES * scale), SEED)
    games = {2: round(PAIR_GAMES * scale)} | dict.fromkeys(TABLES, round(TABLE_GAMES * scale))
    tournaments = {
        players: tournament(round_robin([*STRATEGIES], players), number, SEED) for players, number in games.items()
    }
    tables = {
        "auction-ranking": rankings(tournaments),
        "auction-adversary": list(tables_of_adversary(most_rivals)),
        "auction-exact": [row for cards in solved for row in optimal_play(cards)],
    }
    for name, rows in tables.items():
        print(markdown_table(rows), end="\n\n")
        write_file(folder / f"{name}.csv", csv_table(rows))
    write_file(folder / "auction-study.csv", csv_table(study.rows()))
    write_file(folder / "auction-pairs.csv", csv_table(tournaments[2].rows()))
    plot(study).save(folder / "auction-study.svg")
    plot(tournaments[2]).save(folder / "auction-pairs.svg")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
