"""The shortest game that rules allow, found by search, with the proof that nothing shorter exists.

The search plays games with cards that are not dealt yet. A card is known only by what the comparisons so far say of its
rank: higher than that one, as high as this one. So a comparison branches over its outcomes, and not over ranks, and
one line of play stands for all the deals in which it happens. A line is left as soon as no deck has such cards.

For a limit of 1, 2, 3, ... turns all lines of play that the limit allows are gone through, depth first. What makes
that fast is a bound that never overestimates: the game of hand *sizes*, in which every comparison may come out any
way, as long as the deck has the pairs for the ties. A line is left when even that game cannot end within the limit.

Cards that come back sorted, shuffled or by a coin lie in an open order, until one of them is drawn. Chance is thus on
the side of who wants a short game: what it must give is searched for like the deal.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice
from typing import NamedTuple

from wargraph.campaign.effort import Effort, Work, watched
from wargraph.chance import Chance
from wargraph.checks import checked_whole
from wargraph.document import Document, Paragraph, Table
from wargraph.endings import Ending
from wargraph.errors import ParameterError, TooLongError, WarGraphError
from wargraph.full_game.choices import CardOrder, Pile
from wargraph.full_game.game import FullGame, play_full_game
from wargraph.full_game.hand_sizes import OVER, HandSizes, Outline, Sizes
from wargraph.full_game.hands import Hands, hands_text
from wargraph.full_game.holding import Holding
from wargraph.full_game.known_ranks import Comparison, KnownRanks
from wargraph.full_game.rounds import Play, face_down, ordered, play_on, replaced, units
from wargraph.full_game.rule_set import RuleSet
from wargraph.results import Result, Row
from wargraph.wording import counted

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
        What is played.
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
        game = _played(self.rules, self.game.deal, self.luck, self.rounds)
        if game != self.game or (game.ending, game.turns, len(game.rounds)) != (Ending.WON, self.turns, self.rounds):
            raise WarGraphError(f"{game}, and not after {counted(self.turns, 'turn')}: please report this")
        return game

    def rows(self) -> list[Row]:
        """One row ``rules, turns, rounds, winner, deal``."""
        return [
            {
                "rules": str(self.rules),
                "turns": self.turns,
                "rounds": self.rounds,
                "winner": None if self.game.winner is None else self.game.winner + 1,
                "deal": hands_text(self.game.deal),
            }
        ]

    def document(self) -> Document:
        """The row, and how to see the game."""
        see = "To see one where nothing is left to chance: wargraph play --preset RULES 'DEAL'"
        return Document([Table("rows", self.rows()), Paragraph(see)])


def shortest_game(rules: RuleSet | str, most_nodes: int = MOST_NODES, effort: Effort | None = None) -> ShortestGame:
    """The shortest game that ends with a winner, over all deals and all that chance can give.

    The minimum is over the turns as the rules count them. A game that ends in a tie which nobody wins is not finished
    in this sense, however short it is.

    Parameters
    ----------
    rules
        What is played, or its text form.
    most_nodes
        Partial games to look at, of cards and of hand sizes alone, before giving up.
    effort
        Who is told how far it is; a single thread works.

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
        On Ctrl-C, with what is known so far.

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
    search = _Search(rules, most_nodes)
    with watched(search, effort):
        found = search.shortest()
    deal, luck = _settled(rules, found)
    game = _played(rules, deal, luck, found.rounds)
    shortest = ShortestGame(rules, search.turns(found.spent), found.rounds, game, luck)
    shortest.verify()
    return shortest


class _Told(Chance):
    """Chance that gives what it is told."""

    def __init__(self, luck: Luck) -> None:
        super().__init__()
        self.luck = iter(luck)

    def below(self, bound: int) -> int:
        (number,) = next(self.luck)
        if not 0 <= number < bound:
            raise WarGraphError(f"a coin with {bound} sides cannot give {number}: please report this")
        return number

    def shuffle(self, cards: MutableSequence[int]) -> None:
        told = next(self.luck)
        if sorted(told) != sorted(cards):
            raise WarGraphError(f"a shuffle of {sorted(cards)} cannot give {told}: please report this")
        cards[:] = told


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


