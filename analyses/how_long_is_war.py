"""How long is a game of War with 52 cards, and can it go on forever?

    python analyses/how_long_is_war.py

Two published studies asked. Bryer played 10,000 games in R: each player has one pile, and the winner takes the
deciding cards first. Drew played 100,000 games in JavaScript: winnings lie on a pile of their own, which is shuffled
when the hand is empty, or taken up as it lies. Here both are played again, a million games each, and their figures
stand beside ours, with the chance that a sample as large as theirs is at least as far from ours as it is.

Their readers asked more. Can a game go on forever? What if one side shuffles and the other does not? How likely are a
double and a triple war, and with three players a three-way war? What is the shortest possible game, and how likely is
one of a single round? Each question gets a number, with its interval where games were sampled, and without where it is
counted exactly. `docs/readers-questions.md` has the answers in plain words.

Some readers reported figures of their own, and not all their rules. For each, the rules that come closest are searched
for among 90, and for games that are not shuffled 180: these are guesses, and other rules may come as close.

What comes out. The published figures are met within sampling error; the least likely of the nine is Drew's mean of 262
turns, which is as far from ours as it is with chance 0.03. Bryer's game ends, as far as a million games can tell,
although nothing but the deal is left to chance. Drew's, taken up as it lies, never ends from 12 of 100 deals. That is
proved by the hands that come back, nine times in ten after exactly 52 turns; what Drew counted, games of 5,000 turns,
are these and a few very long ones. One player who shuffles is enough to end every game, and pays for it: the one who
does not shuffle wins 55 of 100. A game can be over in its first turn.

And the parity. In a round without a war one card changes sides, in a full war five, in a full double war nine: odd
numbers all. So a game in which no war found a player short of cards has as many rounds, counted modulo two, as the
loser was dealt cards: 26, an even number. Full wars, whatever their number, do not make a game odd; wars with a player
short of cards can, and in these games nothing else did.
"""

import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np

from wargraph import RuleSet, compare, odds, play_full_game, plot, simulate
from wargraph.full_game.hands import hands_text
from wargraph.full_game.simulation import Simulation
from wargraph.report.estimates import Share
from wargraph.report.files import write_file
from wargraph.report.result import Row
from wargraph.report.tables import csv_table, markdown_table

FIGURES = Path(__file__).parent.parent / "figures"
GAMES = 1_000_000
SEED = 2026
PLAIN_GAMES = 20
STUDIES = ("bryer", "drew-shuffle", "drew-stack")
BRYERS_SHORTEST = (
    "ranks:1,1,1,2,2,2,3,3,3,4,4,5,4,5,6,6,5,7,7,8,6,8,8,8,7,9|"
    "1,9,9,9,2,10,10,10,3,10,11,11,4,11,11,12,5,12,12,12,6,13,13,13,7,13"
)  # fmt: skip
SHORTEST = (
    "ranks:1,1,1,2,2,2,3,3,3,4,4,5,4,5,6,6,5,7,7,8,6,8,8,9,7,9|"
    "1,9,9,10,2,10,10,10,3,11,11,11,4,11,12,12,5,12,12,13,6,13,13,13,7,8"
)  # fmt: skip
"""Deals whose game is over after one round: none can be shorter."""
OTHERS = (
    "kids",
    "drew-shuffle,winnings=shuffled/first-won-first",
    "drew-shuffle,winnings=first-won-first/shuffled",
    "rutgers,players=3",
    "rutgers,players=4",
    "rutgers,deck=13x4+2,players=3",
    "rutgers,deck=13x8,players=3",
    "rutgers,deck=13x8+2,players=3",
    "bryer,deck=13x4+2",
    "drew-shuffle,deck=13x4+2",
    "drew-stack,deck=13x4+2",
    "drew-shuffle,winnings=on-top",
)
THREE_PLAYERS = OTHERS[3:8]
JOKERS = OTHERS[8:11]
ON_TOP = OTHERS[11]
DECKS = ("13x4", "13x4+2", "13x8", "13x8+2")
DREWS_CAP = 5_000

PUBLISHED = {
    "bryer": {"games": 10_000, "mean": 173.66, "median": 135, "shortest": 9, "longest": 1381},
    "drew-shuffle": {"games": 100_000, "mean": 262, "mode": 84, "longest": 2702},
    "drew-stack": {"games": 100_000, "mode": 104, "not over in 5,000 turns": 11_837},
}
"""Bryer's figures and Drew's, as published. Drew's mean is given without decimals."""


@dataclass(frozen=True)
class Report:
    """What a reader reported: the figures of games with the pile shuffled, not shuffled, or on top of the hand."""

    reader: str
    pile: str
    figures: dict[str, float]


