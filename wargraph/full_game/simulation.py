"""The games that were simulated under one set of rules, what they say, and the report on them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wargraph.core.endings import Ending
from wargraph.full_game.choices import SECONDS_PER_TURN, check_seconds
from wargraph.full_game.given import Condition
from wargraph.full_game.hands import JOKER, card_names, has_names
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.table import HELD_STEP, Column, Sums
from wargraph.report.document import Document, Figure, Preformatted, Table, Title
from wargraph.report.estimates import Distribution, Estimate, Rate, Share, in_words, rounded, rounded_error
from wargraph.report.humanize import counted, duration
from wargraph.report.result import Result, Row, row_of

if TYPE_CHECKING:
    import pandas as pd

QUANTILES = (0.01, 0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975, 0.99)
"""The shares whose quantiles are measured. Between 2.5% and 97.5% lie the central 95% of the games."""

_BRIEF = ("mean", "quantile 5%", "quantile 50%", "quantile 95%", "longest")
_DEPTHS = [column for column in Column if Column.SINGLE_WARS <= column < Column.PREPERIOD]
_THREE_WAYS = [column for column in Column if Column.THREE_WAY_WARS <= column < Column.SINGLE_WARS]
_MOST_CYCLE_LENGTHS = 12
_MOST_IN_SENTENCE = 6
"""Of more players, or numbers of cards, the tables alone say who wins how often."""

_HELD_ROWS = 12

_MANY_CARDS = 10 / 13
"""Of a player who comes to hold this share of the cards, the report says how often they win: 40 of 52."""


@dataclass(frozen=True)
class Simulation(Result):
    """Many games by the same rules.

    The lengths (`mean`, `median` and so on) are those of finished games, in turns as the rules count them; NaN or None
    where no game finished. ``play_full_game(rules, seed=seed, game=number)`` plays a game of the simulation again.

    Attributes
    ----------
    rules
        The rules of the game.
    seed
        The seed of the random numbers.
    cap
        Rounds after which a game was given up.
    games
        The games in the order of their numbers, from 0 on: a structured array with a row for each. Its fields, such as
        ``games["turns"]``, are those of `wargraph.full_game.table.Column` in lower case, of type int32.
    sums
        The sums over the games: endings, lengths, wars, and who held or was dealt how many cards.
    condition
        The condition on the deals: cards that players were dealt in every game, or the whole deal.
    """

    rules: RuleSet
    seed: int
    cap: int
    games: NDArray[np.void] = field(repr=False)
    sums: Sums = field(repr=False)
    condition: Condition

    @cached_property
    def is_finished(self) -> NDArray[np.bool_]:
        """For each game, whether it ended, with or without a winner."""
        finished: NDArray[np.bool_] = self.games["ending"] <= Ending.TIED.code
        return finished

    def count(self, ending: Ending) -> int:
        """Return the number of games with this ending."""
        return int(self.sums.outcomes[ending.code].sum())

    @property
    def finished(self) -> int:
        """Games that ended, with or without a winner."""
        return self.count(Ending.WON) + self.tied

    @property
    def tied(self) -> int:
        """Games that ended without a winner."""
        return self.count(Ending.TIED)

    @property
    def endless(self) -> int:
        """Games proved endless."""
        return self.count(Ending.ENDLESS)

    @property
    def capped(self) -> int:
        """Games given up after `cap` rounds."""
        return self.count(Ending.CAPPED)

    @property
    def endless_share(self) -> Share:
        """The share of endless games among all."""
        return Share.of(self.endless, len(self.games))

    @property
    def first_endless(self) -> int | None:
        """The number of the first endless game."""
        return int(self._endless[0]) if self.endless else None

    @cached_property
    def _endless(self) -> NDArray[np.int64]:
        """The numbers of the endless games."""
        return np.flatnonzero(self.games["ending"] == Ending.ENDLESS.code) if self.endless else np.zeros(0, np.int64)

    @property
    def won(self) -> NDArray[np.int64]:
        """Games won, by player."""
        return self.sums.outcomes[Ending.WON.code, 1:]

    @property
    def rounds(self) -> int:
        """Rounds of all finished games together."""
        return self._total(Column.ROUNDS)

    def _total(self, column: Column) -> int:
        """Return the sum of a column over the finished games."""
        return int(self.sums.totals[1, column])

    @cached_property
    def lengths(self) -> Distribution:
        """The turns of the finished games."""
        return Distribution(self.sums.lengths.sum(axis=1))

    @property
    def by_turns(self) -> dict[int, int]:
        """Finished games by their turns."""
        counts = self.lengths.counts
        return {turns: int(counts[turns]) for turns in np.flatnonzero(counts).tolist()}

    @cached_property
    def by_cycle_length(self) -> dict[int, int]:
        """Endless games by the rounds of their cycle."""
        lengths, games = np.unique(self.games["cycle_length"][self._endless], return_counts=True)
        return dict(zip(lengths.tolist(), games.tolist(), strict=True))

    @property
    def by_parity(self) -> NDArray[np.int64]:
        """Finished games by their turns, even or odd, and without or with a war in which a player was short of cards.

        A player with fewer than m+1 cards left is short of cards.
        """
        return np.array([self.sums.lengths[odd::2].sum(axis=0) for odd in range(2)])

    @property
    def odd_share(self) -> Share:
        """The share of finished games with an odd number of turns."""
        return Share.of(int(self.by_parity[1].sum()), self.finished)

    @property
    def mean(self) -> float:
        """Mean turns."""
        return self.lengths.mean

    @property
    def median(self) -> int | None:
        """The lower median of the turns."""
        return self.quantile(0.5)

    @property
    def shortest(self) -> int | None:
        """Fewest turns."""
        return min(self.by_turns, default=None)

    @property
    def longest(self) -> int | None:
        """Most turns."""
        return max(self.by_turns, default=None)

    def quantile(self, share: float) -> int | None:
        """Return the number of turns that this share of the finished games does not exceed."""
        return self.lengths.quantile(share)

    def rows(self) -> list[Row]:
        """Return one row: what was played, lengths, endings, and the rounds with wars of each depth."""
        lengths = self.lengths
        row: Row = {
            "rules": str(self.rules),
            "games": len(self.games),
            "mean": rounded(self.mean, lengths.mean_error),
            "mean_error": rounded_error(lengths.mean_error),
            "median": self.median,
            "mode": lengths.mode,
            "min": self.shortest,
            "max": self.longest,
            "sd": rounded(lengths.sd, lengths.sd_error),
            **row_of(self, "tied", "endless"),
            **self.endless_share.row("endless_share", "endless_low", "endless_high"),
            "capped": self.capped,
            **{column.name.lower(): self._total(column) for column in (*_DEPTHS, _THREE_WAYS[0])},
            "rounds": self.rounds,
        }
        return [row]

    def length_rows(self) -> list[Row]:
        """Finished games by their turns, and the share of all games that last at most this many turns."""
        up_to = accumulate(self.by_turns.values())
        return [
            {"turns": turns, "games": games, "at_most": rounded(some / len(self.games))}
            for (turns, games), some in zip(self.by_turns.items(), up_to, strict=True)
        ]

    def measure_rows(self) -> list[Row]:
        """Return the measures of the lengths with standard errors and 95% intervals, where they have them."""
        lengths = self.lengths

        def measure(name: str, value: Any, error: float | None = None, interval: Any = (None, None)) -> Row:
            value, low, high = (_shown(each, error) for each in (value, *interval))
            standard_error = None if error is None else rounded_error(error)
            return {"turns": name, "value": value, "standard_error": standard_error, "low": low, "high": high}

        return [
            measure("mean", lengths.mean, lengths.mean_error, lengths.mean_interval),
            measure("standard deviation", lengths.sd, lengths.sd_error, lengths.sd_interval),
            measure("mode", lengths.mode),
            measure("shortest", self.shortest),
            *(
                measure(f"quantile {100 * q:g}%", self.quantile(q), None, lengths.quantile_interval(q))
                for q in QUANTILES
            ),
            measure("longest", self.longest),
        ]

    def ending_rows(self) -> list[Row]:
        """Games by how they came out, with their shares and 95% intervals."""
        games = {f"player {player} wins": wins for player, wins in enumerate(self.won.tolist(), start=1)}
        games |= {"no winner": self.tied, "endless": self.endless, "given up": self.capped}
        return [
            {"ending": name, "games": count, **Share.of(count, len(self.games)).row("share", "low", "high")}
            for name, count in games.items()
        ]

    def war_rows(self) -> list[Row]:
        """Wars in finished games: their number, how many there are in a round, and games with at least one.

        A single war is a round with just one war, a double war one with two, and so on. A three-way war is one that
        three or more players began; in a double or triple one, two or three of them followed one another in a round.
        """
        rows, squared_rounds = list[Row](), int(self.sums.totals[2, Column.ROUNDS])
        for column in (*_DEPTHS, *_THREE_WAYS):
            games, wars, squares, products = map(int, self.sums.totals[:, column])
            rate = Rate.of(self.finished, wars, self.rounds, squares, products, squared_rounds)
            row: Row = {"war": column.name.lower().removesuffix("_wars").replace("_", " "), "number": wars}
            row |= rate.row("per_round", "per_round_low", "per_round_high") | {"games_with": games}
            rows.append(row | Share.of(games, self.finished).row("share", "low", "high"))
        return rows

    def parity_rows(self) -> list[Row]:
        """Return the games of `by_parity` with their shares."""
        return [
            {"turns": turns, "short_wars": short, **_games_and_share(int(games), max(self.finished, 1))}
            for turns, by_short in zip(("even", "odd"), self.by_parity, strict=True)
            for short, games in zip(("none", "some"), by_short, strict=True)
        ]

    def cycle_rows(self) -> list[Row]:
        """Endless games by the length of their cycle, with their shares of all games."""
        by_cycle_length, of = self.by_cycle_length.items(), len(self.games)
        return [{"cycle_length": length, **_games_and_share(games, of)} for length, games in by_cycle_length]

    def held_rows(self) -> list[Row]:
        """Hands through the games that somebody won, at every tenth round up to 5,000.

        The games that were not over after this round, and the mean numbers of cards, over these games, of the player
        who then held the most cards and of the player who won later.
        """
        spread = self.rules.cards / 4  # the largest standard deviation of who has most of two players, so of any
        return [
            {
                "round": HELD_STEP * point,
                "playing": games,
                "leader": rounded(leader / games, spread / math.sqrt(games)),
                "winner": rounded(winner / games, 2 * spread / math.sqrt(games)),
            }
            for point, (games, leader, winner) in enumerate(self.sums.held.T.tolist())
            if games
        ]

    def chances_rows(self) -> list[Row]:
        """Return how often a player with a given number of cards at the end of a round wins.

        `games` counts each game and player once. Games without an end are not won. The 95% intervals are by game.
        """
        return [
            {"cards": cards, **_games_and_winners(sums)}
            for cards, sums in enumerate(self.sums.reached.T.tolist())
            if sums[0]
        ]

    def lead_rows(self) -> list[Row]:
        """Games won although a loser once held at least a given number of cards at the end of a round."""
        games = np.cumsum(self.sums.led[::-1])[::-1].tolist()
        return [
            {"cards": cards, "games": number, **Share.of(number, games[0]).row("share", "low", "high")}
            for cards, number in enumerate(games)
            if number
        ]

    def dealt_rows(self) -> list[Row]:
        """Return how often a player who is dealt a given number of cards of a rank wins; cards of a relation are named.

        `games` counts each game and player once. Games without an end are not won. The 95% intervals are by game.
        """
        relation = self.rules.beats
        names = card_names(self.rules) if relation is not None and relation.card_names else {}
        return [
            {"rank": names.get(rank, rank), "dealt": dealt, **_games_and_winners(sums)}
            for rank, by_number in enumerate(np.moveaxis(self.sums.dealt, 0, 2).tolist(), start=1)
            for dealt, sums in enumerate(by_number)
            if sums[0] and self.rules.deck[rank - 1]
        ]

    def total_rows(self) -> list[Row]:
        """Return how often the player wins who is dealt the highest total of ranks; `games` are those with just one."""
        games, won = self.sums.highest_total.tolist()
        return [{"games": games, "won": won, **Share.of(won, games).row("share", "low", "high")}] if games else []

    def example_rows(self) -> list[Row]:
        """Numbers of games worth a look."""
        found, turns, preperiods = (
            list[tuple[str, int | None, int | None]](),
            self.games["turns"],
            self.games["preperiod"],
        )
        if self.finished:
            for what, value in (("shortest", self.shortest), ("longest", self.longest)):
                games = np.flatnonzero(turns == value)  # 0 also of those that did not end
                found.append((f"{what}, turns", value, int(games[self.is_finished[games].argmax()])))
        if self.endless:
            latest = int(self._endless[preperiods[self._endless].argmax()])
            found.append(("first endless", None, self.first_endless))
            found.append(("latest into a cycle, round", int(preperiods[latest]), latest))
        return [{"what": what, "value": value, "game": game} for what, value, game in found]

    def to_pandas(self, table: str | None = None) -> "pd.DataFrame":
        """Return the summary, another table of the report, or ``"games"``: all games, with their endings as words."""
        if table != "games":
            return super().to_pandas(table)
        import pandas as pd

        return pd.DataFrame(self.games).assign(ending=pd.Categorical.from_codes(self.games["ending"], [*Ending]))

    def document(self, seconds_per_turn: float = SECONDS_PER_TURN) -> Document:
        """Return the answer in a sentence or two, the rules, the lengths, the endings, the wars and more.

        People see an excerpt of the longer tables. For programs each row says by which rules the games are, as games by
        several rules make one table.
        """
        rules, games, capped = str(self.rules), counted(len(self.games), "game"), counted(self.capped, "game")
        given_up = f"; {capped} given up after {counted(self.cap, 'round')}" if self.capped else ""
        endings, cycles, wars, held = self.ending_rows(), self.cycle_rows(), self.war_rows(), self.held_rows()
        may_be_endless = self.rules.is_deterministic
        often = sorted(cycles, key=lambda row: -int(str(row["games"])))[:_MOST_CYCLE_LENGTHS]
        more = f" ({counted(len(cycles) - len(often), 'more length')} not shown)" if len(cycles) > len(often) else ""
        still = [row for row in held if 20 * int(str(row["playing"])) >= int(str(held[0]["playing"]))]

        def table(
            name: str, rows: list[Row], heading: str, excerpt: list[Row] | None = None, brief: list[Row] | None = None
        ) -> Table:
            shown = rows if excerpt is None else excerpt
            return Table(name, [{"rules": rules, **row} for row in rows], heading, shown, brief=brief)

        return Document.of(
            Title(f"{rules}: {games}, seed {self.seed}{self.condition.in_title(self.rules)}"),
            _answer(self, seconds_per_turn),
            Figure(self, settings={"seconds_per_turn": seconds_per_turn}) if self.finished else None,
            Preformatted(self.rules.describe(self.condition.sizes(self.rules) if self.condition.deal else None)),
            Table("summary", self.rows(), excerpt=()),
            table(
                "measure",
                measures := self.measure_rows(),
                f"Turns of the {counted(self.finished, 'finished game')}, with 95% intervals{given_up}",
                brief=[row for row in measures if row["turns"] in _BRIEF],
            ),
            table(
                "ending",
                endings,
                "Outcomes, with 95% intervals",
                [row for row in endings if row["games"] or (may_be_endless and row["ending"] == "endless")],
            ),
            table("cycle", cycles, f"Endless games by cycle length, in rounds{more}", often),
            table(
                "war",
                wars,
                "Rounds by number of wars, in finished games, and games with at least one, with 95% intervals",
                [row for row in wars if row["number"]],
            ),
            table(
                "parity",
                self.parity_rows(),
                "Finished games by parity of the turns, and with or without wars in which a player was short of cards",
            ),
            table("length", self.length_rows(), "Finished games by number of turns", []),
            table(
                "held",
                held,
                "Mean hand size of the leader and of the eventual winner, over games in progress that somebody wins",
                still[:: -(-len(still) // _HELD_ROWS) or 1],
            ),
            table("chances", self.chances_rows(), "Wins of players by the cards that they once hold", []),
            table("lead", self.lead_rows(), "Won games by the most cards that a loser once held", []),
            table("dealt", self.dealt_rows(), "Wins of players by the cards of a rank that they are dealt", []),
            table("total", self.total_rows(), "Wins of the player who is dealt the highest total of ranks", []),
            table("example", self.example_rows(), "Notable games"),
            f"To see a game: wargraph play{self._given_options} --preset {self.rules.text_form} --seed {self.seed} "
            "--game NUMBER",
        )

    @property
    def _given_options(self) -> str:
        """The given cards or deal, as options of the command `play`."""
        deal = f" '{self.condition.deal_text(self.rules)}'" if self.condition.deal else ""
        return deal + "".join(f" --given '{text}'" for text in self.condition.texts(self.rules))


def _answer(simulation: Simulation, seconds_per_turn: float) -> str:
    """Say what was given, how long games last, whether they end, how often there is war, and who wins.

    The last is said of a few players, or if cards were given.
    """
    check_seconds(seconds_per_turn)
    given, rules = simulation.condition, simulation.rules
    sentences = [given.sentence(rules)] * bool(given)
    sentences.append("; ".join([*_lengths_text(simulation, seconds_per_turn), *_endings_text(simulation)]) + ".")
    if wars := int(simulation.sums.totals[1, _DEPTHS].sum()):
        in_rounds = 100 * wars / simulation.rounds
        sentences.append(f"There is a war in {in_rounds:{'.0f' if in_rounds >= 10 else '.2g'}}% of the rounds.")
    sentences += [] if given else chances_text(simulation)
    together = ""
    if simulation.finished and (rules.players <= _MOST_IN_SENTENCE or given):
        sentences.append(winners_text(simulation))
        together = "; those of the players are simultaneous" * (not is_fair_by_symmetry(simulation))
    return f"{' '.join(sentences)}\nIn brackets: 95% intervals{together}."


def chances_text(simulation: Simulation) -> list[str]:
    """Say how often a player who comes to hold most cards, or is dealt cards of the highest rank, wins."""
    rules, texts = simulation.rules, []
    cards = sum(simulation.condition.sizes(rules))
    many = round(cards * _MANY_CARDS)
    held = simulation.sums.reached[:, many].tolist()
    if held[0] and many < cards:
        share = Share.of_players(*held).display
        aside = f" ({rules.cards - cards} put aside)" if rules.cards - cards and not simulation.condition.deal else ""
        texts.append(f"A player who comes to hold {many} of the {cards} cards{aside} wins {share}.")
    highest = {dealt: sums for dealt, sums in enumerate(simulation.sums.dealt[:, -1].T.tolist()) if sums[0]}
    if rules.deck[-1] > 1 and 1 < len(highest) <= _MOST_IN_SENTENCE and rules.beats is None:
        shares = [Share.of_players(*sums) for sums in highest.values()]
        wins = [in_words(100 * share.value, max(100 * share.error, 1)) for share in shares]
        name = JOKER if rules.jokers else "ace" if has_names(rules) else "card"
        which = "" if name != "card" else f" of rank {rules.ranks}"
        cases = [f"{won}% with {dealt}" for dealt, won in zip(highest, wins, strict=True)]
        together = f"{', '.join(cases[:-1])} and {cases[-1]}"
        texts.append(f"A player wins {together} of the {counted(rules.deck[-1], name)}{which}.")
    return texts + _strongest_text(simulation)


def _strongest_text(simulation: Simulation) -> list[str]:
    """Say which card of a relation is the strongest for two players: whoever is dealt more of its copies wins most."""
    rules, shares = simulation.rules, dict[str, Share]()
    if rules.beats is None or rules.players > 2 or simulation.condition:
        return []
    for rank, name in card_names(rules).items():
        copies = rules.deck[rank - 1]
        players, won, *_ = simulation.sums.dealt[:, rank - 1, copies // 2 + 1 :].sum(axis=1).tolist()
        if players:
            shares[name] = Share.of(won, players, rules.ranks)
    strongest, weakest = (ends(shares, key=lambda name: shares[name].value, default="") for ends in (max, min))
    if not shares:
        return []
    if shares[strongest].low <= shares[weakest].high:
        return ["No card is seen to be stronger than another."]
    cards = "it" if max(rules.deck) == 1 else "more than half of its copies"
    return [
        f"The strongest card seems to be {strongest}: a player who is dealt {cards} wins {shares[strongest].display}; "
        f"with {weakest}, which seems the weakest, it is {shares[weakest].display}."
    ]


def is_fair_by_symmetry(simulation: Simulation) -> bool:
    """Return whether both players must win equally often."""
    return simulation.rules.is_symmetric and not simulation.condition


def winners_text(simulation: Simulation) -> str:
    """Say how often each player wins, by intervals that hold for all players at once.

    Where players differ in the number of their cards, these are told; where they do not, so is whether a difference
    was seen. Under rules that treat two players alike there is none, whatever the games show.
    """
    rules, won = simulation.rules, simulation.won.tolist()
    if is_fair_by_symmetry(simulation):
        return (
            "The rules treat both players alike, so each is as likely to win as the other; of these games "
            f"player 1 won {won[0]:,} and player 2 {won[1]:,}."
        )
    dealt = simulation.condition.sizes(rules)
    have_alike = len(set(dealt)) == 1
    parts = []
    for player, (wins, cards) in enumerate(zip(won, dealt, strict=True), start=1):
        holding = "" if have_alike else f", who was dealt {counted(cards, 'card')},"
        verb = " wins" if player == 1 or holding else ""
        parts.append(f"player {player}{holding}{verb} {Share.of(wins, len(simulation.games), len(won)).display}")
    unseen = ": no difference seen" * (have_alike and not simulation.condition and not _differ(won))
    return f"P{(', ' if have_alike else '; ').join(parts)[1:]}{unseen}."


def _differ(won: Sequence[int]) -> bool:
    """Return whether two of the players win differently often, by more than chance.

    Of two numbers of wins with the sum s, each is a binomial number of s if both players are as likely to win.
    """
    pairs = [(one, other) for one, other in combinations(won, 2) if one + other]
    shares = [Share.of(one, one + other, len(pairs)) for one, other in pairs]
    return any(not share.low <= 0.5 <= share.high for share in shares)


def _lengths_text(simulation: Simulation, seconds_per_turn: float) -> list[str]:
    """Return how long half of the games last at most, and one of a hundred at least."""
    median, late = simulation.median, simulation.quantile(0.99)
    if median is None or late is None:
        return ["No game ended"]
    subject = "Half of the games" if simulation.finished == len(simulation.games) else "Half of the games that end"
    at_most = duration(median * seconds_per_turn)
    texts = [
        f"{subject} are over after {_turns_text(simulation, 0.5, median)}, "
        f"about {at_most} at {seconds_per_turn:g} seconds a turn"
    ]
    if simulation.lengths.quantile_interval(0.99)[1] is not None:
        is_longest = late == simulation.longest
        beyond = counted(late, "turn") if is_longest else _turns_text(simulation, 0.99, late)
        texts.append(f"{'none goes' if is_longest else '1% go'} beyond {beyond}")
    return texts


def _turns_text(simulation: Simulation, share: float, turns: int) -> str:
    """Return a quantile with its interval, which may have no end where there are few games."""
    low, high = simulation.lengths.quantile_interval(share)
    if high is None:
        return f"{counted(turns, 'turn')} (at least {low:,})"
    if low == high:
        return counted(turns, "turn")
    error = Estimate(turns, low, high).error
    value, least, most = (in_words(each, max(error, 1)) for each in (turns, low, high))
    return f"{value} turns ({least} to {most})"


def _endings_text(simulation: Simulation) -> list[str]:
    """Return which games did not end, or not with a winner."""
    texts = []
    if simulation.rules.is_deterministic:
        texts.append(f"{simulation.endless_share.display} {'never end' if simulation.endless else 'is endless'}")
    if simulation.capped:
        given_up = Share.of(simulation.capped, len(simulation.games)).display
        texts.append(f"{given_up} are given up after {counted(simulation.cap, 'round')}")
    if simulation.tied:
        texts.append(f"{Share.of(simulation.tied, len(simulation.games)).display} end without a winner")
    return texts or ["all of them ended"]


def _shown(value: float | None, error: float | None) -> object:
    """Return a number for a table: a whole one as it is, others rounded."""
    return value if value is None or isinstance(value, int) else rounded(value, error or 0.0)


def _games_and_winners(sums: Sequence[int]) -> Row:
    """Games and players, how many of them won, and the share."""
    return {"games": sums[0], "won": sums[1], **Share.of_players(*sums).row("share", "low", "high")}


def _games_and_share(games: int, of: int) -> Row:
    """Row: games, and games / of."""
    return {"games": games, "share": rounded(games / of, Share.of(games, of).error)}
