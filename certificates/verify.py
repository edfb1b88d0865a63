"""Play every deal of some files, and see whether it does what its line claims: `python verify.py [FILE ...]`.

In each turn both players show their top cards. The higher one wins, or the one that `relation` has before ">"; equal
cards stay on the table, and the next two decide. The winner puts the cards of the table under the own hand: the last
pair first, and of each pair the winner's card first (WL); the first pair first, and of each pair the loser's card first
(LW); or the highest card first (sorted). The game is over when a hand is empty. A line that cannot be read does not
hold. The exit code is 1 if a line does not hold or a file has none.
"""

import csv
import sys
from contextlib import suppress
from pathlib import Path

NAMES = {"J": 11, "Q": 12, "K": 13, "A": 14}


def play(hands, order, beats):
    """Return who wins each turn, until a hand is empty or both are as they were: then also when they were so first."""
    winners, seen = "", {}
    while all(hands) and str(hands) not in seen:
        seen[str(hands)] = len(winners)
        pairs = []
        while not pairs or pairs[-1][0] == pairs[-1][1]:
            if not all(hands):
                return winners, None
            pairs.append((hands[0].pop(0), hands[1].pop(0)))
        winner = 0 if pairs[-1] in beats else 1
        winners += "LR"[winner]
        won = [card for pair in pairs[::-1] for card in (pair[winner], pair[1 - winner])]
        hands[winner].extend({"WL": won, "LW": won[::-1], "sorted": sorted(won, reverse=True)}[order])
    return winners, seen.get(str(hands))


def holds(deck, deals, order, relation, deal, preperiod, cycle_length, winners):
    """Return whether the cards are the deck that is named, one of any two cards wins, and the game is as claimed."""
    ranks, suits = map(int, deck.split("x"))
    left, right = ([NAMES.get(card) or int(card) for card in hand.split(",")] for hand in deal.split("|"))
    cards, told = sorted(left + right), relation.split()
    beats = {(a, b) for a in cards for b in cards if (f"{a}>{b}" in told if told else a > b)}
    is_deck = len(cards) == ranks * suits and cards == [cards[0] + rank for rank in range(ranks) for _ in range(suits)]
    is_dealt = deals == "all" or (deals == "balanced" and len(left) - len(right) in (0, 1))
    is_decided = all(((a, b) in beats) != ((b, a) in beats) for a in cards for b in cards if a != b)
    won, first = play((left, right), order, beats)
    found = [won, "", ""] if first is None else ["", str(first), str(len(won) - first)]
    return (
        is_deck
        and is_dealt
        and is_decided
        and len(told) in (0, len(beats))
        and found == [winners, preperiod, cycle_length]
    )


verdicts = []
for name in sys.argv[1:] or sorted(Path(__file__).parent.glob("*.csv")):
    with Path(name).open(newline="", encoding="utf-8-sig") as file:
        lines, claims = csv.DictReader(file), {}
        for claim in lines:
            claims[lines.line_num] = False
            with suppress(Exception):
                claims[lines.line_num] = holds(**claim)
    wrong = [line for line in claims if not claims[line]]
    print(f"{name}: {sum(claims.values())} of {len(claims)} hold; lines that do not: {wrong or 'none'}")
    verdicts += claims.values() or [False]
sys.exit(not all(verdicts))
