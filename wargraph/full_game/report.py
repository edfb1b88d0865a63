"""The report of `wargraph simulate`: by each of the rules the lengths, the endings, the wars and more."""

import math
from typing import TYPE_CHECKING

from wargraph.document import Block, Document, Figure, Paragraph, Preformatted, Table, Title
from wargraph.estimates import Share, error_of, in_words
from wargraph.full_game.pace import check_seconds
from wargraph.results import Row
from wargraph.wording import counted, duration

if TYPE_CHECKING:
    from wargraph.full_game.compare import Comparison, PairedDifference
    from wargraph.full_game.simulate import Simulation

_MOST_PERIODS = 12
_HELD_ROWS = 12
_COMPARED = (
    "rules", "games", "mean", "mean_error", "median", "mode", "min", "max", "sd", "tied", "endless_share", "capped",
)  # fmt: skip


def simulation_document(found: "Simulation", seconds_per_turn: float) -> Document:
    """What came out by the same rules; within it people see an excerpt of the longer tables."""
    rules = str(found.rules)

    def table(name: str, heading: str, rows: list[Row], excerpt: list[Row] | None = None) -> Table:
        """For programs each row says by which rules the games are: those by several rules make one table."""
        return Table(name, [{"rules": rules, **row} for row in rows], heading, rows if excerpt is None else excerpt)

    return Document(
        [
            Title(f"{rules}: {counted(found.games, 'game')}, seed {found.seed}"),
            Paragraph(_answer(found, seconds_per_turn)),
            *([Figure(found)] if found.finished else []),
            Preformatted(found.rules.describe()),
            Table("summary", found.rows(), excerpt=()),
            table("measure", _measures(found), found.measure_rows()),
            table(
                "ending",
                "How the games came out: shares, with 95 % intervals",
                found.ending_rows(),
                _possible_endings(found),
            ),
            table("period", *_periods(found)),
            table(
                "war",
                "Rounds with so many wars, in the games that ended; games with at least one; 95 % intervals",
                found.war_rows(),
                [row for row in found.war_rows() if row["number"]],
            ),
            table("parity", "Even or odd, and wars in which a player had too few cards", found.parity_rows()),
            table("length", "Games that ended, by their turns", found.length_rows(), []),
            table(
                "held",
                "Cards held by who had most, and by who was to win: means over games won and not over",
                found.held_rows(),
                _some_held(found),
            ),
            table("example", "Worth a look", found.example_rows()),
            Paragraph(f"To see a game: wargraph play --preset {rules} --seed {found.seed} --game NUMBER"),
        ]
    )


def comparison_document(found: "Comparison", seconds_per_turn: float) -> Document:
    """The lengths by each of the rules, if there are several; then the report on each, and their differences."""
    blocks: list[Block] = []
    if len(found.simulations) > 1:
        rows = [row for each in found.simulations for row in each.rows()]
        compared = [{name: row[name] for name in _COMPARED} for row in rows]
        first = found.simulations[0]
        blocks += [
            Title(f"{len(rows)} rules compared: {counted(first.games, 'game')} by each, seed {first.seed}"),
            Paragraph("\n".join(_difference_told(each) for each in found.differences)),
            Table("summary", (), "Turns of the games that ended, and the other games", excerpt=compared),
        ]
    blocks += [block for each in found.simulations for block in each.document(seconds_per_turn).blocks]
    heading = "Turns by the rules less turns by the other, game by game, where both end; with 95 % intervals"
    return Document([*blocks, Table("difference", found.rows(), heading)])


def _answer(found: "Simulation", seconds_per_turn: float) -> str:
    """How long a game lasts, and whether it ends; of two players, who wins."""
    check_seconds(seconds_per_turn)
    sentences = ["; ".join([*_lengths_told(found, seconds_per_turn), *_endings_told(found)]) + "."]
    if found.rules.players == 2 and found.finished:
        one, other = (Share.of(int(won), found.games) for won in found.tally.won)
        sentences.append(f"Player 1 wins {one.told}, player 2 {other.told}.")
    return f"{' '.join(sentences)}\nIn brackets: 95 % intervals."


