"""The report of `wargraph simulate`: by each of the rules the lengths, the endings, the wars and more."""

from typing import TYPE_CHECKING

from wargraph.document import Document, Paragraph, Preformatted, Table, Title
from wargraph.results import Row
from wargraph.wording import counted

if TYPE_CHECKING:
    from wargraph.full_game.compare import Comparison
    from wargraph.full_game.simulate import Simulation

_MOST_PERIODS = 12
_HELD_ROWS = 12
_COMPARED = (
    "rules", "games", "mean", "mean_error", "median", "mode", "min", "max", "sd", "tied", "endless_share", "capped",
)  # fmt: skip


def simulation_document(found: "Simulation") -> Document:
    """What came out by the same rules; within it people see an excerpt of the longer tables."""
    rules = str(found.rules)

    def table(name: str, heading: str, rows: list[Row], excerpt: list[Row] | None = None) -> Table:
        """For programs each row says by which rules the games are: those by several rules make one table."""
        return Table(name, [{"rules": rules, **row} for row in rows], heading, rows if excerpt is None else excerpt)

    return Document(
        [
            Title(f"{rules}: {counted(found.games, 'game')}, seed {found.seed}"),
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


def comparison_document(found: "Comparison") -> Document:
    """The report on each of the simulations, then the lengths and their differences, if there are several."""
    blocks = [block for each in found.simulations for block in each.document().blocks]
    if len(found.simulations) > 1:
        rows = [row for each in found.simulations for row in each.rows()]
        compared = [{name: row[name] for name in _COMPARED} for row in rows]
        blocks += [Title("Compared"), Table("summary", (), excerpt=compared)]
    heading = "Turns by the rules less turns by the other, game by game, where both end; with 95 % intervals"
    return Document([*blocks, Table("difference", found.rows(), heading)])


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
