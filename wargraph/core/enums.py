"""Enumerations for parameters that take one of a few words."""

import re
from enum import StrEnum
from typing import Self

from wargraph.errors import ParameterError, near, shown


class Choice(StrEnum):
    """Base of the enumerations whose members users name by text, in upper or lower case; other texts are errors.

    A member is a name, perhaps with its meaning in words, and with how it is done where that is data.
    """

    meaning: str
    how: object

    def __new__(cls, name: str, meaning: str = "", how: object = None) -> Self:
        """Return a member; a name alone looks one up."""
        choice = str.__new__(cls, name)
        choice._value_ = name
        choice.meaning = meaning
        choice.how = how
        return choice

    @classmethod
    def _missing_(cls, value: object) -> Self:
        for choice in cls:
            if isinstance(value, str) and value.casefold() == choice.casefold():
                return choice
        what = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls.__name__).lower()
        *others, last = cls
        raise ParameterError(
            f"{what} {shown(value)} is not known: {near(str(value), cls)}use {', '.join(others)} or {last}"
        )
