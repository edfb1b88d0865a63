"""How likely is a game of War won in one pass, how long is the longest of 24 million, and how many ties come in a row?

Readers of two published studies asked, besides what `how_long_is_war.py` answers.

    python analyses/readers_questions.py

**One pass.** "My son did not win a single time": one player wins every round, so the game is over when the other player
has played the dealt cards once. Then nothing depends on where winnings go, or in which order. A pass is a sequence of
comparisons, won or tied, with cards face down between them, which may be any cards. So the probability is a sum over
sequences: the number of sequences with so many won comparisons and so many ties, times the probability that so many
given pairs of cards come out so, which is counted rank by rank. The sum is exact under rules by which both players lay
equally many cards in a war. It is compared with every deal of small decks, played by the plain rules, and with 20
million games.

**Two passes.** The loser takes up a pile of winnings once, and then wins nothing more. The pile depends on the first
pass, so the engine plays games, and those that may be so short are played again by the plain rules, which show who
takes up a pile.

**The longest of 24 million games** is found by playing as many. The interval says where the longest of 24 million other
games lies with 95% probability, if lengths near the longest are exponential. The reader puts winnings on top, and the
rest of the rules is not known. So 120 sets of rules with winnings on top are tried with few games each: how long the
longest of 24 million would be, and with how many wars. The rules closest to both figures are then played 24 million
times. They are not the reader's: under them 1,531 turns are too few for the longest of so many games.

**Ties in a row** are the ties of one round. **Piles beside the hand**: a million games for each way to take them up.

**Four aces**, and all aces and kings: a million games for each rules in which player 1 was dealt these cards, and the
others are dealt at random. On small decks the chance to win is compared with that of every deal, played by the plain
rules.
"""

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb, factorial, perm
from pathlib import Path

import numpy as np

from wargraph import Ending, Replacement, RuleSet, odds, play_full_game, simulate
from wargraph.full_game.choices import NobodyLeft
from wargraph.full_game.game import FullGame
from wargraph.full_game.given import Condition
from wargraph.full_game.hands import dealt_hands
from wargraph.full_game.rounds import face_down
from wargraph.full_game.simulation import Simulation
from wargraph.full_game.table import DEPTHS, FIELDS, Column
from wargraph.report.estimates import Share
from wargraph.report.files import write_file
from wargraph.report.result import Row
from wargraph.report.tables import csv_table, markdown_table

FIGURES = Path(__file__).parent.parent / "figures"
SEED = 2026
GAMES = 1_000_000
"""Games by each rules, where a share or a mean is asked for."""
ONE_PASS_GAMES = 20_000_000
"""Games that the exact odds of a pass are compared with."""
READERS_GAMES = 24_000_000
"""As many as the reader played whose longest game had 1,531 turns and 232 wars."""
READERS_LONGEST, READERS_WARS = 1531, 232

ONE_PASS = (
    *("drew-shuffle", "regular", "bryer"),
    *("drew-shuffle,deck=13x4+2", "regular,deck=13x4+2", "bryer,deck=13x4+2"),
    *("drew-shuffle,face-down=1", "drew-shuffle,face-down=0"),
)
TWO_PASSES = ("drew-shuffle", "drew-stack", "drew-shuffle,deck=13x4+2", "drew-stack,deck=13x4+2")
SMALL = tuple(
    f"{rules},deck={deck},face-down={m}"
    for rules in ("drew-shuffle", "regular", "bryer", "delahaye-mathieu", "regular,winnings=last-won-first")
    for deck in ("4x2", "2x4", "3x2+2")
    for m in (0, 1, 3)
)
"""Rules whose every deal is played, to compare with the exact odds."""
TRIED = tuple(
    f"rutgers,winnings=on-top,war={war},face-down={m},replacement={replacement}"
    for war, m, replacement in product(("strict", "shortest", "each"), range(4), Replacement)
    if m or war == "strict"  # with nothing face down they are the same; of two players' rules `longest` is `strict`
)
"""Rules with winnings on top, among which the reader's are searched for."""
TRIED_GAMES = 40_000
PILES = tuple(
    f"{rules},winnings={pile}"
    for rules in ("drew-stack", "regular")
    for pile in ("first-won-first", "under", "last-won-first", "shuffled")
)

GIVEN = {"four aces": "1: A,A,A,A", "all aces and kings": "1: A,A,A,A,K,K,K,K"}
GIVEN_RULES = ("kids", "bryer", "drew-shuffle", "drew-stack")
GIVEN_SMALL = {"rutgers,deck=3x2": "1: 3,3", "bryer,deck=2x3": "1: 2,2,2", "delahaye-mathieu,deck=7x1": "2 top: 7"}
"""Small decks, with all cards of a rank given, as the plain check does not tell the cards of a rank apart."""

WON = Ending.WON.code


