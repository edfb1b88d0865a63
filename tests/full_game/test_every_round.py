"""Every round of random games is played by the rules, as far as one can say so without playing it."""

from bisect import bisect_right
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.full_game.support import SEEDS, rules_and_deals
from tests.support import ORDERS, examples, positions_of
from wargraph import Position, play
from wargraph.core.endings import Ending
from wargraph.core.position import Player
from wargraph.full_game.choices import NobodyLeft, Replacement, WarRule, Winnings
from wargraph.full_game.game import play_full_game
from wargraph.full_game.rule_set import RuleSet


def laid_down(war, m, held):
    """Face-down cards by the text of the procedures."""
    hands = [cards for cards in held if cards]
    if war in (WarRule.EACH, WarRule.LAST_CARD):
        return [min(m, max(cards - 1, 0)) for cards in held]
    if war is WarRule.SHORTEST and min(hands, default=1) <= m:
        return [min(hands, default=1) - 1 if cards else 0 for cards in held]
    if war is WarRule.LONGEST and max(hands, default=1) <= m:
        m = max(hands, default=1) - 1
    return [cards if cards < m + 1 else m for cards in held]


def cards_down(rules, card):
    """Face-down cards of a war about a card, by the text of the rules."""
    if rules.face_down != "rank":
        return rules.face_down
    names = "2 3 4 5 6 7 8 9 10 10 10 10 11 10" if rules.ranks == 13 else "1 2 3 4 5 6 7 8 9 10 10 10 10"
    return int(names.split()[card - 1])


def is_beaten(rules, card, other):
    if rules.beats is None or max(card, other) > rules.ranks:
        return card < other
    return rules.beats.winner(other, card) is Player.LEFT


def check_plays(rules, held, won):
    """That the right players laid the right number of cards, and that the right one won."""
    held, plays, fighting = list(held), iter(won.plays), {*range(1, rules.players + 1)}
    compared, tied, short, number, winner, last = [], [], 0, 0, None, {}
    while any(held[player - 1] for player in fighting):
        play = next(plays)
        compared.append(number)
        assert [player for player, _ in play] == [p for p, cards in enumerate(held, 1) if cards and p in fighting]
        held = [cards - (player in dict(play)) for player, cards in enumerate(held, 1)]
        last = {**(last if rules.war is WarRule.LAST_CARD else {}), **dict(play)}
        last = {player: card for player, card in last.items() if player in fighting}
        best = [p for p, card in last.items() if not any(is_beaten(rules, card, other) for other in last.values())]
        if len(best) == 1:
            (winner,) = best
            break
        tied.append(len(best))
        m = max(cards_down(rules, last[player]) for player in best)
        fighting = {*best} if rules.fighters == "tied" else fighting
        short += any(held[player - 1] < m + 1 for player in last if player in fighting)
        laid = laid_down(rules.war, m, [cards if p in fighting else 0 for p, cards in enumerate(held, 1)])
        for layer in range(max(laid)):
            assert [player for player, _ in next(plays)] == [p for p, cards in enumerate(laid, 1) if cards > layer]
        held = [cards - down for cards, down in zip(held, laid, strict=True)]
        number += 1 + max(laid)
    else:
        if rules.nobody_left is NobodyLeft.LAST_PLAYER and rules.ends.goal != "one-pass":
            winner = best[-1]
    assert next(plays, None) is None
    assert (won.compared, won.tied, won.short, won.winner) == (tuple(compared), tuple(tied), short, winner)
    assert won.tied_players == (set(best) if winner is None else set())


