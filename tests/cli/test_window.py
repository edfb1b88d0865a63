"""What is printed fits the window of a terminal: its lines are no wider, no word is cut, a screen holds the answer."""

import re
import shlex
from dataclasses import replace

import pyte
import pytest

from wargraph.report.layout import SCREEN
from wargraph.report.text import text_document

ONE_SCREEN = """
play '324517|6'
play '41|32' --order free
play --preset kids --seed 3
play --preset kids,players=4 --seed 2
summary 5
summary 1..6
cycles 9
cycles 5 --order free --up-to 6
transcripts 7
longest 9
longest 1..13 --order both
longest --matrix rock-paper-scissors --verify
longest 4 --all-tournaments
endless 9
endless 9 --deals balanced --order LW
endless 5 --list
lengths 9
sequence farthest
farthest 1..6
farthest 6
contest 6
contest 4..6 --deals both
contest --matrix rock-paper-scissors
expected-length 5
expected-length --matrix 0010/0000/1111/0001 --literal --exact
simulate kids --games 100
simulate kids,players=3 --games 100
simulate kids bryer drew-stack --games 100
simulate bryer --games 100 --given '1: A,A,A,A'
all-deals delahaye-mathieu,deck=3x4
odds kids --rounds 1
endless-deal delahaye-mathieu,deck=4x3
matrix rock-paper-scissors
matrix rock-paper-scissors-lizard-spock
matrix order:11 --games 200
matrix cyclic:25 --games 200
matrix 'm > a = b = c; d > e > f; g > h > i; j > k > l > m' --draws --games 200
matrix random:7:1 random:7:2
matrix random:15:1 random:15:2 --games 200
matrix random:7 --flips
matrix random:11 --flips --games 500
census 4
auction watch Min Max
auction tournament Min Max Dummy --games 30
auction exact 3
""".strip().splitlines()
WHOLE = """
rules
rules kids
sequence
auction strategies
simulate kids --games 100 --full
matrix rock-paper-scissors-lizard-spock --full
odds bryer --rounds 1 --full
simulate kids --games 100 --table war
""".strip().splitlines()
WIDTHS = (60, 80, 120)


def words(text):
    """The words of a text, those of a line of headings or cells each; long hands are made of cards."""
    told = re.sub(r"(?m)^…? ?-?-?(-[- ]*|[\d,]+ more rows|full prints the whole.*\n?.*)$", "", text)
    return set(re.split(r"[\s,|/]+", told)) - {""}


@pytest.fixture
def printed_with_document(call, monkeypatch):
    """Run a command in a window of 80 columns: what it prints, and the document that it prints."""

    def run(typed):
        documents = []
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.setattr(
            "wargraph.report.formats.text_document",
            lambda document: documents.append(document) or text_document(document),
        )
        printed = call(*shlex.split(typed)).printed()
        (document,) = documents
        return printed, document

    return run


def on_screen(printed, width):
    """The lines that a terminal of some width shows."""
    screen = pyte.Screen(width, printed.count("\n") + 2)
    pyte.Stream(screen).feed(printed.replace("\n", "\r\n"))
    return [line.rstrip() for line in "\n".join(screen.display).rstrip().splitlines()]


@pytest.mark.parametrize("typed", [*ONE_SCREEN, *WHOLE])
def test_it_fits(printed_with_document, monkeypatch, typed):
    printed, document = printed_with_document(typed)
    monkeypatch.setenv("COLUMNS", "2000")
    widest = words(text_document(replace(document, is_whole=True)))
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", str(width))
        text = text_document(document)
        assert width != 80 or printed == f"{text}\n"
        shown = on_screen(text, width)
        assert shown == text.rstrip().splitlines(), "a line was wider than the window"
        assert words("\n".join(shown)) <= widest, "a word was cut"
        assert typed in WHOLE or len(shown) <= SCREEN + 9 * (width < 80)