def _played(rules: RuleSet, deal: Hands, luck: Luck, rounds: int) -> FullGame:
    """A game by the plain rules, where chance gives what it is told."""
    if rules.is_deterministic:
        return play_full_game(rules, deal, cap=rounds)
    chance = _Told(luck)
    holdings = [LateHolding(hand, pile, chance) for hand, pile in zip(deal, rules.piles, strict=True)]
    played = tuple(play_on(rules, holdings, chance) for _ in range(rounds))
    is_won = played[-1].winner is not None and sum(map(bool, holdings)) == 1
    return FullGame(rules, deal, played, Ending.WON if is_won else Ending.CAPPED)


class _Loose(NamedTuple):
    """Cards of a hand or pile whose order is open.

    ``order`` is how the rules sort them, or random where a shuffle, number `event` of the game, may give any order.
    A pile that is turned over turns its shuffles over: their last card then comes first.
    """

    cards: tuple[int, ...]
    order: CardOrder
    event: int = -1
    is_turned: bool = False

    def turned(self) -> "_Loose":
        if self.order is CardOrder.RANDOM:
            return self._replace(is_turned=not self.is_turned)
        ascending, descending = CardOrder.ASCENDING, CardOrder.DESCENDING
        return self._replace(order=descending if self.order is ascending else ascending)


class _Tossed(NamedTuple):
    """Cards in one of two orders, as a coin, event number `event` of the game, may fall."""

    orders: tuple[tuple[int, ...], tuple[int, ...]]
    event: int

    @property
    def cards(self) -> tuple[int, ...]:
        return self.orders[0]

    def turned(self) -> "_Tossed":
        return self._replace(orders=(self.orders[0][::-1], self.orders[1][::-1]))


_Item = int | _Loose | _Tossed
_Items = tuple[_Item, ...]


