"""Rules files: what is in them. They are TOML, with the keys of the text form of a `RuleSet`."""

import tomllib
from os import PathLike
from pathlib import Path
from typing import Any

from wargraph.errors import ParameterError

ENDING = ".toml"
"""Of the files with rules."""

_LARGEST_FILE = 10**6


def names_rules_file(source: object) -> bool:
    """Whether a path, or a text, names a file with rules: a text does by its ending.

    >>> names_rules_file("mine.toml"), names_rules_file("kids")
    (True, False)
    """
    return isinstance(source, PathLike) or (isinstance(source, str) and source.strip().casefold().endswith(ENDING))


def rules_file_values(path: str) -> dict[str, Any]:
    """The values in a file, by key. Errors do not name the file."""
    try:
        with Path(path.strip()).open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ParameterError("it is not text in UTF-8: save it as UTF-8") from None
    except (OSError, ValueError) as error:  # the name may be none that a file can have
        reason = getattr(error, "strerror", None) or error
        raise ParameterError(f"it cannot be read: {reason}; wargraph rules kids -o mine.toml writes one") from None
    if len(content) > _LARGEST_FILE:
        raise ParameterError(f"it has more than {_LARGEST_FILE:,} bytes: that is too large")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of too many digits is no error of TOML
        reason = f"{error}" or "it is nested too deep"
        raise ParameterError(f'{reason}: write lines such as war = "each" or players = 2') from None
