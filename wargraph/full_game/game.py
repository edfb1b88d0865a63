"""The full game in plain Python: any rules, any number of players, from a deal to the end. The engine's reference."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wargraph.compute.memory import require_memory
from wargraph.core.checks import checked_seed, checked_whole
from wargraph.core.endings import CAP, MOST_ROUNDS, Ending, without_end
from wargraph.core.rng import Chance
from wargraph.full_game.choices import Goal
from wargraph.full_game.given import Condition, SomeGiven
from wargraph.full_game.hands import Hands, card_names, deal_text, has_names, lowest_rank
from wargraph.full_game.rounds import Holding, Round, play_on
from wargraph.full_game.rule_set import RuleSet
from wargraph.report.document import Document, Preformatted, Table
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row

LARGEST_CAP = 2**24
"""The largest cap without chance: a shuffled deck can take more than a million rounds to come back to its state."""

_MANY_ROUNDS = 2**16
_ROUND_BYTES, _CARD_BYTES = 1000, 20
"""What a round that is kept takes, and more for each card: measured and rounded up."""


@dataclass(frozen=True)
class FullGame(Result):
    """A game played to its end, to the proof that it has none, or to the cap.

    Attributes
    ----------
    deal
        The hands at the start, top card first.
    winner
        The player who won, from 1 on; None if nobody did.
    preperiod, cycle_length
        Of an endless game: rounds before the first state that comes back, and after how many rounds it does.
    """

    rules: RuleSet
    deal: Hands
    rounds: tuple[Round, ...]
    ending: Ending
    winner: int | None = None
    preperiod: int | None = None
    cycle_length: int | None = None

    @property
    def turns(self) -> int:
        """The length of the game, counted as the rules say. A game without an end has no last round to leave out."""
        how = self.rules.counting.how
        turns = len(self.rounds) + how.comparisons * sum(len(played.compared) - 1 for played in self.rounds)
        return turns + (how.last if self.ending in (Ending.WON, Ending.TIED) else 0)

    def rows(self, every: int = 1, by_name: bool = False) -> list[Row]:
        """Return one row a round: ``round, cards, winner, wars, held``. Face-down cards stand in brackets.

        With `every` = k only every k-th round, and the last one. Cards are ranks or, `by_name`, called as people do.
        """
        names = card_names(self.rules) if by_name else None
        return [
            {
                "round": number,
                "cards": played.display(names),
                "winner": played.winner,
                "wars": len(played.tied),
                "held": "/".join(str(len(hand)) for hand in played.hands),
            }
            for number, played in self._every(every)
        ]

    def held_rows(self, every: int = 1) -> list[Row]:
        """Count the cards of every player: ``round, player 1, player 2, ...``.

        At the start, after every round or, with `every` = k, every k-th, and in the end.

        >>> for row in play_full_game("rutgers", "6,5,2|3,4,7").held_rows(every=3):
        ...     print(*row.values())
        0 3 3
        3 4 2
        6 5 1
        9 4 2
        12 5 1
        13 4 2
        """
        held = [(0, self.deal), *((number, played.hands) for number, played in self._every(every))]
        return [
            {"round": number, **{f"player {player}": len(hand) for player, hand in enumerate(hands, start=1)}}
            for number, hands in held
        ]

    def document(self, every: int = 1) -> Document:
        """Return the outcome of the game, the deal, and the rows of every k-th round."""
        note = "Cards lie in player order, face-down ones in brackets; held: each player's cards, pile and all."
        names = card_names(self.rules)
        if has_names(self.rules) and self.rules.beats is None:
            least, most = lowest_rank(self.rules), self.rules.ranks
            note += f"\nCards go from {names[least]} to {names[most]}; "
            note += f"rank:{least} is the {names[least]}, and rank:{most} the {names[most]}."
        table = Table("rows", self.rows(every), excerpt=self.rows(every, by_name=True))
        dealt = Preformatted(f"deal  {deal_text(self.rules, self.deal)}")
        return Document.of(f"{self}.", dealt, table, note)

    def _every(self, every: int) -> list[tuple[int, Round]]:
        """Return the rounds whose number `every` divides, and the last one, with their numbers."""
        checked_whole("every", every, 1, LARGEST_CAP)
        last = len(self.rounds)
        return [
            (number, played) for number, played in enumerate(self.rounds, 1) if number % every == 0 or number == last
        ]

    @property
    def outcome(self) -> str:
        """The outcome of the game, in a sentence."""
        if self.ending in (Ending.ENDLESS, Ending.CAPPED):
            return without_end(len(self.rounds), self.preperiod, self.cycle_length)
        if self.winner is None:
            return f"ends without a winner after {counted(self.turns, 'turn')}"
        return f"player {self.winner} wins after {counted(self.turns, 'turn')}"

    def __str__(self) -> str:
        return f"{self.rules}: {self.outcome}"


def deal(rules: RuleSet | str, seed: int = 0, game: int = 0, given: SomeGiven = ()) -> Hands:
    """Shuffle the deck of the rules and deal it: the hands with which this game of a simulation with this seed starts.

    The cards that are `given` are dealt to their players, see `Given`, and all others at random.

    >>> deal("rutgers,deck=5x2,players=3", seed=1)  # which leaves a card aside
    ((3, 1, 4), (5, 3, 1), (5, 2, 2))
    >>> deal("rutgers,deck=5x2,players=3", seed=1, given=["1 top: 5", "2: 1,1"])
    ((5, 3, 2), (4, 1, 1), (5, 3, 4))

    References
    ----------
    ``RanDeck`` of the procedures published at Rutgers (Bu, Dougherty-Bliss and Kenney 2020).
    """
    rules = RuleSet.parse(rules)
    return Condition.of(rules, given).hands(rules, _chance(seed, game))


def play_round(rules: RuleSet | str, hands: Hands | str, seed: int = 0, game: int = 0) -> Round:
    """Play one round on hands, see `play_full_game`: it ends with new hands, or with players who tied and cannot go on.

    >>> won = play_round("rutgers,players=3,face-down=1", "ranks:5,2,1,9|5,8,3|4,6,7,2")
    >>> print(won)  # the player who was not tied takes part in the war too, and can win it
    5 5 4 (2 8 6) 1 3 7 -> player 3
    >>> won.hands
    ((9,), (), (2, 5, 5, 4, 2, 8, 6, 1, 3, 7))
    >>> play_round("rutgers", "8,2,3|8,4").tied_players
    frozenset({1, 2})

    References
    ----------
    ``OneMove`` of the procedures published at Rutgers (Bu, Dougherty-Bliss and Kenney 2020).
    """
    rules = RuleSet.parse(rules)
    chance = _chance(seed, game)
    return play_on(rules, Holding.dealt(rules, Condition.of(rules, deal=hands).hands(rules, chance)), chance)


def play_full_game(
    rules: RuleSet | str,
    deal: Hands | str | None = None,
    seed: int = 0,
    game: int = 0,
    cap: int | None = None,
    given: SomeGiven = (),
) -> FullGame:
    """Play a game by any rules, from a deal or from a deck shuffled by the seed.

    Parameters
    ----------
    rules
        The rules of the game, or their text form.
    deal
        The hands, top card first, as tuples of ranks, or as a text with the names of the cards, such as ``"A,K|10,2"``;
        by default dealt at random. In a text ``ranks:`` before the hands, or ``rank:`` before a card, says that the
        numbers are ranks. Where ranks have no names, as in ``5x2``, they are their own. The hands need not be a
        whole deck; a hand called ``rest``, as in ``"A,A,A,A|rest"``, gets all other cards, shuffled by the seed.
    seed, game
        The random numbers are those of the game with this number in a simulation with this seed.
    cap
        Rounds after which to give up; by default 100,000 if chance is in the rules. If not, a game that does not end
        comes back to an earlier state, and the default is 2**20; cycles of more rounds exist, and it can be up to
        2**24.
    given
        Cards that players were dealt, as `Given` or as text such as ``"1: A,A"``; all others are dealt at random.

    Examples
    --------
    >>> print(play_full_game("bryer", seed=1))
    bryer: player 2 wins after 91 turns
    >>> for played in play_full_game("rutgers,face-down=1", "ranks:5,2,9,4|5,8,1,3").rounds:
    ...     print(played)
    5 5 (2 8) 9 1 -> player 1
    4 3 -> player 1
    """
    rules = RuleSet.parse(rules)
    chance = _chance(seed, game)
    limit = checked_cap(rules, cap)
    hands = Condition.of(rules, given, deal).hands(rules, chance)
    holdings = Holding.dealt(rules, hands)
    rounds: list[Round] = []
    wars_won = [0] * rules.players
    seen = {_state(holdings, wars_won): 0}
    for number in range(1, limit + 1):
        rounds.append(play_on(rules, holdings, chance))
        if rounds[-1].winner is not None and rules.ends.goal is Goal.WARS:
            wars_won[rounds[-1].winner - 1] += len(rounds[-1].tied)
        if (outcome := _outcome(rules, rounds, holdings, wars_won)) is not None:
            return FullGame(rules, hands, tuple(rounds), *outcome)
        if rules.is_deterministic and rules.ends.goal is not Goal.ROUNDS:
            preperiod = seen.setdefault(_state(holdings, wars_won), number)
            if preperiod < number:
                return FullGame(rules, hands, tuple(rounds), Ending.ENDLESS, None, preperiod, number - preperiod)
        if number % _MANY_ROUNDS == 0 and number < limit:
            needed = _MANY_ROUNDS * (_ROUND_BYTES + _CARD_BYTES * rules.cards)
            require_memory(needed, f"{rules}: to keep {_MANY_ROUNDS:,} more rounds of a long game", "use a lower cap")
    return FullGame(rules, hands, tuple(rounds), Ending.CAPPED)


def checked_cap(rules: RuleSet, cap: int | None) -> int:
    """Return the number of rounds after which to give up, or a `ParameterError`."""
    if cap is None:
        return MOST_ROUNDS if rules.is_deterministic else CAP
    return checked_whole("cap", cap, 1, LARGEST_CAP if rules.is_deterministic else MOST_ROUNDS)


def as_compared(question: Mapping[str, Any]) -> dict[str, object]:
    """Return the parameters of a question about games, with the given cards and the cap as they are read.

    >>> as_compared({"rules": RuleSet.parse("kids"), "given": "1: 2 ACES", "deal": None, "cap": 100_000})["given"]
    '1: A,A'
    """
    rules, cap = question["rules"], question["cap"]
    several = [rules] if isinstance(rules, RuleSet) else rules
    read = [(each, Condition.of(each, question["given"], question["deal"])) for each in several]
    given = dict.fromkeys("; ".join(condition.texts(each)) for each, condition in read)
    deals = dict.fromkeys(condition.deal_text(each) for each, condition in read)
    is_usual = all(checked_cap(each, cap) == checked_cap(each, None) for each in several)
    said = {"given": " or ".join(given) or None, "deal": " or ".join(deals) or None, "cap": None if is_usual else cap}
    return {**question, **said}


def _chance(seed: int, game: int) -> Chance:
    return Chance(checked_seed(seed), checked_whole("game", game, 0, 2**63 - 1))


def _outcome(
    rules: RuleSet, rounds: Sequence[Round], holdings: Sequence[Holding], wars_won: Sequence[int]
) -> tuple[Ending, int | None] | None:
    """Return how the game ended with the last round, and who won; None if it goes on."""
    goal, number = rules.ends
    winner = rounds[-1].winner
    if goal is Goal.ONE_PASS:
        return None if all(holdings) else _won_by_most([len(holding.pile) for holding in holdings])
    if winner is None:
        return Ending.TIED, None
    if sum(map(bool, holdings)) < 2 or (goal is Goal.WARS and wars_won[winner - 1] >= number):
        return Ending.WON, winner
    if goal is Goal.ROUNDS and len(rounds) == number:
        return _won_by_most(list(map(len, holdings)))
    return None


def _won_by_most(cards: Sequence[int]) -> tuple[Ending, int | None]:
    best = [player for player, count in enumerate(cards, start=1) if count == max(cards)]
    return (Ending.WON, best[0]) if len(best) == 1 else (Ending.TIED, None)


def _state(holdings: Sequence[Holding], wars_won: Sequence[int]) -> tuple[Any, ...]:
    return (*(holding.state() for holding in holdings), *wars_won)
