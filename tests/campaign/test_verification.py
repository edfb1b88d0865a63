"""Verification: pieces that are done again come out the same, or are told."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from tests.campaign.kept import WORK, Count, Now, Ones, change, rewrite, rows_of
from tests.support import few_of, refusal
from wargraph import Interrupted, RunOptions, verify_checkpoint
from wargraph.campaign import checkpoint as checkpoint_module
from wargraph.campaign.encoding import encoded, found_type
from wargraph.campaign.pieces import KeptPiece
from wargraph.errors import CheckpointError, ParameterError
from wargraph.verification import KINDS


@pytest.fixture(autouse=True)
def _ones_are_known(monkeypatch):
    monkeypatch.setitem(KINDS, Ones.tag, Ones)


def finds(left):
    """What `Ones` may find, as it is kept."""
    return encoded((1, left), found_type(Ones))


def largest_piece(path):
    """The name of the piece that left most."""
    return max(rows_of(path).items(), key=lambda item: len(item[1]))[0][1]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "ones.db"
    Count(40, 60).run(RunOptions(checkpoint=path))
    return path


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize(
    "name", few_of(["compare", "tournament", "all_deals", "census", "lengths by trees, with cycles"])
)
def test_all_pieces_come_out_the_same(name, tmp_path):
    path = tmp_path / "kept.db"
    WORK[name](RunOptions(checkpoint=path))
    found = verify_checkpoint(path, 1)
    assert found.pieces == sum(found.same.values()) == len(rows_of(path))
    assert (found.differing, found.is_other_code) == (0, False)


@pytest.mark.parametrize(("sample", "pieces"), [(0.001, 1), (0.1, 10), (0.255, 26), (1, 100)])
def test_a_share_is_drawn(path, sample, pieces):
    assert verify_checkpoint(path, sample).pieces == pieces


@pytest.mark.parametrize("sample", [0, -1, 1.01, float("nan"), "50%"])
def test_a_share_is_one(path, sample):
    assert "is no share of the work units" in refusal(ParameterError, verify_checkpoint, path, sample)


def test_a_piece_that_stands_under_the_name_of_another_is_refused(path):
    one, other = sorted(name for _, name in rows_of(path))[:2]
    with closing(sqlite3.connect(path)) as database:
        [(piece, found)] = database.execute("SELECT piece, found FROM piece WHERE name = ?", (one,))
    rewrite(path, other, piece=piece, found=found)
    assert "a work unit is not the one that it is called" in refusal(CheckpointError, verify_checkpoint, path, 1)


def test_a_piece_of_an_unknown_kind_is_refused(path):
    name = min(name for _, name in rows_of(path))
    rewrite(path, name, tag="os.system")
    assert "work units named 'os.system' are not known" in refusal(CheckpointError, verify_checkpoint, path, 1)


def test_every_kind_of_piece_is_known():
    own = {kind for kind in KeptPiece.__subclasses__() if kind.__module__.startswith("wargraph.")}
    assert {kind for kind in KINDS.values() if kind is not Ones} == own
    assert len({kind.tag for kind in own}) == len(own)


def test_a_piece_that_was_changed_is_told(path):
    name = largest_piece(path)
    rewrite(path, name, found=finds([]))
    found = verify_checkpoint(path, 1)
    assert (found.pieces, found.differing, found.different) == (100, 1, {0: (name,)})
    text, rows, different = found.document().blocks
    assert text.text == "Count, of ones up to 100: 100 work units of 100 done again: 1 came out differently."
    assert (rows.rows[0]["verified"], rows.rows[0]["same"]) == (100, 99)
    assert different.rows == [{"campaign": "ones up to 100", "piece": name}]
    assert replace(found, same={}).rows()[0] | {"campaign": ""} == {
        "campaign": "", "pieces": 100, "verified": 1, "same": 0, "different": 1
    }  # fmt: skip


def test_an_interrupted_verification_says_what_it_found(path):
    with pytest.raises(Interrupted) as ended:
        verify_checkpoint(path, 1, run_options=RunOptions(Now(pieces=50)))
    assert ended.value.partial_summary == "50 work units came out the same"


def test_other_code_may_go_on_when_all_comes_out_the_same(path):
    change(path, "UPDATE code SET digest = 'old'")
    assert "was made by the code of" in refusal(CheckpointError, Count(40, 60).run, RunOptions(checkpoint=path))
    found = verify_checkpoint(path)
    assert found.is_other_code
    assert found.document().blocks[0].text.endswith("all came out the same. This code may go on with it.")
    assert Count(40, 60).run(RunOptions(checkpoint=path)) == 100
    assert not verify_checkpoint(path).is_other_code
    assert sorted(each.name for each in path.parent.iterdir()) == ["ones.db"]


def test_other_code_may_not_where_a_piece_differs(path):
    change(path, "UPDATE code SET digest = 'old'")
    rewrite(path, largest_piece(path), found=finds([]))
    assert verify_checkpoint(path, 1).differing == 1
    assert "was made by the code of" in refusal(CheckpointError, Count(40, 60).run, RunOptions(checkpoint=path))


def test_nobody_is_trusted_while_a_process_works_on_it(path):
    with checkpoint_module._locked(path):
        assert "is being worked on" in refusal(CheckpointError, verify_checkpoint, path)
