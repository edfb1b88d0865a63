"""The reference has every public name, and what leads to relatives leads to public ones; the citation is of now."""

import inspect
import re

import pytest

import wargraph
from tests.docs.pages import ROOT

PAGES = sorted((ROOT / "docs" / "api").glob("*.md"))
FUNCTIONS_AND_CLASSES = [name for name in wargraph.__all__ if callable(getattr(wargraph, name))]


def test_every_public_name_stands_in_the_reference_once():
    text = "\n".join(path.read_text("utf-8") for path in PAGES)
    names = re.findall(r"^\.\. auto(?:function|class|exception|data):: (\w+)$", text, re.MULTILINE)
    assert sorted(names) == sorted(wargraph.__all__)


@pytest.mark.parametrize("name", FUNCTIONS_AND_CLASSES)
def test_a_public_name_leads_to_others_that_are_public(name):
    for listed in re.findall(r"^See Also\n-+\n((?:.+\n?)+)", inspect.getdoc(getattr(wargraph, name)), re.MULTILINE):
        relatives = re.split(r",\s+", listed.strip())
        assert name not in relatives
        assert set(relatives) <= set(wargraph.__all__)


def test_the_citation_is_of_this_version():
    text = (ROOT / "CITATION.cff").read_text("utf-8")
    assert re.findall("^version: (.*)$", text, re.MULTILINE) == [wargraph.__version__]
