"""Opening a checkpoint for a question, so that long work is kept there."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from inspect import signature
from numbers import Integral
from os import PathLike
from typing import Any, TypeVar, cast

from wargraph.campaign.run_options import RunOptions
from wargraph.core.relation import Relation
from wargraph.report.humanize import in_runs

Answer = TypeVar("Answer", bound=Callable[..., Any])


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


def checkpointed(
    compared: Callable[[dict[str, Any]], Mapping[str, object]] = dict, /, **readers: Callable[[Any], object]
) -> Callable[[Answer], Answer]:
    """Return a decorator: resume the function from the checkpoint that its parameter `run_options` names.

    The question is the name of the function with its other arguments. Each of the `readers` turns the argument of its
    name into what the function makes of it, so that ``wl`` and ``WL`` are one question; `compared` does so with the
    arguments that must be read together, for the question alone.
    """

    def decorator(function: Answer) -> Answer:
        bind = signature(function).bind

        @wraps(function)
        def run(*arguments: Any, **named: Any) -> Any:
            bound = bind(*arguments, **named)
            bound.apply_defaults()
            others = bound.arguments
            run_options = others.pop("run_options") or RunOptions()
            if run_options.checkpoint is not None:  # the function need not read them again
                others.update({name: read(others[name]) for name, read in readers.items()})
            parameters = compared(others) if run_options.checkpoint is not None else others
            with with_checkpoint(run_options, function.__name__, parameters) as kept:
                return function(**others, run_options=kept)

        return cast("Answer", run)

    return decorator


def question_of(name: str, parameters: Mapping[str, object]) -> dict[str, str]:
    """Return a question: who asks it, and with which parameters.

    >>> question_of("longest", {"n": [12, 13, 16], "order": "WL"})
    {'question': 'longest', 'n': '12..13,16', 'order': 'WL'}
    """
    return {"question": name, **{name: _text(value) for name, value in parameters.items()}}


def _text(value: object, between: str = "; ") -> str:
    """Return a parameter as a text that no other value has: a relation as its matrix, a function as its name."""
    if getattr(getattr(value, "positions", None), "left_holds_n", False):  # the War graph of the standard deck
        return str(value.n)  # type: ignore[attr-defined]
    value = getattr(value, "relation", value)  # any other War graph is who beats whom
    value = getattr(value, "text_form", value)  # rules and line-ups are what they say, however they were written
    if isinstance(value, Relation):
        return f"{value.one_line} {value.interpretation}"
    if isinstance(value, list | tuple | range):
        if all(isinstance(each, Integral) for each in value):
            return in_runs(map(int, value))
        return between.join(_text(each, ", ") for each in value)
    return str(value)
