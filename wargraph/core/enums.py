"""Enumerations for parameters that take one of a few words."""

import re
from enum import EnumType, StrEnum
from typing import Any, Self

from wargraph.errors import ParameterError, shown


class _TextsOnly(EnumType):
    """Refuses all values that are not texts at once: an array, for one, cannot be compared with the members."""

    def __call__(cls, value: Any, *more: Any, **settings: Any) -> Any:
        if more or isinstance(value, str):
            return super().__call__(value, *more, **settings)
        return cls._missing_(value)  # type: ignore[attr-defined]


class Choice(StrEnum, metaclass=_TextsOnly):
    """Base of the enumerations whose members users name by text, in upper or lower case; other texts are errors."""

    @classmethod
    def _missing_(cls, value: object) -> Self:
        for choice in cls:
            if isinstance(value, str) and value.casefold() == choice.casefold():
                return choice
        what = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls.__name__).lower()
        *others, last = cls
        raise ParameterError(f"{what} {shown(value)} is not known: use {', '.join(others)} or {last}")
