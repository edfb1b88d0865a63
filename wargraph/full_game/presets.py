"""The pages on rules of the full game: the list of presets, and what some rules say."""

from wargraph.full_game.rule_set import PRESETS, QUESTIONS, SOURCES, RuleSet
from wargraph.report.document import Document, Preformatted, Table, Title
from wargraph.report.result import Row


def presets_document() -> Document:
    """Return the presets, and the possible changes of their rules."""
    width = max(map(len, SOURCES))
    changes = [f"  {key:12} {', '.join(each.answers) or each.others}" for key, each in QUESTIONS.items()]
    parts = (
        Preformatted("\n".join(f"{name:{width}}  {source}" for name, source in SOURCES.items())),
        Table("rows", [_row(name) for name in PRESETS], brief=()),
        "Change what you like after a comma: rutgers,players=3,face-down=1,war=longest. Rules in words: wargraph "
        "rules kids.",
        Preformatted("\n".join(changes)),
        "Piles of different players are joined by slashes: winnings=shuffled/under. Rules to keep: wargraph rules kids "
        "-o mine.toml",
    )
    return Document.of(*parts)


def rules_document(rules: RuleSet) -> Document:
    """Return the report on what some rules say."""
    parts = (
        Title(f"The rules {rules}"),
        rules.source(),
        Table("rows", [_row(rules.text_form)], excerpt=()),
        Preformatted(rules.describe()),
        "To keep these rules and to change them, write them to a file: add -o mine.toml to this command.",
        Preformatted(rules.file_text()),
    )
    return Document.of(*parts)


def _row(text: str) -> Row:
    """Return the row of some rules in a table of rules, under the text by which they are called."""
    rules = RuleSet.parse(text)
    texts = {key.replace("-", "_"): value for key, value in rules.texts().items()}
    return {"rules": text, **texts, "players": rules.players, "face_down": rules.face_down}
