"""The command `sequence` where terms are missing or wrong."""

from wargraph.sequences.known import sequence


def test_a_bfile_ends_at_the_first_gap(call):
    outcome = call("sequence", "longest-wl", "--format", "bfile")
    terms = sequence("longest-wl").up_to_gap().terms
    assert (outcome.status, outcome.out.splitlines()[2:]) == (0, [f"{n} {value}" for n, value in terms.items()])
    assert outcome.err == f"wargraph: n = {max(terms) + 1} is not known: the terms end at n = {max(terms)}\n"


def test_a_wrong_term_fails_the_check(call, monkeypatch):
    monkeypatch.setitem(vars(sequence("farthest")), "terms", {1: 0, 2: 1, 3: 4})
    outcome = call("sequence", "farthest", "--check")
    assert outcome.status == 2
    assert outcome.err == "wargraph sequence: farthest comes out differently at n = 3: please report this\n"
    assert outcome.out.endswith("\n2 of 3 terms agree\n")
