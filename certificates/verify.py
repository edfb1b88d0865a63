"""Play every deal of some files, and see whether it does what its line claims: `python verify.py [FILE ...]`.

In each turn both players show their top cards. The higher one wins, or the one that `relation` has before ">"; equal
cards stay on the table, and the next two decide. The winner puts the cards of the table under the own hand: the last
pair first, and of each pair the winner's card first (WL); the first pair first, and of each pair the loser's card first
(LW); or the highest card first (sorted). The game is over when a hand is empty.
"""

import csv
import sys
from pathlib import Path

NAMES = {"J": 11, "Q": 12, "K": 13, "A": 14}


def play(hands, order, beats):
    """Return who wins each turn, until a hand is empty or both are as they were: then also when they were so first."""
    winners, seen = "", {}
    while all(hands):
        now = str(hands)
        if now in seen:
            return winners, seen[now]
        seen[now] = len(winners)
        pairs = [(hands[0].pop(0), hands[1].pop(0))]
        while pairs[-1][0] == pairs[-1][1]:
            if not all(hands):
                return winners, None
            pairs.append((hands[0].pop(0), hands[1].pop(0)))
        winner = 0 if pairs[-1] in beats else 1
        winners += "LR"[winner]
        if order == "WL":
            won = [card for pair in pairs[::-1] for card in (pair[winner], pair[1 - winner])]
        elif order == "LW":
            won = [card for pair in pairs for card in (pair[1 - winner], pair[winner])]
        else:
            won = sorted([card for pair in pairs for card in pair], reverse=True)
        hands[winner].extend(won)
    return winners, None


def holds(claim):
    """Return whether the cards are the deck that is named, one of any two cards wins, and the game is as claimed."""
    ranks, suits = map(int, claim["deck"].split("x"))
    hands = [[NAMES.get(card) or int(card) for card in hand.split(",")] for hand in claim["deal"].split("|")]
    cards, told = sorted(hands[0] + hands[1]), claim["relation"].split()
    beats = {(a, b) for a in cards for b in cards if (f"{a}>{b}" in told if told else a > b)}
    is_deck = cards == [cards[0] + rank for rank in range(ranks) for _ in range(suits)]
    is_even = claim["deals"] == "any" or len(hands[0]) - len(hands[1]) in (0, 1)
    is_decided = all(((a, b) in beats) != ((b, a) in beats) for a in cards for b in cards if a != b)
    winners, entry = play(hands, claim["order"], beats)
    found = [winners, "", ""] if entry is None else ["", str(entry), str(len(winners) - entry)]
    return is_deck and is_even and is_decided and found == [claim["winners"], claim["entry"], claim["period"]]


for name in sys.argv[1:] or sorted(Path(__file__).parent.glob("*.csv")):
    with Path(name).open(newline="") as file:
        claims = list(csv.DictReader(file))
    wrong = [line for line, claim in enumerate(claims, start=2) if not holds(claim)]
    print(f"{name}: {len(claims) - len(wrong)} of {len(claims)} hold; lines that do not: {wrong or 'none'}")
