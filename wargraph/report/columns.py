"""The columns of all tables: the stable identifiers of CSV and JSON, their meanings and units."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Column:
    """A column of tables.

    Attributes
    ----------
    heading
        The heading for people.
    meaning
        What a cell says. Where an identifier has two meanings, the command or table decides.
    unit
        The unit, or the kind of text.
    """

    heading: str
    meaning: str
    unit: str


COLUMNS = {
    "a_second": Column(
        "Done per second", "amount of work that a campaign does per second on average", "units of `of` per second"
    ),
    "against_optimal": Column(
        "Value against optimal play",
        "expected result of the strategy at the start against an optimal player; 1 is a certain win, -1 a certain loss",
        "points from -1 to 1",
    ),
    "arcs": Column("Arcs", "arcs of the War graph", "arcs"),
    "automorphisms": Column("Automorphisms", "permutations of the cards that keep the beat relation", "permutations"),
    "beats": Column("Beats", "the cards that this card beats", "card names"),
    "began": Column("Began", "when a run, or the first run, began", "UTC"),
    "campaign": Column("Campaign", "the part of the question that this row is about", "text"),
    "can_win": Column("Who can win", "which players can still win in free order", "text"),
    "cannot_end": Column(
        "Positions that cannot end",
        "starting positions from which no terminal position can be reached, even in free order",
        "positions",
    ),
    "capped": Column("Games given up", "games stopped at the limit of turns (`--cap`)", "games"),
    "card": Column("Card", "the card, by its number or rank", "card"),
    "cards": Column(
        "Cards", "the cards of this round, face-down cards in brackets; elsewhere the number of cards", "cards"
    ),
    "certain": Column("States with a certain win", "states in which player 1 wins with probability 1", "states"),
    "checkpoint": Column("Checkpoint", "the file that keeps the work", "file name"),
    "chooser": Column(
        "Who chooses", "the player who chooses the return order: winner or loser of each turn, left or right", "text"
    ),
    "classes": Column("Transcript classes", "transcript classes of this length and hand size", "classes"),
    "code": Column("Program", "version of the program, digest of its code, versions of Python and libraries", "text"),
    "component_size": Column("Size of each component", "positions in each of these components", "positions"),
    "components": Column("Components", "strongly connected components", "components"),
    "computed": Column("Computed", "the term as computed again", "number"),
    "counting": Column("Counting", "which rounds count as turns", "rule"),
    "cycle": Column("Cycle", "number of the cycle within the listing", "number"),
    "cycle_length": Column("Cycle length", "turns after which a game that never ends repeats", "turns"),
    "cycles": Column(
        "Cycles", "number of cycles of this length; `campaign` and matrix reports: of all lengths", "cycles"
    ),
    "cycles_lw": Column(
        "Cycles under LW", "cycles under LW: their number, and in a census their lengths", "cycles, or turns"
    ),
    "cycles_wl": Column(
        "Cycles under WL", "cycles under WL: their number, and in a census their lengths", "cycles, or turns"
    ),
    "cyclic_components": Column(
        "Cyclic components", "strongly connected components that contain a cycle", "components"
    ),
    "deal": Column("Deal", "the hands at the start, top card first, with a bar between players", "cards"),
    "dealing": Column("Dealing", "how the cards are dealt", "rule"),
    "deals": Column(
        "Deals",
        "any: all starting positions; even: balanced deals. With full rules: how many, or the same or not",
        "text, or deals",
    ),
    "deck": Column("Deck", "ranks x suits, and jokers", "rule"),
    "difference": Column(
        "Difference of the means", "mean turns under the rules minus mean turns under the other rules", "turns"
    ),
    "different": Column("Different", "work units whose repeated result differs from the kept one", "work units"),
    "done": Column("Done", "work that is finished", "units of `of`"),
    "double_wars": Column("Double wars", "share of rounds with exactly two wars in a row", "share from 0 to 1"),
    "drawn": Column("Drawn positions", "starting positions from which neither player can force a win", "positions"),
    "drawn_example": Column("Drawn position", "the first drawn position", "position"),
    "ended": Column("Ended", "when a run ended", "UTC"),
    "ending": Column("Outcome", "how a game came out", "text"),
    "endless": Column("Never end", "games or starting positions whose game never ends", "games or positions"),
    "endless_example": Column("Endless deal", "a deal whose game never ends", "deal"),
    "endless_high": Column("Share that never ends, upper limit", "upper end of the 95 % interval", "share from 0 to 1"),
    "endless_low": Column("Share that never ends, lower limit", "lower end of the 95 % interval", "share from 0 to 1"),
    "endless_lw": Column("Never end under LW", "positions whose game never ends under LW", "positions"),
    "endless_share": Column(
        "Share that never ends", "share of games or positions whose game never ends", "share from 0 to 1"
    ),
    "endless_wl": Column("Never end under WL", "positions whose game never ends under WL", "positions"),
    "entry": Column("Rounds before the cycle", "rounds before the first position of the cycle", "rounds"),
    "error": Column("Standard error", "standard error of the difference", "turns"),
    "exact": Column("Probability, exact", "the probability as a fraction", "fraction"),
    "example": Column("Example", "the first starting position or deal that this row counts", "position or deal"),
    "face_down": Column("Face down", "cards that each player lays face down in a war", "cards"),
    "fair": Column("Fair share", "points per game if chance decided", "points"),
    "farthest": Column("Largest distance", "largest distance to the end within the group", "turns"),
    "finish": Column(
        "Maximum distance to the end", "largest distance from a position to a terminal position in free order", "turns"
    ),
    "finished": Column("Finished", "whether, or when, the work was finished", "true or false, or UTC"),
    "finite": Column("End", "starting positions whose game ends", "positions"),
    "fivefold_wars": Column("Fivefold wars", "share of rounds with exactly five wars in a row", "share from 0 to 1"),
    "fourfold_wars": Column("Fourfold wars", "share of rounds with exactly four wars in a row", "share from 0 to 1"),
    "game": Column("Game", "number of the game within the run or list", "number"),
    "games": Column("Games", "number of games", "games"),
    "games_with": Column("Games with such a war", "games in which such a war occurs", "games"),
    "generator": Column("Generator", "a generator of the automorphism group, as cycles of cards", "permutation"),
    "held": Column("Cards held", "cards of each player after the round", "cards"),
    "high": Column(
        "Upper limit", "upper end of the 95 % interval; `auction exact`: upper bound of the value", "unit of the value"
    ),
    "largest_component": Column(
        "Largest component", "positions in the largest strongly connected component", "positions"
    ),
    "leader": Column(
        "Mean hand size of the leader", "cards of the player with the most cards, mean over games in progress", "cards"
    ),
    "left": Column(
        "Left",
        "what Left wins: number of positions, or mean probability; `campaign status`: work that is left",
        "positions, probability, or units of `of`",
    ),
    "left_exact": Column("Left wins, exact", "the value as a fraction", "fraction"),
    "left_high": Column(
        "Left wins, upper limit", "largest probability that Left wins, within the error", "probability"
    ),
    "left_low": Column(
        "Left wins, lower limit", "smallest probability that Left wins, within the error", "probability"
    ),
    "left_share": Column("Left wins, share", "share of starting positions that Left wins", "share from 0 to 1"),
    "length": Column("Cycle length", "turns of the cycle, or letters of the word", "turns"),
    "line_up": Column("Line-up", "the strategies at the table, in player order", "text"),
    "line_ups": Column("Line-ups", "line-ups in which the strategy took part", "line-ups"),
    "longer": Column("Longer games", "probability that the game takes more turns", "probability"),
    "longest": Column("Longest game", "turns of the longest game that ends", "turns"),
    "longest_deals": Column("Deals of that length", "deals whose game is the longest", "deals"),
    "longest_entry": Column("Longest way to the cycle", "most turns before a game runs into this cycle", "turns"),
    "longest_lw": Column("Longest game under LW", "turns of the longest finite game under LW", "turns"),
    "longest_wl": Column("Longest game under WL", "turns of the longest finite game under WL", "turns"),
    "loses": Column("Loses", "positions that the holder of the card loses", "positions"),
    "low": Column(
        "Lower limit", "lower end of the 95 % interval; `auction exact`: lower bound of the value", "unit of the value"
    ),
    "machine_seconds": Column("Machine time", "time of work of all processes together", "seconds"),
    "matrix": Column("Matrix", "the beat matrix in one line: row i has 1 where card i beats card j", "0 and 1"),
    "max": Column("Longest game", "turns of the longest game", "turns"),
    "mean": Column(
        "Mean", "mean number of turns of the games that end; `expect`: mean of the expected numbers of turns", "turns"
    ),
    "mean_error": Column("Standard error of the mean", "standard error of the mean", "turns"),
    "mean_exact": Column("Mean, exact", "the value as a fraction", "fraction"),
    "mean_high": Column("Mean, upper limit", "upper bound of the mean, within the error", "turns"),
    "mean_low": Column("Mean, lower limit", "lower bound of the mean, within the error", "turns"),
    "mean_of_others": Column(
        "Mean, games that end", "over the starting positions whose games end with probability 1", "turns"
    ),
    "mean_of_others_exact": Column(
        "Mean, exact, games that end", "over the starting positions whose games end with probability 1", "fraction"
    ),
    "mean_of_others_high": Column(
        "Mean, upper limit, games that end", "over the starting positions whose games end with probability 1", "turns"
    ),
    "mean_of_others_low": Column(
        "Mean, lower limit, games that end", "over the starting positions whose games end with probability 1", "turns"
    ),
    "mean_rounds": Column("Mean rounds", "mean number of rounds of the games that ended", "rounds"),
    "mean_rounds_error": Column("Mean rounds, standard error", "standard error of the mean number of rounds", "rounds"),
    "mean_rounds_won": Column(
        "Mean rounds of games won", "mean number of rounds of the games that the strategy won", "rounds"
    ),
    "mean_rounds_won_error": Column(
        "Mean rounds of games won, standard error", "standard error of the mean number of rounds of games won", "rounds"
    ),
    "median": Column("Median", "turns after which half of the games are over", "turns"),
    "min": Column("Shortest game", "turns of the shortest game", "turns"),
    "mixing": Column("States with a mixed strategy", "states in which optimal play is random", "states"),
    "mode": Column("Mode", "the most frequent number of turns", "turns"),
    "n": Column("n", "number of cards", "cards"),
    "name": Column("Name", "name of the card or sequence", "text"),
    "nearest": Column("Smallest distance", "smallest distance to the end within the group", "turns"),
    "never": Column(
        "Never ends", "probability that the game never ends, mean over the starting positions", "probability"
    ),
    "never_exact": Column("Never ends, exact", "the value as a fraction", "fraction"),
    "never_high": Column(
        "Never ends, upper limit", "upper bound of the probability that the game never ends", "probability"
    ),
    "never_low": Column(
        "Never ends, lower limit", "lower bound of the probability that the game never ends", "probability"
    ),
    "no_winner": Column("Games without a winner", "games that end without a winner", "games"),
    "nobody_left": Column("Nobody left", "who wins if no player can go on with a war", "rule"),
    "number": Column(
        "Number", "number of the relation; in tables of wars: rounds with such a war", "number, or rounds"
    ),
    "oeis": Column("OEIS", "number of the sequence in the OEIS, if it has one", "A-number"),
    "of": Column("Unit of work", "what `done` and `left` count", "text"),
    "one_in": Column("One in", "one game in so many", "games"),
    "opponents": Column("Opponents", "number of opponents", "players"),
    "orbits": Column("Orbits", "sizes of the orbits of the symbolic cards", "cards"),
    "order": Column("Return order", "WL: the winning card first; LW: the losing card first; free: either", "text"),
    "other": Column("Other rules", "the rules that are compared", "rules"),
    "outcome": Column("Outcome", "what the search found", "text"),
    "p": Column("p", "probability that the return order of a turn is WL", "probability"),
    "pairs": Column("Pairs", "pairs of cards that the winner of the turn takes, one more than the draws", "pairs"),
    "per_round": Column("Wars per round", "share of rounds with such a war", "share from 0 to 1"),
    "per_round_high": Column("Wars per round, upper limit", "upper end of the 95 % interval", "share from 0 to 1"),
    "per_round_low": Column("Wars per round, lower limit", "lower end of the 95 % interval", "share from 0 to 1"),
    "period": Column("Cycle length", "turns or rounds after which a game repeats", "turns or rounds"),
    "piece": Column("Work unit", "the work unit whose repeated result differs", "text"),
    "pieces": Column("Work units", "work units that a checkpoint keeps", "work units"),
    "piles": Column("Piles", "how won cards come back into play", "rule"),
    "player": Column("Player", "the player who forces the win", "text"),
    "players": Column("Players", "number of players; in a line-up, players of this strategy", "players"),
    "playing": Column("Games in progress", "games not over after this round", "games"),
    "plays": Column("What it plays", "the strategy in a sentence", "text"),
    "points": Column(
        "Points per game",
        "mean points per game: 1 for a win, and an equal share of 1 for each player of a game that nobody wins",
        "points",
    ),
    "position": Column("Position", "Left's hand, a bar, Right's hand, each with the top card first", "position"),
    "positions": Column("Positions", "number of positions that this row counts", "positions"),
    "positions_lw": Column(
        "Positions, longest game under LW", "starting positions whose game under LW is the longest", "positions"
    ),
    "positions_wl": Column(
        "Positions, longest game under WL", "starting positions whose game under WL is the longest", "positions"
    ),
    "probability": Column("Probability", "probability of this row", "probability"),
    "probability_exact": Column("Probability, exact", "the probability as a fraction", "fraction"),
    "process": Column("Process", "the machine and the number of the process", "text"),
    "question": Column("Question", "what `value` or `turns` answers", "text"),
    "rank": Column("Rank", "place in the ranking", "number"),
    "regular": Column("Regular", "whether every card beats equally many cards", "yes or no"),
    "relation": Column("Relation", "name of the beat relation", "text"),
    "relations": Column("Relations", "relations that have this value", "relations"),
    "replacement": Column("Replacement", "the order in which won cards are returned", "rule"),
    "right": Column("Right", "what Right wins: number of positions, or mean probability", "positions or probability"),
    "right_exact": Column("Right wins, exact", "the value as a fraction", "fraction"),
    "right_high": Column(
        "Right wins, upper limit", "largest probability that Right wins, within the error", "probability"
    ),
    "right_low": Column(
        "Right wins, lower limit", "smallest probability that Right wins, within the error", "probability"
    ),
    "right_share": Column("Right wins, share", "share of starting positions that Right wins", "share from 0 to 1"),
    "rival": Column("Rival", "the strategy in the same line-up", "text"),
    "round": Column("Round", "number of the round; 0 is the start", "rounds"),
    "rounds": Column("Rounds", "number of rounds", "rounds"),
    "rules": Column("Rules", "the preset, and the rules that differ from it", "rules"),
    "runs": Column("Runs", "processes that worked on the checkpoint", "runs"),
    "same": Column("Same", "work units whose repeated result is the kept one", "work units"),
    "score": Column("Score", "how many cards this card beats", "cards"),
    "scores": Column("Scores", "the scores of all cards, ascending", "cards"),
    "sd": Column("Standard deviation", "standard deviation of the number of turns", "turns"),
    "sd_rounds": Column("Standard deviation of rounds", "standard deviation of the number of rounds", "rounds"),
    "sd_rounds_error": Column(
        "Standard deviation of rounds, standard error", "standard error of that standard deviation", "rounds"
    ),
    "sd_rounds_won": Column(
        "Standard deviation of rounds of games won", "standard deviation of the number of rounds of games won", "rounds"
    ),
    "sd_rounds_won_error": Column(
        "Standard deviation of rounds of games won, standard error",
        "standard error of that standard deviation",
        "rounds",
    ),
    "searched": Column("Searched", "what was searched", "text"),
    "seconds_left": Column("Time left", "forecast of the time that the rest takes", "seconds"),
    "share": Column("Share", "share of the games or positions that this row counts", "share from 0 to 1"),
    "short_wars": Column("Wars cut short", "whether the game has a war in which a player was short of cards", "text"),
    "shortest": Column("Shortest game", "turns of the shortest game", "turns"),
    "shortest_cycle": Column("Shortest cycle", "length of the shortest cycle in free order", "turns"),
    "single_wars": Column("Single wars", "share of rounds with exactly one war", "share from 0 to 1"),
    "sixfold_or_more_wars": Column(
        "Six or more wars", "share of rounds with six or more wars in a row", "share from 0 to 1"
    ),
    "size": Column("Size of each component", "positions in each of these components", "positions"),
    "split": Column("Left's hand size", "number of cards that Left, the winner, holds", "cards"),
    "standard_error": Column("Standard error", "standard error of the value", "unit of the value"),
    "starts": Column("Starting positions", "number of starting positions", "positions"),
    "states": Column("States", "states of the game that were computed", "states"),
    "strategy": Column("Strategy", "name of the strategy", "text"),
    "strongly_connected": Column(
        "Strongly connected", "whether the relation is strongly connected as a digraph", "yes or no"
    ),
    "terminals": Column("Terminal positions", "positions in which a player holds all cards", "positions"),
    "terms": Column("Known terms", "the n whose terms are known", "numbers of cards"),
    "three_way": Column("Three-way wars", "three-way wars in a row", "wars"),
    "three_way_wars": Column(
        "Three-way wars", "share of rounds with a war of three or more players", "share from 0 to 1"
    ),
    "tie": Column("Ties", "starting positions whose game is a tie", "positions"),
    "tie_share": Column("Ties, share", "share of starting positions whose game is a tie", "share from 0 to 1"),
    "tied": Column("Ties", "games that end without a winner", "games"),
    "title": Column("Title", "what a(n) is", "text"),
    "total": Column("Starting positions", "number of starting positions", "positions"),
    "transitive": Column("Transitive", "whether the relation is transitive", "yes or no"),
    "triple_wars": Column("Triple wars", "share of rounds with exactly three wars in a row", "share from 0 to 1"),
    "turn": Column("Turns so far", "number of turns before this position; the winner beside it wins the next", "turns"),
    "turns": Column(
        "Turns",
        "length of the game in turns; in two tables of `simulate` the name of a measure, or the parity",
        "turns",
    ),
    "unreachable": Column("Cannot end", "positions from which no terminal position can be reached", "positions"),
    "up_to_swap": Column(
        "Counted up to swapping players",
        "whether two deals that differ by swapping the players count as one",
        "true or false",
    ),
    "utility": Column("Utility", "sum of the cards in hand and pile, of each player", "card values"),
    "value": Column("Value", "a(n), or the value of the measure or question in this row", "number"),
    "verified": Column(
        "Verified",
        "whether the reference implementation played the example again; or work units repeated",
        "true or false, or work units",
    ),
    "war": Column("War", "kind of war; in `rules`, the rule for wars", "text"),
    "wars": Column("Wars", "number of wars", "wars"),
    "what": Column("Notable for", "why the game is notable, and the unit of `value`", "text"),
    "widest": Column("Widest bounds", "largest distance between the bounds of any state", "points"),
    "win_ratio": Column("Win ratio", "share of the games that the strategy won", "share from 0 to 1"),
    "win_ratio_error": Column("Win ratio, standard error", "standard error of the win ratio", "share from 0 to 1"),
    "winner": Column(
        "Winner",
        "who won the turn, round or game; in hand sizes, cards of the eventual winner on average",
        "player, or cards",
    ),
    "winners": Column("Winners", "who wins each turn of the cycle: L for Left, R for Right", "text"),
    "wins": Column("Wins", "positions that the holder of the card wins", "positions"),
    "won": Column("Games won", "games that the strategy won", "games"),
    "word": Column("Word", "who wins each turn of the cycle: L or R; = is a war", "text"),
    "workers": Column("Workers", "processes that worked, in all runs together", "processes"),
    "worst": Column("Largest expected length", "largest expected number of turns of a starting position", "turns"),
    "worst_case": Column(
        "Value against a best response", "expected result at the start against the best reply", "points from -1 to 1"
    ),
    "worst_exact": Column("Largest expected length, exact", "the value as a fraction", "fraction"),
    "worst_high": Column("Largest expected length, upper limit", "upper bound, within the error", "turns"),
    "worst_low": Column("Largest expected length, lower limit", "lower bound, within the error", "turns"),
    "worst_of_others": Column(
        "Largest expected length, games that end",
        "over the starting positions whose games end with probability 1",
        "turns",
    ),
    "worst_of_others_exact": Column(
        "Largest expected length, exact, games that end",
        "over the starting positions whose games end with probability 1",
        "fraction",
    ),
    "worst_of_others_high": Column(
        "Largest expected length, upper limit, games that end",
        "over the starting positions whose games end with probability 1",
        "turns",
    ),
    "worst_of_others_low": Column(
        "Largest expected length, lower limit, games that end",
        "over the starting positions whose games end with probability 1",
        "turns",
    ),
    "worst_position": Column(
        "Longest expected game", "the starting position with the largest expected number of turns", "position"
    ),
    "worst_position_of_others": Column(
        "Longest expected game that ends",
        "the one with the largest expected number of turns among those that end",
        "position",
    ),
}
"""The columns by their identifiers, which never change."""


def heading(identifier: str) -> str:
    """The heading of a column for people; an identifier that is not listed is its own heading.

    >>> heading("per_round_low")
    'Wars per round, lower limit'
    """
    return COLUMNS[identifier].heading if identifier in COLUMNS else identifier


def heading_and_unit(identifier: str) -> str:
    """The heading of a column with its unit, for the axis of a chart.

    >>> heading_and_unit("cycle_length")
    'Cycle length (turns)'
    """
    return f"{COLUMNS[identifier].heading} ({COLUMNS[identifier].unit})"