def check_order(replacement, won):
    """That the won cards are those on the table, in an order that the rule allows."""
    lying = [(number, player, card) for number, play in enumerate(won.plays) for player, card in play]
    assert Counter(won.returned) == Counter(card for _, _, card in lying)
    deciding, winner = won.compared[-1], won.winner
    if replacement == "loser-shuffled":
        own = [card for _, player, card in lying if player == winner]
        assert list(won.returned[: len(own)]) == own
        return
    keys = {
        "played": lambda n, p, _: (n, p),
        "reversed": lambda n, p, _: (-n, -p),
        "ascending": lambda _n, _p, card: card,
        "descending": lambda _n, _p, card: -card,
        "ascending-by-play": lambda n, _, card: (n, card),
        "descending-by-play": lambda n, _, card: (n, -card),
        "top-down": lambda n, _, card: (-n, -card),
        "winner-first": lambda n, p, _: (n, p != winner, p),
        "loser-first": lambda n, p, _: (n, p == winner, p),
        "own-first": lambda n, p, _: (p != winner, p, n),
        "player-by-player": lambda n, p, _: (p, n),
        "alternating": lambda n, p, _: (-n, p != winner, p),
        "alternating-loser-first": lambda n, p, _: (-n, p == winner, p),
        "own-last": lambda n, p, _: (p == winner, p, n),
        "deciding-first": lambda n, p, _: (
            -bisect_right(won.compared, n),
            *((p != winner, p) if n == deciding else (p, n)),
        ),
    }
    coins = {
        "random-order": ["winner-first", "loser-first"],
        "alternating-random-order": ["alternating", "alternating-loser-first"],
    }
    allowed = coins.get(replacement, [replacement])
    orders = [[card for _, _, card in sorted(lying, key=lambda place: keys[rule](*place))] for rule in allowed]
    assert list(won.returned) in orders


@examples(80)
@given(rules_and_deals(), SEEDS)
def test_every_round_is_played_by_the_rules(case, seed):
    rules, deal = case
    game = play_full_game(rules, deal, seed=seed, cap=60)
    held, wars = deal, Counter()
    for number, won in enumerate(game.rounds, 1):
        check_plays(rules, map(len, held), won)
        is_decided = len(won.tied) < len(won.compared)  # if not, there is no deciding layer to put first
        if won.winner is None:
            assert won.returned == ()
        elif rules.replacement is not Replacement.SHUFFLED and (is_decided or rules.replacement != "deciding-first"):
            check_order(rules.replacement, won)
        wars[won.winner] += len(won.tied)
        held = [
            hand[: len(hand) - pile] if rules.ends.goal == "one-pass" else hand
            for hand, pile in zip(won.hands, won.won, strict=True)
        ]
        assert outcome(rules, number, won, held, wars) == (
            (game.ending, game.winner)
            if number == len(game.rounds) and game.ending in (Ending.WON, Ending.TIED)
            else None
        )


def outcome(rules, number, won, held, wars):
    """How a game ends with a round and who wins, by the text of the rules; None if it goes on."""
    goal, limit = rules.ends
    left = [player for player, hand in enumerate(held, 1) if hand]
    owned = won.won if goal == "one-pass" else tuple(map(len, won.hands))
    if goal == "one-pass":
        is_over = len(left) < rules.players
    elif won.winner is None:
        return Ending.TIED, None
    elif len(left) == 1 or (goal == "wars" and wars[won.winner] >= limit):
        return Ending.WON, won.winner
    else:
        is_over = goal == "rounds" and number == limit
    if not is_over:
        return None
    best = [player for player, cards in enumerate(owned, 1) if cards == max(owned)]
    return (Ending.TIED, None) if len(best) > 1 else (Ending.WON, best[0])


