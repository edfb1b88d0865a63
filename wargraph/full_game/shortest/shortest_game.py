"""The shortest game that rules allow: the answer, and the deal and the luck in which a line of play happens."""

from collections import Counter
from collections.abc import Iterable, MutableSequence, Sequence
from dataclasses import dataclass
from itertools import islice

from wargraph.campaign.run_options import RunOptions, monitor
from wargraph.core.checks import checked_whole
from wargraph.core.endings import Ending
from wargraph.core.rng import Chance
from wargraph.errors import WarGraphError
from wargraph.full_game.choices import Pile
from wargraph.full_game.game import FullGame, play_full_game
from wargraph.full_game.hands import Hands, cards_of, deal_text, hands_text
from wargraph.full_game.rounds import Holding, play_on
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.shortest.search import Line, Search
from wargraph.report.document import Part, Table
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row, row_of

MOST_NODES = 200_000
"""Partial games after which the search gives up, unless told otherwise: a minute or two."""

Luck = tuple[tuple[int, ...], ...]
"""What chance gave, in the order in which a game asks: the cards of a shuffle from the top, or the number of a coin."""


@dataclass(frozen=True)
class ShortestGame(Result):
    """A shortest game that ends with a winner.

    Attributes
    ----------
    rules
        The rules of the game.
    turns
        How many turns the game lasts, as the rules count them. No deal, and no luck, gives a winner sooner.
    rounds
        How many rounds this game lasts. With `Counting.SKIRMISHES`, another shortest game may have fewer.
    game
        A game of that many turns, played by the plain rules.
    luck
        What the shuffles and coins of that game gave. Empty where chance is not in the rules.
    """

    rules: RuleSet
    turns: int
    rounds: int
    game: FullGame
    luck: Luck = ()

    def verify(self) -> FullGame:
        """The game once more, by the plain rules, which must last as long as the result says.

        Where chance is in the rules it gives what `luck` says.

        Raises
        ------
        WarGraphError
            If the game is another one.

        Examples
        --------
        >>> print(shortest_game(RuleSet.preset("bryer")).verify())
        bryer: player 2 wins after 0 turns
        """
        game = played_with(self.rules, self.game.deal, self.luck, self.rounds)
        if game != self.game or (game.ending, game.turns, len(game.rounds)) != (Ending.WON, self.turns, self.rounds):
            raise WarGraphError(f"{game}, and not after {counted(self.turns, 'turn')}: please report this")
        return game

    def rows(self) -> list[Row]:
        """One row ``rules, turns, rounds, winner, deal``."""
        row = {"rules": str(self.rules), **row_of(self, "turns", "rounds")}
        return [row | {"winner": self.game.winner, "deal": hands_text(self.game.deal)}]

    def _answer(self) -> str:
        lasts = f"{counted(self.turns, 'turn')}, in {counted(self.rounds, 'round')}"
        return f"Under {self.rules.display} the shortest game with a winner lasts {lasts}."

    def _body(self) -> list[Part]:
        named = [row | {"deal": deal_text(self.rules, self.game.deal)} for row in self.rows()]
        see = "To see one where nothing is left to chance: wargraph play --preset RULES 'DEAL'"
        return [Table("rows", self.rows(), excerpt=named), see]


