"""The command `sequence` where terms are missing or wrong."""

import pytest

from wargraph.sequences.known import known_sequence


@pytest.fixture
def finish_is(monkeypatch, tmp_path):
    """Have other terms of `finish` in the package's b-file than there are."""

    def become(terms):
        lines = [f"# finish: a(n) = {known_sequence('finish').title}", *(f"{n} {value}" for n, value in terms.items())]
        (tmp_path / "finish.txt").write_text("\n".join(lines))
        monkeypatch.setattr("wargraph.sequences.known.files", lambda _: tmp_path)
        monkeypatch.setitem(vars(known_sequence("finish")), "terms", terms)  # read before

    return become


def test_a_bfile_of_all_terms_ends_at_the_first_gap(call, finish_is):
    finish_is({1: 0, 2: 1, 4: 6, 5: 9})
    outcome = call("sequence", "finish", "--format", "bfile")
    assert (outcome.status, outcome.out.splitlines()[2:]) == (0, ["1 0", "2 1"])
    assert outcome.err == "wargraph: n = 3 is not known: the terms end at n = 2\n"
    assert call("sequence", "finish", "4..5", "--format", "bfile").printed().splitlines()[2:] == ["4 6", "5 9"]


def test_a_wrong_term_fails_the_check(call, finish_is):
    finish_is({1: 0, 2: 1, 3: 4})
    outcome = call("sequence", "finish", "1..3", "--check")
    assert outcome.status == 2
    assert outcome.err == "wargraph sequence: finish comes out differently at n = 3: please report this\n"
    assert outcome.out.endswith("\n2 of 3 terms agree\n")
