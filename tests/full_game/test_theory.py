"""The propositions in docs/full-game-theory.md: games that end almost surely, and winnings on top of the hand."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise, product

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.full_game.support import all_shuffles, deck_of, orders, rule_sets
from tests.support import examples, long
from wargraph import RuleSet
from wargraph.core.rng import Chance, EveryChance
from wargraph.full_game.choices import WarRule, Winnings
from wargraph.full_game.rounds import Holding, play_on

END = ()


class EveryOrder(EveryChance):
    """Chance that shuffles into each of the different orders, and leaves the shuffled piles as they are won."""

    def shuffle(self, cards):
        left = Counter(cards)
        for place in range(len(cards)):
            cards[place] = [*left][self.choice(len(left))]
            left -= Counter([cards[place]])

    def mix_in(self, cards, more):
        cards += more


def after_a_round(rules, state):
    """What everyone can hold after one round, each hand and pile, a shuffled pile sorted; `END` if the game is over."""
    is_shuffled = [pile is Winnings.SHUFFLED for pile in rules.winnings]
    piles = [orders([*pile]) if shuffled else [pile] for (_, pile), shuffled in zip(state, is_shuffled, strict=True)]
    for drawn in product(*piles):
        for chance in EveryOrder.lines():
            holdings = [Holding(hand, pile) for (hand, _), pile in zip(state, rules.winnings, strict=True)]
            for holding, pile in zip(holdings, drawn, strict=True):
                holding.pile = [*pile]
            if play_on(rules, holdings, chance).winner is None or sum(map(bool, map(len, holdings))) < 2:
                yield END
            else:
                yield tuple(
                    (tuple(each.hand), tuple(sorted(each.pile) if shuffled else each.pile))
                    for each, shuffled in zip(holdings, is_shuffled, strict=True)
                )


def ends_almost_surely(rules):
    """Whether the end can be reached from every state that can be reached from a deal."""
    graph = nx.DiGraph()
    waiting = [tuple((hand, ()) for hand in hands) for hands in all_shuffles(rules)]
    graph.add_nodes_from([END, *waiting])
    while waiting:
        state = waiting.pop()
        following = set(after_a_round(rules, state))
        waiting += following - graph.nodes
        graph.add_edges_from((state, after) for after in following)
    return len(nx.ancestors(graph, END)) == len(graph) - 1


@pytest.mark.parametrize(
    "rules",
    [
        "kids,deck=3x2",
        "kids,deck=2x2+1,face-down=0",
        "kids,deck=3x2,war=last-card,face-down=1",
        "kids,deck=2x3,war=last-card",
        "drew-shuffle,deck=3x2",
        "rutgers,deck=3x2,winnings=shuffled,players=3",
    ],
)
def test_games_with_shuffled_winnings_end_almost_surely(rules):
    assert ends_almost_surely(RuleSet.parse(rules))


def test_a_low_card_on_top_makes_endless_games():
    assert not ends_almost_surely(RuleSet.parse("rutgers,deck=4x1,replacement=loser-first,winnings=on-top"))


@pytest.mark.long
@examples(25)
@given(
    rule_sets(most_cards=5),
    st.sampled_from(["winner-first", "descending", "descending-by-play", "random-order", "shuffled"]),
    st.sampled_from(Winnings),
)
def test_putting_the_lowest_card_lowest_ends_every_game(rules, replacement, other):
    """The order of the ranks is needed: among relations some have no lowest card."""
    rules = replace(rules, beats="ranks")
    both = replace(rules, replacement=replacement, winnings="on-top")
    assert ends_almost_surely(both)
    one = replace(rules, players=2, replacement=replacement, winnings=("on-top", other))
    assert ends_almost_surely(one)


@pytest.mark.parametrize("other", [each for each in Winnings if each != "anywhere"] + long("anywhere"))
@pytest.mark.parametrize("m", [0, 1])
def test_putting_the_rivals_card_lowest_ends_every_game(m, other):
    for deck, war in (("3x2", "each"), ("2x3", "strict"), ("5x1", "strict"), ("2x2+1", "shortest")):
        rules = f"rutgers,deck={deck},face-down={m},war={war},winnings=on-top/{other}"
        assert ends_almost_surely(RuleSet.parse(rules))


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
        holdings = [Holding(hand, Winnings.UNDER) for hand in hands]
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


@pytest.mark.parametrize("war", [war for war in WarRule if war is not WarRule.LAST_CARD])
@pytest.mark.parametrize(("deck", "players"), [("2x3", 2), *long(("3x2", 2), ("1x3+4", 2), ("3x2", 3))])
@pytest.mark.parametrize("m", [0, 1])
def test_nobody_wins_the_same_hands_in_two_ways(war, deck, players, m):
    rules = RuleSet.parse(f"kids,deck={deck},players={players},war={war},face-down={m}")
    ways = Counter()
    for hands in all_hands(deck_of(rules), players):
        moves = list(rounds_of_the_proof(rules, hands))
        assert len(set(moves)) == len(moves)
        ways.update(moves)
    assert max(ways.values()) == 1
