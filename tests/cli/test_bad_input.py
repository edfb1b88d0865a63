"""Bad input of every kind: exit status 2, one line on stderr, nothing on stdout, no half-written file."""

import os
import re
import subprocess
import sys

import pytest

import wargraph as wg
from tests.cli.running import finished_rows, names_in
from wargraph.errors import OutputError

COMMANDS_WITH_MATRIX = [["longest"], ["finish"], ["contest"], ["summary"], ["cycles"], ["render", "-o", "x.svg"]]
COMMANDS_WITH_MATRIX += [["export", "-o", "x.gexf"], ["play", "2|1"]]
MATRICES = [
    ("wide.csv", b"0,0,1\n1,0,0\n", ["2 rows, but row 1 has 3 columns", "square"]),
    ("tall.json", b"[[0], [0]]", ["2 rows, but row 1 has 1 column", "square"]),
    ("two.csv", b"0,2\n0,0\n", ["row 1 has '2'", "0 and 1"]),
    ("two.json", b"[[0, 2], [0, 0]]", ["row 1 has '2'", "0 or 1"]),
    ("diagonal.csv", b"0,1\n0,1\n", ["card 2 beats itself", "diagonal"]),
    ("both.csv", b"0,1,1\n0,0,1\n1,0,0\n", ["cards 1 and 3 beat each other", "exactly one"]),
    ("neither.csv", b"0,1,1\n0,0,0\n0,0,0\n", ["cards 2 and 3 do not beat each other", "exactly one"]),
    ("ragged.csv", b"0,1\n0\n", ["2 rows, but row 2 has 1 column"]),
    ("header.csv", b"rock,rock\n0,1\n0,0\n", ["'rock'", "a name of its own"]),
    ("nan.csv", b"0,nan\n0,0\n", ["'nan'"]),
    ("nan.json", b"[[0, NaN], [0, 0]]", ["row 1 has 'NaN'"]),
    ("empty.csv", b"", ["empty"]),
    ("empty.json", b"[]", ["empty"]),
    ("blank.csv", b"\n \n", ["empty"]),
    ("bytes.csv", b"\xff0\x00", ["not text in UTF-8"]),
    ("broken.json", b"[[0", ["not JSON"]),
    ("matrix.dat", b"0,1\n0,0\n", ["unknown ending", ".txt or .json"]),
]
MISSPELLED = [
    [command, "brier"]
    for command in ("simulate", "all-deals", "almost-surely", "shortest-game", "odds", "endless-deal")
]
MISSPELLED += [
    ["simulate", "bryer", "--table", "sumary"],
    ["play", "--preset", "brier"],
    ["longest", "5", "--order", "x"],
]
MISSPELLED += [["auction", "tournament", "Mni", "Max"], ["auction", "exact", "2", "Mni"], ["matrix", "scissors"]]
WRITERS = [["longest", "3"], ["finish", "3"], ["summary", "3"], ["cycles", "5"], ["matrix", "order:2"], ["sequence"]]
WRITERS += [["sequence", "finish"], ["play", "41|32"]]
TOO_LARGE = [
    ["cycles", "--matrix", "order:30"],
    ["finish", "30"],
    ["contest", "30"],
    ["summary", "30"],
    ["cycles", "40", "--order", "free"],
]
TOO_LARGE += [["render", "30", "-o", "x.svg"], ["export", "30", "-o", "x.gexf"], ["summary", "--matrix", "order:30"]]
TOO_LARGE += [["summary", "123456789"], ["matrix", "order:30"]]