def _lengths_told(found: "Simulation", seconds_per_turn: float) -> list[str]:
    """How long half of the games last at most, and one of a hundred at least."""
    median, late = found.median, found.quantile(0.99)
    if median is None or late is None:
        return ["No game ended"]
    subject = "Half of the games" if found.finished == found.games else "Of the games that end, half"
    at_most = duration(median * seconds_per_turn)
    told = [
        f"{subject} are over after {_turns_told(found, 0.5, median)}, "
        f"about {at_most} at {seconds_per_turn:g} seconds a turn"
    ]
    if found.lengths.quantile_interval(0.99)[1] is not None:
        told.append(f"1 of 100 goes beyond {_turns_told(found, 0.99, late)}")
    return told


def _turns_told(found: "Simulation", share: float, turns: int) -> str:
    """A quantile with its interval, which may have no end where there are few games."""
    low, high = found.lengths.quantile_interval(share)
    if high is None:
        return f"{counted(turns, 'turn')} (at least {low:,})"
    if low == high:
        return counted(turns, "turn")
    error = error_of(turns, (low, high))
    value, least, most = (in_words(each, error) for each in (turns, low, high))
    return f"{value} turns ({least} to {most})"


def _endings_told(found: "Simulation") -> list[str]:
    """Which games did not end, or not with a winner."""
    told = []
    if found.rules.is_deterministic:
        told.append(f"{found.endless_share.told} {'never end' if found.endless else 'is endless'}")
    if found.capped:
        given_up = Share.of(found.capped, found.games).told
        told.append(f"{given_up} are given up after {found.cap:,} rounds")
    if found.tied:
        told.append(f"{Share.of(found.tied, found.games).told} end without a winner")
    return told or ["all of them ended"]


def _difference_told(each: "PairedDifference") -> str:
    """How much longer games are by one of two rules, or that it cannot be told."""
    if not math.isfinite(each.error):
        return f"{each.first} and {each.second}: too few games end by both to tell which last longer."
    low, high = each.interval
    value, least, most = (in_words(abs(end), each.error) for end in (each.value, *sorted((low, high), key=abs)))
    if low <= 0 <= high:
        return f"By {each.first} and by {each.second} games last as long, within {most} turns."
    longer, shorter = (each.first, each.second) if each.value > 0 else (each.second, each.first)
    return f"By {longer} a game lasts {value} turns longer than by {shorter} ({least} to {most})."


def _measures(found: "Simulation") -> str:
    heading = f"Turns of the {counted(found.finished, 'game')} that ended, with 95 % intervals"
    if not found.capped:
        return heading
    return f"{heading}; {counted(found.capped, 'game')} given up after {found.cap:,} rounds"


def _possible_endings(found: "Simulation") -> list[Row]:
    """The endings that occurred, and whether games were endless where that is proved."""
    return [
        row
        for row in found.ending_rows()
        if (found.rules.is_deterministic if row["ending"] == "endless" else row["games"])
    ]


def _periods(found: "Simulation") -> tuple[str, list[Row], list[Row]]:
    """The heading, all rows, and the most frequent ones."""
    rows = found.period_rows()
    frequent = sorted(rows, key=lambda row: -int(str(row["games"])))[:_MOST_PERIODS]
    more = len(rows) - len(frequent)
    also = f" ({counted(more, 'more length')} not shown)" if more else ""
    return f"Endless games by the length of their cycle, in rounds{also}", rows, frequent


def _some_held(found: "Simulation") -> list[Row]:
    """Some of the rows about cards held: until one game in twenty is left."""
    rows = found.held_rows()
    shown = [row for row in rows if 20 * int(str(row["playing"])) >= int(str(rows[0]["playing"]))]
    return shown[:: -(-len(shown) // _HELD_ROWS) or 1]
