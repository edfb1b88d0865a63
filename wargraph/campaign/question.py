"""What is asked: a checkpoint belongs to one question, whichever campaigns it takes to answer it."""

from collections.abc import Iterator, Mapping, Set
from itertools import pairwise, takewhile
from numbers import Integral
from operator import eq
from typing import ParamSpec, TypeVar

from wargraph.core.relation import Relation
from wargraph.errors import ParameterError
from wargraph.report.humanize import in_runs

Arguments = ParamSpec("Arguments")
Found = TypeVar("Found")

_LONGEST_TOLD = 60

Question = dict[str, str]
"""What is asked, and of what, by name."""


def question_of(name: str, parameters: Mapping[str, object]) -> Question:
    """A question, by what asks it and with which parameters.

    Raises
    ------
    ParameterError
        If a parameter can be gone through only once, so that nobody could tell it again.

    >>> question_of("longest", {"n": [12, 13, 16], "order": "WL"})
    {'question': 'longest', 'n': '12..13,16', 'order': 'WL'}
    """
    return {"question": name, **{name: _text(name, value) for name, value in parameters.items()}}


def told_question(question: Question) -> str:
    """A question as people read it, without what was left out; long values are cut short.

    >>> told_question({"question": "simulate", "rules": "bryer", "cap": "None", "deals": "4,2" * 100})
    'simulate, rules bryer, deals 4,24,24,24,24,24,24,24,24,24,24,24,24,2...'
    """
    told = {_excerpt(name, 0): _excerpt(value, 0) for name, value in question.items() if value != str(None)}
    return ", ".join(value if name == "question" else f"{name} {value}" for name, value in told.items())


def describe_difference(kept: Question, asked: Question) -> str:
    """What one question is, and another is not, of two that differ; long values from where they begin to differ.

    >>> describe_difference({"question": "longest", "n": "16"}, {"question": "longest", "n": "17"})
    'n 16, not 17'
    >>> describe_difference({"question": "longest", "n": "16"}, {"question": "lengths", "n": "16"})
    'longest, n 16; not of lengths, n 16'
    >>> describe_difference({"question": "longest", "n": "16"}, {"question": "longest", "deck": "16"})
    'longest, n 16, begun from Python and not by a command, or the reverse'
    """
    if kept.get("question") != asked["question"]:
        return f"{told_question(kept)}; not of {told_question(asked)}"
    if kept.keys() != asked.keys():
        return f"{told_question(kept)}, begun from Python and not by a command, or the reverse"
    told = []
    for name, value in kept.items():
        other = asked[name]
        if value != other:
            place = sum(takewhile(bool, map(eq, value, other)))
            told.append(f"{name} {_excerpt(value, place)}, not {_excerpt(other, place)}")
    return "; ".join(told)


def _excerpt(text: str, place: int) -> str:
    """A text in one line; of a long one only what is around a place."""
    text = " ".join(text.split())
    if len(text) <= _LONGEST_TOLD:
        return text
    start = max(0, min(place - _LONGEST_TOLD // 2, len(text) - _LONGEST_TOLD))
    cut = text[start : start + _LONGEST_TOLD]
    return ("..." if start else "") + cut + ("..." if start + _LONGEST_TOLD < len(text) else "")


def _text(name: str, value: object, between: str = "; ") -> str:
    """A parameter as a text that tells it from all others: a relation by its matrix, a function by its name."""
    value = getattr(value, "relation", value)  # a War graph is who beats whom
    if isinstance(value, Relation):
        return f"{value.one_line} {value.reading}"
    if isinstance(value, Iterator):
        raise ParameterError(f"{name} can be gone through only once, and a checkpoint must know it again: give a list")
    if hasattr(value, "tolist"):  # an array, whose text leaves out most of it if it is long
        value = value.tolist()
    if isinstance(value, Set):
        value = sorted(value)
    if isinstance(value, list | tuple | range):
        if all(isinstance(each, Integral) and not isinstance(each, bool) for each in value):
            rises = all(one < other for one, other in pairwise(value))
            return in_runs(map(int, value)) if rises else ",".join(str(int(each)) for each in value)
        return between.join(_text(name, each, ", ") for each in value)
    return getattr(value, "__qualname__", str(value))
