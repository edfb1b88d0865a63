"""Rules explained: each value with what it means and what else there is, as rows, in words, and as a rules file."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from wargraph.full_game.choices import Counting, Dealing, NobodyLeft, Pile, Replacement, Rule, WarRule
from wargraph.full_game.rule_set import MOST_CARDS, RULES_ENDING, SOURCES, RuleSet
from wargraph.report.humanize import counted


@dataclass(frozen=True)
class Question:
    """One of the things that rules say: the question, and its possible answers, named ones or `others` in words."""

    text: str
    choice: type[Rule] | None = None
    others: str = ""

    @property
    def answers(self) -> dict[str, str]:
        """The named answers with their meanings."""
        return {str(answer): answer.meaning for answer in self.choice or ()}


QUESTIONS: Mapping[str, Question] = MappingProxyType(
    {
        "deck": Question(
            "Ranks x suits, and jokers after a plus.",
            others=f"such as 10x4, 13x8 for two packs, or 13x4+2 with two jokers; up to {MOST_CARDS} cards",
        ),
        "players": Question(
            "How many players there are.", others=f"2 to {MOST_CARDS}, and no more than there are cards"
        ),
        "dealing": Question("How the shuffled deck is dealt.", Dealing),
        "war": Question("What happens in a war where a player is short of cards.", WarRule),
        "face-down": Question("How many cards everyone plays face down in a war.", others=f"0 to {MOST_CARDS}"),
        "nobody-left": Question("What happens when a war must go on and nobody has a card.", NobodyLeft),
        "replacement": Question("In which order the winner takes the cards on the table.", Replacement),
        "piles": Question(
            "Where a player puts the cards won. Players can differ: name one pile for each, joined by slashes.", Pile
        ),
        "counting": Question("What counts as a turn.", Counting),
    }
)
"""What rules say, by the keys of their text form."""


def like(rules: RuleSet) -> str:
    """The rules in a sentence: that of the preset, and what differs from it.

    >>> print(like(RuleSet.parse("delahaye-mathieu,players=3")))
    Delahaye and Mathieu: nothing face down, the table is taken from the top. But players=3.
    """
    name, *changes = str(rules).split(",")
    return f"{SOURCES[name]} But {', '.join(changes)}." if changes else SOURCES[name]


def explanation(rules: RuleSet) -> str:
    """Every value of some rules: what is asked, what happens by these rules, what else there is.

    >>> print(explanation(RuleSet.preset("kids")).split("\\n\\n")[2])
    dealing = alternate-all
      How the shuffled deck is dealt.
      alternate-all: in turn, until no card is left
      or blocks: in blocks, as many to each
      or alternate: in turn, as many to each
    """
    parts = []
    for key, value in rules.texts().items():
        chosen = list(dict.fromkeys(value.split("/"))) if key == "piles" else [value]
        answers = QUESTIONS[key].answers
        meanings = [f"{each}: {answers[each]}" for each in chosen if each in answers] or [_in_words(rules, key)]
        others = [f"or {name}: {meaning}" for name, meaning in answers.items() if name not in chosen]
        lines = [f"{key} = {value}", QUESTIONS[key].text, *meanings, *(others or [f"or {QUESTIONS[key].others}"])]
        parts.append("\n  ".join(lines))
    return "\n\n".join(parts)


def rules_file_text(rules: RuleSet) -> str:
    """Some rules as a rules file: every value, with what it means and what else there is as comments.

    >>> print(rules_file_text(RuleSet.preset("kids")).split("\\n\\n")[3])
    # How the shuffled deck is dealt.
    #   blocks: in blocks, as many to each
    #   alternate: in turn, as many to each
    #   alternate-all: in turn, until no card is left
    dealing = "alternate-all"
    """
    head = [
        f"# Rules of War, to play by with wargraph: wargraph simulate mine{RULES_ENDING}",
        "# A line that is left out is as in the preset that the rules are like.",
        f'like = "{str(rules).partition(",")[0]}"',
        '# name = "Grandma"  # what reports call these rules: by default the name of the file',
    ]
    parts = ["\n".join(head)]
    for key, value in rules.texts().items():
        question = QUESTIONS[key]
        answers = [f"{name}: {meaning}" for name, meaning in question.answers.items()] or [question.others]
        written = value if value.isdecimal() else f'"{value}"'
        parts.append("\n".join([f"# {question.text}", *(f"#   {each}" for each in answers), f"{key} = {written}"]))
    return "\n\n".join(parts) + "\n"


def _in_words(rules: RuleSet, key: str) -> str:
    """What a number, or the deck, comes to."""
    if key == "deck":
        return rules.deck_words
    if key == "players":
        return f"{rules.players} players get {'/'.join(map(str, dict.fromkeys(rules.dealt)))} cards"
    return f"{counted(rules.face_down, 'card')} face down, then one to compare"
