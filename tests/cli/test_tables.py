"""Tables by name: every one that --table offers, and what is said where one is empty."""

import json
import re

import pytest

from tests.cli.running import json_rows
from wargraph import (
    Relation,
    all_deals,
    census,
    compare,
    exact_play,
    odds,
    relation_report,
    round_robin,
    tournament,
)
from wargraph.report.tables import json_document

REPORTS = {
    "simulate": (["bryer", "drew-stack", "--games", 60], compare(["bryer", "drew-stack"], 60).document()),
    "matrix": (["order:3"], relation_report(Relation.order(3)).document()),
    "census": ([3, "--draws", "--up-to-reversal"], census(3, "draws", up_to_reversal=True).document()),
    "all-deals": (["rutgers,deck=2x3"], all_deals("rutgers,deck=2x3").document()),
    "odds": (["bryer", "--rounds", 1, "--wars", 1], odds("bryer", 1, 1).document()),
    "auction tournament": (["Min", "Dummy", "--games", 60], tournament(round_robin(["Min", "Dummy"]), 60).document()),
    "auction exact": ([2, "Min"], exact_play(2).document(["Min"])),
}


def as_json(table):
    return json_rows(json_document(table.rows, "", "", {}))


@pytest.mark.parametrize("command", REPORTS)
def test_every_table_of_the_report_is_offered_and_given_whole(call, command):
    arguments, document = REPORTS[command]
    (offered,) = re.findall(r"--table (\S+\|\S+)", call(*command.split(), "--help").printed())
    assert offered.split("|") == list(document.tables)
    for name, table in document.tables.items():
        text = call(*command.split(), *arguments, "--table", name, "--format", "json").printed()
        assert json_rows(text) == as_json(table)
    first = call(*command.split(), *arguments, "--format", "json").printed()
    whole, *others = document.tables.values()
    assert json_rows(first) == as_json(whole)
    assert json.loads(first).get("tables", {}) == {
        table.name: as_json(table) for table in others if not table.on_request
    }


@pytest.mark.parametrize("command", REPORTS)
def test_an_unknown_table_is_refused(call, command):
    arguments, document = REPORTS[command]
    message = call(*command.split(), *arguments, "--table", "prices").refusal()
    *others, last = document.tables
    assert message.endswith(f": table 'prices' is not known: use {', '.join(others)} or {last}\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["odds", "kids,deck=1x255", "--wars", "1", "--table", "first-round"],
            "Every first round has more than 1 war.",
        ),
        (["simulate", "bryer", "--games", "50", "--table", "period"], "table period has no rows"),
        (["simulate", "bryer", "--games", "50", "--table", "difference"], "table difference has no rows"),
    ],
)
def test_where_a_table_is_empty_it_is_said(call, arguments, said):
    assert call(*arguments).printed() == f"{said}\n"
    assert json_rows(call(*arguments, "--format", "json").printed()) == []
