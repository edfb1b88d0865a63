"""Questions: a checkpoint belongs to one question, which one campaign or several may answer."""

from collections.abc import Iterator, Mapping, Set
from itertools import pairwise, takewhile
from numbers import Integral
from operator import eq

from wargraph.core.relation import Relation
from wargraph.errors import ParameterError
from wargraph.report.humanize import in_runs

_LONGEST_VALUE = 60

Question = dict[str, str]
"""The name of the function or command that asks, as `question`, and its parameters as texts."""


def question_of(name: str, parameters: Mapping[str, object]) -> Question:
    """Return a question: who asks it, and with which parameters.

    Raises
    ------
    ParameterError
        If a parameter is an iterator, which could not be compared with that of a later run.

    >>> question_of("longest", {"n": [12, 13, 16], "order": "WL"})
    {'question': 'longest', 'n': '12..13,16', 'order': 'WL'}
    """
    return {"question": name, **{name: _text(name, value) for name, value in parameters.items()}}


def display_question(question: Question) -> str:
    """Return a question for people, without parameters that are None or empty; long values are cut short.

    >>> display_question({"question": "simulate", "rules": "bryer", "cap": "None", "given": "", "deals": "4,2" * 100})
    'simulate, rules bryer, deals 4,24,24,24,24,24,24,24,24,24,24,24,24,2...'
    """
    texts = {_excerpt(name, 0): _excerpt(value, 0) for name, value in question.items() if value not in ("", str(None))}
    return ", ".join(value if name == "question" else f"{name} {value}" for name, value in texts.items())


def describe_difference(kept: Question, wanted: Question) -> str:
    """Return what tells the question of a checkpoint from another one; long values from where they begin to differ.

    >>> describe_difference({"question": "longest", "n": "16"}, {"question": "longest", "n": "17"})
    'n 16, not 17'
    >>> describe_difference({"question": "longest", "n": "16"}, {"question": "lengths", "n": "16"})
    'longest, n 16; not of lengths, n 16'
    >>> describe_difference({"question": "longest", "n": "16"}, {"question": "longest", "deck": "16"})
    'longest, n 16, begun from Python and not by a command, or the reverse'
    """
    if kept.get("question") != wanted["question"]:
        return f"{display_question(kept)}; not of {display_question(wanted)}"
    if kept.keys() != wanted.keys():
        return f"{display_question(kept)}, begun from Python and not by a command, or the reverse"
    differences = []
    for name, value in kept.items():
        other = wanted[name]
        if value != other:
            place = sum(takewhile(bool, map(eq, value, other)))
            differences.append(f"{name} {_excerpt(value, place)}, not {_excerpt(other, place)}")
    return "; ".join(differences)


def _excerpt(text: str, place: int) -> str:
    """Return a text in one line, and of a long one only the part around a place."""
    text = " ".join(text.split())
    if len(text) <= _LONGEST_VALUE:
        return text
    start = max(0, min(place - _LONGEST_VALUE // 2, len(text) - _LONGEST_VALUE))
    cut = text[start : start + _LONGEST_VALUE]
    return ("..." if start else "") + cut + ("..." if start + _LONGEST_VALUE < len(text) else "")


def _text(name: str, value: object, between: str = "; ") -> str:
    """Return a parameter as a text that no other value has: a relation as its matrix, a function as its name."""
    value = getattr(value, "relation", value)  # a War graph is who beats whom
    if isinstance(value, Relation):
        return f"{value.one_line} {value.reading}"
    if isinstance(value, Iterator):
        raise ParameterError(f"{name} is an iterator, and a checkpoint must be able to read it again: give a list")
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