@examples(80)
@given(rules_and_deals(), SEEDS)
def test_every_card_is_where_it_belongs(case, seed):
    rules, deal = case
    game = play_full_game(rules, deal, seed=seed, cap=60)
    held, settled = deal, list(map(len, deal))
    for won in game.rounds:
        on_table = Counter(card for play in won.plays for _, card in play)
        lost = on_table if won.winner is None else Counter()
        assert sum(map(Counter, held), Counter()) == sum(map(Counter, won.hands), lost)
        for player, pile in enumerate(rules.winnings):
            before, after = list(held[player]), list(won.hands[player])
            laid = [card for play in won.plays for owner, card in play if owner == player + 1]
            gained = list(won.returned) if won.winner == player + 1 else []
            is_taken_up = settled[player] < len(laid)
            settled[player] = (len(before) if is_taken_up else settled[player]) - len(laid)
            is_aside = rules.ends.goal == "one-pass"
            is_hand = pile in (Winnings.UNDER, Winnings.ON_TOP, Winnings.ANYWHERE) and not is_aside
            assert won.won[player] == (0 if is_hand else len(after) - settled[player])
            if pile is Winnings.SHUFFLED and not is_aside:
                known = 0 if is_taken_up else settled[player]
                assert after[:known] == before[len(laid) :][:known]
                assert Counter(before) + Counter(gained) == Counter(laid) + Counter(after)
                continue
            assert laid == before[: len(laid)]
            rest = before[len(laid) :]
            if is_aside:
                assert after == rest + gained
            elif pile is Winnings.ANYWHERE:
                assert Counter(after) == Counter(rest + gained)
                cards = iter(after)
                assert all(card in cards for card in rest)  # in their order
            elif pile is Winnings.LAST_WON_FIRST:
                rest[settled[player] : settled[player]] = gained[::-1]
                assert after == rest
            else:
                assert after == (gained + rest if pile is Winnings.ON_TOP else rest + gained)
        held = won.hands


@examples(60)
@given(rules_and_deals(), st.data(), SEEDS)
def test_first_won_first_plays_as_under(case, data, seed):
    rules, deal = case
    kinds = data.draw(st.lists(st.sampled_from(["under", "first-won-first"]), min_size=len(deal), max_size=len(deal)))
    game, other = (play_full_game(replace(rules, winnings=piles), deal, seed, cap=100) for piles in ("under", kinds))
    assert replace(other, rules=game.rules) == game


def states_of(game):
    """What everyone holds before and after each round, and of who turns the pile how many cards come before it."""
    held, before_pile, wars = game.deal, list(map(len, game.deal)), Counter()
    states = [(held, tuple(before_pile), frozenset())]
    for won in game.rounds:
        for player, hand in enumerate(won.hands):
            laid = sum(owner == player + 1 for play in won.plays for owner, _ in play)
            if game.rules.winnings[player] is not Winnings.LAST_WON_FIRST:
                before_pile[player] = len(hand)
                continue
            if before_pile[player] < laid:
                before_pile[player] = len(held[player])
            before_pile[player] = before_pile[player] - laid or len(hand)  # an empty hand takes up the pile
        held = won.hands
        if game.rules.ends.goal == "wars" and won.tied:
            wars[won.winner] += len(won.tied)
        states.append((held, tuple(before_pile), frozenset(wars.items())))
    return states


@examples(80)
@given(rules_and_deals(most_cards=12))
def test_endless_games_stop_at_their_first_return(case):
    rules, deal = case
    kept = [Winnings.UNDER if pile in (Winnings.SHUFFLED, Winnings.ANYWHERE) else pile for pile in rules.winnings]
    fixed = Replacement.PLAYED if not rules.is_deterministic else rules.replacement
    ends = "all-cards" if rules.ends.goal == "rounds" else rules.ends
    game = play_full_game(replace(rules, winnings=kept, replacement=fixed, ends=ends), deal)
    states = states_of(game)
    if game.ending is Ending.ENDLESS:
        assert len(states) == game.preperiod + game.cycle_length + 1
        assert states[game.preperiod] == states[-1]
    assert len(set(states)) == len(states) - (game.ending is Ending.ENDLESS)


@pytest.mark.parametrize("order", ORDERS)
@given(position=st.integers(2, 9).flatmap(positions_of))
def test_one_suit_is_the_game_of_positions(order, position):
    if position.is_terminal:
        return
    change = {"WL": "winner-first", "LW": "loser-first"}[order]
    game = play_full_game(
        RuleSet(ranks=position.n, suits=1, replacement=change, face_down=0), (position.left, position.right)
    )
    expected = play(position, order)
    assert (game.turns, game.preperiod, game.cycle_length) == (
        expected.turns,
        expected.preperiod,
        expected.cycle_length,
    )
    assert [Position(*won.hands) for won in game.rounds] == list(expected.positions[1:])
    assert game.winner == {None: None, Player.LEFT: 1, Player.RIGHT: 2}[expected.winner]
