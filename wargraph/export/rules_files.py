"""Rules files: your own rules, to keep, to change and to send to a friend."""

from os import PathLike
from pathlib import Path

from wargraph.errors import OutputError
from wargraph.full_game.describe import rules_file_text
from wargraph.full_game.rule_set import RULES_ENDING, RuleSet
from wargraph.report.files import check_ending, write_file


def save_rules(rules: RuleSet | str, path: str | PathLike[str]) -> Path:
    """Write a rules file, which every command and function accepts in place of a preset.

    Parameters
    ----------
    rules : RuleSet or str
        The rules, or their text form.
    path : str or path-like
        The file; its name ends in ``.toml``.

    Returns
    -------
    Path
        The path of the file.

    Raises
    ------
    ParameterError
        If the rules are unknown.
    OutputError
        If the file cannot be written, if its name has a different ending, or if the file exists with other contents,
        which somebody may have edited.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> print(RuleSet.parse(save_rules("kids,face-down=1", folder / "mine.toml")))
    kids,face-down=1
    """
    path = check_ending(path, "rules file", [RULES_ENDING])
    text = rules_file_text(RuleSet.parse(rules))
    if path.exists() and path.read_text("utf-8") != text:
        raise OutputError(f"rules file {str(path)!r} exists with other contents: take another name")
    return write_file(path, text)
