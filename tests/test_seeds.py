"""What a seed gives, release after release: the games, matrices and auctions that people have written down.

These numbers change only with a line under *Changed* in the changelog that says which seeds now give other games, as
`CONTRIBUTING.md` promises under *Versions*.
"""

import pytest

from wargraph import Relation, deal, play_auction, play_full_game, simulate, simulate_auction
from wargraph.full_game.hands import hands_text

FULL_GAMES = {  # rounds of 200 games, games won by each player, and the number of the longest
    "rutgers": (97_674, [86, 84], 162),
    "bryer": (32_310, [102, 98], 45),
    "drew-shuffle": (54_839, [106, 94], 39),
    "kids": (57_898, [95, 105], 14),
    "kids,players=3": (54_460, [77, 68, 55], 28),
    "bryer,replacement=random-order,winnings=shuffled": (49_568, [98, 102], 104),
}
AUCTIONS = {  # games won by each player, and wars, of ten games
    "Min+Dummy+Dummy": ([2, 3, 5], 77),
    "Dummy+Dummy+Dummy": ([2, 5, 3], 82),
    "SimpleMinded1+Dummy+Dummy": ([8, 0, 2], 56),
    "SimpleMinded2+Dummy+Dummy": ([7, 2, 1], 66),
    "Adversary+Dummy+Dummy": ([9, 1, 0], 56),
}


@pytest.mark.parametrize("rules", FULL_GAMES)
def test_a_seed_gives_the_same_full_games(rules):
    found = simulate(rules, 200, seed=11)
    assert (found.rounds, found.won.tolist(), int(found.games["turns"].argmax())) == FULL_GAMES[rules]


@pytest.mark.parametrize("line_up", AUCTIONS)
def test_a_seed_gives_the_same_auctions(line_up):
    games = simulate_auction(line_up, 10, seed=5).games
    won = [int((games["winner"] == player).sum()) for player in range(1, len(AUCTIONS[line_up][0]) + 1)]
    assert (won, games["wars"].sum()) == AUCTIONS[line_up]


def test_a_seed_gives_the_same_deals_and_matrices():
    assert hands_text(deal("kids,deck=5x2,players=3", seed=11)) == "2,1,3,4|2,5,1|5,3,4"
    assert hands_text(deal("kids,deck=5x2", seed=11, game=3, given="1: 5,5")) == "5,5,4,3,3|1,4,2,2,1"
    assert play_full_game("kids", seed=11, game=14).turns == 1_742
    assert len(play_auction("SimpleMinded1+Dummy", seed=5).rounds) == 61
    assert Relation.of("random:6:7").rows == (
        (0, 0, 0, 1, 1, 1),
        (1, 0, 0, 0, 0, 0),
        (1, 1, 0, 1, 0, 1),
        (0, 1, 0, 0, 0, 0),
        (0, 1, 1, 1, 0, 1),
        (0, 1, 0, 1, 0, 0),
    )
