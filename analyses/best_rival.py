"""Can a rival beat an Adversary?

    python analyses/best_rival.py

Adversary asks the other players what they will play. Rosenthal and Sattizahn say that it "at least ties" strategies
that it knows. This study tries every deterministic rival at once: every card that a rival can play, and every answer
that it can give. A state consists of the hands and piles of both players and the cards that were carried over. The
search goes from round to round, through every state that some rival can bring about.

Results. With the cards 1..m no rival wins up to m = 9. From m = 10 on one does, and with the cards 2..13 of the
paper in five rounds. The reference implementation plays every such game again, with its own Adversary.

The weak point is the war: there an Adversary, by the published program, asks for a single card, and not for what will
be laid. A rival says that it would play a small one, lays another, and so is at war until the Adversary has no cards
left for the next.

Playing every rival takes millions of rounds without an end in sight. But what an Adversary plays hangs on a few of the
answers; so for a hand of it and one of the rival it is listed to which cards it can be brought, and by which answers
each. On small decks every rival is played as well, and leads to the same states.
"""

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

from wargraph import Adversary, LineUp, Strategy, View, play_auction
from wargraph.auction.game import AuctionGame, play_auction_round
from wargraph.auction.rules import LAID_DOWN, STARTING_HAND, Cards, without
from wargraph.auction.rules import State as AuctionState
from wargraph.auction.strategies import ENOUGH_TO_TIE, smallest_above
from wargraph.core.rng import Chance
from wargraph.report.files import write_file
from wargraph.report.result import Row
from wargraph.report.tables import csv_table, markdown_table

FIGURES = Path(__file__).parent.parent / "figures"
DECKS: tuple[Cards, ...] = (*(tuple(range(1, m + 1)) for m in range(2, 13)), STARTING_HAND)
LARGEST_PLAIN = 7

Hands = tuple[Cards, Cards]
State = tuple[Hands, Hands, Cards]
"""The hands, the piles and what was carried over; the Adversary first."""

Question = tuple[Hands, bool]
"""The hands that a rival is shown, and whether it is asked for a war."""

Answers = dict[Question, Cards]


def best_rival(cards: Cards) -> tuple[Row, AuctionGame | None]:
    """Whether a rival can beat an Adversary with these cards, and the shortest game in which one does.

    All states are visited that a rival can lead to, unless one is found in which the Adversary has no cards and the
    rival has. `most_points` is the largest sum of cards that a rival has in a state that is not over.
    """
    start = start_of(cards)
    came_from: dict[State, tuple[State, Answers]] = {}
    waiting, most, lost = deque([start]), sum(cards), None
    while waiting and lost is None:
        state = waiting.popleft()
        for reached, answers in next_states(state):
            (own, rival), piles, _ = reached
            if reached == start or reached in came_from:
                continue
            came_from[reached] = state, answers
            if own and rival:
                waiting.append(reached)
                most = max(most, sum(rival) + sum(piles[1]))
            elif rival:
                lost = reached
                break
    game = None if lost is None else played_again(cards, list(line_of_play(lost, came_from)))
    row: Row = {
        "cards": f"{cards[0]}..{cards[-1]}",
        "states": len(came_from) + 1,
        "can_be_beaten": "no" if game is None else "yes",
        "rounds": None if game is None else len(game.rounds),
        "most_points": most if game is None else None,
        "of": 2 * sum(cards),
    }
    return row, game


def start_of(cards: Cards) -> State:
    """Both have all cards in hand."""
    return (cards, cards), ((), ()), ()


def line_of_play(state: State, came_from: dict[State, tuple[State, Answers]]) -> Iterator[Answers]:
    """What the rival answers in each round on the way to a state, the last round first."""
    while state in came_from:
        state, answers = came_from[state]
        yield answers


def played_again(cards: Cards, answers: Iterable[Answers]) -> AuctionGame:
    """The game of a rival with these answers, by the plain rules; it must win."""
    planned = Planned(answers)
    game = play_auction([Adversary(), planned], hands=(cards, cards))
    assert game.winner == 2, game
    return game


