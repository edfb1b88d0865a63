"""Whether games end almost surely: against all states one by one, all deals, and the lemma of the proof."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

import networkx as nx
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.full_game.support import all_shuffles, deck_of, orders, rounds_from, rule_sets
from tests.support import examples, refusal
from wargraph import ParameterError, RuleSet, TooLongError, all_deals, ends_almost_surely, play_full_game
from wargraph.core.rng import Chance
from wargraph.full_game.almost_surely import state_text
from wargraph.full_game.choices import Pile, Replacement, WarRule
from wargraph.full_game.rounds import Holding, play_on

END = ()


def after_a_round(rules, state):
    """What everyone can hold after one round, every shuffle done at once; `END` if the game is over."""
    for played, after in rounds_from(rules, state):
        if played.winner is None or sum(any(cards) for cards in after) < 2:
            yield END
        else:
            yield tuple(
                (hand, tuple(sorted(pile)) if kind is Pile.SHUFFLED else pile)
                for (hand, pile), kind in zip(after, rules.piles, strict=True)
            )


def ends_from_every_deal(rules):
    """Whether the end can be reached from all that can be reached from a deal: the same question, card by card."""
    graph = nx.DiGraph()
    graph.add_node(END)
    waiting = [tuple((hand, ()) for hand in hands) for hands in all_shuffles(rules)]
    seen = set(waiting)
    while waiting:
        state = waiting.pop()
        for after in set(after_a_round(rules, state)):
            graph.add_edge(state, after)
            if after != END and after not in seen:
                seen.add(after)
                waiting.append(after)
    return len(nx.ancestors(graph, END)) == len(graph) - 1


@examples(25)
@given(rule_sets(most_cards=5))
def test_card_by_card_the_answer_is_the_same(rules):
    assert ends_almost_surely(rules).ends == ends_from_every_deal(rules)


@pytest.mark.long
@examples(30)
@given(rule_sets(most_cards=6))
def test_without_chance_closed_classes_are_cycles(rules):
    assume(rules.is_deterministic)
    found, endless = ends_almost_surely(rules), all_deals(rules)
    assert found.ends == (endless.endless == 0)
    assert found.deals == len(set(all_shuffles(rules)))
    if not found.ends:
        assert found.closed_states <= found.closed_classes * max(endless.by_period)
        assert found.closed_states >= min(endless.by_period) or Pile.ON_TOP in rules.piles


def test_cycles_are_counted():
    # 5 cards, WL: the 42 endless positions of Left, and as many of Right, run into cycles of 6 turns.
    rules = RuleSet.parse("rutgers,deck=5x1,replacement=winner-first,dealing=alternate-all")
    found = ends_almost_surely(rules)
    cycles = set()
    for hands in all_shuffles(rules):
        game = play_full_game(rules, hands)
        if game.period:
            cycles.add(frozenset(won.hands for won in game.rounds[game.entry :]))
    assert (found.closed_classes, found.closed_states) == (len(cycles), sum(map(len, cycles)))
    assert cycles


def test_the_row():
    found = ends_almost_surely("rutgers,deck=4x1,replacement=loser-first,piles=on-top")
    assert found.rows() == [
        {
            "rules": "rutgers,deck=4x1,replacement=loser-first,piles=on-top",
            "ends": False,
            "deals": 24,
            "states": found.states,
            "closed_classes": found.closed_classes,
            "closed_states": found.closed_states,
            "example": "1,4,3|2",
        }
    ]
    assert play_full_game(found.rules, found.example).period == 2
    assert state_text(((((1,), (2, 3)), ((4,),)), (((5,),), ()))) == "1,(2 3)+4|5"


def test_what_will_not_fit_is_refused():
    message = refusal(TooLongError, ends_almost_surely, "drew-shuffle,deck=4x4,piles=shuffled/under", 1000)
    assert "all states were not seen in 1,000 rounds" in message
    assert "use a smaller deck" in message
    assert "not seen in 10 rounds" in refusal(TooLongError, ends_almost_surely, "rutgers,deck=3x2", 10)


def test_a_whole_deck_is_refused_before_a_round_is_played(monkeypatch):
    monkeypatch.setattr("wargraph.full_game.almost_surely.play_on", None)
    message = refusal(TooLongError, ends_almost_surely, "drew-shuffle,piles=shuffled/under")
    assert "not all deals can be looked at in 500,000 rounds" in message


@pytest.mark.parametrize(
    "rules",
    [
        "kids",
        "drew-shuffle",
        "kids,piles=under/first-won-first",
        "drew-shuffle,players=5,deck=13x4+2,war=longest",
        "rutgers,piles=shuffled,replacement=loser-first,face-down=0",
    ],
)
def test_where_there_is_a_proof_a_whole_deck_is_no_matter(rules):
    found = ends_almost_surely(rules)
    assert (found.ends, found.deals, found.states, found.example) == (True, None, None, None)
    assert ends_almost_surely(f"{rules},deck=3x2,players=2".replace(",deck=13x4+2", "").replace(",players=5", "")).ends


@pytest.mark.parametrize(
    "rules", ["kids,piles=last-won-first", "kids,piles=under/on-top", "drew-shuffle,piles=shuffled/under", "drew-stack"]
)
def test_other_rules_have_no_proof_yet(rules):
    refusal(TooLongError, ends_almost_surely, rules)


def test_the_number_of_rounds_is_checked():
    assert "rounds = 0" in refusal(ParameterError, ends_almost_surely, "kids,deck=3x2", 0)


# Winnings on top: the proposition in docs/full-game-theory.md


@pytest.mark.long
@examples(50)
@given(
    rule_sets(most_cards=6),
    st.sampled_from(["winner-first", "descending", "descending-by-play", "random-order", "shuffled"]),
    st.sampled_from(Pile),
)
def test_a_player_who_puts_the_lowest_card_lowest_is_in_no_endless_game(rules, replacement, other):
    both = replace(rules, replacement=replacement, piles="on-top")
    assert ends_almost_surely(both).ends
    one = replace(rules, players=2, replacement=replacement, piles=("on-top", other))
    assert ends_almost_surely(one).ends


@pytest.mark.parametrize("other", Pile)
@pytest.mark.parametrize("m", [0, 1])
def test_who_puts_the_other_players_card_lowest_is_in_no_endless_game(m, other):
    for deck, war in (("3x2", "each"), ("2x3", "strict"), ("5x1", "strict"), ("2x2+2", "shortest")):
        rules = f"rutgers,deck={deck},face-down={m},war={war},piles=on-top/{other}"
        assert ends_almost_surely(rules).ends


# The lemma in docs/full-game-theory.md: an order for each table, with as many variants as there are players, such that
# nobody can have come to the same hands by winning two different rounds.


def in_the_order_of_the_proof(won, place):
    """The table from the bottom of the hand up: the plays as they were laid, and last the card that decided.

    In the deciding layer the winner's card lies at one of the places, the others in player order.
    """
    *plays, deciding = won.plays
    others = [card for player, card in deciding if player != won.winner]
    own = [card for player, card in deciding if player == won.winner]
    last = others[:place] + own + others[place:]
    return [card for play in plays for _, card in play] + last


def rounds_of_the_proof(rules, hands):
    """What the rounds of the proof lead to: the winner and the new hands, while all players still have cards."""
    for place in range(len(hands)):
        holdings = [Holding(hand, Pile.UNDER) for hand in hands]
        won = play_on(rules, holdings, Chance())
        if won.winner is not None:
            after = [list(holding.hand) for holding in holdings]
            taken = len(won.returned)
            after[won.winner - 1][-taken:] = reversed(in_the_order_of_the_proof(won, place))
            if all(after):
                yield won.winner, tuple(map(tuple, after))


def all_hands(deck, players):
    """All ways to give a deck to players, each at least one card."""
    for order in orders(deck):
        for cuts in combinations(range(1, len(deck)), players - 1):
            yield tuple(order[start:end] for start, end in pairwise((0, *cuts, len(deck))))


@pytest.mark.parametrize("war", WarRule)
@pytest.mark.parametrize(("deck", "players"), [("2x3", 2), ("3x2", 2), ("1x3+4", 2), ("3x2", 3)])
@pytest.mark.parametrize("m", [0, 1])
def test_nobody_wins_the_same_hands_in_two_ways(war, deck, players, m):
    rules = RuleSet.parse(f"kids,deck={deck},players={players},war={war},face-down={m}")
    ways = Counter()
    for hands in all_hands(deck_of(rules), players):
        moves = list(rounds_of_the_proof(rules, hands))
        assert len(set(moves)) == len(moves)
        ways.update(moves)
    assert max(ways.values()) == 1


@pytest.mark.parametrize(
    "rules", ["kids,deck=3x2+1", "kids,deck=2x2+3,face-down=0", "drew-shuffle,deck=3x3", "kids,deck=3x2,players=3"]
)
def test_what_is_proved_is_computed(rules):
    found = ends_almost_surely(rules)
    assert found.ends
    assert Replacement.SHUFFLED is found.rules.replacement or {*found.rules.piles} == {Pile.SHUFFLED}
