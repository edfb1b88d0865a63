"""Choice: an enumeration of names, for parameters that take one of a few words."""

import re
from enum import StrEnum
from typing import NoReturn

from wargraph.errors import ParameterError, shown


class Choice(StrEnum):
    """Base of the enumerations that users name by text. Another text is refused with a list of those that serve."""

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        what = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls.__name__).lower()
        *others, last = cls
        raise ParameterError(f"{what} {shown(value)} is not known: use {', '.join(others)} or {last}")
