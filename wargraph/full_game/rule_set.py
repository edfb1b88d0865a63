"""RuleSet: which game of War is played. Its presets, its text form, its file, and each value in words."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from os import PathLike
from pathlib import Path
from textwrap import wrap
from types import MappingProxyType
from typing import Any, NamedTuple

from wargraph.core.checks import checked_whole
from wargraph.core.enums import Choice
from wargraph.core.matrices.named import is_name
from wargraph.core.matrices.written import WRITERS
from wargraph.core.relation import Interpretation, Relation
from wargraph.errors import ParameterError, near, shown
from wargraph.full_game.choices import (
    ALL_CARDS,
    CHANCE_PILES,
    Counting,
    Dealing,
    Ends,
    Fighters,
    Goal,
    NobodyLeft,
    Replacement,
    WarRule,
    Winnings,
)
from wargraph.report.document import Document, Preformatted
from wargraph.report.files import check_ending, decoded, write_file
from wargraph.report.humanize import counted

MOST_CARDS = 255
"""A rank, and the number of cards in a hand, must fit into a byte."""

NUMBERS = ("players", "face-down")
"""The keys of rules whose values are numbers."""

_WIDTH = 78
"""The longest lines of a rules file, which may be wider where a relation is."""

RANKS, BY_RANK, EVEN = "ranks", "rank", "even"
"""Values of rules: cards are compared by rank; as many cards face down as the rank; as few taken out as is even."""

FRENCH_RANKS, SHORT_PACKS = 13, (8, 9)
"""The ranks of the usual pack, 2 to ace, which have names of their own; those of packs of 32 and 36 cards."""

RULES_ENDING = ".toml"
"""The ending of the names of rules files."""


class Question(NamedTuple):
    """One of the things that rules say: the question, and its possible answers, named ones or `others` in words."""

    text: str
    choice: type[Choice] | None = None
    others: str = ""

    @property
    def answers(self) -> dict[str, str]:
        """The named answers with their meanings."""
        return {str(answer): answer.meaning for answer in self.choice or ()}


def _named(choice: type[Choice]) -> Question:
    return Question((choice.__doc__ or "").partition("\n")[0], choice)


QUESTIONS: Mapping[str, Question] = MappingProxyType(
    {
        "deck": Question(
            "Ranks x suits, jokers after a plus, and after a minus how many of the lowest cards are taken out.",
            others="such as 10x4, 13x8 for two packs, 13x4+2 with two jokers, 13x4-1 without a deuce, or 13x4-even: "
            f"as many taken out as let all cards be dealt evenly; up to {MOST_CARDS} cards",
        ),
        "beats": Question(
            "Which card beats which.",
            others=f"{RANKS}: the higher rank; or a beat relation, such as cyclic:7, 001/100/010 or a file, for two "
            "players: cards that do not beat each other tie",
        ),
        "players": Question(
            "How many players there are.", others=f"2 to {MOST_CARDS}, and no more than there are cards"
        ),
        "dealing": _named(Dealing),
        "war": _named(WarRule),
        "fighters": _named(Fighters),
        "face-down": Question(
            "How many cards everyone plays face down in a war.",
            others=f"0 to {MOST_CARDS}; or {BY_RANK}: as many as the tied rank, 10 for faces and 11 for the ace of 13 "
            "ranks, at most 10 in other decks",
        ),
        "nobody-left": _named(NobodyLeft),
        "replacement": _named(Replacement),
        "winnings": _named(Winnings),
        "ends": _named(Goal),
        "counting": _named(Counting),
    }
)
"""What rules say, by the keys of their text form."""


_DECK = re.compile(r"(\d{1,9}) *x *(\d{1,9}) *(?:\+ *(\d{1,9}))? *(?:- *(\d{1,9}|even))?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """The rules of a game of War. Every rule goes with every other, except that a beat relation is for two players.

    The text form is the name of a preset and what differs from it, separated by commas: `RuleSet.parse` reads it and
    `text_form` is it. Choices may be given as text; `winnings` as one pile for everyone, or one for each player.

    Parameters
    ----------
    ranks, suits, jokers
        The deck: ranks 1..ranks, each `suits` times, and jokers, which beat all others and tie with each other: they
        are of rank ranks + 1. At most 255 cards.
    taken_out
        The number of cards, the lowest ones, that are taken out of the deck; ``even`` for as few as let all cards be
        dealt evenly.
    beats
        A beat relation on the ranks, in any form that `Relation.of` takes: of two cards that do not beat each other
        neither is higher, so they tie. By default None or ``ranks``: the higher rank beats the lower. Jokers beat all.
    players
        The number of players: at least two, and at most the number of cards.
    face_down
        The number of cards that everyone plays face down in a war, or ``rank`` for as many as the tied rank.
    dealing, war, fighters, nobody_left, replacement, counting
        Choices of that kind: `Dealing`, `WarRule`, `Fighters`, `NobodyLeft`, `Replacement`, `Counting`.
    ends
        What ends a game, as `Ends` or as text such as ``wars:3``.
    winnings
        The `Pile` of each player, or one for everyone.
    like
        The preset that the text form starts from; by default the nearest one. It makes no difference to the game.

    Attributes
    ----------
    name
        The name of rules from a file: that of the file without ``.toml``, and changes to it after commas. Such rules
        are called by it in results. Other rules have none and are called by their text form.

    Examples
    --------
    >>> rules = RuleSet.parse("drew-shuffle,winnings=shuffled/under")
    >>> rules.winnings
    (<Winnings.SHUFFLED: 'shuffled'>, <Winnings.UNDER: 'under'>)
    >>> str(rules)
    'drew-shuffle,winnings=shuffled/under'
    >>> RuleSet.parse("rutgers,deck=5x4+2").deck
    (4, 4, 4, 4, 4, 2)

    References
    ----------
    The war and replacement rules for r players are those of the procedures published at Rutgers (Bu, Dougherty-Bliss
    and Kenney 2020) unless said otherwise.
    """

    ranks: int = 13
    suits: int = 4
    jokers: int = 0
    taken_out: int | str = 0
    beats: Relation | None = None
    players: int = 2
    dealing: Dealing = Dealing.BLOCKS
    war: WarRule = WarRule.STRICT
    fighters: Fighters = Fighters.ALL
    face_down: int | str = 3
    nobody_left: NobodyLeft = NobodyLeft.TIE
    replacement: Replacement = Replacement.PLAYED
    winnings: tuple[Winnings, ...] = (Winnings.UNDER,)
    ends: Ends = ALL_CARDS
    counting: Counting = Counting.ROUNDS
    like: str = field(default="", compare=False, repr=False)
    name: str = field(default="", compare=False, repr=False, init=False)

    def __post_init__(self) -> None:
        wholes = {"ranks": 1, "suits": 1, "jokers": 0, "players": 2, "face_down": 0, "taken_out": 0}
        words = {"face_down": BY_RANK, "taken_out": EVEN}
        for name, least in wholes.items():
            key, value, word = name.replace("_", "-"), getattr(self, name), words.get(name)
            if word and isinstance(value, str) and value != word:
                raise ParameterError(
                    f"{key} = {shown(value)}: {near(value, [word])}use a whole number from 0 to {MOST_CARDS}, or {word}"
                )
            if value != word:
                checked_whole(key, value, least, MOST_CARDS)
        for key, question in QUESTIONS.items():
            if question.choice is not None and key not in ("winnings", "ends"):
                name = key.replace("-", "_")
                object.__setattr__(self, name, question.choice(getattr(self, name)))
        if not 1 <= self.cards <= MOST_CARDS:
            raise ParameterError(
                f"deck {self.deck_text} has {self.cards} cards: decks of 1 to {MOST_CARDS} can be played"
            )
        if self.players > self.cards:
            raise ParameterError(
                f"players = {self.players}, but deck {self.deck_text} has {counted(self.cards, 'card')}: "
                "everyone must get a card"
            )
        object.__setattr__(self, "ends", Ends.parse(self.ends))
        object.__setattr__(self, "beats", self._relation())
        given: Any = self.winnings
        winnings = tuple(map(Winnings, given.split("/") if isinstance(given, str) else given))
        if len(set(winnings)) == 1:
            winnings = winnings[:1] * self.players
        if len(winnings) != self.players:
            raise ParameterError(
                f"winnings = {'/'.join(winnings)} names {len(winnings)} piles for {self.players} players: "
                "name one for everyone, or one for each player"
            )
        object.__setattr__(self, "winnings", winnings)

    def _relation(self) -> Relation | None:
        """Return the beat relation, if it fits the deck and the players; None if the higher rank wins."""
        given: Any = self.beats
        if given is None or given == RANKS:
            return None
        relation = Relation.of(given, Interpretation.DRAWS)
        if relation.n != self.ranks:
            raise ParameterError(
                f"beats = {relation.name} is about {counted(relation.n, 'card')}, but deck {self.deck_text} has "
                f"{counted(self.ranks, 'rank')}: use deck={relation.n}x{self.suits}"
            )
        if self.players > 2 and not relation.is_order_with_ties:
            raise ParameterError(
                f"beats = {relation.name} is not an order of the cards, so among the cards of {self.players} players "
                "none may be the highest: use players=2"
            )
        return relation

    @classmethod
    def preset(cls, name: str) -> "RuleSet":
        """Look up the rules of that name."""
        known = PRESETS.get(name.strip().casefold())
        if known is None and (Path(name).suffix or is_name(name)):
            raise ParameterError(
                f"rules {shown(name)} are not known: rules files end in {RULES_ENDING}, and which card beats which is "
                f"a change of rules, such as kids,beats={name.strip()}"
            )
        if known is None:
            raise ParameterError(
                f"rules {shown(name)} are not known: {near(name, PRESETS)}use {', '.join(PRESETS)} "
                f"or a rules file that ends in {RULES_ENDING}; changes follow after a comma, such as rutgers,deck=4x4"
            )
        return known

    @classmethod
    def parse(cls, text: "RuleSet | str | PathLike[str]") -> "RuleSet":
        """Read the text form: a preset or a rules file, and changes as ``key=value``, separated by commas.

        The keys are ``deck`` (such as ``13x4``, or ``13x4+2`` with two jokers) and the parameters of `RuleSet`, with a
        hyphen for the underscore. A rules file is named by its path, which ends in ``.toml``; `save` writes one.
        Rules are returned as they are.

        >>> RuleSet.parse("rutgers,players=3,face-down=1,war=longest").players
        3
        """
        if isinstance(text, RuleSet):
            return text
        whole = str(text)
        name, *changes = [whole] if names_rules_file(whole) else whole.split(",")
        rules = cls._of_file(name.strip()) if names_rules_file(name) else cls.preset(name)
        values = _changes(changes)
        changed = rules._with(values)
        if names_rules_file(name):
            return changed.named(",".join([Path(name).stem, *changes]))
        relation = values.get("beats", RANKS)
        if (
            changed.beats is not None and changed.beats.name == Path(relation).stem and not is_name(relation)
        ):  # of a file
            return changed.named(",".join([name.strip(), *changes]))
        return changed

    def named(self, name: str) -> "RuleSet":
        """Return the same rules with a name, by which results call them."""
        rules = replace(self)
        object.__setattr__(rules, "name", name)
        return rules

    @classmethod
    def _of_file(cls, path: str) -> "RuleSet":
        """Read a rules file: the rules of the preset that it says they are like, and its other values."""
        try:
            values = tomllib.loads(decoded(Path(path).read_bytes()))
            return cls.preset(str(values.pop("like", "rutgers")))._with(values)
        except (OSError, ValueError, RecursionError) as error:  # ValueErrors: of rules, TOML and UTF-8
            hint = "" if isinstance(error, ParameterError) else "; wargraph rules kids -o mine.toml writes such a file"
            why = getattr(error, "strerror", None) or error
            if isinstance(error, FileNotFoundError):
                why = "not found"
            elif isinstance(error, UnicodeDecodeError):
                why = "this is not UTF-8: save it as UTF-8"
            elif isinstance(error, tomllib.TOMLDecodeError):
                why = f'{error}: write numbers as 3 and words as "each"'
            raise ParameterError(f"rules file {shown(path)}: {why}{hint}") from None

    def _with(self, values: Mapping[str, Any]) -> "RuleSet":
        """Return these rules with other values, by the keys of the text form."""
        changes: dict[str, Any] = {}
        for key, value in values.items():
            if key not in QUESTIONS:
                raise ParameterError(
                    f"{shown(key)} is not a change of rules: {near(key, QUESTIONS)}use {', '.join(QUESTIONS)}"
                )
            if key == "deck":
                match = _DECK.fullmatch(str(value))
                if not match:
                    raise ParameterError(
                        f"deck = {shown(value)}: write ranks x suits, such as 13x4, 13x4+2 with two jokers, 13x4-1 "
                        f"without one of the lowest cards, or 13x4-{EVEN} without as few as let all be dealt evenly"
                    )
                *numbers, taken_out = match.groups("0")
                changes |= zip(("ranks", "suits", "jokers"), map(int, numbers), strict=True)
                changes["taken_out"] = int(taken_out) if taken_out.isdecimal() else taken_out.lower()
            elif key == "beats" and value != RANKS:
                changes["beats"] = relation = Relation.of(value, Interpretation.DRAWS)
                changes.setdefault("ranks", relation.n)
            else:
                changes[key.replace("-", "_")] = value
        return replace(self, **changes) if changes else self

    def save(self, path: str | PathLike[str]) -> Path:
        """Write a rules file, which every command and function accepts in place of a preset, and return its path.

        >>> import tempfile
        >>> path = RuleSet.parse("kids,face-down=1").save(Path(tempfile.mkdtemp()) / "mine.toml")
        >>> print(RuleSet.parse(path), RuleSet.parse(path).text_form)
        mine kids,face-down=1
        """
        return write_file(check_ending(path, "rules file", [RULES_ENDING]), self.file_text())

    @property
    def deck(self) -> tuple[int, ...]:
        """The number of cards of each rank in the game, from rank 1 on; jokers are the highest."""
        return tuple(count * (self.players if self.dealing.how.is_pack_each else 1) for count in self.pack)

    @property
    def pack(self) -> tuple[int, ...]:
        """The number of cards of each rank that are shuffled together: those of the deck, or of each player's pack."""
        left = (self.suits,) * self.ranks + ((self.jokers,) if self.jokers else ())
        uneven = 0 if self.dealing.how.is_pack_each else sum(left) % self.players
        taken_out = uneven if self.taken_out == EVEN else int(self.taken_out)
        deck = []
        for count in left:
            deck.append(max(count - taken_out, 0))
            taken_out -= count - deck[-1]
        return tuple(deck)

    @property
    def deck_text(self) -> str:
        """The deck as the text form writes it."""
        jokers, taken_out = f"+{self.jokers}" * bool(self.jokers), f"-{self.taken_out}" * bool(self.taken_out)
        return f"{self.ranks}x{self.suits}{jokers}{taken_out}"

    @property
    def cards(self) -> int:
        """Cards in the game."""
        return sum(self.deck)

    @property
    def dealt(self) -> tuple[int, ...]:
        """The number of cards dealt to each player."""
        each, rest = divmod(self.cards, self.players)
        more = rest if self.dealing.how.deals_all else 0
        return tuple(each + (player < more) for player in range(self.players))

    @property
    def is_deterministic(self) -> bool:
        """Whether the deal decides the whole game. If not, no game can be proved endless."""
        return not self.replacement.how.draws_chance and CHANCE_PILES.isdisjoint(self.winnings)

    def is_higher(self, card: Any, other: Any) -> bool:
        """Return whether a card beats another one, both as ranks. If neither beats the other they tie."""
        if self.beats is None or max(card, other) > self.ranks:
            return bool(card > other)
        return bool(self.beats.rows[card - 1][other - 1])

    def face_down_for(self, card: int) -> int:
        """Return the number of cards that everyone plays face down in a war about cards of this rank.

        >>> [RuleSet(face_down="rank").face_down_for(card) for card in (1, 9, 12, 13)]
        [2, 10, 10, 11]
        """
        if self.face_down != BY_RANK:
            return int(self.face_down)
        if self.is_french:
            return 11 if card == self.ranks else min(card + 1 + FRENCH_RANKS - self.ranks, 10)
        return min(card, 10)

    @property
    def is_french(self) -> bool:
        """Whether the highest rank is the ace: of 13 ranks, and of 8 or 9 in four suits, from the seven or the six on.

        A beat relation on 8 or 9 cards has cards of its own, unless it only lets the lowest beat the highest.
        """
        has_ranks = self.beats is None or self.beats.name == f"upset:{self.ranks}"
        return self.ranks == FRENCH_RANKS or (self.ranks in SHORT_PACKS and self.suits == 4 and has_ranks)

    @property
    def is_symmetric(self) -> bool:
        """Whether two players are alike: no rule looks at their order, so exchanging hands exchanges outcomes."""
        return (
            self.players == 2
            and len(set(self.winnings)) == len(set(self.dealt)) == 1
            and self.nobody_left is not NobodyLeft.LAST_PLAYER
            and not self.replacement.how.is_by_player
        )

    def texts(self) -> dict[str, str]:
        """Return the values by key, as the text form writes them.

        >>> RuleSet.preset("kids").texts()["war"]
        'each'
        """
        winnings = "/".join(self.winnings if len(set(self.winnings)) > 1 else self.winnings[:1])
        special = {"deck": self.deck_text, "winnings": winnings, "beats": self._beats_text}
        return {key: special.get(key) or str(getattr(self, key.replace("-", "_"))) for key in QUESTIONS}

    @property
    def _beats_text(self) -> str:
        """The relation by its name, or row by row."""
        relation = self.beats
        if relation is None:
            return RANKS
        has_name = is_name(relation.name) and Relation.of(relation.name, Interpretation.DRAWS) == relation
        return relation.name if has_name else relation.one_line

    def __str__(self) -> str:
        return self.name or self.text_form

    @property
    def text_form(self) -> str:
        """The text form, which can be typed.

        >>> RuleSet(face_down=1, replacement="deciding-first").text_form
        'rutgers,face-down=1,replacement=deciding-first'
        """

        def called(preset: str) -> list[str]:
            known = PRESETS[preset].texts()
            return [preset, *(f"{key}={text}" for key, text in self.texts().items() if text != known[key])]

        nearest = min(PRESETS, key=lambda preset: len(called(preset)))
        return ",".join(called(self.like if self.like in PRESETS else nearest))

    def _repr_html_(self) -> str:
        """Show the rules in words in a notebook."""
        from wargraph.report.html import html_part  # here: most programs show none

        return html_part(Document.of(f"Rules {self}", Preformatted(self.describe())))

    def describe(self, dealt: Sequence[int] | None = None) -> str:
        """Write the rules in words, one line each; `dealt` are the sizes of the hands, if they are not as usual.

        >>> print(RuleSet.preset("bryer").describe())
        deck         13 ranks x 4 suits, 52 cards
        players      2, 26 cards each, dealt in blocks of the same size
        war          3 cards face down, one to compare; a player short of cards plays all of them and is eliminated
        nobody left  the tied players lose in player order, and the last of them wins
        replacement  deciding-first
        winnings     under
        counting     before-last: as with rounds, but the last round is not counted
        """
        how = f"dealt {self.dealing.meaning}" if dealt is None else "as named"
        sizes = self.dealt if dealt is None else dealt
        hands = f"{counted(sizes[0], 'card')} each" if len(set(sizes)) == 1 else f"{'/'.join(map(str, sizes))} cards"
        deck = f"{counted(self.ranks, 'rank')} x {counted(self.suits, 'suit')}"
        deck += f" and {counted(self.jokers, 'joker')}" * bool(self.jokers)
        if taken_out := self.ranks * self.suits + self.jokers - sum(self.pack):
            deck += f" without the {'lowest card' if taken_out == 1 else counted(taken_out, 'lowest card')}"
        is_by_rank = self.face_down == BY_RANK
        down = "as many cards as the tied rank" if is_by_rank else counted(int(self.face_down), "card")
        each = " for each player" * self.dealing.how.is_pack_each
        lines = {
            "rules": self.text_form if self.name else "",
            "deck": f"{deck}, {counted(sum(self.pack), 'card')}{each}",
            "beats": "" if self.beats is None else self.beats.display,
            "players": f"{self.players}, {hands}, {how}",
            "war": f"{down} face down, one to compare; {self.war.meaning}",
            "fighters": "" if self.fighters is Fighters.ALL else self.fighters.meaning,
            "nobody left": self.nobody_left.meaning,
            "replacement": str(self.replacement),
            "winnings": self.texts()["winnings"],
            "ends": "" if self.ends == ALL_CARDS else f"{self.ends}: {self.ends.goal.meaning}",
            "counting": f"{self.counting}: {self.counting.meaning}",
        }
        return "\n".join(f"{name:11}  {line}" for name, line in lines.items() if line)

    def source(self) -> str:
        """Name the preset and its source in a sentence, and the changes to it in another.

        >>> print(RuleSet.parse("delahaye-mathieu,players=3").source())
        Delahaye and Mathieu: nothing face down, the table is taken from the top. But players=3.
        """
        name, *changes = self.text_form.split(",")
        return f"{SOURCES[name]} But {', '.join(changes)}." if changes else SOURCES[name]

    def file_text(self) -> str:
        """Write every value as TOML, with what it means and what else there is as comments.

        >>> print(RuleSet.preset("kids").file_text().split("\\n\\n")[4])
        # How the shuffled deck is dealt.
        #   blocks: in blocks of the same size
        #   alternate: in turn, the same number to each
        #   alternate-all: in turn, until no card is left
        #   own-pack: a whole pack each, shuffled separately
        dealing = "alternate-all"
        """
        parts = [
            f"# Rules of War, to play by with wargraph: wargraph simulate mine{RULES_ENDING}\n"
            "# If a line is missing, its value is that of the preset in the line `like`.\n"
            f'like = "{self.text_form.partition(",")[0]}"'
        ]
        for key, value in self.texts().items():
            question = QUESTIONS[key]
            answers = [f"{name}: {meaning}" for name, meaning in question.answers.items()] or [question.others]
            written = value if key in NUMBERS and value.isdecimal() else f'"{value}"'
            if key == "beats" and self.beats is not None and self.beats.card_names:
                table: Any = WRITERS[".csv"](self.beats.rows, self.beats.card_names, str(Interpretation.DRAWS))
                written = f"'''\n{table}'''"
            lines = [wrap(f"# {question.text}", _WIDTH, subsequent_indent="# ")]
            lines += [wrap(f"#   {each}", _WIDTH, subsequent_indent="#     ") for each in answers]
            parts.append("\n".join([*chain.from_iterable(lines), f"{key} = {written}"]))
        return "\n\n".join(parts) + "\n"


