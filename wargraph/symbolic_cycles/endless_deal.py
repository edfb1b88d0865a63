"""An endless deal of the full game, with its proof: one that is known, or one met by playing.

The known deals are in `deals.txt`, a line each, after the return order for which they were found.
`analyses/known_deals.py` makes most of them from symbolic cycles, and the others were met by playing. A deal that is
endless under some rules may be so under others, so all of them are played, in plain Python, which is the proof.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.checks import checked_whole
from wargraph.core.endings import Ending
from wargraph.errors import ParameterError
from wargraph.full_game.all_deals import all_deals
from wargraph.full_game.choices import Replacement
from wargraph.full_game.deals import MOST_DEALS, arrangements
from wargraph.full_game.game import FullGame, deal, play_full_game
from wargraph.full_game.hands import Hands, card_names, deal_text
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.simulate import simulate
from wargraph.report.document import Figure, Part, Preformatted, Table
from wargraph.report.humanize import counted, with_article
from wargraph.report.result import Result, Row, row_of
from wargraph.symbolic_cycles.cycle import CycleOfWinners, symbolic_cycle

GAMES = 100_000
"""Random deals that are played where no known deal is endless, unless told otherwise: seconds."""

_FEW_ORDERS = 10**8
"""So many orders of a deck are played rather than a sample of them: in half a minute at most."""

_SHOWN_LETTERS = 40
"""So much of a long word is shown."""

_LOSER_FIRST = (Replacement.LOSER_FIRST, Replacement.ASCENDING, Replacement.ASCENDING_BY_PLAY)

LONGEST_PROOF = 1 << 18
"""The longest game that is played in plain Python to prove that a known deal is endless: some seconds."""


class Attempt(NamedTuple):
    """A search that was made, and what came of it: in words, and the endless game from a deal.

    An attempt `is_in_full` if it played every deal.
    """

    searched: str
    outcome: str
    game: FullGame | None = None
    is_in_full: bool = False

    def __str__(self) -> str:
        return f"{self.searched}: {self.outcome}"


@dataclass(frozen=True)
class EndlessDeal(Result):
    """An endless deal of some rules, if one of the attempts to find one, the last of them, found it."""

    rules: RuleSet
    attempts: tuple[Attempt, ...] = field(repr=False)

    @property
    def game(self) -> FullGame | None:
        """The endless game from the deal, played in plain Python; None if no deal was found."""
        return self.attempts[-1].game

    @cached_property
    def cycle(self) -> CycleOfWinners | None:
        """The symbolic cycle that the game runs into, if a word of winners tells it."""
        return symbolic_cycle(self.game) if self.game else None

    @property
    def deal(self) -> str | None:
        """The deal in names of cards, as `play_full_game` takes it; None if none was found."""
        return None if self.game is None else deal_text(self.rules, self.game.deal)

    @property
    def wars(self) -> int | None:
        """The number of equal comparisons once round the cycle; None if no deal was found.

        A round with two draws counts as two wars.
        """
        if self.game is None:
            return None
        return sum(len(played.tied) for played in self.game.rounds[self.game.preperiod :])

    @property
    def left_over(self) -> tuple[str, ...]:
        """The names of the cards that are not dealt, as they cannot be dealt evenly, the lowest first.

        There are none if no deal was found.
        """
        if self.game is None:
            return ()
        names, dealt = card_names(self.rules), Counter(card for hand in self.game.deal for card in hand)
        left = (count - dealt[rank] for rank, count in enumerate(self.rules.deck, start=1))
        return tuple(name for rank, count in enumerate(left, start=1) for name in [names[rank]] * count)

    def rows(self) -> list[Row]:
        """Return the row ``rules, players, deal, preperiod, cycle_length, wars``: the wars of one cycle."""
        game = self.game
        row: Row = {"rules": str(self.rules), "players": self.rules.players, "deal": self.deal}
        row |= {"preperiod": game and game.preperiod, "cycle_length": game and game.cycle_length}
        return [row | {"wars": self.wars}]

    def cycle_rows(self) -> list[Row]:
        """Return the row of `CycleOfWinners.rows` for the symbolic cycle, if a word tells it."""
        return self.cycle.rows() if self.cycle else []

    def searched_rows(self) -> list[Row]:
        """Return rows ``searched, outcome``: what was searched, and what came of it."""
        return [row_of(attempt, "searched", "outcome") for attempt in self.attempts]

    def _answer(self) -> str:
        """Say how many cards are not dealt, if there are some."""
        aside = sum(self.rules.deck) - sum(self.rules.dealt)
        which = f": {', '.join(map(with_article, self.left_over))}" * bool(self.left_over)
        are = "is" if aside == 1 else "are"
        return f"{counted(aside, 'card')} {are} not dealt, so that all hold as many{which}." if aside else ""

    def _body(self) -> list[Part]:
        return [
            *self._proof(),
            Table("summary", self.rows(), excerpt=[] if self.game is None else None, is_record=True),
            Table("cycle", self.cycle_rows(), "The cycle", is_record=True),
            Table("searched", self.searched_rows(), "What was searched"),
        ]

    def _proof(self) -> list[Part]:
        """Return the deal with its proof, or the statement that there is none, or that none was found."""
        if self.game is None:
            if self.attempts[-1].is_in_full:
                return [f"There is no endless deal of {self.rules}: every deal ends."]
            can_play_all = arrangements(self.rules) <= MOST_DEALS
            hint = f" To play every deal may take hours: wargraph all-deals {self.rules.text_form}" * can_play_all
            return [f"No endless deal of {self.rules} was found. There may be one.{hint}"]
        return [
            f"A deal of {self.rules} that never ends: {self.game.outcome.removeprefix('never ends: ')}.",
            Preformatted(
                f"deal  {self.deal}\nplay  wargraph play --preset {self.rules.text_form} --deal '{self.deal}'"
            ),
            _cycle_text(self.game, self.cycle) if self.cycle else None,
            Figure(self),
        ]


def _cycle_text(game: FullGame, cycle: CycleOfWinners) -> str:
    """Describe the cycle that a game runs into."""
    word, draws = cycle.first_word, ", =: a draw" * ("=" in cycle.word)
    if len(word) > _SHOWN_LETTERS:
        word = f"{word[:_SHOWN_LETTERS]}... ({len(word):,} letters)"
    rounds = cycle.rounds_until_every_card_is_back
    back = f" Every single card is back after {counted(rounds, 'round')}." * (rounds != game.cycle_length)
    return (
        f"Who wins goes round the word {word} (L: the first player, R: the second{draws}), counted from round "
        f"{cycle.first:,}, before which the first player holds {counted(cycle.first_split, 'card')}. The cards take "
        f"each other's places in orbits of {', '.join(map(str, cycle.orbits))}.{back}"
    )


@checkpointed(rules=RuleSet.parse)
def endless_deal(rules: RuleSet | str, games: int = GAMES, run_options: RunOptions | None = None) -> EndlessDeal:
    """Look for a balanced deal of two players whose game never ends.

    The deals that are known to be endless under some rules are played first, and then every deal of the deck, or random
    deals where there are too many. The reference implementation plays the deal, which is the proof.

    Parameters
    ----------
    rules
        The rules, or their text form: rules without chance, for two players.
    games
        The number of random deals to play, if there are too many to play them all.
    run_options
        How the work is done.

    Examples
    --------
    >>> found = endless_deal("delahaye-mathieu,replacement=loser-first")
    >>> found.cycle.word, found.game.preperiod, found.game.cycle_length, found.wars
    ('LLLLRRRR', 2, 1440, 0)
    """
    rules = RuleSet.parse(rules)
    checked_whole("games", games, 0, 10**9)
    if not rules.is_deterministic:
        raise ParameterError(f"rules {rules} leave something to chance, so no deal decides the game: try simulate")
    if rules.players != 2 or rules.dealing.how.is_pack_each:
        raise ParameterError(
            f"rules {rules}: an endless deal is looked for with two players and one deck: use players=2,dealing=blocks"
        )
    return first_found(rules, chain(_by_known_deals(rules), by_playing(rules, games, run_options)))


def first_found(rules: RuleSet, attempts: Iterable[Attempt]) -> EndlessDeal:
    """Return the endless deal of the first attempt that finds one; the attempts are made one by one."""
    made: list[Attempt] = []
    for attempt in attempts:
        made.append(attempt)
        if attempt.game is not None or attempt.is_in_full:
            break
    return EndlessDeal(rules, tuple(made))


def _by_known_deals(rules: RuleSet) -> Iterator[Attempt]:
    """Play the known deals that can be dealt."""
    deals = known_deals(rules)
    for hands in deals:
        game = play_full_game(rules, hands, cap=LONGEST_PROOF)
        if game.ending is Ending.ENDLESS:
            yield Attempt("deals that are known", "one never ends", game)
    yield Attempt("deals that are known", f"none of {len(deals)} is endless" if deals else "none has such cards")


def known_deals(rules: RuleSet) -> list[Hands]:
    """Return the known endless deals that these rules can deal, first those for the same return order."""
    order = "LW" if rules.replacement in _LOSER_FIRST else "WL"
    room = dict(enumerate(rules.deck, start=1))
    found = []
    for line in Path(__file__).with_name("deals.txt").read_text(encoding="utf-8").splitlines():
        known_order, text = line.split()
        hands = tuple(tuple(map(int, hand.split(","))) for hand in text.split("|"))
        cards = Counter(chain(*hands))
        if tuple(map(len, hands)) == rules.dealt and all(cards[rank] <= room.get(rank, 0) for rank in cards):
            found.append((known_order != order, hands))
    return [hands for _, hands in sorted(found, key=itemgetter(0))]


def by_playing(rules: RuleSet, games: int, run_options: RunOptions | None = None) -> Iterator[Attempt]:
    """Play every deal if there are few, or random deals."""
    if arrangements(rules) <= _FEW_ORDERS:
        every = all_deals(rules, run_options)
        searched = f"all {counted(every.deals, 'deal')}" + " up to swapping the players" * rules.is_symmetric
        if every.endless_example is None:
            yield Attempt(searched, "none is endless", is_in_full=True)
            return
        game = play_full_game(rules, every.endless_example)
        yield Attempt(searched, f"{every.endless:,} never end", game, True)
    elif games:
        some = simulate(rules, games, run_options=run_options)
        searched, first = counted(games, "random deal"), some.first_endless
        if first is None:
            yield Attempt(searched, "none is endless")
            return
        game = play_full_game(rules, deal(rules, some.seed, first))
        yield Attempt(searched, f"{counted(some.endless, 'game')} never ended", game)
