"""Text laid out for the window: lines break between words, tables fit, and numbers stay whole."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargraph.report.layout import Grid, say, wrapped
from wargraph.report.tables import text_record, text_table

words = st.lists(st.text("abc", min_size=1, max_size=9), min_size=1).map(" ".join)


@given(words, st.integers(10, 40))
def test_lines_are_as_long_as_words_let_them_be(text, width):
    lines = wrapped(text, width).splitlines()
    assert " ".join(lines) == text
    assert max(map(len, lines)) <= width
    assert all(len(line) + 1 + len(after.split()[0]) > width for line, after in pairwise(lines))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("war   every one plays", ["war   every", "      one", "      plays"]),
        ("# every one plays", ["# every one", "plays"]),
        ("#   every one plays", ["#   every", "#   one", "#   plays"]),
        ("deal 10,2,3,4,5,6,7", ["deal 10,2,3,", "4,5,6,7"]),
        ("of 1,234,567,890 games", ["of", "1,234,567,890", "games"]),
    ],
)
def test_where_lines_break(text, lines):
    assert wrapped(text, 12).splitlines() == lines


@pytest.mark.parametrize(("columns", "width"), [("39", 39), ("200", 88)])
def test_sentences_are_not_wider_than_the_window_nor_too_wide_to_read(monkeypatch, columns, width):
    monkeypatch.setenv("COLUMNS", columns)
    assert max(map(len, wrapped("a " * 200).splitlines())) == width - (width % 2 == 0)


@given(st.lists(st.tuples(words, st.integers(0, 10**9), words), min_size=1, max_size=5))
def test_a_table_fits_and_loses_nothing(rows):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "50")
        texts = [[f"{cell:,}" if isinstance(cell, int) else cell for cell in row] for row in rows]
        grid = Grid([*zip(*texts, strict=True)], [False, True, False], ["a", "Number of games", "c"])
        lines = grid.text().splitlines()
    assert max(map(len, lines)) <= 50
    assert sorted(" ".join(lines).replace("-", "").split()) == sorted(
        " ".join(["a Number of games c", *(cell for row in texts for cell in row)]).split()
    )


ROW = {"rules": "kids", "games": 1000, "mean": 275, "error": 6.9, "median": 206, "min": 11, "max": 1336, "share": 0.5}


@pytest.mark.parametrize(
    ("width", "is_whole", "headings"),
    [
        (100, False, 8),
        (60, False, 7),  # without limits and errors
        (50, False, 6),  # without shares
        (50, True, 1),  # upright
        (100, True, 8),
        (20, True, 3),  # in bands
    ],
)
def test_a_table_that_is_too_wide(monkeypatch, width, is_whole, headings):
    monkeypatch.setenv("COLUMNS", str(width))
    text = text_table([ROW, ROW | {"rules": "bryer"}], is_whole)
    assert max(map(len, text.splitlines())) <= width
    rule, *_ = re.findall("^-[- ]*$", text, re.MULTILINE)
    assert len(rule.split()) == (headings if headings > 1 else 3)
    assert "1,336" in text
    assert ("6.9" in text) == (headings not in (6, 7))
    assert text_table([ROW], True).splitlines()[:1] == text_record(ROW).splitlines()[:1] or width == 100


def test_a_terminal_wraps_what_is_said(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "20")
    say("word " * 9)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    say("word " * 9)
    one, *several = capsys.readouterr().err.splitlines()
    assert (len(one), len(several), max(map(len, several))) == (45, 3, 19)