def _changes(texts: Iterable[str]) -> dict[str, Any]:
    """Read changes such as ``face-down=1``."""
    values: dict[str, Any] = {}
    for text in texts:
        key, sign, value = (part.strip() for part in text.partition("="))
        key = key.casefold().replace("_", "-")
        if not sign or key in values:
            raise ParameterError(
                f"{shown(text.strip())} is not a change of rules: write key=value with one of {', '.join(QUESTIONS)}, "
                "each once"
            )
        is_number = key in NUMBERS and re.fullmatch(r"\d{1,9}", value, re.ASCII)
        values[key] = int(value) if is_number else value
    return values


def names_rules_file(text: str | PathLike[str]) -> bool:
    """Return whether a text or path names a file with rules, by its ending.

    >>> names_rules_file("mine.toml"), names_rules_file("kids")
    (True, False)
    """
    return str(text).strip().casefold().endswith(RULES_ENDING)


_NAMED: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("presets.toml").read_text("utf-8"))

SOURCES: Mapping[str, str] = MappingProxyType({name: values.pop("source") for name, values in _NAMED.items()})
"""The presets in a sentence each."""

PRESETS: Mapping[str, RuleSet] = MappingProxyType(
    {name: RuleSet(like=name)._with(changes) for name, changes in _NAMED.items()}
)
"""The named rules."""
