"""The command `sequence`: the list, the terms, and their check."""

import pytest

from tests.cli.running import json_rows
from tests.support import few_of
from wargraph.cli.options import parse_range
from wargraph.sequences.known import known_sequence, known_sequences

NAMES = [known.name for known in known_sequences()]


@pytest.fixture
def finish_is(monkeypatch, tmp_path):
    """Have other terms of `finish` in the package's b-file than there are."""

    def become(terms):
        lines = [f"# finish: a(n) = {known_sequence('finish').title}", *(f"{n} {value}" for n, value in terms.items())]
        (tmp_path / "finish.txt").write_text("\n".join(lines))
        monkeypatch.setattr("wargraph.sequences.known.files", lambda _: tmp_path)
        monkeypatch.setitem(vars(known_sequence("finish")), "terms", terms)  # read before

    return become


def test_without_a_name_the_sequences_are_listed(call):
    rows = json_rows(call("sequence", "--format", "json").printed())
    assert [row["name"] for row in rows] == NAMES
    assert {row["name"]: row["oeis"] for row in rows if row["oeis"]} == {"endless-wl-even": "A400411"}
    for row in rows:
        assert parse_range(row["terms"]) == list(known_sequence(row["name"]).terms)
        assert row["title"]


@pytest.mark.parametrize("name", NAMES)
def test_all_terms_of_a_sequence(call, name):
    rows = json_rows(call("sequence", name, "--format", "json").printed())
    assert {row["n"]: int(row["value"]) for row in rows} == known_sequence(name).terms


@pytest.mark.parametrize("name", few_of(NAMES))
def test_terms_come_out_again(call, name):
    first = known_sequence(name).first
    rows = json_rows(call("sequence", name, f"{first}..7", "--check", "--format", "json").printed())
    assert [row["n"] for row in rows] == list(range(first, 8))
    assert all(row["computed"] == row["value"] for row in rows)


def test_a_sequence_goes_by_its_number_in_the_oeis_too(call):
    by_name = call("sequence", "endless-wl-even", "--format", "json").printed()
    assert call("sequence", "A400411", "--format", "json").printed() == by_name
    assert call("sequence", "a400411", "--format", "json").printed() == by_name


def test_a_bfile_of_all_terms_ends_at_the_first_gap(call, finish_is):
    finish_is({1: 0, 2: 1, 4: 6, 5: 9})
    outcome = call("sequence", "finish", "--format", "bfile")
    assert (outcome.status, outcome.out.splitlines()[2:]) == (0, ["1 0", "2 1"])
    assert outcome.err == "wargraph: n = 3 is not known: the terms end at n = 2\n"
    assert call("sequence", "finish", "4..5", "--format", "bfile").printed().splitlines()[2:] == ["4 6", "5 9"]


def test_a_sequence_says_what_it_is_and_its_plot_has_the_terms_that_were_asked_for(call):
    assert (
        call("sequence", "A400411", "3..5")
        .printed()
        .startswith(
            "a(n): number of balanced deals of n cards from which a game of War under WL never ends (OEIS A400411).\n\n"
        )
    )
    known = known_sequence("longest-wl").at([5, 7])
    (line,) = known.plot().axes[0].lines
    assert dict(zip(*line.get_data(), strict=True)) == known.terms == {5: 9, 7: 17}


def test_a_wrong_term_fails_the_check(call, finish_is):
    finish_is({1: 0, 2: 1, 3: 4})
    outcome = call("sequence", "finish", "1..3", "--check")
    assert outcome.status == 2
    assert outcome.err == "wargraph sequence: finish comes out differently at n = 3: please report this\n"
    assert outcome.out.splitlines()[-3].split() == ["3", "4", "3"]
    assert outcome.out.endswith("\n2 of 3 terms agree\n")
    assert call("sequence", "finish", "1..2", "--check").printed().endswith("\n2 of 2 terms agree\n")


def test_a_draft_for_the_oeis_ends_at_the_first_gap_and_only_sequence_has_one(call):
    draft = call("sequence", "longest-lw", "9..11", "--format", "OEIS").printed()
    assert "\n%S A###### 25,105,38\n" in draft
    assert "\n%O A###### 9,1\n" in draft
    assert "Further terms: a(12) = 123," in draft
    whole = call("sequence", "longest-lw", "--format", "oeis")
    assert whole.err == "wargraph: n = 18 is not known: the terms end at n = 17\n"
    assert "Further terms: a(19) = 125, a(21) = 155" in whole.out
    assert "oeis" not in call("finish", "3", "--format", "oeis").refusal().partition("use")[2]
    assert "bfile or oeis" in call("sequence", "finish", "--format", "xml").refusal()
