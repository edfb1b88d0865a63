"""--checkpoint and campaign status, as they are typed."""

import json
import os
import re
import signal
import sqlite3
import subprocess
from contextlib import closing
from time import monotonic, sleep

import pytest

from tests.cli.running import PATIENCE, console_command, csv_rows, names_in
from wargraph import checkpoint_status

pytestmark = pytest.mark.long

COMMANDS = {
    "longest": ("longest", "12"),
    "endless": ("endless", "11", "--deals", "even"),
    "lengths": ("lengths", "--matrix", "suits:2x4"),
    "lengths by trees": ("lengths", "11"),
    "simulate": ("simulate", "bryer", "kids", "--games", "500"),
    "all-deals": ("all-deals", "delahaye-mathieu,deck=3x3"),
    "census": ("census", "5"),
    "transcripts": ("transcripts", "10"),
    "cycles": ("cycles", "10", "--order", "WL"),
    "tournament": ("auction", "tournament", "Min", "Dummy", "--games", "600"),
    "study": ("auction", "study", "--opponents", "1,2", "--games", "300"),
    "sequence": ("sequence", "longest-wl", "3..10", "--check"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_long_command_can_be_kept_and_gone_on_with(name, call, tmp_path, monkeypatch):
    monkeypatch.setattr("wargraph.fixed_order.lengths._LARGEST_QUICKER_BY_GRAPH", 6)
    asked = (*COMMANDS[name], "--format", "csv")
    plain = call(*asked)
    for _ in range(2):
        kept = call(*asked, "--checkpoint", "x.db")
        assert (kept.status, kept.out) == (plain.status, plain.out) == (0, kept.out)
    assert names_in(tmp_path) == ["x.db"]
    status = checkpoint_status(tmp_path / "x.db")
    assert (status.is_finished, len(status.runs)) == (True, 1)  # the second run had nothing to do


def test_the_status_is_printed(call):
    call("longest", "10", "--checkpoint", "x.db").printed()
    found = json.loads(call("campaign", "status", "x.db", "--format", "json").printed())
    assert found["rows"][0]["finished"]
    assert [*found["tables"]] == ["runs", "code"]


def test_a_strategy_of_your_own_is_told_by_its_file(call, tmp_path):
    asked = ("--games", "20", "--format", "csv")
    answers = {}
    for name, chooses in (("a", "min"), ("b", "max")):
        (tmp_path / f"{name}.py").write_text(
            "import wargraph\n\n\nclass S(wargraph.Strategy):\n"
            f"    def card(self, view):\n        return {chooses}(view.hand)\n\n"
            "    def war_cards(self, view):\n        return sorted(view.hand)[:4]\n"
        )
        answers[name] = call("auction", "tournament", f"{name}.py:S+Dummy", *asked).printed()
    assert answers["a"] != answers["b"]
    for name in "abab":
        kept = call("auction", "tournament", f"{name}.py:S+Dummy", *asked, "--checkpoint", "x.db")
        assert kept.printed() == answers[name]


def test_another_question_is_refused(call, tmp_path):
    call("longest", "11", "--checkpoint", "x.db").printed()
    before = (tmp_path / "x.db").read_bytes()
    assert call("longest", "11,12", "--checkpoint", "x.db").refusal() == (
        "wargraph longest: checkpoint 'x.db' is of n 11, not 11..12: name another file\n"
    )
    assert (names_in(tmp_path), (tmp_path / "x.db").read_bytes()) == (["x.db"], before)


@pytest.mark.parametrize(
    ("command", "table", "rows", "kept"),
    [
        ("simulate bryer --games 3000000 --jobs 1", "piece", 3, r"\d+ finished work units"),
        ("longest 14 --jobs 1", "run", 1, "no finished work unit yet"),  # it compiles its kernels: there are none
    ],
)
def test_ctrl_c_says_what_is_kept_and_the_same_command_goes_on(call, tmp_path, command, table, rows, kept):
    asked = [*command.split(), "--checkpoint", "x.db"]
    cache = {"NUMBA_CACHE_DIR": str(tmp_path.with_name("none"))} if table == "run" else {}
    with subprocess.Popen(
        [console_command(), *asked], cwd=tmp_path, env=os.environ | cache, stderr=subprocess.PIPE, text=True
    ) as process:
        start, there = monotonic(), 0
        while there < rows and monotonic() - start < PATIENCE and process.poll() is None:
            sleep(0.05)
            if (tmp_path / "x.db").exists():
                with closing(sqlite3.connect(tmp_path / "x.db")) as database:
                    [(there,)] = database.execute(f"SELECT count(*) FROM {table}")
        assert "at work" in call("campaign", "status", "x.db").printed()
        process.send_signal(signal.SIGINT)
        _, printed = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert re.fullmatch(
        f"wargraph: interrupted: .*; x.db keeps {kept}: the same command goes on from there", printed.splitlines()[-1]
    )
    assert names_in(tmp_path) == ["x.db"]
    status = call("campaign", "status", "x.db").printed()
    assert "not finished, and nobody works on it" in status
    assert f"To go on, type: wargraph {' '.join(asked)}\n" in status
    assert csv_rows(call("campaign", "status", "x.db", "--table", "runs", "--format", "csv").printed())[0]["ended"]
