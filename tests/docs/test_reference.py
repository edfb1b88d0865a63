"""The reference has every public name, and See Also leads to others; the citation is of this version."""

import inspect
import re

import wargraph
from tests.docs.pages import ROOT

PAGES = sorted((ROOT / "docs" / "api").glob("*.md"))
FUNCTIONS_AND_CLASSES = [name for name in wargraph.__all__ if callable(getattr(wargraph, name))]


def test_every_public_name_stands_in_the_reference_once():
    text = "\n".join(path.read_text("utf-8") for path in PAGES)
    names = re.findall(r"^\.\. auto(?:function|class|exception|data):: (\w+)$", text, re.MULTILINE)
    assert sorted(names) == sorted(wargraph.__all__)


def test_what_see_also_names_is_there():
    for name in FUNCTIONS_AND_CLASSES:
        for listed in re.findall(r"^See Also\n-+\n((?:.+\n?)+)", inspect.getdoc(getattr(wargraph, name)), re.MULTILINE):
            relatives = re.split(r",\s+", listed.strip())
            assert name not in relatives
            assert set(relatives) <= set(wargraph.__all__), name


def test_the_citation_is_of_this_version():
    text = (ROOT / "CITATION.cff").read_text("utf-8")
    assert re.findall("^version: (.*)$", text, re.MULTILINE) == [wargraph.__version__]