class _Event(NamedTuple):
    """What a shuffle, or a coin, is known to have given: the cards drawn from the top and from the bottom so far."""

    cards: tuple[int, ...] = ()
    top: tuple[int, ...] = ()
    bottom: tuple[int, ...] = ()
    coin: int | None = None

    def given(self) -> tuple[int, ...]:
        if self.coin is not None:
            return (self.coin,)
        drawn = {*self.top, *self.bottom}
        return (*self.top, *(card for card in self.cards if card not in drawn), *reversed(self.bottom))


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of play: a game up to a comparison, with cards, numbered by where they were dealt, of unknown ranks.

    Hands and piles are as in the full game, with what is loose in them. ``fresh`` counts the cards of each hand that
    were not drawn yet, and ``pairs`` those that ties of such cards have left in the deck. ``spent`` are rounds, and
    wars too if they count. ``plays`` and ``compared`` are those of the round so far, and ``events`` what chance gave.
    """

    hands: tuple[_Items, ...]
    piles: tuple[_Items, ...]
    sizes: Sizes
    fresh: Sizes
    pairs: int
    known: KnownRanks
    spent: int = 0
    rounds: int = 0
    plays: tuple[Play, ...] = ()
    compared: tuple[int, ...] = ()
    events: tuple[_Event, ...] = ()
    is_over: bool = False


class _Search(Work):
    """Lines of play, depth first, up to a limit that grows until one comes to an end."""

    def __init__(self, rules: RuleSet, most_nodes: int) -> None:
        self.rules = rules
        self.most_nodes = most_nodes
        self.nodes = 0
        self.outlines = HandSizes(rules, self._count)
        self.limit = self.outlines.least(self.outlines.start)
        self.is_cut = False

    def __str__(self) -> str:
        return f"the shortest game of {self.rules}"

    def known(self) -> str:
        return f"{self.rules}: no game is shorter than {counted(self.turns(self.limit), 'turn')}"

    def turns(self, spent: int) -> int:
        """Turns as the rules count them."""
        return spent + self.rules.counting.how.last

    def shortest(self) -> _Line:
        """The end of a shortest line of play."""
        while True:
            self.is_cut = False
            found = next(self.ends(), None)
            if found is not None:
                return found
            if not self.is_cut:
                raise ParameterError(f"rules {self.rules}: no deal gives a winner: use more ranks, or fewer players")
            self.limit += 1

    def _count(self) -> None:
        self.look()
        self.nodes += 1
        if self.nodes > self.most_nodes:
            turns = counted(self.turns(self.limit), "turn")
            raise TooLongError(
                f"rules {self.rules}: the search gave up after most-nodes = {self.most_nodes:,}; it has proved that no "
                f"game is shorter than {turns}: allow more nodes, or use fewer cards"
            )

    def ends(self) -> Iterator[_Line]:
        """The ends of all lines of play that the limit allows."""
        # Not by recursion: a game of 255 cards is deeper than Python's stack.
        open_lines = [iter([self._start()] if self._is_in_time(self.outlines.start, 0) else [])]
        while open_lines:
            line = next(open_lines[-1], None)
            if line is None:
                open_lines.pop()
            elif line.is_over:
                yield line
            else:
                self._count()
                open_lines.append(self._following(line))

    def _start(self) -> _Line:
        sizes = self.rules.dealt
        ends = [sum(sizes[: player + 1]) for player in range(len(sizes))]
        hands = tuple(tuple(range(end - size, end)) for end, size in zip(ends, sizes, strict=True))
        return _Line(hands, ((),) * len(sizes), sizes, sizes, self.outlines.all_pairs, KnownRanks.nothing(sum(sizes)))

    def _is_in_time(self, outline: Outline, spent: int) -> bool:
        """Whether a game of this outline can end within the limit; if not, the limit has cut something off."""
        can_end = self.outlines.can_end(outline, self.limit - spent)
        self.is_cut = self.is_cut or not can_end
        return can_end

    def _following(self, line: _Line) -> Iterator[_Line]:
        """What can come of the comparison."""
        fighters = [player for player, size in enumerate(line.sizes) if size]
        for cards, drawn in self._drawn(line, fighters):
            play = tuple(zip(fighters, cards, strict=True))
            shown = replace(drawn, plays=(*line.plays, play), compared=(*line.compared, len(line.plays)))
            if len(fighters) == 1:
                yield self._won(shown, fighters[0])
                continue
            # The quickest ways first: a win that ends the game, then a tie that moves many cards.
            wins = [(winner, self._after_win(shown, winner)) for winner in fighters]
            takes_pair = all(line.fresh[player] for player in fighters)
            for winner, after in wins:
                if after is OVER:
                    yield from self._won_by(shown, play, winner, after)
            yield from self._tied(replace(shown, pairs=line.pairs - takes_pair), play)
            for winner, after in sorted(wins, key=lambda win: -line.sizes[win[0]]):
                if after is not OVER:
                    yield from self._won_by(shown, play, winner, after)

    def _after_win(self, line: _Line, winner: int) -> Outline:
        table = self.outlines.cards - sum(line.sizes)
        sizes = [size + table * (player == winner) for player, size in enumerate(line.sizes)]
        return self.outlines.after_round(sizes, line.fresh, line.pairs)

    def _won_by(self, line: _Line, play: Play, winner: int, after: Outline) -> Iterator[_Line]:
        """The line in which the winner shows the highest card."""
        if self._is_in_time(after, line.spent + 1):
            card = dict(play)[winner]
            for known in self._known(line, [Comparison(other, card, True) for _, other in play if other != card]):
                yield self._won(replace(line, known=known), winner)

    def _known(self, line: _Line, comparisons: Iterable[Comparison]) -> Iterator[KnownRanks]:
        """What is known after comparisons, if the deck has such cards."""
        known = line.known.with_all(comparisons)
        if known is not None and known.levels(self.rules.deck) is not None:
            yield known

    def _tied(self, line: _Line, play: Play) -> Iterator[_Line]:
        """The lines after a tie and its face-down cards."""
        laid = face_down(self.rules.war.how, self.rules.face_down, line.sizes)
        sizes = [size - count for size, count in zip(line.sizes, laid, strict=True)]
        last, spent = None, line.spent
        if any(sizes):
            spent += self.outlines.price_of_war
            fresh = [max(left - count, 0) for left, count in zip(line.fresh, laid, strict=True)]
            is_in_time = self._is_in_time(self.outlines.outline(sizes, fresh, line.pairs), spent)
        else:
            last = play[-1][0]
            is_in_time = self.rules.nobody_left.how.is_last_player and self._is_in_time(OVER, spent + 1)
        if not is_in_time:
            return
        # Two players show the highest card: who else does makes no difference. In a deck of one rank all do.
        pairs = list(combinations([card for _, card in play], 2))
        for first, second in pairs if len(self.rules.deck) > 1 else pairs[:1]:
            equal = [Comparison(first, second, False), Comparison(second, first, False)]
            lower = [Comparison(card, first, False) for _, card in play if card not in (first, second)]
            for known in self._known(line, equal + lower):
                yield from self._laid(replace(line, known=known, spent=spent), laid, last)

    def _laid(self, line: _Line, laid: Sequence[int], last: int | None) -> Iterator[_Line]:
        """The lines after the face-down cards of a war; if they were all there was, the last player takes the table."""
        for cards, drawn in self._drawn(line, [player for player, count in enumerate(laid) for _ in range(count)]):
            drawn_cards = iter(cards)
            stacks = [tuple(islice(drawn_cards, count)) for count in laid]
            plays = tuple(
                tuple((player, stack[layer]) for player, stack in enumerate(stacks) if layer < len(stack))
                for layer in range(max(laid))
            )
            after = replace(drawn, plays=line.plays + plays)
            yield after if last is None else self._won(after, last)

    def _won(self, line: _Line, winner: int) -> _Line:
        """The line after the winner has taken the table."""
        returned, events = self._returned(line, winner)
        hands, piles, kind = list(line.hands), list(line.piles), self.rules.piles[winner]
        if kind is Pile.ON_TOP:
            hands[winner] = returned + hands[winner]
        else:
            into = hands if kind is Pile.UNDER else piles
            into[winner] += returned
        taken = sum(map(len, line.plays))
        sizes = tuple(size + taken * (player == winner) for player, size in enumerate(line.sizes))
        return replace(
            line,
            hands=tuple(hands),
            piles=tuple(piles),
            sizes=sizes,
            spent=line.spent + 1,
            rounds=line.rounds + 1,
            plays=(),
            compared=(),
            events=events,
            is_over=sum(map(bool, sizes)) == 1,
        )

    def _returned(self, line: _Line, winner: int) -> tuple[_Items, tuple[_Event, ...]]:
        """What goes under the winner's pile, and the events with those that this takes."""
        how, events = self.rules.replacement.how, line.events
        if how.tails is not None:
            first, last = (
                tuple(replaced(how._replace(order=order, tails=None), line.plays, line.compared, winner, Chance()))
                for order in (how.order, how.tails)
            )
            return (_Tossed((first, last), len(events)),), (*events, _Event(coin=0))
        items: list[_Item] = []
        for unit, order in units(how, line.plays, line.compared):
            cards = tuple(ordered(unit, order, winner))
            if order is CardOrder.RANDOM:
                items.append(_Loose(cards, order, len(events)))
                events = (*events, _Event(cards))
            elif order in (CardOrder.ASCENDING, CardOrder.DESCENDING) and len(cards) > 1:
                items.append(_Loose(cards, order))
            else:
                items += cards
        return tuple(items), events

    def _drawn(self, line: _Line, players: Sequence[int]) -> Iterator[tuple[tuple[int, ...], _Line]]:
        """The cards that the players draw, one after the other, and the line then, in every way open to them."""
        hands, piles, sizes, fresh = list(line.hands), list(line.piles), list(line.sizes), list(line.fresh)
        events = line.events
        cards: list[int] = []
        loose: _Loose | _Tossed | None = None
        for player in players:
            if not hands[player]:
                hands[player], events = _taken_up(piles[player], self.rules.piles[player], events)
                piles[player] = ()
            sizes[player] -= 1
            fresh[player] = max(fresh[player] - 1, 0)
            top, *under = hands[player]
            hands[player] = tuple(under)
            if not isinstance(top, int):
                loose = top
                break
            cards.append(top)
        drawn = replace(
            line, hands=tuple(hands), piles=tuple(piles), sizes=tuple(sizes), fresh=tuple(fresh), events=events
        )
        if loose is None:
            yield tuple(cards), drawn
            return
        player, *others = players[len(cards) :]
        for card, left, opened in self._opened(drawn, loose):
            hands[player] = (*left, *drawn.hands[player])
            for more, end in self._drawn(replace(opened, hands=tuple(hands)), others):
                yield (*cards, card, *more), end

    def _opened(self, line: _Line, top: _Loose | _Tossed) -> Iterator[tuple[int, _Items, _Line]]:
        """The ways to draw a card from those in an open order: the card, what is left of them, and the line then."""
        if isinstance(top, _Tossed):
            for coin, (card, *later) in enumerate(top.orders):
                yield card, tuple(later), _with_event(line, top.event, _Event(coin=coin))
            return
        for card in line.known.first_of(top.cards, top.order):
            others = tuple(other for other in top.cards if other != card)
            left: _Items = (top._replace(cards=others),) if others else ()
            if top.order is CardOrder.RANDOM:
                event = line.events[top.event]
                if top.is_turned:
                    event = event._replace(bottom=(*event.bottom, card))
                else:
                    event = event._replace(top=(*event.top, card))
                yield card, left, _with_event(line, top.event, event)
            else:
                is_lowest = top.order is CardOrder.ASCENDING
                pairs = ((card, other) if is_lowest else (other, card) for other in others)
                for known in self._known(line, (Comparison(low, high, False) for low, high in pairs)):
                    yield card, left, replace(line, known=known)


