"""RuleSet: which game of War is played, from the deck to the counting of turns, and the named presets."""

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any

from wargraph.core.enums import Choice
from wargraph.errors import ParameterError, shown
from wargraph.full_game.choices import Counting, Dealing, NobodyLeft, Pile, Replacement, WarRule
from wargraph.report.humanize import counted

MOST_CARDS = 255
"""A rank, and the number of cards in a hand, must fit into a byte."""

RULES_ENDING = ".toml"
"""The ending of the names of rules files."""

_LARGEST_FILE = 10**6
_LONGEST_NAME = 200


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """The rules of a game of War. Every rule goes with every other.

    Choices may be given as text; `piles` as one pile for everyone, or one for each player.

    Parameters
    ----------
    ranks, suits, jokers
        The deck: ranks 1..ranks, each `suits` times, and jokers, which beat all others and tie with each other: they
        are of rank ranks + 1. At most 255 cards.
    players
        How many play: at least two, and no more than there are cards.
    dealing
        How the shuffled deck is dealt.
    war
        Who goes on in a war, and with how many cards face down.
    face_down
        The m of the war rule: cards laid face down between one comparison and the next.
    nobody_left
        What happens when a war must go on and nobody can.
    replacement
        The order in which won cards go under the winner's pile.
    piles
        Where each player puts what is won.
    counting
        What counts as a turn.
    like
        The preset that the text form starts from; by default the nearest one. It makes no difference to the game.
    name
        What sentences, tables and pictures call these rules; by default their text form. Rules from a file are called
        by the ``name`` in the file, or else by the name of the file. It makes no difference to the game.

    Raises
    ------
    ParameterError
        If a value is unknown or out of range.

    Notes
    -----
    The text form is the name of a preset and what differs from it, separated by commas: `RuleSet.parse` reads it and
    `str` writes it. Piles of different players are joined by slashes.

    Examples
    --------
    >>> rules = RuleSet.parse("drew-shuffle,piles=shuffled/under")
    >>> rules.piles
    (<Pile.SHUFFLED: 'shuffled'>, <Pile.UNDER: 'under'>)
    >>> str(rules)
    'drew-shuffle,piles=shuffled/under'
    >>> rules.is_deterministic
    False
    >>> RuleSet.parse("rutgers,deck=5x4+2").deck
    (4, 4, 4, 4, 4, 2)
    >>> print(RuleSet.preset("bryer").describe())
    deck         13 ranks x 4 suits, 52 cards
    players      2, 26 cards each, dealt in blocks, as many to each
    war          3 cards face down, one to compare; a player short of cards plays all of them and is eliminated
    nobody left  the tied players lose in player order, and the last of them wins
    replacement  deciding-first
    piles        under
    counting     before-last: as with rounds, but the last round is not counted

    References
    ----------
    The war and replacement rules for r players are those of the procedures published at Rutgers (Bu, Dougherty-Bliss
    and Kenney 2020) unless said otherwise.
    """

    ranks: int = 13
    suits: int = 4
    jokers: int = 0
    players: int = 2
    dealing: Dealing = Dealing.BLOCKS
    war: WarRule = WarRule.STRICT
    face_down: int = 3
    nobody_left: NobodyLeft = NobodyLeft.TIE
    replacement: Replacement = Replacement.PLAYED
    piles: tuple[Pile, ...] = (Pile.UNDER,)
    counting: Counting = Counting.ROUNDS
    like: str | None = field(default=None, compare=False, repr=False)
    name: str | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.name is not None:
            object.__setattr__(self, "name", _checked_name(self.name))
        for name, least in (("ranks", 1), ("suits", 1), ("jokers", 0), ("players", 2), ("face_down", 0)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MOST_CARDS:
                key = name.replace("_", "-")
                raise ParameterError(f"{key} = {shown(value)}: it must be a whole number from {least} to {MOST_CARDS}")
        for name, choice in _CHOICES.items():
            object.__setattr__(self, name, choice(getattr(self, name)))
        if self.cards > MOST_CARDS:
            raise ParameterError(f"deck {self.deck_text} has {self.cards} cards: it may have {MOST_CARDS} at most")
        if self.players > self.cards:
            raise ParameterError(
                f"players = {self.players}, but deck {self.deck_text} has {counted(self.cards, 'card')}: "
                "everyone must get a card"
            )
        object.__setattr__(self, "piles", self._checked_piles())

    def _checked_piles(self) -> tuple[Pile, ...]:
        given: Any = self.piles
        texts = [text.strip() for text in given.split("/")] if isinstance(given, str) else given
        if not isinstance(texts, Sequence) or not texts:
            raise ParameterError(f"piles = {shown(given)}: name one pile for everyone, or one for each player")
        piles = tuple(Pile(pile) for pile in texts)
        if len(set(piles)) == 1 and (len(piles) == 1 or not isinstance(given, str)):
            return piles[:1] * self.players  # so that rules with other players can be made of these
        if len(piles) != self.players:
            raise ParameterError(
                f"piles = {'/'.join(piles)} names {len(piles)} piles for {self.players} players: "
                "name one for everyone, or one for each player"
            )
        return piles

    @classmethod
    def preset(cls, name: str) -> "RuleSet":
        """The rules of that name.

        Raises
        ------
        ParameterError
            If there are no such rules.
        """
        known = PRESETS.get(name.strip().casefold()) if isinstance(name, str) else None
        if known is not None:
            return known
        *others, last = PRESETS
        presets = f"{', '.join(others)} or {last}"
        if isinstance(name, str) and os.path.isfile(name):  # noqa: PTH113 - of a name too long pathlib raises
            if names_rules_file(name):
                raise ParameterError(f"rules file {shown(name)} is no preset: use {presets}")
            raise ParameterError(f"rules file {shown(name)} must be called by a name that ends in .toml")
        raise ParameterError(
            f"rules {shown(name)} are not known: use {', '.join(PRESETS)} or a rules file that ends in {RULES_ENDING}; "
            "changes follow after a comma, such as rutgers,deck=4x4"
        )

    @classmethod
    def parse(cls, text: "RuleSet | str | PathLike[str]") -> "RuleSet":
        """The rules that a text names: a preset or a rules file, and changes as ``key=value``, separated by commas.

        The keys are ``deck`` (such as ``13x4``, or ``13x4+2`` with two jokers) and the parameters of `RuleSet`, with a
        hyphen for the underscore. A rules file is named by its path, which ends in ``.toml``; `save_rules` writes one.
        Rules are given back as they are.

        >>> RuleSet.parse("rutgers,players=3,face-down=1,war=longest").players
        3
        """
        if isinstance(text, RuleSet):
            return text
        if names_rules_file(text):
            return cls._of_file(str(text))
        name, *changes = (text if isinstance(text, str) else shown(text)).split(",")
        rules = cls._of_file(name) if names_rules_file(name) else cls.preset(name)
        values: dict[str, Any] = {}
        for change in changes:
            key, sign, value = (part.strip() for part in change.partition("="))
            key = key.casefold().replace("_", "-")
            if not sign or key not in rules.texts():
                keys = ", ".join(rules.texts())
                raise ParameterError(
                    f"{shown(change.strip())} is not a change of rules: write key=value with one of {keys}"
                )
            if key in values:
                raise ParameterError(f"{shown(change.strip())} changes what was changed before: say each thing once")
            values[key] = _whole(key, value) if key in ("players", "face-down") else value
        return rules._changed(values) if values else rules

    def _changed(self, values: dict[str, Any]) -> "RuleSet":
        """These rules with changes, called by what they are a change of and by each change, also one to the same value.

        >>> RuleSet.parse("kids,face-down=3").display
        'kids,face-down=3'
        """
        keys = tuple(values)
        changed = replace(self._with(values), name=None)
        base = str(self.like) if self.name is None and self.like in PRESETS else self.display
        called = ",".join([base, *(f"{key}={text}" for key, text in changed.texts().items() if key in keys)])
        return changed if called == str(changed) else replace(changed, name=called[:_LONGEST_NAME])

    @property
    def display(self) -> str:
        """What sentences, tables and pictures call the rules: their name, or their text form if they have none.

        >>> RuleSet.parse("bryer,players=3").display, RuleSet(name="Grandma").display
        ('bryer,players=3', 'Grandma')
        """
        return str(self) if self.name is None else self.name

    @classmethod
    def _of_file(cls, path: str) -> "RuleSet":
        """The rules in a file: those of the preset that it says they are like, and its other values."""
        try:
            values = _rules_file_values(path)
            rules = cls.preset(values.pop("like", "rutgers"))
            known = rules.texts()
            stem = Path(path.strip()).stem
            called = values.pop("name", stem if stem.casefold() not in PRESETS else Path(path.strip()).name)
            unknown = next((key for key in values if key not in known), None)
            if unknown is not None:
                raise ParameterError(f"{shown(unknown)} is not known: use {', '.join(['like', 'name', *known])}")
            return replace(rules._with(values), name=called)
        except ParameterError as error:
            raise ParameterError(f"rules file {shown(path)}: {error}") from None

    def _with(self, values: dict[str, Any]) -> "RuleSet":
        """These rules with other values, by the keys of the text form."""
        changed: dict[str, Any] = _parsed_deck(values.pop("deck")) if "deck" in values else {}
        return replace(self, **changed, **{key.replace("-", "_"): value for key, value in values.items()})

    @property
    def deck(self) -> tuple[int, ...]:
        """How many cards of each rank the deck has, from rank 1 on; jokers are the highest."""
        return (self.suits,) * self.ranks + ((self.jokers,) if self.jokers else ())

    @property
    def deck_text(self) -> str:
        """The deck as the text form writes it."""
        return f"{self.ranks}x{self.suits}" + (f"+{self.jokers}" if self.jokers else "")

    @property
    def deck_words(self) -> str:
        """The deck in words."""
        jokers = f" and {counted(self.jokers, 'joker')}" if self.jokers else ""
        return f"{counted(self.ranks, 'rank')} x {counted(self.suits, 'suit')}{jokers}, {counted(self.cards, 'card')}"

    @property
    def cards(self) -> int:
        """Cards in the deck."""
        return sum(self.deck)

    @property
    def dealt(self) -> tuple[int, ...]:
        """How many cards each player gets."""
        each, rest = divmod(self.cards, self.players)
        more = rest if self.dealing.how.deals_all else 0
        return tuple(each + (player < more) for player in range(self.players))

    @property
    def is_deterministic(self) -> bool:
        """Whether the deal decides the whole game. If not, no game can be proved endless."""
        return not self.replacement.how.draws_chance and Pile.SHUFFLED not in self.piles

    @property
    def is_symmetric(self) -> bool:
        """Whether no rule looks at the order of two players, so that exchanging their hands exchanges their fates."""
        return (
            self.players == 2
            and len(set(self.piles)) == len(set(self.dealt)) == 1
            and self.nobody_left is not NobodyLeft.LAST_PLAYER
            and not self.replacement.how.is_by_player
        )

    def describe(self, dealt: Sequence[int] | None = None) -> str:
        """The rules in words, one line each.

        Parameters
        ----------
        dealt
            How many cards each player got, if that is known; by default as many as the rules deal.
        """
        how = f"dealt {self.dealing.meaning}" if dealt is None else "as named"
        sizes = self.dealt if dealt is None else dealt
        hands = f"{counted(sizes[0], 'card')} each" if len(set(sizes)) == 1 else f"{'/'.join(map(str, sizes))} cards"
        lines = {
            "deck": self.deck_words,
            "players": f"{self.players}, {hands}, {how}",
            "war": f"{counted(self.face_down, 'card')} face down, one to compare; {self.war.meaning}",
            "nobody left": self.nobody_left.meaning,
            "replacement": str(self.replacement),
            "piles": self._piles_text(),
            "counting": f"{self.counting}: {self.counting.meaning}",
        }
        return "\n".join(f"{name:11}  {line}" for name, line in lines.items())

    def __str__(self) -> str:
        texts = self.texts()
        differing = {
            name: [f"{key}={text}" for key, text in texts.items() if known[key] != text]
            for name, known in ((name, preset.texts()) for name, preset in PRESETS.items())
        }
        nearest = min(differing, key=lambda known: len(differing[known]))
        name = str(self.like) if self.like in PRESETS else nearest
        return ",".join([name, *differing[name]])

    def texts(self) -> dict[str, str]:
        """The values by key, as the text form writes them.

        >>> RuleSet.preset("kids").texts()["war"]
        'each'
        """
        others = {key.replace("_", "-"): str(getattr(self, key)) for key in _KEYS}
        return {"deck": self.deck_text, **others, "piles": self._piles_text()}

    def _piles_text(self) -> str:
        return "/".join(self.piles if len(set(self.piles)) > 1 else self.piles[:1])


_CHOICES: Mapping[str, type[Choice]] = MappingProxyType(
    {
        "dealing": Dealing,
        "war": WarRule,
        "nobody_left": NobodyLeft,
        "replacement": Replacement,
        "counting": Counting,
    }
)
_KEYS = tuple(each.name for each in fields(RuleSet) if each.name not in ("ranks", "suits", "jokers", "like", "name"))


def names_rules_file(source: object) -> bool:
    """Whether a path, or a text, names a file with rules: a text does by its ending.

    >>> names_rules_file("mine.toml"), names_rules_file("kids")
    (True, False)
    """
    text = source if isinstance(source, str) else ""
    return isinstance(source, PathLike) or text.strip().casefold().endswith(RULES_ENDING)


def _rules_file_values(path: str) -> dict[str, Any]:
    """The values in a rules file, which is TOML, by the keys of the text form. Errors do not name the file."""
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


def _checked_name(name: object) -> str:
    if not (isinstance(name, str) and name.strip() and name.isprintable() and len(name) <= _LONGEST_NAME):
        raise ParameterError(
            f"name = {shown(name)} is no name of rules: write up to {_LONGEST_NAME} letters in one line, such as "
            "Grandma"
        )
    return name.strip()


def _whole(key: str, text: str) -> int:
    stripped = text.strip()
    if not (stripped.isascii() and stripped.isdigit() and len(stripped) < 10):
        raise ParameterError(f"{key} = {shown(text)} is not a whole number from 0 on: write digits, such as 3")
    return int(stripped)


def _parsed_deck(text: object) -> dict[str, int]:
    pattern = r"\s*(\d+)\s*x\s*(\d+)\s*(?:\+\s*(\d+)\s*)?"
    match = isinstance(text, str) and re.fullmatch(pattern, text, re.ASCII | re.IGNORECASE)
    if not match:
        raise ParameterError(f"deck = {shown(text)}: write ranks x suits, such as 13x4, or 13x4+2 with two jokers")
    numbers = zip(("ranks", "suits", "jokers"), match.groups("0"), strict=True)
    return {key: _whole(key, number) for key, number in numbers}


_DREW = RuleSet(
    dealing=Dealing.ALTERNATE,
    war=WarRule.SHORTEST,
    nobody_left=NobodyLeft.LAST_PLAYER,
    replacement=Replacement.REVERSED,
)
_PRESETS: dict[str, tuple[str, RuleSet]] = {
    "rutgers": (
        "The procedures published at Rutgers, with the usual deck: a player short of cards is eliminated.",
        RuleSet(),
    ),
    # From the same authors' introduction: the pile is flipped when the hand is empty, so that the card won first is
    # drawn first. Within a round cards go on it as in the procedures.
    "regular": (
        "Regular War: winnings on a pile, flipped when the hand is empty; a player short of cards is eliminated.",
        RuleSet(piles=(Pile.FIRST_WON_FIRST,)),
    ),
    "bryer": (
        "Bryer's study: a player who cannot go on in a war loses; the last round is not counted.",
        RuleSet(
            nobody_left=NobodyLeft.LAST_PLAYER,
            replacement=Replacement.DECIDING_FIRST,
            counting=Counting.BEFORE_LAST,
        ),
    ),
    "drew-shuffle": (
        "Drew's study, winnings on a pile that is shuffled; in a war the player with fewer cards keeps one back.",
        replace(_DREW, piles=(Pile.SHUFFLED,)),
    ),
    "drew-stack": (
        "Drew's study, winnings on a pile whose cards are drawn first won, first drawn.",
        replace(_DREW, piles=(Pile.FIRST_WON_FIRST,)),
    ),
    "kids": (
        "As it is mostly played at home: all cards dealt, a player short of cards keeps one back, no order kept.",
        RuleSet(dealing=Dealing.ALTERNATE_ALL, war=WarRule.EACH, replacement=Replacement.SHUFFLED),
    ),
    "delahaye-mathieu": (  # 1995, 2025
        "Delahaye and Mathieu: nothing face down, the table is taken from the top.",
        RuleSet(face_down=0, replacement=Replacement.TOP_DOWN),
    ),
}
PRESETS: Mapping[str, RuleSet] = MappingProxyType(
    {name: replace(rules, like=name) for name, (_, rules) in _PRESETS.items()}
)
"""The named rules."""

SOURCES: Mapping[str, str] = MappingProxyType({name: source for name, (source, _) in _PRESETS.items()})
"""The presets in a sentence each."""
