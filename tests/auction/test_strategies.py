"""What each strategy chooses, situation by situation."""

from dataclasses import replace

import numpy as np
import pytest

from tests.auction.support import Scripted
from tests.support import refusal
from wargraph import (
    Adversary,
    Dummy,
    Human,
    LineUp,
    Max,
    Min,
    SimpleMinded1,
    SimpleMinded2,
    StrategyError,
    View,
    play_auction,
)
from wargraph.auction.strategy import checked_choice
from wargraph.core.rng import Chance


def view(*hands, rivals=(), player=0, seed=0, is_war=False):
    """What the first player sees; rivals are Min unless said otherwise."""
    strategies = [Min(), *rivals] + [Min()] * (len(hands) - 1 - len(rivals))
    contenders = tuple(number for number, hand in enumerate(hands) if hand or is_war)
    chances = Chance(seed).branches(2 * len(hands))
    return View(player, tuple(strategies), chances, hands, ((),) * len(hands), (), contenders, is_war)


def test_a_view_shows_hands_and_rivals():
    seen = view((2, 3), (), (4,))
    assert seen.hand == (2, 3)
    assert seen.rivals == (2,)
    assert seen.rival_hands == ((4,),)
    assert replace(seen, player=2).rival_hands == ((2, 3),)
    assert seen.utilities == (5, 0, 4)


HAND = (2, 3, 3, 5, 8, 9)


def test_min_and_max():
    seen = view(HAND, (7, 7, 7, 7))
    assert (Min().card(seen), Min().war_cards(seen)) == (2, (2, 3, 3, 5))
    assert (Max().card(seen), Max().war_cards(seen)) == (9, (2, 3, 3, 9))


def test_a_dummy_plays_every_card_equally_often():
    seen = view((2, 3, 3, 7), (4,))
    cards = [Dummy().card(seen) for _ in range(4000)]
    assert [abs(cards.count(card) - share) < 150 for card, share in ((2, 1000), (3, 2000), (7, 1000))] == [True] * 3


@pytest.mark.parametrize(
    ("hand", "rivals", "first", "second"),
    [
        ((2, 5, 8, 9), [(3, 6)], 8, 8),  # the smallest above the highest of the rivals
        ((2, 5, 8, 9), [(3, 6), (4, 8)], 9, 9),
        ((2, 5, 8), [(3, 9)], 2, 2),  # sure to win with none
        ((2, 3, 4, 8, 9), [(3, 9)], 9, 9),  # a tie, and the better second-highest
        ((2, 3, 4, 8, 9), [(8, 9)], 9, 9),  # as good is enough
        ((2, 3, 4, 7, 9), [(8, 9)], 2, 9),  # a worse one is not, but for the bold one
        ((2, 3, 4, 7, 9), [(9,)], 9, 9),  # rivals with one card do not count
        ((2, 3, 4, 7, 9), [(9,), (2, 3), (8, 8)], 2, 9),  # any rival's second-highest does
        ((2, 3, 4, 9, 9), [(9, 9)], 9, 9),  # two of the highest: the second is as high
        ((2, 7, 8, 9), [(9,)], 2, 2),  # four cards are not enough for a tie
    ],
)
def test_the_simple_minded_in_a_round(hand, rivals, first, second):
    seen = view(hand, *rivals)
    assert SimpleMinded1().card(seen) == first
    assert SimpleMinded2().card(seen) == second


@pytest.mark.parametrize(
    ("hand", "rivals", "card"),
    [
        ((2, 3, 4, 5, 8, 9), [(3, 3, 3, 6)], 8),
        ((6, 7, 8, 9), [(2, 2, 2, 5)], 9),  # all are higher, and three of them go down
        ((2, 3, 4, 5, 8, 9), [(3, 3, 9, 10)], 5),
        ((2, 3, 4, 5, 6, 7, 8, 9), [(3, 3, 8, 9)], 9),  # a tie with five cards left
        ((2, 3, 4, 5, 6, 6, 7, 9), [(3, 3, 8, 9)], 5),  # the worse second-highest
        ((2, 3, 4, 5, 6, 7, 9), [(3, 3, 3, 9)], 5),  # four left are not enough
        ((2, 3, 4, 5, 8), [()], 5),  # nobody else has cards
        ((2, 3, 4, 5, 8, 9), [(3, 8)], 9),  # who will lay all down is looked at as well
        ((2, 3, 4, 5, 8, 9), [(10,), (3, 3, 3, 6)], 5),
        ((2, 3, 4, 5, 6, 7, 8, 9), [(9,), ()], 9),  # a single card has no second-highest
    ],
)
@pytest.mark.parametrize("strategy", [SimpleMinded1(), SimpleMinded2()], ids=str)
def test_the_simple_minded_in_a_war(strategy, hand, rivals, card):
    assert strategy.war_cards(view(hand, *rivals, is_war=True)) == (*hand[:3], card)


