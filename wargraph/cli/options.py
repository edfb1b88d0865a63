"""Options and arguments that several commands share, their completion in the shell, and how their text is parsed."""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

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


def option(usage: str, text: str, complete: Iterable[str] | Callable[[], list[str]] = (), **more: Any) -> Any:
    """An option from its usage as help shows it, such as ``-o --output FILE``: the flags and the name of the value.

    The shell completes the value with the words of `complete`, or with those that this function returns.
    """
    *flags, value = usage.split() if " " in usage else (usage, None)
    return typer.Option(*flags, metavar=value, help=text, autocompletion=_words(complete), readable=False, **more)


def argument(name: str, text: str, complete: Iterable[str] | Callable[[], list[str]] = ()) -> Any:
    """An argument with the name that help shows."""
    return typer.Argument(metavar=name, help=text, autocompletion=_words(complete), show_default=False)


def choice_option(flag: str, names: Iterable[str], text: str) -> Any:
    """An option whose value is one of a few words. Help lists them, and the shell completes them."""
    words = tuple(names)
    return option(f"{flag} {'|'.join(words)}", text, words)


def _words(complete: Iterable[str] | Callable[[], list[str]]) -> Callable[[], list[str]] | None:
    return complete if callable(complete) else (lambda: list(complete)) if complete else None


def complete_relation() -> list[str]:
    """The named relations that need no number, as ``order:N`` does."""
    return [name for name in Relation.names() if ":" not in name]


def flat(command: Callable[..., None]) -> Callable[..., None]:
    """Decorator: replace each parameter of a command that is a dataclass by an option for each of its fields.

    ``Annotated[Dataclass, "field", ...]`` limits the options to these fields. A field that has the name of another
    parameter takes the value of that parameter.
    """
    own, added, made = signature(command).parameters, dict[str, Parameter](), dict[str, tuple[Any, list[str]]]()
    for name, each in own.items():
        kind, *chosen = get_args(each.annotation) if get_origin(each.annotation) is Annotated else [each.annotation]
        if not is_dataclass(kind):
            added[name] = each
            continue
        hints = get_type_hints(kind, include_extras=True)
        made[name] = kind, [field for field in hints if field in (chosen or hints)]
        for field in made[name][1]:
            if field not in own:
                default = getattr(each.default, field)
                added[field] = Parameter(field, each.kind, default=default, annotation=hints[field])

    @wraps(command)
    def run(**given: Any) -> None:
        groups = {name: kind(**{field: given[field] for field in chosen}) for name, (kind, chosen) in made.items()}
        command(**{name: given[name] for name in own if name not in made}, **groups)

    run.__signature__ = Signature([*added.values()])  # type: ignore[attr-defined]
    run.__annotations__ = {name: each.annotation for name, each in added.items()}
    return run


RangeArgument = Annotated[
    str | None, argument("[RANGE]", "The numbers of cards: 7, 1..10, 5,7,9 or a mix. Leave it out with --matrix.")
]
SizeArgument = Annotated[str | None, argument("[N]", "The number of cards. Leave it out with --matrix.")]
MatrixOption = Annotated[
    list[str] | None,
    option(
        "--matrix FILE_OR_NAME",
        "Use a beat relation instead of the standard deck. Give a .csv, .tsv, .txt or .json file, text such as "
        f"'a beats b; b beats c', rows such as 001/100/010, or a name: {', '.join(Relation.names())}.",
        complete=complete_relation,
    ),
]
LiteralOption = Annotated[
    bool,
    option(
        "--literal",
        "Read the matrix literally: Left wins a turn if the matrix holds 1 in the row of Left's card and the column of "
        "Right's card, and otherwise Right wins it.",
    ),
]
DrawsOption = Annotated[
    bool,
    option(
        "--draws",
        "If neither of two cards beats the other, they draw: both stay on the table, and the next two decide.",
    ),
]
MatrixSeedOption = Annotated[int | None, option("--seed S", "The seed of the matrix random:N; by default 0.")]
_ORDER_HELP = (
    "How the winner of a turn returns the two cards: WL puts the winner's own card under the hand first, "
    "LW puts the loser's card first{}."
)
OrderOption = Annotated[
    str, choice_option("--order", (*FIXED_ORDERS, BOTH), _ORDER_HELP.format("; both gives the rows for each order"))
]
OneOrderOption = Annotated[str, choice_option("--order", FIXED_ORDERS, _ORDER_HELP.format(""))]
FreeOrderOption = Annotated[
    str, choice_option("--order", tuple(ReturnOrder), _ORDER_HELP.format("; free allows either at every turn"))
]
DealsOption = Annotated[
    str,
    choice_option(
        "--deals",
        (*Deals, BOTH),
        "Which positions count as starting positions. any: every position (on the standard deck, every position with "
        "card n in Left's hand). even: the n! balanced deals, which give ceil(n/2) cards to Left, the first player, "
        "and floor(n/2) to Right. both: the rows for each.",
    ),
]
FilmOption = Annotated[
    Path | None,
    option("--film FILE", "Write the game as a film to a .gif file."),
]
VerifyOption = Annotated[
    bool, option("--verify", "Play the examples with the reference implementation and print how they end.")
]
SeedOption = Annotated[int, option("--seed S", "The seed of the random numbers.")]


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
    """The members of an enumeration that a word selects: one of them, or all of them for the word both.

    >>> from wargraph.core.rules import FIXED_ORDERS
    >>> parse_both("lw", FIXED_ORDERS, "order"), parse_both("both", FIXED_ORDERS, "order")
    ([<ReturnOrder.LW: 'LW'>], (<ReturnOrder.WL: 'WL'>, <ReturnOrder.LW: 'LW'>))
    """
    if text.casefold() == BOTH:
        return kinds
    chosen = [kind for kind in kinds if text.casefold() == kind.casefold()]
    if not chosen:
        raise ParameterError(f"{name} {shown(text)} is not known: use {', '.join(kinds)} or {BOTH}")
    return chosen


def over_starts(deals: str) -> str:
    """The phrase for the starting positions that a value is over, by the option ``--deals``.

    >>> over_starts("even")
    'over all balanced deals of n cards'
    """
    return f"over all {'balanced deals' if deals.casefold() == 'even' else 'starting positions'} of n cards"


def parse_range(text: str, name: str = "n", of: str = "cards") -> list[int]:
    """The numbers that a RANGE names, in increasing order and without repetition.

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
        if whole.endswith((".csv", ".txt")):
            raise ParameterError(f"{shown(whole)} is no range of cards: a relation from a file comes behind --matrix")
        raise ParameterError(f"range {shown(whole)} is not understood: write 7, 1..10, 5,7,9 or a mix of these")
    if int(stripped) < 1:
        raise ParameterError(
            f"{name} = {int(stripped)} is not a number of {of}: {name} must be a whole number from 1 on"
        )
    return int(stripped)
