"""Choice: an enumeration of names, for parameters that take one of a few words."""

import re
from enum import EnumType, StrEnum
from typing import Any, Self

from wargraph.errors import ParameterError, shown


class _OfTexts(EnumType):
    """What is no text is refused at once: an array, say, could not even be compared with one."""

    def __call__(cls, value: Any, *more: Any, **settings: Any) -> Any:
        if more or isinstance(value, str):
            return super().__call__(value, *more, **settings)
        return cls._missing_(value)  # type: ignore[attr-defined]


class Choice(StrEnum, metaclass=_OfTexts):
    """Base of the enumerations that users name by text, in upper or lower case. Another text is refused."""

    @classmethod
    def _missing_(cls, value: object) -> Self:
        for choice in cls:
            if isinstance(value, str) and value.casefold() == choice.casefold():
                return choice
        what = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls.__name__).lower()
        *others, last = cls
        raise ParameterError(f"{what} {shown(value)} is not known: use {', '.join(others)} or {last}")