def _taken_up(pile: _Items, kind: Pile, events: tuple[_Event, ...]) -> tuple[_Items, tuple[_Event, ...]]:
    """The hand that a pile becomes, and the events with its shuffle."""
    if kind is Pile.SHUFFLED:
        cards = tuple(chain.from_iterable((item,) if isinstance(item, int) else item.cards for item in pile))
        return (_Loose(cards, CardOrder.RANDOM, len(events)),), (*events, _Event(cards))
    if kind is Pile.TURNED:
        return tuple(item if isinstance(item, int) else item.turned() for item in reversed(pile)), events
    return pile, events


def _with_event(line: _Line, number: int, event: _Event) -> _Line:
    return replace(line, events=(*line.events[:number], event, *line.events[number + 1 :]))


def _settled(rules: RuleSet, line: _Line) -> tuple[Hands, Luck]:
    """A deal in which the line of play happens, and the luck that it takes."""
    levels = line.known.levels(rules.deck)
    if levels is None:
        raise WarGraphError(f"rules {rules}: the shortest line of play has no deal: please report this")
    used = Counter(levels.values())
    others = iter([rank for rank, count in enumerate(rules.deck, start=1) for _ in range(count - used[rank])])
    ranks = [levels[card] if card in levels else next(others) for card in range(sum(rules.dealt))]
    dealt = iter(ranks)
    deal = tuple(tuple(islice(dealt, size)) for size in rules.dealt)
    luck = tuple(
        event.given() if event.coin is not None else tuple(ranks[card] for card in event.given())
        for event in line.events
    )
    return deal, luck
