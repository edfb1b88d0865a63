"""What is asked: a checkpoint belongs to one question, whichever campaigns it takes to answer it."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from inspect import signature
from itertools import pairwise, takewhile
from numbers import Integral, Number
from operator import eq
from os import PathLike
from typing import Any, ParamSpec, TypeVar, get_args, get_origin

from wargraph.campaign.effort import Effort, checked_effort
from wargraph.choice import Choice
from wargraph.errors import ParameterError
from wargraph.relation import Relation
from wargraph.wording import in_runs

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


def _as_read(value: object, kind: Any) -> object:
    """An argument as the function will read it, by the type it is declared with: ``wl`` is WL.

    A file of rules (``RuleSet | str``) is the rules that are in it now, and a deck (``WarGraph | Any``) is who beats
    whom. A line-up stays the text it is: that tells in which file a strategy of your own is.
    """
    if get_origin(kind) is Sequence and isinstance(value, list | tuple):
        return [_as_read(each, get_args(kind)[0]) for each in value]
    one, *others = get_args(kind) or (None,)
    if others == [Any] and not isinstance(value, Number):
        return value.relation if isinstance(value, one) else Relation.of(value)
    if others != [str] or not isinstance(value, str | PathLike):
        return value
    if issubclass(one, Choice):
        return one(value)
    return one.parse(value)


def told_question(question: Question) -> str:
    """A question as people read it, without what was left out; long values are cut short.

    >>> told_question({"question": "simulate", "rules": "bryer", "cap": "None", "deals": "4,2" * 100})
    'simulate, rules bryer, deals 4,24,24,24,24,24,24,24,24,24,24,24,24,2...'
    """
    told = {_excerpt(name, 0): _excerpt(value, 0) for name, value in question.items() if value != str(None)}
    return ", ".join(value if name == "question" else f"{name} {value}" for name, value in told.items())


def told_difference(kept: Question, asked: Question) -> str:
    """What one question is, and another is not, of two that differ; long values from where they begin to differ.

    >>> told_difference({"question": "longest", "n": "16"}, {"question": "longest", "n": "17"})
    'n 16, not 17'
    >>> told_difference({"question": "longest", "n": "16"}, {"question": "lengths", "n": "16"})
    'longest, n 16; not of lengths, n 16'
    >>> told_difference({"question": "longest", "n": "16"}, {"question": "longest", "deck": "16"})
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


@contextmanager
def asking(effort: Effort | None, name: str, parameters: Mapping[str, object]) -> Iterator[Effort]:
    """The effort, with its checkpoint open for this question; for the one around it, if it is open already."""
    effort = checked_effort(effort)
    if not isinstance(effort.checkpoint, str | PathLike):
        yield effort
        return
    from wargraph.campaign.checkpoint import Checkpoint  # whoever needs none need not wait for a database

    checkpoint = Checkpoint(effort.checkpoint, question_of(name, parameters))
    try:
        yield replace(effort, checkpoint=checkpoint)
    finally:
        checkpoint.close()


def checkpointed(function: Callable[Arguments, Found]) -> Callable[Arguments, Found]:
    """Let a function with a parameter `effort` keep what it does in the checkpoint that is named there, if one is.

    The question is the function and its other arguments, in whichever of the ways that are read alike they are given.
    """
    asked = signature(function)

    @wraps(function)
    def run(*arguments: Arguments.args, **named: Arguments.kwargs) -> Found:
        bound = asked.bind(*arguments, **named)
        bound.apply_defaults()
        effort = checked_effort(bound.arguments["effort"])
        others = {name: value for name, value in bound.arguments.items() if name != "effort"}
        if effort.checkpoint is not None:
            others = {name: _as_read(value, asked.parameters[name].annotation) for name, value in others.items()}
        with asking(effort, function.__name__, others) as effort:
            bound.arguments["effort"] = effort
            return function(*bound.args, **bound.kwargs)

    return run
