"""How does a game of War go if no card is the highest?

    python analyses/rock_paper_scissors.py

In rock-paper-scissors every card beats one other card and loses to one. If War is played with such cards, no high card
must win in the end and either player may win, so all (n+1)! positions count. How long do games last, and which never
end?

With three cards the whole graph fits on a page. It has one cycle, of six positions, and every
step of it is a WL arc: if each winner puts his own card back first, the two players chase each
other round forever. One LW from anywhere, and the game is over a turn later.

Compare the standard order on the same three cards: there WL always ends, and LW does not. And
with five cards (lizard and Spock join in) the cycles hang together in one component of 280 of
the 720 positions, in which 160 positions are caught under WL and 60 under LW.

The whole report is one function; here it runs for the three relations, after the smallest
question, which positions are endless, has been answered by the plain rules as well.
"""

import sys
from pathlib import Path

from wargraph import FIXED_ORDERS, Relation, ReturnOrder, all_positions, picture, play, relation_report
from wargraph.relations.report import RelationReport
from wargraph.report.files import write_file
from wargraph.report.tables import csv_table, markdown_table

FIGURES = Path(__file__).parent.parent / "figures"
RELATIONS = ("rock-paper-scissors", "order:3", "rock-paper-scissors-lizard-spock")


def endless_plainly(relation: Relation, order: ReturnOrder) -> int:
    """How many positions never end, by playing each."""
    return sum(play(position, order, relation).is_endless for position in all_positions(relation.n))


def checked_report(relation: Relation) -> RelationReport:
    """The report on a relation, its endless positions counted by the plain rules as well."""
    report = relation_report(relation)
    for order in FIXED_ORDERS:
        assert endless_plainly(relation, order) == report.summary.reachability.cannot_end[order], order
    return report


def main(folder: Path = FIGURES) -> None:
    """Check, compute, write the table and the figures."""
    reports = [checked_report(Relation.of(name)) for name in RELATIONS]
    rows = [row for report in reports for row in report.rows()]
    print("endless positions agree with the plain rules\n")
    print(markdown_table(rows))
    write_file(folder / "rock-paper-scissors.csv", csv_table(rows))
    graph = reports[0].summary.graph
    picture(graph).save(folder / "rock-paper-scissors.svg")
    picture(graph, order=ReturnOrder.WL).save(folder / "rock-paper-scissors-WL.svg")
    picture(reports[2].relation, view="relation").save(folder / "lizard-spock.svg")
    picture(reports[2].summary.graph, view="cycles", order=ReturnOrder.WL).save(folder / "lizard-spock-WL-cycles.svg")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