class Planned(Strategy):
    """Answers what was planned for the hands that it sees, in a round or in a war."""

    def __init__(self, answers: Iterable[Answers]) -> None:
        self.answers: Answers = {}
        for more in answers:
            assert all(self.answers.get(question, answer) == answer for question, answer in more.items())
            self.answers |= more

    def card(self, view: View) -> int:
        return self.answers[view.hands, False][0]  # type: ignore[index]

    def war_cards(self, view: View) -> Sequence[int]:
        return self.answers[view.hands, True]  # type: ignore[index]


def next_states(state: State) -> Iterator[tuple[State, Answers]]:
    """Every state that a rival can bring about in one round, and the answers by which it does."""
    (hand, rival), piles, table = state
    for card in sorted(set(rival)):
        said: Answers = {((hand, rival), False): (card,)}
        for own, more in replies(hand, rival, card):
            is_chosen_tie = own == card and len(hand) >= ENOUGH_TO_TIE
            left = without((own,), hand), without((card,), rival)
            laid = (*table, own, card)
            if own == card:
                for hands, laid_in_all, winner, answers in wars(left, laid, is_chosen_tie):
                    yield after(hands, piles, laid_in_all, winner), {**said, **answers}
            else:
                yield after(left, piles, laid, int(card > own)), {**said, **more}


def after(hands: Hands, piles: Hands, table: Sequence[int], winner: int | None) -> State:
    """The state at the end of a round: who has no hand takes up the pile."""
    won = [tuple(sorted((*pile, *table))) if player == winner else pile for player, pile in enumerate(piles)]
    held = hands[0] or won[0], hands[1] or won[1]
    kept = won[0] if hands[0] else (), won[1] if hands[1] else ()
    return held, kept, tuple(sorted(table)) if winner is None else ()


def wars(hands: Hands, table: Cards, is_chosen: bool) -> Iterator[tuple[Hands, Cards, int | None, Answers]]:
    """Every way in which the wars of a round can go: what is left, what is to be won, who wins, and the answers.

    A tie that the Adversary has chosen it survives: the rival will not play a higher card.
    """
    hand, rival = hands
    if len(hand) <= LAID_DOWN and len(rival) <= LAID_DOWN:
        yield ((), ()), (*table, *hand, *rival), None, {}
    elif len(hand) <= LAID_DOWN:
        for laid in war_choices(rival):
            yield ((), without(laid, rival)), (*table, *hand, *laid), 1, {(hands, True): laid}
    else:
        for own, answers in cards_in_war(hand, rival).items():
            laid_down = (*hand[:LAID_DOWN], own)
            left, in_all = without(laid_down, hand), (*table, *laid_down)
            if len(rival) <= LAID_DOWN:
                yield (left, ()), (*in_all, *rival), 0, answers
                continue
            for laid in war_choices(rival):
                both, said = (left, without(laid, rival)), {**answers, (hands, True): laid}
                if laid[-1] == own:
                    for hands_left, table_left, winner, more in wars(both, (*in_all, *laid), is_chosen=False):
                        yield hands_left, table_left, winner, {**said, **more}
                elif laid[-1] < own or not is_chosen:
                    yield both, (*in_all, *laid), int(laid[-1] > own), said


@cache
def war_choices(hand: Cards) -> list[Cards]:
    """Every choice of three cards to lay down and one to play."""
    return sorted({(*down, card) for card in set(hand) for down in combinations(without((card,), hand), LAID_DOWN)})


def cards_in_war(hand: Cards, rival: Cards) -> dict[int, Answers]:
    """The cards that an Adversary can be brought to play in a war, and by which answers each."""
    return single_cards(hand[LAID_DOWN:], rival)