def one_pass_odds(rules: RuleSet) -> Fraction:
    """The probability that one of two players wins every round, and with them all cards.

    >>> one_pass_odds(RuleSet.parse("rutgers,deck=2x1"))
    Fraction(1, 1)
    """
    chances = chances_of_pairs(rules.deck)
    return sum(
        (
            number * chances.get(pairs, Fraction(0))
            for winner in range(2)
            for pairs, number in passes(rules, winner).items()
        ),
        Fraction(0),
    )


@cache
def chances_of_pairs(deck: tuple[int, ...]) -> dict[tuple[int, int], Fraction]:
    """The probability that of w + t given pairs of cards w are won by the first card and t tied, by (w, t).

    The ranks are gone through from the lowest. Each gives some of its cards to ties, two by two, some to won pairs as
    the lower card, and some as the higher card to pairs that have their lower one. Ways are counted with the cards of a
    rank told apart, and pairs are named at the end.
    """
    ways = {(0, 0, 0): 1}  # by won pairs with one card, won pairs with both, ties
    for cards in deck:
        grown = Counter[tuple[int, int, int]]()
        for (half, won, tied), count in ways.items():
            for ties in range(cards // 2 + 1):
                for higher in range(min(half, cards - 2 * ties) + 1):
                    for lower in range(cards - 2 * ties - higher + 1):
                        laid = perm(cards, 2 * ties + higher + lower) * comb(half, higher)
                        state = half - higher + lower, won + higher, tied + ties
                        grown[state] += count * laid // (factorial(lower) * factorial(ties))
        ways = grown
    return {
        (won, tied): Fraction(count * factorial(won) * factorial(tied), perm(sum(deck), 2 * (won + tied)))
        for (half, won, tied), count in ways.items()
        if not half
    }


def passes(rules: RuleSet, winner: int) -> Counter[tuple[int, int]]:
    """In how many ways the winner can win every round, by the comparisons won and tied on the way."""

    @cache
    def ways(left: int, won: int, table: int) -> Counter[tuple[int, int]]:
        """From a comparison on: `left` dealt cards each, cards that the winner has won, cards on the table."""
        found = Counter[tuple[int, int]]()
        after = ways(left - 1, won + table + 2, 0) if left > 1 else {(0, 0): 1}
        for (wins, ties), number in after.items():
            found[wins + 1, ties] += number
        held = [left - 1 + won, left - 1]
        laid = face_down(rules.war.how, rules.face_down, held)
        own, other = held[0] - laid[0], held[1] - laid[1]
        if not other:  # who has a card to show wins; if nobody has, the last player does, or nobody
            found[0, 1] += int(own > 0 or (rules.nobody_left is NobodyLeft.LAST_PLAYER and winner == 1))
        elif own:
            assert laid[0] == laid[1], "the winner would show a card that was won: its rank is not any rank"
            for (wins, ties), number in ways(other, won, table + 2 + sum(laid)).items():
                found[wins, ties + 1] += number
        return found

    return ways(rules.dealt[0], 0, 0)


def check_one_pass(small: Sequence[str] = SMALL) -> None:
    """Play every deal of small decks by the plain rules, and compare how many are won in one pass."""
    for text in small:
        rules = RuleSet.parse(text)
        dealt = rules.dealt[0]
        deck = [rank for rank, cards in enumerate(rules.deck, start=1) for _ in range(cards)]
        orders = set(permutations(deck))
        won = sum(is_one_pass(play_full_game(rules, (order[:dealt], order[dealt:]), cap=dealt)) for order in orders)
        assert Fraction(won, len(orders)) == one_pass_odds(rules), text


def is_one_pass(game: FullGame) -> bool:
    """Whether one player won every round, and the game."""
    return game.ending is Ending.WON and {won.winner for won in game.rounds} == {game.winner}


def passes_of_loser(game: FullGame) -> int:
    """How many times the loser of a game that was won played a hand to its end: the dealt one, and piles taken up."""
    assert game.winner is not None
    loser = 3 - game.winner
    hand, pile, played = len(game.deal[loser - 1]), 0, 1
    for each in game.rounds:
        drawn = sum(player == loser for play in each.plays for player, _ in play)
        while drawn > hand:
            drawn -= hand
            hand, pile, played = pile, 0, played + 1
        hand -= drawn
        pile += len(each.returned) * (each.winner == loser)
    return played


def short_games(rules: RuleSet, games: int, most_played: int) -> Iterator[FullGame]:
    """All games among so many that were won while the loser played that many cards at most, and some longer ones.

    A comparison takes a card from the loser, and a war `face_down` more. A war that found a player short of cards is
    counted as if it took none, nor the comparison after it: the other player may show a card alone.
    """
    table = simulate(rules, games, SEED, cap=most_played).games
    full_wars = table["wars"] - table["short_wars"]
    played = table["rounds"] - table["short_wars"] + (1 + rules.face_down) * full_wars
    are_short = (table["ending"] == WON) & (played <= most_played)
    return (play_full_game(rules, seed=SEED, game=game) for game in np.flatnonzero(are_short).tolist())


def pass_rows(games: int, one_pass_games: int) -> Iterator[Row]:
    """How often a game is over in one pass through the dealt cards, and in two."""
    question = "How likely is a game in which one player wins every round?"
    for text in ONE_PASS:
        chance = one_pass_odds(RuleSet.parse(text))
        yield row(question, text, "exact share of games over in one pass", float(chance))
        yield row(question, text, "exactly one in so many: games over in one pass", float(1 / chance))
    rules = RuleSet.parse(ONE_PASS[0])
    seen = sum(map(is_one_pass, short_games(rules, one_pass_games, rules.dealt[0])))
    yield from share_rows(question, str(rules), "games over in one pass", seen, one_pass_games)
    question = "How likely is a game that is over in two passes?"
    for text in TWO_PASSES:
        rules = RuleSet.parse(text)
        # In two passes the loser plays the cards dealt and the cards won: at most all cards of the deck.
        counted = Counter(map(passes_of_loser, short_games(rules, games, rules.dealt[0] + rules.cards)))
        yield from share_rows(question, text, "games over in two passes or one", counted[1] + counted[2], games)


def share_rows(question: str, rules: str, what: str, count: int, games: int) -> Iterator[Row]:
    """A share, and one in how many that is."""
    share = Share.of(count, games)
    yield row(question, rules, f"share of {what}", share.value, (share.low, share.high), games)
    if count:
        interval = 1 / share.high, 1 / share.low
        yield row(question, rules, f"one in so many: {what}", 1 / share.value, interval, games)


def longest_rows(games: int, tried: Sequence[str], tried_games: int) -> Iterator[Row]:
    """The longest of so many games with winnings on top, its wars, and how far out the reader's is."""
    question = "How long is the longest of 24 million games?"
    closest = min(tried, key=lambda text: distance_from_reader(text, tried_games))
    yield row(question, f"{RuleSet.parse(closest)}", "closest to the reader's figures, of so many rules", len(tried))
    for text in (f"{RuleSet.parse(closest)}", "drew-stack,winnings=on-top"):
        found = simulate(text, games, SEED)
        number = int(found.games["turns"].argmax())
        wars = int(found.games["wars"][number])
        yield row(question, text, "turns of the longest game", found.longest, longest_interval(found, games), games)
        yield row(question, text, "number of the longest game", number, None, games)
        yield row(question, text, "wars in the longest game", wars, None, games)
        longer = sum(count for turns, count in found.by_turns.items() if turns >= READERS_LONGEST)
        yield row(question, text, f"games of {READERS_LONGEST:,} turns or more", longer, None, games)
        share = Share.of(found.finished - longer, found.finished)
        chance, *interval = (each**READERS_GAMES for each in (share.value, share.low, share.high))
        what = f"chance that the longest of 24 million has fewer than {READERS_LONGEST:,} turns"
        yield row(question, text, what, chance, (interval[0], interval[1]), games)


def longest_interval(found: Simulation, games: int) -> tuple[float, float]:
    """Where the longest of so many other games lies in 95% of the cases, if long lengths are exponential.

    How long they are is taken from the thousandth part of the games that are longest.
    """
    turns = np.repeat([*found.by_turns], [*found.by_turns.values()])
    longest = turns[-max(len(turns) // 1000, 50) :]
    share, scale = len(longest) / len(found.games), float(np.mean(longest - longest[0]))
    low, high = (longest[0] + scale * math.log(games * share / -math.log(chance)) for chance in (0.025, 0.975))
    return round(low), round(high)


def distance_from_reader(text: str, games: int) -> float:
    """How far the longest of 24 million games is from the reader's, and its wars: the sum of both as logarithms."""
    found = simulate(text, games, SEED, cap=READERS_LONGEST * 10)
    if found.finished < len(found.games):
        return math.inf  # the reader saw no such game
    longest = found.games[found.games["ending"] == WON][["rounds", "wars"]].tolist()
    turns, wars = zip(*sorted(longest)[-games // 100 :], strict=True)
    most = sum(longest_interval(found, READERS_GAMES)) / 2
    return abs(math.log(most / READERS_LONGEST)) + abs(math.log(most * sum(wars) / sum(turns) / READERS_WARS))


def tie_rows(games: int) -> Iterator[Row]:
    """The most ties in a row: in a game, in so many games, and at all."""
    question = "What is the most ties in a row?"
    rules = RuleSet.preset("drew-shuffle")
    table = simulate(rules, games, SEED).games
    deepest = np.zeros(games, np.int32)
    for ties in range(1, DEPTHS + 1):
        deepest[table[FIELDS[Column.SINGLE_WARS + ties - 1]] > 0] = ties
    most = Counter(deepest.tolist())
    deep = np.flatnonzero(deepest == DEPTHS).tolist()
    del most[DEPTHS]
    most.update(max(len(each.tied) for each in play_full_game(rules, seed=SEED, game=game).rounds) for game in deep)
    for ties in range(1, max(most) + 2):
        count = sum(number for depth, number in most.items() if depth >= ties)
        yield from share_rows(question, str(rules), f"games with {ties} or more ties in a row", count, games)
    yield row(question, str(rules), "most ties in a row seen", max(most), None, games)
    by_wars = odds(rules, 1, rules.dealt[0]).by_wars  # no round has more ties: each takes a card
    yield row(question, str(rules), "most ties in a row that are possible", max(ties for ties, _ in by_wars))
    for ties in (7, 8):
        yield row(question, str(rules), f"exactly one in so many: first rounds with {ties} ties",
                  float(1 / sum(chance for (wars, _), chance in by_wars.items() if wars == ties)))  # fmt: skip


def pile_rows(games: int) -> Iterator[Row]:
    """How long games are if winnings lie on a pile beside the hand, by the way in which it is taken up."""
    question = "What if won cards lie on a pile beside the hand?"
    for text in PILES:
        found = simulate(text, games, SEED)
        endless = found.endless_share
        yield row(question, text, "mean turns", found.mean, found.lengths.mean_interval, games)
        yield row(question, text, "median turns", found.median, found.lengths.quantile_interval(0.5), games)
        yield row(question, text, "share of games proved endless", endless.value, (endless.low, endless.high), games)


def given_rows(games: int) -> Iterator[Row]:
    """How often the player wins who was dealt some of the highest cards."""
    for cards, given in GIVEN.items():
        question = f"How likely is the player to win who was dealt {cards}?"
        for text in GIVEN_RULES:
            found = simulate(text, games, SEED, given=given)
            share = Share.of(int(found.won[0]), games)
            yield row(question, text, f"share of games won with {cards}", share.value, (share.low, share.high), games)
            if found.endless:
                endless = found.endless_share
                what = f"share of games proved endless, player 1 with {cards}"
                yield row(question, text, what, endless.value, (endless.low, endless.high), games)


def check_given(small: Mapping[str, str] = GIVEN_SMALL) -> None:
    """Play every deal of small decks by the plain rules, and compare how often a player with given cards wins."""
    for text, given in small.items():
        rules = RuleSet.parse(text)
        (each,) = Condition.of(rules, given).given
        deck = [rank for rank, cards in enumerate(rules.deck, start=1) for _ in range(cards)]
        played = Counter[bool]()
        for order in permutations(deck):
            hands = dealt_hands(rules, order)
            held = hands[each.player - 1]
            if held[: len(each.cards)] == each.cards if each.on_top else Counter(each.cards) <= Counter(held):
                played[play_full_game(rules, hands).winner == each.player] += 1
        chance = played[True] / played.total()
        found = simulate(rules, 20_000, SEED, given=given)
        share = Share.of(int(found.won[each.player - 1]), len(found.games))
        assert abs(share.value - chance) <= 4 * share.error, text


def row(
    question: str,
    rules: str,
    what: str,
    answer: float | None,
    interval: tuple[float | None, float | None] | None = None,
    games: int | None = None,
) -> Row:
    """One answer; `low` and `high` enclose it with 95% confidence, where so many games were played to estimate it."""
    numbers = [answer, *(interval or (None, None))]
    rounded = [each if each is None or isinstance(each, int) else float(f"{each:.6g}") for each in numbers]
    named = dict(zip(("answer", "low", "high"), rounded, strict=True))
    return {"question": question, "rules": rules, "what": what, **named, "games": games}


def main(
    folder: Path = FIGURES,
    games: int = GAMES,
    one_pass_games: int = ONE_PASS_GAMES,
    readers_games: int = READERS_GAMES,
    tried: Sequence[str] = TRIED,
    tried_games: int = TRIED_GAMES,
    small: Sequence[str] = SMALL,
) -> None:
    """Check, count, play; write the table."""
    check_one_pass(small)
    check_given()
    print("the odds of one pass, and with given cards, are those of all deals of small decks\n")
    parts: list[Callable[[], Iterator[Row]]] = [
        lambda: pass_rows(games, one_pass_games),
        lambda: longest_rows(readers_games, tried, tried_games),
        lambda: tie_rows(readers_games),
        lambda: pile_rows(games),
        lambda: given_rows(games),
    ]
    found = [line for part in parts for line in part()]
    print(markdown_table(found))
    write_file(folder / "readers-questions.csv", csv_table(found))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