def shortest_game(
    rules: RuleSet | str, most_nodes: int = MOST_NODES, run_options: RunOptions | None = None
) -> ShortestGame:
    """The shortest game that ends with a winner, over all deals and all that chance can give.

    The minimum is over the turns as the rules count them. A game that ends in a tie which nobody wins is not finished
    in this sense, however short it is.

    Parameters
    ----------
    rules
        The rules of the game, or their text form.
    most_nodes
        Partial games to look at, of cards and of hand sizes alone, before giving up.
    run_options
        Who sees the progress. A single thread does the work, and the result is not kept in a checkpoint.

    Returns
    -------
    A game of that length; that none is shorter is proved by the search.

    Raises
    ------
    ParameterError
        If no deal gives a winner, or `most_nodes` is out of range.
    TooLongError
        If the search gives up. The message says which lengths it has ruled out.
    Interrupted
        On Ctrl-C, with a summary of the results so far.

    See Also
    --------
    odds, all_deals

    Examples
    --------
    The usual game ends after two rounds at the earliest. The first is six wars long, and leaves one card to take:

    >>> shortest = shortest_game(RuleSet.preset("rutgers"))
    >>> shortest.turns, [len(played.tied) for played in shortest.game.rounds]
    (2, [6, 0])

    In a deck of one suit there are no wars, and each round takes one card:

    >>> shortest_game(RuleSet.parse("rutgers,deck=52x1")).turns
    26
    """
    rules = RuleSet.parse(rules)
    checked_whole("most-nodes", most_nodes, 1, 2**63 - 1)
    search = Search(rules, most_nodes)
    with monitor(search, run_options):
        line = search.shortest()
    deal, luck = settled(rules, line)
    game = played_with(rules, deal, luck, line.rounds)
    result = ShortestGame(rules, search.turns(line.spent), line.rounds, game, luck)
    result.verify()
    return result


def settled(rules: RuleSet, line: Line) -> tuple[Hands, Luck]:
    """A deal in which the line of play happens, and the luck that it takes."""
    seen = line.known.ranks_in(rules.deck)
    if seen is None:
        raise WarGraphError(f"rules {rules}: the shortest line of play has no deal: please report this")
    used = Counter(seen.values())
    others = iter(cards_of(count - used[rank] for rank, count in enumerate(rules.deck, start=1)))
    ranks = [seen[card] if card in seen else next(others) for card in range(sum(rules.dealt))]
    dealt = iter(ranks)
    deal = tuple(tuple(islice(dealt, size)) for size in rules.dealt)
    luck = tuple(
        event.given() if event.coin is not None else tuple(ranks[card] for card in event.given())
        for event in line.events
    )
    return deal, luck


class _GivenChance(Chance):
    """Chance that gives the luck of a line of play."""

    def __init__(self, luck: Luck) -> None:
        super().__init__()
        self.luck = iter(luck)

    def below(self, bound: int) -> int:
        (number,) = next(self.luck)
        if not 0 <= number < bound:
            raise WarGraphError(f"a coin with {bound} sides cannot give {number}: please report this")
        return number

    def shuffle(self, cards: MutableSequence[int]) -> None:
        order = next(self.luck)
        if sorted(order) != sorted(cards):
            raise WarGraphError(f"a shuffle of {sorted(cards)} cannot give {order}: please report this")
        cards[:] = order


class LateHolding(Holding):
    """A holding that shuffles its pile at once, when it is taken up, instead of card by card as they are won.

    All orders are as likely either way, and so all that chance has to say of a pile is how it is drawn in the end.
    """

    def __init__(self, hand: Iterable[int], pile: Pile, chance: Chance) -> None:
        super().__init__(hand, pile)
        self.chance = chance

    def draw(self) -> int:
        if not self.hand and self.kind is Pile.SHUFFLED:
            self.chance.shuffle(self.pile)
        return super().draw()

    def take(self, cards: Sequence[int], chance: Chance) -> None:
        if self.kind is Pile.SHUFFLED:
            self.pile.extend(cards)
        else:
            super().take(cards, chance)


def played_with(rules: RuleSet, deal: Hands, luck: Luck, rounds: int) -> FullGame:
    """A game by the plain rules, where chance gives this luck."""
    if rules.is_deterministic:
        return play_full_game(rules, deal, cap=rounds)
    chance = _GivenChance(luck)
    holdings = [LateHolding(hand, pile, chance) for hand, pile in zip(deal, rules.piles, strict=True)]
    played = tuple(play_on(rules, holdings, chance) for _ in range(rounds))
    is_won = played[-1].ends_game and played[-1].winner is not None
    return FullGame(rules, deal, played, Ending.WON if is_won else Ending.CAPPED)