class MaxOnlyInRounds(Max):
    """Plays the largest card, but in a war the smallest."""

    def war_cards(self, view):
        return view.hand[-1], *view.hand[1:3], view.hand[0]


class MaxOnlyInWar(Min):
    """Plays the largest card in a round of five cards and more, else the smallest."""

    def card(self, view):
        return view.hand[-1 if len(view.hand) > 5 else 0]

    def war_cards(self, view):
        return (*view.hand[:3], view.hand[-1])


UNASKED = Human(ask=lambda _prompt: pytest.fail("nobody may ask"))


@pytest.mark.parametrize(
    ("hand", "rivals", "strategies", "card"),
    [
        ((2, 5, 8, 9), [(3, 9)], [Min()], 5),  # beats the 3 that will be played
        ((2, 5, 8, 9), [(3, 6), (4, 8)], [Min(), Max()], 9),
        ((2, 5, 8), [(3, 9)], [Max()], 2),  # can't beat the 9
        ((2, 3, 8, 9), [(3, 9)], [Max()], 2),  # four cards are not enough for a tie
        ((2, 3, 4, 5, 9), [(2, 3, 4, 5, 9)], [Max()], 9),  # 5 against 5 in the war: not beaten
        ((2, 3, 4, 5, 9), [(2, 3, 4, 6, 9)], [Max()], 2),  # 5 against 6
        ((2, 3, 4, 5, 9), [(2, 3, 9)], [Max()], 9),  # the rival would be out of the war
        ((2, 3, 4, 5, 9), [(2, 3, 4, 5, 9), (2, 3, 4, 6, 9)], [Max(), Max()], 2),  # one tied rival is enough
        ((2, 3, 4, 5, 9), [(2, 3, 4, 5, 9), (2, 2, 2, 8)], [Max(), Max()], 9),  # who is not tied is not in the war
        # In the war it would answer the 7 that it is told of with its 8, and not with the 10.
        ((2, 3, 4, 8, 10, 11), [(2, 5, 6, 7, 11)], [Max()], 11),
        ((2, 3, 4, 8, 10, 11), [(2, 5, 6, 7, 9, 11)], [MaxOnlyInWar()], 2),
        # The first war is tied, nine against nine; in the second, with four cards left, these decide.
        *(
            ((*[2] * 9, own, 9, 9), [(*[2] * 9, other, 9, 9)], [Max()], card)
            for own, other, card in [(4, 3, 9), (3, 4, 2), (3, 3, 2), (2, 2, 9)]
        ),
        # The rival after one with its last card is passed over: its 9 is not taken from it for the war.
        ((2, 3, 4, 8, 8, 9), [(2, 2, 2, 2, 9), (2, 2, 2, 2, 9)], [Max(), Max()], 9),
        ((2, 3, 4, 8, 8, 9), [(9,), (2, 2, 2, 2, 9)], [Max(), Max()], 2),
        ((2, 3, 4, 8, 8, 9), [(9,), (9,), (2, 2, 2, 2, 9)], [Max(), Max(), Max()], 9),
        # An Adversary that it asks takes it for Min: it believes in the 2 and answers 3.
        ((2, 4, 5), [(3, 6, 7)], [Adversary()], 4),
        ((2, 2, 2), [(3, 6, 7)], [Adversary()], 2),
        # A human is not asked, but taken for SimpleMinded2, who would play the 7 against the 6.
        ((2, 5, 6), [(3, 4, 7)], [UNASKED], 2),
        ((2, 5, 8), [(3, 4, 7)], [UNASKED], 5),
    ],
)
def test_an_adversary_beats_what_will_be_played(hand, rivals, strategies, card):
    assert Adversary().card(view(hand, *rivals, rivals=strategies)) == card


@pytest.mark.parametrize(
    ("own", "hand", "rival", "war_cards"),
    [
        ((2, 3, 4, 5, 8, 9), (3, 3, 3, 6, 7), Min(), (2, 3, 4, 5)),
        ((2, 3, 4, 5, 8, 9), (3, 3, 3, 6, 10), Max(), (2, 3, 4, 5)),
        # The rival would go to war with its 3; asked for a single card it would play the 9.
        ((2, 3, 4, 5, 8, 10), (3, 3, 3, 3, 9), MaxOnlyInRounds(), (2, 3, 4, 10)),
    ],
)
def test_an_adversary_in_a_war_beats_its_rival(own, hand, rival, war_cards):
    assert Adversary().war_cards(view(own, hand, rivals=[rival], is_war=True)) == war_cards


