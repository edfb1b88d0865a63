"""RuleSet: which game of War is played, from the deck to the counting of turns, and the named presets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from wargraph.choice import Choice
from wargraph.errors import ParameterError, shown
from wargraph.wording import counted

MOST_CARDS = 255
"""A rank, and the number of cards in a hand, must fit into a byte."""


class Dealing(Choice):
    """How the shuffled deck is dealt.

    ``BLOCKS``: floor(cards / players) each, one player after the other; the rest is put aside.
    ``ALTERNATE``: as many, one card at a time in turn. ``ALTERNATE_ALL``: in turn until no card is left.
    """

    BLOCKS = "blocks"
    ALTERNATE = "alternate"
    ALTERNATE_ALL = "alternate-all"


class WarRule(Choice):
    """What is laid face down in a war of m face-down cards, and who goes on where cards run short.

    Everyone who still holds cards takes part, whoever was tied. ``STRICT`` (WARm of the Rutgers procedures): a player
    with fewer than m+1 cards lays them all down and is out. ``SHORTEST`` (WARmin): with k the smallest non-empty hand,
    everyone lays min(m, k-1). ``LONGEST`` (WARmax): with k the largest hand, everyone lays min(m, k-1), and who cannot
    is out as in ``STRICT``. ``EACH``: everyone lays as much of m as leaves a last card to play.
    """

    STRICT = "strict"
    SHORTEST = "shortest"
    LONGEST = "longest"
    EACH = "each"


class NobodyLeft(Choice):
    """What happens when a war must go on and nobody can.

    ``TIE``: the game ends without a winner. ``LAST_PLAYER``: the tied players are looked at in order, who is short of
    cards loses, and the last one takes the cards on the table.
    """

    TIE = "tie"
    LAST_PLAYER = "last-player"


class Replacement(Choice):
    """In which order the won cards go under the winner's pile.

    A *play* is one card from each player who has one: the cards compared are a play, and each layer of face-down cards
    is one. A *war* is a tied play with the face-down layers that follow it.

    ======================= ====================================================================================
    ``played``              as played: play by play, in player order
    ``reversed``            the other way round, last card first
    ``ascending``           all cards sorted, lowest first
    ``descending``          all cards sorted, highest first
    ``ascending-by-play``   play by play, each sorted lowest first
    ``descending-by-play``  play by play, each sorted highest first
    ``top-down``            the last play first, each sorted highest first (Delahaye and Mathieu)
    ``winner-first``        play by play, the winner's card first, then the others in player order
    ``loser-first``         play by play, the others in player order, the winner's card last
    ``deciding-first``      the deciding play, winner's card first; then war by war, the last one first, in each the
                            cards of one player after the other (Bryer)
    ``random-order``        winner-first or loser-first, by a coin for each round
    ``shuffled``            in random order
    ======================= ====================================================================================
    """

    PLAYED = "played"
    REVERSED = "reversed"
    ASCENDING = "ascending"
    DESCENDING = "descending"
    ASCENDING_BY_PLAY = "ascending-by-play"
    DESCENDING_BY_PLAY = "descending-by-play"
    TOP_DOWN = "top-down"
    WINNER_FIRST = "winner-first"
    LOSER_FIRST = "loser-first"
    DECIDING_FIRST = "deciding-first"
    RANDOM_ORDER = "random-order"
    SHUFFLED = "shuffled"


class Pile(Choice):
    """Where a player puts what is won.

    ``UNDER``: straight under the hand. ``ON_TOP``: on top of the hand, in the order in which the cards would go under
    it, so that the first of them is drawn next. The others put it on a pile of its own, which becomes the hand when a
    card must be drawn and the hand is empty. ``AS_IT_LIES``: what was won earliest is drawn first (so the cards come in
    the same order as with ``UNDER``). ``TURNED``: what was won last is drawn first. ``SHUFFLED``: the pile is shuffled,
    by putting each card at a random place when it is won.
    """

    UNDER = "under"
    ON_TOP = "on-top"
    AS_IT_LIES = "as-it-lies"
    TURNED = "turned"
    SHUFFLED = "shuffled"


class Counting(Choice):
    """What counts as a turn.

    A *round* is a comparison with the wars it leads to. ``ROUNDS``: a round is one turn. ``SKIRMISHES``: every
    comparison is one, those inside wars too. ``BEFORE_LAST``: rounds, but the last one of a game does not count.
    """

    ROUNDS = "rounds"
    SKIRMISHES = "skirmishes"
    BEFORE_LAST = "before-last"


_CHANCE = (Replacement.RANDOM_ORDER, Replacement.SHUFFLED)
_BY_PLAYER = (Replacement.PLAYED, Replacement.REVERSED, Replacement.DECIDING_FIRST)


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
    players      2, 26 cards each, dealt in blocks
    war          3 cards face down; who has fewer than 4 left lays them all down and is out
    nobody left  the tied players are looked at in order: who is short loses, the last one wins
    replacement  deciding-first
    piles        under
    counting     rounds, without the last one

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

    def __post_init__(self) -> None:
        for name, least in (("ranks", 1), ("suits", 1), ("jokers", 0), ("players", 2), ("face_down", 0)):
            self._check_whole(name, least)
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

    def _check_whole(self, name: str, least: int) -> None:
        value = getattr(self, name)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MOST_CARDS:
            key = name.replace("_", "-")
            raise ParameterError(f"{key} = {shown(value)}: it must be a whole number from {least} to {MOST_CARDS}")

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
        try:
            return PRESETS[str(name).strip().casefold()]
        except KeyError:
            *others, last = PRESETS
            raise ParameterError(
                f"rules {shown(name)} are not known: use {', '.join(others)} or {last}; "
                "RuleSet.parse takes changes after a comma, such as rutgers,deck=4x4"
            ) from None

    @classmethod
    def parse(cls, text: "RuleSet | str") -> "RuleSet":
        """The rules that a text names: a preset, and changes as ``key=value``, separated by commas.

        The keys are ``deck`` (such as ``13x4``, or ``13x4+2`` with two jokers) and the parameters of `RuleSet`, with a
        hyphen for the underscore. Rules are given back as they are.

        >>> RuleSet.parse("rutgers,players=3,face-down=1,war=longest").players
        3
        """
        if isinstance(text, RuleSet):
            return text
        name, *changes = str(text).split(",")
        rules = cls.preset(name)
        changed: dict[str, Any] = {}
        given: set[str] = set()
        for change in changes:
            key, sign, value = (part.strip() for part in change.partition("="))
            key = key.casefold().replace("-", "_")
            if not sign or key not in ("deck", *_KEYS):
                keys = ", ".join(["deck", *_KEYS]).replace("_", "-")
                raise ParameterError(
                    f"{shown(change.strip())} is not a change of rules: write key=value with one of {keys}"
                )
            if key in given:
                raise ParameterError(f"{shown(change.strip())} changes what was changed before: say each thing once")
            given.add(key)
            if key == "deck":
                changed |= _parsed_deck(value)
            else:
                changed[key] = _whole(key, value) if key in _WHOLE else value
        return replace(rules, **changed)

    @property
    def deck(self) -> tuple[int, ...]:
        """How many cards of each rank the deck has, from rank 1 on; jokers are the highest."""
        return (self.suits,) * self.ranks + ((self.jokers,) if self.jokers else ())

    @property
    def deck_text(self) -> str:
        """The deck as the text form writes it."""
        return f"{self.ranks}x{self.suits}" + (f"+{self.jokers}" if self.jokers else "")

    @property
    def cards(self) -> int:
        """Cards in the deck."""
        return sum(self.deck)

    @property
    def dealt(self) -> tuple[int, ...]:
        """How many cards each player gets."""
        each, rest = divmod(self.cards, self.players)
        if self.dealing is not Dealing.ALTERNATE_ALL:
            rest = 0
        return tuple(each + (player < rest) for player in range(self.players))

    @property
    def is_deterministic(self) -> bool:
        """Whether the deal decides the whole game. If not, no game can be proved endless."""
        return self.replacement not in _CHANCE and Pile.SHUFFLED not in self.piles

    @property
    def is_symmetric(self) -> bool:
        """Whether no rule looks at the order of two players, so that exchanging their hands exchanges their fates."""
        return (
            self.players == 2
            and len(set(self.piles)) == len(set(self.dealt)) == 1
            and self.nobody_left is NobodyLeft.TIE
            and self.replacement not in _BY_PLAYER
        )

    def describe(self, dealt: Sequence[int] | None = None) -> str:
        """The rules in words, one line each.

        Parameters
        ----------
        dealt
            How many cards each player got, if that is known; by default as many as the rules deal.
        """
        m = self.face_down
        wars = {
            WarRule.STRICT: f"; who has fewer than {m + 1} left lays them all down and is out"
            if m
            else "; who has none left is out",
            WarRule.SHORTEST: ", or one less than the smallest hand holds",
            WarRule.LONGEST: ", or one less than the largest hand holds; who cannot lays all down and is out",
            WarRule.EACH: ", or as many as leave a last card to play",
        }
        countings = {
            Counting.ROUNDS: "rounds: a comparison with its wars is one turn",
            Counting.SKIRMISHES: "skirmishes: every comparison is one turn",
            Counting.BEFORE_LAST: "rounds, without the last one",
        }
        nobody = {
            NobodyLeft.TIE: "the game ends without a winner",
            NobodyLeft.LAST_PLAYER: "the tied players are looked at in order: who is short loses, the last one wins",
        }
        jokers = f" and {counted(self.jokers, 'joker')}" if self.jokers else ""
        dealing = {Dealing.BLOCKS: "in blocks", Dealing.ALTERNATE: "in turn", Dealing.ALTERNATE_ALL: "in turn, all"}
        how = f"dealt {dealing[self.dealing]}" if dealt is None else "as named"
        sizes = self.dealt if dealt is None else dealt
        hands = f"{counted(sizes[0], 'card')} each" if len(set(sizes)) == 1 else f"{'/'.join(map(str, sizes))} cards"
        lines = {
            "deck": f"{counted(self.ranks, 'rank')} x {counted(self.suits, 'suit')}{jokers}, "
            f"{counted(self.cards, 'card')}",
            "players": f"{self.players}, {hands}, {how}",
            "war": f"{counted(m, 'card')} face down{wars[self.war]}",
            "nobody left": nobody[self.nobody_left],
            "replacement": str(self.replacement),
            "piles": self._piles_text(),
            "counting": countings[self.counting],
        }
        return "\n".join(f"{name:11}  {line}" for name, line in lines.items())

    def __str__(self) -> str:
        texts = self._texts()
        differing = {
            name: [f"{key}={text}" for key, text in texts.items() if preset._texts()[key] != text]
            for name, preset in PRESETS.items()
        }
        nearest = min(differing, key=lambda known: len(differing[known]))
        name = str(self.like) if self.like in PRESETS else nearest
        return ",".join([name, *differing[name]])

    def _texts(self) -> dict[str, str]:
        """The rules as the text form writes them, by key."""
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
_KEYS = tuple(each.name for each in fields(RuleSet) if each.name not in ("ranks", "suits", "jokers", "like"))
_WHOLE = ("players", "face_down")


def _whole(key: str, text: str) -> int:
    stripped = text.strip()
    if not (stripped.isascii() and stripped.isdigit() and len(stripped) < 10):
        raise ParameterError(
            f"{key.replace('_', '-')} = {shown(text)} is not a whole number from 0 on: write digits, such as 3"
        )
    return int(stripped)


def _parsed_deck(text: str) -> dict[str, int]:
    ranks, cross, rest = text.casefold().partition("x")
    suits, plus, jokers = rest.partition("+")
    if not cross:
        raise ParameterError(f"deck = {shown(text)}: write ranks x suits, such as 13x4, or 13x4+2 with two jokers")
    return {
        "ranks": _whole("ranks", ranks),
        "suits": _whole("suits", suits),
        "jokers": _whole("jokers", jokers) if plus else 0,
    }


PRESETS: Mapping[str, RuleSet] = MappingProxyType(
    {
        # The procedures published at Rutgers, with the deck, players and face-down cards of the usual game.
        "rutgers": RuleSet(like="rutgers"),
        # Bryer's study in R: one queue a player, too few cards lose at once, the last round is not counted.
        "bryer": RuleSet(
            like="bryer",
            nobody_left=NobodyLeft.LAST_PLAYER,
            replacement=Replacement.DECIDING_FIRST,
            counting=Counting.BEFORE_LAST,
        ),
        # Drew's study in JavaScript: winnings on a pile of its own, shuffled or as it lies.
        "drew-shuffle": RuleSet(
            like="drew-shuffle",
            dealing=Dealing.ALTERNATE,
            war=WarRule.SHORTEST,
            nobody_left=NobodyLeft.LAST_PLAYER,
            replacement=Replacement.REVERSED,
            piles=(Pile.SHUFFLED,),
        ),
        "drew-stack": RuleSet(
            like="drew-stack",
            dealing=Dealing.ALTERNATE,
            war=WarRule.SHORTEST,
            nobody_left=NobodyLeft.LAST_PLAYER,
            replacement=Replacement.REVERSED,
            piles=(Pile.AS_IT_LIES,),
        ),
        # As children play it: deal until no card is left, three cards down, who runs short plays the last card face
        # up, and what is won goes under the hand in whatever order it was picked up.
        "kids": RuleSet(
            like="kids",
            dealing=Dealing.ALTERNATE_ALL,
            war=WarRule.EACH,
            replacement=Replacement.SHUFFLED,
        ),
        # Delahaye and Mathieu (1995, 2025): no face-down cards, the table is taken from the top.
        "delahaye-mathieu": RuleSet(like="delahaye-mathieu", face_down=0, replacement=Replacement.TOP_DOWN),
    }
)
"""The named rules."""
