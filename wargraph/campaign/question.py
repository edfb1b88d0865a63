"""What is asked: a checkpoint belongs to one question, whichever campaigns it takes to answer it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from inspect import signature
from os import PathLike
from typing import ParamSpec, TypeVar

from wargraph.campaign.effort import Effort, checked_effort
from wargraph.relation import Relation

Arguments = ParamSpec("Arguments")
Found = TypeVar("Found")

Question = dict[str, str]
"""What is asked, and of what, by name."""


def question_of(name: str, parameters: Mapping[str, object]) -> Question:
    """A question, by what asks it and with which parameters.

    >>> question_of("longest", {"n": 16, "order": "WL"})
    {'question': 'longest', 'n': '16', 'order': 'WL'}
    """
    return {"question": name, **{name: _text(value) for name, value in parameters.items()}}


def _text(value: object) -> str:
    """A parameter as a text that tells it from all others; a relation by its matrix."""
    return repr(value) if isinstance(value, Relation) else str(value)


@contextmanager
def asking(effort: Effort | None, question: Question) -> Iterator[Effort]:
    """The effort, with its checkpoint open for this question; for the one around it, if it is open already."""
    effort = checked_effort(effort)
    if not isinstance(effort.checkpoint, str | PathLike):
        yield effort
        return
    from wargraph.campaign.checkpoint import Checkpoint  # whoever needs none need not wait for a database

    checkpoint = Checkpoint(effort.checkpoint, question)
    try:
        yield replace(effort, checkpoint=checkpoint)
    finally:
        checkpoint.close()


def checkpointed(function: Callable[Arguments, Found]) -> Callable[Arguments, Found]:
    """Let a function with a parameter `effort` keep what it does in the checkpoint that is named there, if one is.

    The question is the function and its other arguments.
    """
    parameters = signature(function)

    @wraps(function)
    def run(*arguments: Arguments.args, **named: Arguments.kwargs) -> Found:
        bound = parameters.bind(*arguments, **named)
        bound.apply_defaults()
        others = {name: value for name, value in bound.arguments.items() if name != "effort"}
        with asking(bound.arguments["effort"], question_of(function.__name__, others)) as effort:
            bound.arguments["effort"] = effort
            return function(*bound.args, **bound.kwargs)

    return run