@cache
def single_cards(hand: Cards, rival: Cards) -> dict[int, Answers]:
    """The cards that an Adversary with this hand can be brought to play as it asks for a single card."""
    if not rival:
        return {smallest_above(0, hand): {}}
    found: dict[int, Answers] = {}
    for card in sorted(set(rival)):
        for own, answers in replies(hand, rival, card):
            found.setdefault(own, {((hand, rival), False): (card,), **answers})
    return found


def replies(hand: Cards, rival: Cards, card: int) -> Iterator[tuple[int, Answers]]:
    """What an Adversary can play against a card, by what the rival answers as it looks ahead to a war."""
    if hand[-1] == card and len(hand) >= ENOUGH_TO_TIE:
        for is_survived, answers in foreseen(hand[:-1], without((card,), rival)).items():
            yield card if is_survived else smallest_above(card, hand), answers
    else:
        yield smallest_above(card, hand), {}


@cache
def foreseen(hand: Cards, rival: Cards) -> dict[bool, Answers]:
    """Whether an Adversary believes to survive a war, by what is answered: it must not meet a higher card."""
    if len(rival) <= LAID_DOWN:
        return {True: {}}
    found: dict[bool, Answers] = {}
    for own, answers in cards_in_war(hand, rival).items():
        for card in (rival[0], rival[-1]):
            laid = (*without((card,), rival)[:LAID_DOWN], card)
            found.setdefault(card <= own, {**answers, ((hand, rival), True): laid})
    return found


# The same plainly: every rival plays.


class AnyRival(Strategy):
    """Plays `play`, and makes every other choice in all ways, one after the other.

    A choice is made where it is first asked for, by an Adversary or by the game; asked again in the same view, it is
    the same. What it would play as a single card in a war only an Adversary asks.
    """

    def __init__(self, hands: Hands) -> None:
        self.start = hands
        self.play = 0
        self.numbers: list[int] = []
        self.asked: list[tuple[object, list[Cards]]] = []

    def card(self, view: View) -> int:
        if view.hands == self.start:
            return self.play
        return self.chosen(view, [(card,) for card in sorted(set(view.hand))])[0]

    def war_cards(self, view: View) -> Cards:
        return self.chosen(view, war_choices(view.hand))

    def chosen(self, view: View, choices: list[Cards]) -> Cards:
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


def next_states_plainly(state: State) -> Iterator[State]:
    """Every state that a rival can bring about in one round, by the plain rules."""
    hands, piles, table = state
    rival = AnyRival(hands)
    line_up = LineUp((Adversary(), rival))
    for rival.play in sorted(set(hands[1])):
        rival.numbers, is_new = [], True
        while is_new:
            rival.asked = []
            _, after = play_auction_round(line_up, AuctionState.of(hands, piles, table), Chance().branches(4))
            yield after[:3]  # type: ignore[misc]
            is_new = rival.next_choices()


def reached_plainly(cards: Cards) -> set[State]:
    """All states that rivals lead to, by playing every one."""
    seen, waiting = {start_of(cards)}, deque([start_of(cards)])
    while waiting:
        for state in next_states_plainly(waiting.popleft()):
            if state not in seen:
                seen.add(state)
                if all(state[0]):
                    waiting.append(state)
    return seen


def check_plainly(largest: int) -> None:
    """Compare the states after each round with those that are reached by playing every rival."""
    for m in range(2, largest + 1):
        for state in reached_plainly(tuple(range(1, m + 1))):
            if all(state[0]):
                assert {reached for reached, _ in next_states(state)} == set(next_states_plainly(state)), state


def main(folder: Path = FIGURES, decks: Sequence[Cards] = DECKS, largest_plain: int = LARGEST_PLAIN) -> None:
    """Check, search, write the table, and show the shortest game with the last of the decks."""
    check_plainly(largest_plain)
    rows, game = [], None
    for cards in decks:
        row, game = best_rival(cards)
        rows.append(row)
    print(markdown_table(rows), end="\n\n")
    write_file(folder / "auction-best-rival.csv", csv_table(rows))
    if game is not None:
        print(game)
        print(markdown_table(game.rows()))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