REPORTS = (
    Report("Sam", "shuffled", {"mean": 268}),
    Report("Sam", "not shuffled", {"mean": 580, "share endless": 0.06}),
    Report("a million games", "shuffled", {"mean": 260, "mode": 86, "shortest": 5, "longest": 3548}),
    Report("Hagai", "not shuffled", {"mean": 300, "median": 226, "shortest": 15, "longest": 3800}),
    Report("Mark", "on top", {"share endless": 0}),
)
PILES = {"shuffled": ("shuffled",), "not shuffled": ("first-won-first", "last-won-first"), "on top": ("on-top",)}
TOLERANCES = {"mean": 0.01, "median": 0.02, "mode": 0.1, "share endless": 0.1}
"""What counts as one unit of distance, as a share of the reported figure. Extremes depend on the number of games."""
TRIED = tuple(
    f"drew-stack,war={war},face-down={face_down},replacement={replacement},counting={counting}"
    for war, face_down, replacement, counting in product(
        ("strict", "shortest", "each"),
        (1, 2, 3),
        ("winner-first", "loser-first", "played", "reversed", "random-order"),
        ("rounds", "skirmishes"),
    )
)
"""The rules among which those of readers are searched for, each with the piles that a reader names."""
ROUNDS_OF_TRIALS = ((3000, 10), (100_000, 1))
"""With how many games rules are tried, and how many of the closest are left."""
MOST_TRIED_ROUNDS = 20_000


def check_plainly(games: int) -> None:
    """Play the first games by the plain rules as well, and compare the histograms."""
    for preset in (*STUDIES, *OTHERS):
        rules = RuleSet.parse(preset)
        plain = [play_full_game(rules, seed=SEED, game=game) for game in range(games)]
        found = simulate(rules, games, SEED)
        assert found.by_turns == Counter(sorted(game.turns for game in plain if game.cycle_length is None)), preset
        assert found.by_cycle_length == Counter(game.cycle_length for game in plain if game.cycle_length is not None), (
            preset
        )


def compare_published(found: Simulation) -> list[Row]:
    """The published figures of a study beside ours.

    `chance` is the probability that the figure of a sample of the published size is at least as far out as the
    published one, on either side, if ours is the truth.
    """
    rules, published = str(found.rules), PUBLISHED[str(found.rules)]
    games = published["games"]
    long = sum(count for turns, count in found.by_turns.items() if turns >= DREWS_CAP)
    over = (found.endless + long) / len(found.games)
    ended = round(games * found.finished / len(found.games))
    middle = math.sqrt(0.25 / ended)
    of_median = (found.quantile(0.5 + middle) - found.quantile(0.5 - middle)) / 2
    modes = sampled_modes(found, ended)
    ours_and_chance = {
        "mean": (
            found.mean,
            lambda value: of_deviation(value, found.mean, found.lengths.sd / math.sqrt(ended), value % 1 == 0),
        ),
        "median": (found.median, lambda value: of_deviation(value, found.median, of_median, True)),
        "mode": (found.lengths.mode, lambda value: two_sided(np.mean(modes <= value), np.mean(modes >= value))),
        "shortest": (found.shortest, lambda value: of_shortest(found, value, ended)),
        "longest": (found.longest, lambda value: of_longest(found, value, ended)),
        "not over in 5,000 turns": (
            games * over,
            lambda value: of_deviation(value, games * over, math.sqrt(games * over * (1 - over)), True),
        ),
    }
    return [
        {
            "rules": rules,
            "figure": figure,
            "published": value,
            "of_games": games,
            "ours": round(ours_and_chance[figure][0], 2),
            "ours_of_games": len(found.games),
            "chance": round(ours_and_chance[figure][1](value), 3),
        }
        for figure, value in published.items()
        if figure != "games"
    ]


def of_deviation(value: float, mean: float, error: float, is_rounded: bool) -> float:
    """The chance of a deviation from the mean, given its standard error; a rounded value may be half a unit off."""
    return math.erfc(max(abs(value - mean) - is_rounded / 2, 0) / error / math.sqrt(2))


def of_shortest(found: Simulation, value: int, games: int) -> float:
    """The chance that the shortest of so many games is as far out as the value."""
    below, within = at_most(found, value - 1), at_most(found, value)
    return two_sided(1 - (1 - within) ** games, (1 - below) ** games)


def of_longest(found: Simulation, value: int, games: int) -> float:
    """The chance that the longest of so many games is as far out as the value."""
    below, within = at_most(found, value - 1), at_most(found, value)
    return two_sided(within**games, 1 - below**games)


def at_most(found: Simulation, turns: int) -> float:
    """The share of finished games with at most so many turns."""
    return int(found.lengths.counts[: turns + 1].sum()) / found.finished


def two_sided(low: float, high: float) -> float:
    """The chance of being at least as far out on either side."""
    return min(1.0, 2 * min(low, high))


