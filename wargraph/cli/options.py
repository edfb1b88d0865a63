"""Options and arguments that commands share, what the shell completes them with, and how their text is read."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any, TypeVar

import typer

from wargraph.core.enums import Choice
from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder
from wargraph.errors import ParameterError, shown

Kind = TypeVar("Kind", bound=Choice)

BOTH = "both"
_MOST_DECKS = 1000
_WHOLE = re.compile(r"-?([0-9]+|[0-9]{1,3}(,[0-9]{3})+|[0-9]{1,3}(_[0-9]{3})+)")
_POWER = re.compile(r"[0-9]+([.][0-9]*)?e[+]?[0-9]+", re.IGNORECASE)


def completion(names: Iterable[str]) -> Callable[[], list[str]]:
    """What the shell completes an option or an argument with."""
    return lambda: list(names)


def choice_option(flag: str, names: Iterable[str], text: str) -> Any:
    """An option that takes one of a few words, which help lists and the shell completes."""
    words = tuple(names)
    return typer.Option(flag, metavar="|".join(words), help=text, autocompletion=completion(words))


def complete_relation() -> list[str]:
    """The relations whose name says all; `order:N` needs a number."""
    return [name for name in Relation.names() if ":" not in name]


def takes(
    parameter: str, options: Mapping[str, tuple[Any, object]], made: Callable[..., object]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let a command take options, by name with annotation and default, in place of a parameter that is made of them.

    An option that the command has itself serves both.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = signature(command).parameters
        added = [
            Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=annotation)
            for name, (annotation, default) in options.items()
            if name == parameter or name not in own
        ]
        parameters = [each for name in own for each in (added if name == parameter else [own[name]])]

        @wraps(command)
        def run(**given: Any) -> None:
            named = made(**{name: given[name] for name in options})
            command(**{name: given[name] for name in own if name != parameter}, **{parameter: named})

        run.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        return run

    return decorate


RangeArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="[RANGE]", show_default=False, help="Numbers of cards: 7, 1..10, 5,7,9 or a mix. Not with --matrix."
    ),
]
SizeArgument = Annotated[
    str | None, typer.Argument(metavar="[N]", show_default=False, help="Number of cards. Not with --matrix.")
]
MatrixOption = Annotated[
    list[str] | None,
    typer.Option(
        "--matrix",
        metavar="FILE_OR_NAME",
        help="A beat matrix instead of the standard deck: a .csv, .tsv, .txt or .json file, lines such as "
        "'a beats b; b beats c', rows such as 001/100/010, or a name: " + ", ".join(Relation.names()),
        autocompletion=complete_relation,
    ),
]
LiteralOption = Annotated[
    bool, typer.Option("--literal", help="Read the matrix literally: Left wins exactly where it holds 1.")
]
DrawsOption = Annotated[
    bool,
    typer.Option(
        "--draws", help="Let two cards draw that do not beat each other: both stay on the table, the next two decide."
    ),
]
MatrixSeedOption = Annotated[
    int | None,
    typer.Option("--seed", metavar="S", show_default=False, help="Which of the matrices random:N; by default 0."),
]
_ORDER_HELP = "How the winner of a turn puts the two cards under the pile: WL own card first, LW the loser's first; "
OrderOption = Annotated[str, choice_option("--order", (*FIXED_ORDERS, BOTH), f"{_ORDER_HELP}both: a row for each.")]
OneOrderOption = Annotated[str, choice_option("--order", FIXED_ORDERS, _ORDER_HELP.rstrip("; ") + ".")]
FreeOrderOption = Annotated[
    str, choice_option("--order", tuple(ReturnOrder), f"{_ORDER_HELP}free: either at every turn.")
]
DealsOption = Annotated[
    str,
    choice_option(
        "--deals",
        (*Deals, BOTH),
        "Which positions count as starts. any: every one (on the standard deck those with card n in Left's hand); "
        "even: the n! deals of ceil(n/2) cards to Left, the first player, and floor(n/2) to Right; "
        "both: a row for each.",
    ),
]
VerifyOption = Annotated[
    bool, typer.Option("--verify", help="Play the examples by the plain rules, and say how they come out.")
]
SeedOption = Annotated[int, typer.Option("--seed", metavar="S", help="Of the random numbers.")]


def parse_games(text: str) -> int:
    """The number of games that --games names.

    >>> parse_games("100000"), parse_games("100,000"), parse_games("1e5")
    (100000, 100000, 100000)
    """
    number = text.strip()
    with suppress(ValueError):  # thousands of digits
        if _WHOLE.fullmatch(number):
            return int(number.replace(",", "").replace("_", ""))
        if _POWER.fullmatch(number) and float(number).is_integer():
            return int(float(number))
    raise ParameterError(f"games = {shown(text)}: it must be a whole number, such as 1000, 10,000 or 1e5")


def parse_both(text: str, kinds: Sequence[Kind], name: str) -> Sequence[Kind]:
    """What an option names that takes one of a few words, or the word both for all of them.

    >>> from wargraph.core.rules import FIXED_ORDERS
    >>> parse_both("lw", FIXED_ORDERS, "order"), parse_both("both", FIXED_ORDERS, "order")
    ([<ReturnOrder.LW: 'LW'>], (<ReturnOrder.WL: 'WL'>, <ReturnOrder.LW: 'LW'>))
    """
    if text.casefold() == BOTH:
        return kinds
    found = [kind for kind in kinds if text.casefold() == kind.casefold()]
    if not found:
        raise ParameterError(f"{name} {shown(text)} is not known: use {', '.join(kinds)} or {BOTH}")
    return found


def parse_range(text: str, name: str = "n", of: str = "cards") -> list[int]:
    """The numbers, of cards or of something else, that a RANGE names, rising and without repetition.

    >>> parse_range("7"), parse_range("1..3,5,2"), parse_range("4..4")
    ([7], [1, 2, 3, 5], [4])
    """
    numbers: set[int] = set()
    for part in text.split(","):
        first, dots, last = part.partition("..")
        low, high = (_number_in_range(end, text, name, of) for end in (first, last if dots else first))
        if high < low:
            raise ParameterError(f"range {shown(text)} runs backwards: write {high}..{low}")
        if high - low >= _MOST_DECKS:
            raise ParameterError(f"range {shown(text)} names {high - low + 1:,} numbers: name at most {_MOST_DECKS:,}")
        numbers.update(range(low, high + 1))
    return sorted(numbers)


def _number_in_range(text: str, whole: str, name: str, of: str) -> int:
    stripped = text.strip()
    digits = stripped.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
        raise ParameterError(f"range {shown(whole)} is not understood: write 7, 1..10, 5,7,9 or a mix of these")
    if int(stripped) < 1:
        raise ParameterError(
            f"{name} = {int(stripped)} is not a number of {of}: {name} must be a whole number from 1 on"
        )
    return int(stripped)