@pytest.mark.parametrize("arguments", MISSPELLED, ids=" ".join)
def test_what_is_misspelled_is_refused_before_anything_heavy_is_loaded(arguments):
    script = f"""
import sys
from wargraph.cli import main
sys.argv = {["wargraph", *arguments]!r}
try:
    main()
except SystemExit as ended:
    assert ended.code == 2
print(*sorted({{"numba", "numpy", "scipy", "networkx", "matplotlib"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert done.stdout == "\n"
    assert "is not known" in done.stderr or "are not known" in done.stderr


@pytest.mark.parametrize(("name", "content", "parts"), MATRICES, ids=[f"{case[0]} {case[2][0]}" for case in MATRICES])
def test_a_bad_matrix_is_refused_by_name_and_fault(call, tmp_path, name, content, parts):
    (tmp_path / name).write_bytes(content)
    message = call("matrix", name).refusal()
    assert [part for part in [name, *parts] if part not in message] == []
    assert names_in(tmp_path) == [name]


@pytest.mark.parametrize("command", COMMANDS_WITH_MATRIX, ids=[command[0] for command in COMMANDS_WITH_MATRIX])
def test_every_command_refuses_a_bad_matrix(call, tmp_path, command):
    (tmp_path / "both.json").write_text("[[0, 1], [1, 0]]")
    assert "cards 1 and 2 beat each other" in call(*command, "--matrix", "both.json").refusal()
    assert "No such file" in call(*command, "--matrix", "missing.csv").refusal()
    assert names_in(tmp_path) == ["both.json"]


@pytest.mark.parametrize("arguments", TOO_LARGE, ids=[" ".join(arguments) for arguments in TOO_LARGE])
def test_what_does_not_fit_says_what_it_needs_and_what_to_use(call, tmp_path, arguments):
    message = call(*arguments).refusal()
    assert [part for part in [" GB of memory", "use at most ", " cards"] if part not in message] == []
    assert names_in(tmp_path) == []


def test_the_largest_deck_that_fits_is_named(call, monkeypatch):
    monkeypatch.setattr("wargraph.compute.memory.available_memory", lambda: 10**9)
    message = call("summary", "11").refusal()
    assert "needs 3.8 GB of memory, 1.0 GB are available" in message
    assert "at most 10 cards" in message


@pytest.mark.parametrize(
    "arguments",
    [
        ["longest", "20"],
        ["endless", "1..5,24", "--order", "LW"],
        ["longest", "14..32"],
        ["cycles", "20"],
        ["transcripts", "20"],
    ],
)
def test_what_would_take_too_long_says_how_long_and_what_to_do(call, tmp_path, arguments):
    message = call(*arguments, "--hours", "0.01", "-o", "x.csv").refusal()
    parts = ["transcript classes are left, some", "more than the 0.01 hours allowed", "smaller deck"]
    assert [part for part in parts if part not in message] == []
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("arguments", WRITERS, ids=[" ".join(arguments) for arguments in WRITERS])
@pytest.mark.parametrize(
    ("output", "parts"),
    [("missing/x.csv", ["'missing'", "does not exist"]), ("folder", ["'folder'", "is a folder"])],
)
def test_an_output_that_cannot_be_is_refused(call, tmp_path, arguments, output, parts):
    (tmp_path / "folder").mkdir()
    message = call(*arguments, "-o", output).refusal()
    assert [part for part in parts if part not in message] == []
    assert names_in(tmp_path) == ["folder"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["longest", "3", "-o", "x.csv"],
        ["render", "3", "-o", "x.svg"],
        ["export", "3", "-o", "x.gexf"],
        ["tour", "-o", "tour"],
        ["tour", "-o", "."],
    ],
)
def test_a_read_only_folder_is_refused(call, tmp_path, monkeypatch, arguments):
    monkeypatch.setattr("os.access", lambda _path, mode, **_: not mode & os.W_OK)
    assert "cannot be written to" in call(*arguments).refusal()
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
    def fail(*_):
        raise OutputError("output 'x.svg' cannot be written: No space left on device")

    monkeypatch.setattr("wargraph.plot", fail)
    outcome = call("simulate", "kids,deck=3x2", "--games", "10", "--plot", "x.svg", "--format", "csv")
    assert outcome.status == 2
    assert outcome.out.startswith("rules,games,mean")
    assert outcome.err.count("No space left on device") == 1


def test_a_tour_does_not_overwrite_a_file(call, tmp_path):
    (tmp_path / "tour").write_text("mine")
    assert "is a file" in call("tour", "-o", "tour").refusal()
    assert (tmp_path / "tour").read_text() == "mine"


@pytest.mark.parametrize("command", ["longest", "finish", "summary", "cycles", "render", "export"])
def test_an_output_is_checked_before_the_work(call, tmp_path, command):
    message = call(command, "30", "-o", "missing/x.svg" if command == "render" else "missing/x.gexf").refusal()
    assert "'missing' does not exist" in message
    assert names_in(tmp_path) == []


def test_what_turns_out_to_take_too_long_keeps_the_finished_rows(call, tmp_path, monkeypatch):
    for module in ("campaign.run_options", "fixed_order.transcripts.engine"):
        monkeypatch.setattr(f"wargraph.{module}.SECONDS_TO_FORECAST", 0.01)
    outcome = call("longest", "4,14", "--hours", "1e-5")
    assert outcome.status == 2
    *rows, _, mark = outcome.out.splitlines()
    assert rows[-1].split() == ["4", "WL", "any", "7", "2", "124|3"]
    assert re.match(r"Incomplete: n = 14, WL: [0-9.e+]+ to [0-9.e+]+ transcript classes are left, some ", mark)
    assert "n = 14, WL: " in outcome.err
    assert re.search(r": use a smaller deck, or allow more: --hours [0-9]+\n$", outcome.err)
    assert outcome.err.count("\n") == 1
    message = call("longest", "4,14", "--hours", "1e-5", "-o", "x.csv").refusal()
    assert "at the rate of this machine" in message
    assert [row["n"] for row in finished_rows((tmp_path / "x.csv").read_text())] == ["4"]