def sampled_modes(found: Simulation, games: int, samples: int = 1000) -> np.ndarray:
    """The most frequent number of turns in random samples of so many finished games."""
    shares = found.lengths.counts / found.finished
    return np.random.default_rng(SEED).multinomial(games, shares, samples).argmax(axis=1)


def answers(found: dict[str, Simulation]) -> Iterator[Row]:
    """A number for every question the readers asked. `low` and `high` enclose it with 95% confidence."""
    question = "Can a game go on forever?"
    for rules in ("drew-stack", "bryer"):
        yield row(question, rules, "share of games proved endless", found[rules].endless_share)
    stack = found["drew-stack"]
    assert stack.first_endless is not None
    deal = play_full_game(stack.rules, seed=SEED, game=stack.first_endless)
    assert deal.cycle_length is not None
    yield row(
        question,
        "drew-stack",
        f"turns before the cycle, of {deal.cycle_length}, from {hands_text(deal.deal)}",
        deal.preperiod,
    )
    often = Share.of(stack.by_cycle_length[52], stack.endless)
    yield row(question, "drew-stack", "share of the endless games with a cycle of 52 turns", often)
    question = "What if one side shuffles and the other does not?"
    for rules, shuffler in ((OTHERS[1], 0), (OTHERS[2], 1)):
        game = found[rules]
        yield row(question, rules, "mean turns", game.mean, game.lengths.mean_interval)
        yield row(
            question, rules, "share won by the one who shuffles", Share.of(int(game.won[shuffler]), len(game.games))
        )
        yield row(question, rules, f"share not over in {game.cap:,} turns", Share.of(game.capped, len(game.games)))
    question = "How likely are a double and a triple war?"
    for rules in STUDIES:
        yield from war_rows(question, found[rules], "double", "triple")
    question = "How likely is a three-way war, and a double or triple one?"
    for rules in THREE_PLAYERS:
        yield from war_rows(question, found[rules], "three way", "double three way", "triple three way")
    question = "What if two jokers play, the highest cards of all?"
    for rules in JOKERS:
        yield row(question, rules, "mean turns", found[rules].mean, found[rules].lengths.mean_interval)
        yield row(question, rules, "share of games proved endless", found[rules].endless_share)
    question = "What if winnings go on top of the hand?"
    top = found[ON_TOP]
    yield row(question, ON_TOP, "mean turns", top.mean, top.lengths.mean_interval)
    yield row(question, ON_TOP, "share of games proved endless", top.endless_share)
    question = "What is the shortest possible game?"
    for rules in (*STUDIES, "kids"):
        shortest = play_full_game(rules, BRYERS_SHORTEST if rules == "bryer" else SHORTEST)
        yield row(question, rules, f"turns, from {hands_text(shortest.deal)}", shortest.turns)
    question = "Why are even numbers of turns more frequent?"
    for rules in STUDIES[1:]:
        yield row(
            question,
            rules,
            "share of finished games with an odd number of turns",
            found[rules].odd_share,
        )
        without = int(found[rules].by_parity[1, 0])
        yield row(question, rules, "odd games in which no player of a war was short of cards", without)


def war_rows(question: str, found: Simulation, *kinds: str) -> Iterator[Row]:
    """How often these wars occur in a round, and in a game."""
    for war in found.war_rows():
        if war["war"] in kinds:
            share = Share.of(war["games_with"], found.finished)
            interval = war["per_round_low"], war["per_round_high"]
            yield row(question, str(found.rules), f"share of finished games with a {war['war']} war", share)
            yield row(question, str(found.rules), f"{war['war']} wars a round", war["per_round"], interval)


def exact_answers(decks: Sequence[str]) -> Iterator[Row]:
    """Odds that are counted exactly: very short games, and wars in the first round."""
    question = "How likely is a game of a single round, of two, of three?"
    for rules, deck in product(("bryer", "drew-stack", "drew-shuffle", "kids"), decks):
        # Where winnings are shuffled, and with two decks, three rounds take too long to count.
        rounds = 3 if RuleSet.preset(rules).is_deterministic and deck in DECKS[:2] else 2
        for number, chance in enumerate(odds(f"{rules},deck={deck}", rounds).by_rounds, start=1):
            yield from exact_rows(question, f"{rules},deck={deck}", f"games that last {number} rounds", chance)
    question = "How likely is a war in the first round?"
    for rules, deck in product(("rutgers", "rutgers,players=3"), decks):
        by_wars = odds(f"{rules},deck={deck}", rounds=0).by_wars
        for depth, name in enumerate(("single", "double", "triple"), start=1):
            chance = sum((each for (wars, _), each in by_wars.items() if wars == depth), Fraction(0))
            yield from exact_rows(question, f"{rules},deck={deck}", f"first rounds with a {name} war", chance)
        if "players=3" in rules:
            for depth, name in enumerate(("three-way", "double three-way", "triple three-way"), start=1):
                chance = by_wars[depth, depth]
                what = f"first rounds with a {name} war and no other"
                yield from exact_rows(question, f"{rules},deck={deck}", what, chance)