def test_in_a_war_cards_laid_down_are_hidden():
    seen = []

    class Spy(Max):
        """Notes the hands that its rivals show."""

        def card(self, view):
            seen.extend(view.rival_hands)
            return view.hand[-1]

    Adversary().war_cards(view((2, 3, 4, 5, 8, 10), (3, 3, 3, 3, 9), rivals=[Spy()], is_war=True))
    assert seen == [(5, 8, 10)]


def test_an_adversary_foresees_the_war_of_a_dummy():
    """It ties only if it will not be beaten, as far as it can tell; both outcomes occur."""
    hands = ((2, 2, 2, 2, 6, 9), (9, 9, 9, 9, 9, 5, 5, 5, 5, 5))
    ties = 0
    for seed in range(60):
        seen = view(hands[0], tuple(sorted(hands[1])), rivals=[Dummy()], seed=seed)
        if Adversary().card(seen) == 9 and Dummy().card(replace(seen, player=1)) == 9:
            ties += 1
            laid = (hands[0][:-1], tuple(sorted(hands[1]))[:-1])
            war = replace(seen, hands=laid, is_war=True, contenders=(0, 1))
            assert Dummy().war_cards(replace(war, player=1))[-1] == 5
    assert ties > 5


def answers(*lines):
    waiting = list(lines)
    return lambda _prompt: waiting.pop(0)


def test_a_human_is_asked_until_the_answer_fits():
    told = []
    human = Human(answers("x", "", "9 9", "-3", "²", "4", "3"), told.append)
    assert human.card(view((2, 3), (4,))) == 3
    assert len(told) == 1 + 5
    assert "hand 2 3" in told[0]
    assert "not understood" in told[1]
    assert told[5] == "you have no 4 to play (or not as many): your hand is 2 3"


def test_a_human_goes_to_war():
    told = []
    human = Human(answers("2 3 4", "2,3,3,9", "2 3 3 4", "2, 3, 4, 9"), told.append)
    assert human.war_cards(view((2, 3, 4, 9, 9), (5, 5, 5, 5), is_war=True)) == [2, 3, 4, 9]
    assert told[0] == "War with Min 2"
    assert "4 cards of your hand, separated by spaces" in told[2]
    assert told[3].startswith("you have no 3 to play")


NO_CARD = "card must return one card"
NO_WAR_CARDS = "from the hand '2 3 4 5 6': war_cards must return 4 cards of view.hand"


@pytest.mark.parametrize(
    ("choice", "is_war", "reason"),
    [
        *((card, False, f"plays '{card}' from the hand '2 3 4 5 6': {NO_CARD}") for card in (None, 14, 1, "2", (2,))),
        *(
            (cards, True, NO_WAR_CARDS)
            for cards in [(), (2, 3, 4), (2, 3, 4, 5, 6), (2, 2, 3, 4), (2, 3, 4, 14), (2, 3, 4, None)]
        ),
    ],
)
def test_cards_that_are_not_in_hand_are_refused(choice, is_war, reason):
    seen = view((2, 3, 4, 5, 6), (4,), is_war=is_war)
    text = refusal(StrategyError, checked_choice, Scripted(choice), seen)
    assert text.startswith("strategy Scripted, player 1, plays ")
    assert reason in text


@pytest.mark.parametrize("cards", [list(np.arange(2, 6)), [5, 4, 3, 2]], ids=["of numpy", "in any order"])
def test_numbers_of_any_kind_and_order_are_cards(cards):
    assert checked_choice(Scripted(cards[0]), view((2, 3, 4, 5), (4,))) == (cards[0],)
    assert checked_choice(Scripted(cards), view((2, 3, 4, 5), (4,), is_war=True)) == tuple(cards)


def test_a_strategy_may_look_at_everything():
    seen = []

    class Curious(Min):
        def card(self, view):
            seen.append((view.hands, view.piles, view.table, view.contenders))
            return view.hand[-1]

        def war_cards(self, view):
            seen.append((view.hands, view.piles, view.table, view.contenders))
            return view.hand[:4]

    line_up = LineUp((Curious(), Scripted(3, 9, (2, 4, 5, 6))))
    play_auction(line_up, hands=[(2, 3, 4, 8, 9, 9), (2, 3, 4, 5, 6, 9)], cap=2)
    assert seen == [
        (((2, 3, 4, 8, 9, 9), (2, 3, 4, 5, 6, 9)), ((), ()), (), (0, 1)),
        (((2, 3, 4, 8, 9), (2, 4, 5, 6, 9)), ((3, 9), ()), (), (0, 1)),
        (((2, 3, 4, 8), (2, 4, 5, 6)), ((3, 9), ()), (9, 9), (0, 1)),
    ]
