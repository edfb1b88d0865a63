"""Bad input of every kind: exit status 2, one line on stderr, nothing on stdout, no half-written file."""

import os
import re

import pytest

import wargraph as wg
from tests.cli.running import names_in, run_script
from tests.support import long
from wargraph.errors import OutputError

COMMANDS_WITH_MATRIX = ["longest", "finish", "contest", "summary", "cycles", "play 2|1", "render -o x.svg"]
COMMANDS_WITH_MATRIX += ["export -o x.gexf", "matrix"]
MISSPELLED = [f"{command} brier" for command in ("simulate", "all-deals", "odds", "endless-deal", "play --preset")]
MISSPELLED += ["simulate bryer --table sumary", "longest 5 --order x", "auction tournament Mni Max"]
MISSPELLED += ["auction exact 2 Mni", "matrix scissors"]
TOO_LARGE = ["cycles --matrix order:30", "cycles 40 --order free", "finish 30", "contest 30", "summary 30"]
TOO_LARGE += ["summary 123456789", "summary --matrix order:30", "matrix order:30", "render 30 -o x.svg"]
TOO_LARGE += ["export 30 -o x.gexf"]
WRITERS = ["longest 30", "finish 30", "contest 30", "summary 30", "cycles 30", "matrix order:2", "sequence"]
WRITERS += ["sequence finish", "play 41|32", "export 30", "render 30"]


def test_what_is_misspelled_is_refused_before_anything_heavy_is_loaded():
    script = f"""
import sys
from wargraph.cli import main
for typed in {MISSPELLED!r}:
    sys.argv = ["wargraph", *typed.split()]
    try:
        main()
    except SystemExit as ended:
        print(typed, ended.code, *{{"numba", "numpy", "scipy", "networkx", "matplotlib"}} & set(sys.modules))
"""
    done = run_script(script)
    assert (done.status, done.out.splitlines()) == (0, [f"{typed} 2" for typed in MISSPELLED])
    told = done.err.splitlines()
    assert len(told) == len(MISSPELLED)
    assert [line for line in told if "is not known" not in line and "are not known" not in line] == []


@pytest.mark.parametrize("typed", COMMANDS_WITH_MATRIX)
def test_every_command_refuses_a_bad_matrix(call, tmp_path, typed):
    (tmp_path / "both.json").write_text("[[0, 1], [1, 0]]")
    option = [] if typed == "matrix" else ["--matrix"]
    assert "cards 1 and 2 beat each other" in call(*typed.split(), *option, "both.json").refusal()
    assert "No such file" in call(*typed.split(), *option, "missing.csv").refusal()
    assert names_in(tmp_path) == ["both.json"]


@pytest.mark.parametrize("typed", TOO_LARGE)
def test_what_does_not_fit_says_what_it_needs_and_what_to_use(call, tmp_path, typed):
    message = call(*typed.split()).refusal()
    assert [part for part in [" GB of memory", "use at most ", " cards"] if part not in message] == []
    assert names_in(tmp_path) == []


def test_the_largest_deck_that_fits_is_named(call, monkeypatch):
    monkeypatch.setattr("wargraph.compute.memory.available_memory", lambda: 10**9)
    message = call("summary", "11").refusal()
    assert "needs 3.8 GB of memory, 1.0 GB are available" in message
    assert "at most 10 cards" in message


@pytest.mark.long
@pytest.mark.parametrize(
    "typed", ["longest 14..32", *long("endless 1..5,16 --order LW", "cycles 16", "transcripts 16")]
)
def test_what_would_take_too_long_says_how_long_and_what_to_do(call, tmp_path, typed):
    message = call(*typed.split(), "--hours", "0.01", "-o", "x.csv").refusal()
    parts = ["transcript classes are left, some", "more than the 0.01 hours allowed", "smaller deck"]
    assert [part for part in parts if part not in message] == []
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("typed", WRITERS)
def test_an_output_is_checked_before_the_work(call, tmp_path, typed):
    name = "missing/x.svg" if typed.startswith("render") else "missing/x.gexf"
    assert "'missing' does not exist" in call(*typed.split(), "-o", name).refusal()
    assert names_in(tmp_path) == []


@pytest.mark.parametrize(
    "typed", ["longest 3 -o x.csv", "render 3 -o x.svg", "export 3 -o x.gexf", "tour -o tour", "tour -o ."]
)
def test_a_read_only_folder_is_refused(call, tmp_path, monkeypatch, typed):
    monkeypatch.setattr("os.access", lambda _path, mode, **_: not mode & os.W_OK)
    assert "cannot be written to" in call(*typed.split()).refusal()
    assert names_in(tmp_path) == []


@pytest.mark.parametrize(
    "arguments", [["longest", "3", "-o", "x.csv"], ["render", "3", "-o", "x.png"], ["export", "3", "-o", "x.gexf"]]
)
def test_a_failure_while_writing_leaves_the_old_file(call, tmp_path, monkeypatch, arguments):
    def disk_full(*_):
        raise OSError(28, "No space left on device")

    (tmp_path / arguments[-1]).write_text("old")
    monkeypatch.setattr("pathlib.Path.replace", disk_full)
    outcome = call(*arguments)
    assert outcome.status == 2
    assert "No space left on device" in outcome.err
    assert outcome.err.count("\n") == 1
    # What was worked out is printed then.
    assert (outcome.out != "") == (arguments[0] == "longest")
    assert names_in(tmp_path) == [arguments[-1]]
    assert (tmp_path / arguments[-1]).read_text() == "old"


def test_a_folder_that_is_gone_at_the_end_loses_no_result(call, tmp_path, monkeypatch):
    def longest(*arguments):
        (tmp_path / "gone").rmdir()
        return plain(*arguments)

    expected, plain = call("longest", "3", "--format", "csv").printed(), wg.longest
    monkeypatch.setattr("wargraph.longest", longest)
    (tmp_path / "gone").mkdir()
    outcome = call("longest", "3", "-o", "gone/x.csv")
    assert (outcome.status, outcome.out) == (2, expected)
    assert "'gone' does not exist" in outcome.err


def test_a_plot_that_fails_comes_after_the_result(call, monkeypatch):
    def fail(*_, **__):
        raise OutputError("output 'x.svg' cannot be written: No space left on device")

    monkeypatch.setattr("wargraph.plot", fail)
    outcome = call("simulate", "kids,deck=3x2", "--games", "10", "--plot", "x.svg", "--format", "csv")
    assert outcome.status == 2
    assert outcome.out.startswith("rules,games,mean")
    assert outcome.err.count("No space left on device") == 1


@pytest.mark.long
def test_what_turns_out_to_take_too_long_keeps_the_finished_rows(call, monkeypatch):
    for module in ("campaign.run_options", "fixed_order.transcripts.engine"):
        monkeypatch.setattr(f"wargraph.{module}.SECONDS_TO_FORECAST", 0.01)
    outcome = call("longest", "4,14", "--hours", "1e-5")
    assert outcome.status == 2
    *rows, _, mark = outcome.out.splitlines()
    assert rows[-1].split() == ["4", "WL", "any", "7", "2", "124|3"]
    assert re.match(r"Incomplete: n = 14, WL: [0-9.e+]+ to [0-9.e+]+ transcript classes are left, some ", mark)
    assert "n = 14, WL: " in outcome.err
    assert "at the rate of this machine" in outcome.err
    assert re.search(r": use a smaller deck, or allow more: --hours [0-9]+\n$", outcome.err)
    assert outcome.err.count("\n") == 1
