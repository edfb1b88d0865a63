"""Opening a checkpoint for a question, so that long work is kept there."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from inspect import signature
from numbers import Integral, Number
from os import PathLike
from typing import Any, ParamSpec, TypeVar, get_args, get_origin

from wargraph.campaign.run_options import RunOptions
from wargraph.core.enums import Choice
from wargraph.core.relation import Relation
from wargraph.errors import ParameterError
from wargraph.report.humanize import in_runs

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


@contextmanager
def with_checkpoint(
    run_options: RunOptions | None, name: str, parameters: Mapping[str, object], command: str = ""
) -> Iterator[RunOptions]:
    """Open the checkpoint that the run options name for a question, unless a question around this one has opened it.

    The question is who asks it (`name`), and with which parameters. The command is the line that was typed, if one was.
    """
    run_options = run_options or RunOptions()
    if not isinstance(run_options.checkpoint, str | PathLike):
        yield run_options
        return
    from wargraph.campaign.checkpoint import Checkpoint  # whoever needs none need not wait for a database

    with Checkpoint(run_options.checkpoint, question_of(name, parameters), command) as checkpoint:
        yield replace(run_options, checkpoint=checkpoint)


def checkpointed(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Resume the function from the checkpoint that its parameter `run_options` names.

    The question is the name of the function with its other arguments, as the function will read them.
    """
    parameters = signature(function)

    @wraps(function)
    def run(*arguments: Arguments.args, **named: Arguments.kwargs) -> Answer:
        bound = parameters.bind(*arguments, **named)
        bound.apply_defaults()
        others = bound.arguments
        run_options = others.pop("run_options") or RunOptions()
        if run_options.checkpoint is not None:  # the function need not read them again
            for name in others:
                others[name] = _as_read(others[name], parameters.parameters[name].annotation)
        with with_checkpoint(run_options, function.__name__, others) as kept:
            return function(**others, run_options=kept)  # type: ignore[call-arg,arg-type]

    return run


def _as_read(value: object, kind: Any) -> object:
    """Return an argument as the function will read it, by its declared type: ``wl`` is WL.

    A rules file (``RuleSet | str``) becomes the rules in it, and a deck (``WarGraph | Any``) becomes a relation, if it
    is neither a graph nor a number of cards. A line-up stays a text, which names the file of a strategy of your own.
    """
    if get_origin(kind) is Sequence and isinstance(value, list | tuple):
        return [_as_read(each, get_args(kind)[0]) for each in value]
    one, *others = get_args(kind) or (None,)
    if others == [Any] and not isinstance(value, Number):
        return value if isinstance(value, one) else Relation.of(value)
    if others != [str] or not isinstance(value, str | PathLike):
        return value
    if issubclass(one, Choice):
        return one(value)
    return one.parse(value)


def question_of(name: str, parameters: Mapping[str, object]) -> dict[str, str]:
    """Return a question: who asks it, and with which parameters. An iterator, which is read only once, is refused.

    >>> question_of("longest", {"n": [12, 13, 16], "order": "WL"})
    {'question': 'longest', 'n': '12..13,16', 'order': 'WL'}
    """
    return {"question": name, **{name: _text(name, value) for name, value in parameters.items()}}


def _text(name: str, value: object, between: str = "; ") -> str:
    """Return a parameter as a text that no other value has: a relation as its matrix, a function as its name."""
    value = getattr(value, "relation", value)  # a War graph is who beats whom
    value = getattr(value, "text_form", value)  # rules are what they say, whatever their name
    if isinstance(value, Relation):
        return f"{value.one_line} {value.interpretation}"
    if isinstance(value, Iterator):
        raise ParameterError(f"{name} is an iterator, and a checkpoint must be able to read it again: give a list")
    if hasattr(value, "tolist"):  # an array, whose text leaves out most of it if it is long
        value = value.tolist()
    if isinstance(value, Set):
        value = sorted(value)
    if isinstance(value, list | tuple | range):
        if all(isinstance(each, Integral) for each in value):
            return in_runs(map(int, value))
        return between.join(_text(name, each, ", ") for each in value)
    return getattr(value, "__qualname__", str(value))
