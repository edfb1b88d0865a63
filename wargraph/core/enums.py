"""Enumerations for parameters that take one of a few words."""

import re
from enum import StrEnum
from typing import Self

from wargraph.errors import ParameterError, shown


class Choice(StrEnum):
    """Base of the enumerations whose members users name by text, in upper or lower case; other texts are errors."""

    @classmethod
    def _missing_(cls, value: object) -> Self:
        for choice in cls:
            if isinstance(value, str) and value.casefold() == choice.casefold():
                return choice
        what = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls.__name__).lower()
        *others, last = cls
        raise ParameterError(f"{what} {shown(value)} is not known: use {', '.join(others)} or {last}")