def exact_rows(question: str, rules: str, what: str, chance: Fraction) -> Iterator[Row]:
    """A probability, and in how many there is one."""
    yield row(question, rules, f"exact share of {what}", float(chance))
    yield row(question, rules, f"exactly one in so many: {what}", float(1 / chance))


def differences(rules: tuple[str, ...], games: int) -> Iterator[Row]:
    """How much longer games of the same number last by one rules than by another."""
    for line in compare(rules, games, SEED).rows():
        what = f"turns more than by {line['other']}, where both end"
        interval = line["low"], line["high"]
        yield row("By which rules do games last longer?", line["rules"], what, line["difference"], interval)


def reader_rows(games: int, tried: Sequence[str]) -> Iterator[Row]:
    """The figures that readers reported, beside those by the rules that come closest."""
    for reader in dict.fromkeys(report.reader for report in REPORTS):
        reports = [report for report in REPORTS if report.reader == reader]
        for report, rules in zip(reports, closest_rules(reports, tried), strict=True):
            found = simulate(rules, games, SEED)
            for figure, reported in report.figures.items():
                yield {
                    "reader": reader,
                    "winnings": report.pile,
                    "figure": figure,
                    "reported": reported,
                    "closest_rules": str(found.rules),
                    "ours": float(f"{figure_of(found, figure):.6g}"),
                    "of_games": games,
                }


def closest_rules(reports: Sequence[Report], tried: Sequence[str]) -> list[str]:
    """The rules, one for each report, alike but for the pile, that come closest to all of a reader's figures.

    The distance is the sum of squares of what the figures differ by, in units of `TOLERANCES`. All rules are tried with
    few games, the closest of them with more.
    """
    chosen = [
        tuple(f"{common},winnings={pile}" for pile in piles)
        for common in tried
        for piles in product(*(PILES[report.pile] for report in reports))
    ]
    for games, left in ROUNDS_OF_TRIALS:
        distances = {
            rules: sum(map(distance, reports, (simulate(each, games, SEED, MOST_TRIED_ROUNDS) for each in rules)))
            for rules in chosen
        }
        chosen = sorted(chosen, key=lambda rules: distances[rules])[:left]
    return list(chosen[0])


def distance(report: Report, found: Simulation) -> float:
    """How far a simulation is from what a reader reported."""
    return sum(
        ((figure_of(found, figure) - reported) / (TOLERANCES[figure] * reported or 0.001)) ** 2
        for figure, reported in report.figures.items()
        if figure in TOLERANCES
    )


def figure_of(found: Simulation, figure: str) -> float:
    """A figure of a simulation, by its name in a report."""
    if figure == "share endless":
        return found.endless_share.value
    value = found.lengths.mode if figure == "mode" else getattr(found, figure)
    return math.inf if value is None else float(value)


def row(
    question: str, rules: str, what: str, value: float | Share | None, interval: tuple[float, float] | None = None
) -> Row:
    """One answer, with its interval if it is an estimate."""
    if interval is not None:
        value = Share(value, *interval)
    low, high = (value.low, value.high) if isinstance(value, Share) else (None, None)
    number = value.value if isinstance(value, Share) else value
    rounded = [each if each is None or isinstance(each, int) else float(f"{each:.6g}") for each in (number, low, high)]
    return {
        "question": question,
        "rules": rules,
        "what": what,
        **dict(zip(("answer", "low", "high"), rounded, strict=True)),
    }


def main(
    folder: Path = FIGURES, games: int = GAMES, decks: Sequence[str] = DECKS, tried: Sequence[str] = TRIED
) -> None:
    """Check, simulate, compare, answer; write the tables and the figure."""
    check_plainly(PLAIN_GAMES)
    found = {rules: simulate(rules, games, SEED) for rules in (*STUDIES, *OTHERS)}
    compared = [line for rules in STUDIES for line in compare_published(found[rules])]
    answered = [*answers(found), *differences((*STUDIES, "kids"), games), *exact_answers(decks)]
    readers = list(reader_rows(games, tried))
    print("the first games agree with the plain rules\n")
    print(*map(markdown_table, (compared, answered, readers)), sep="\n\n")
    write_file(folder / "how-long-is-war.csv", csv_table(compared))
    write_file(folder / "how-long-is-war-answers.csv", csv_table(answered))
    write_file(folder / "how-long-is-war-readers.csv", csv_table(readers))
    plot([found[rules] for rules in (*STUDIES, OTHERS[1])]).save(folder / "how-long-is-war.svg")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
