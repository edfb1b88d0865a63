"""Lines of play, games with cards that are not dealt yet; their moves; and the search through them, depth first."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice
from typing import NamedTuple

from wargraph.campaign.run_options import Work
from wargraph.core.rng import Chance
from wargraph.errors import ParameterError, TooLongError
from wargraph.full_game.choices import CardOrder, NobodyLeft, Pile
from wargraph.full_game.hand_sizes import OVER, HandSizes, Outline, Sizes
from wargraph.full_game.rounds import Play, face_down, layers, ordered, replaced, units
from wargraph.full_game.rule_set import RuleSet
from wargraph.partial_orders.known_ranks import Comparison, KnownRanks
from wargraph.report.humanize import counted


class Loose(NamedTuple):
    """Cards of a hand or pile whose order is open.

    ``order`` is how the rules sort them, or random where a shuffle, number `event` of the game, may give any order.
    A pile that is turned over turns its shuffles over: their last card then comes first.
    """

    cards: tuple[int, ...]
    order: CardOrder
    event: int = -1
    is_turned: bool = False

    def turned(self) -> "Loose":
        """The same in a pile that is turned over."""
        if self.order is CardOrder.RANDOM:
            return self._replace(is_turned=not self.is_turned)
        ascending, descending = CardOrder.ASCENDING, CardOrder.DESCENDING
        return self._replace(order=descending if self.order is ascending else ascending)


class Tossed(NamedTuple):
    """Cards in one of two orders, as a coin, event number `event` of the game, may fall."""

    orders: tuple[tuple[int, ...], tuple[int, ...]]
    event: int

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards, in one of the orders."""
        return self.orders[0]

    def turned(self) -> "Tossed":
        """The same in a pile that is turned over."""
        return self._replace(orders=(self.orders[0][::-1], self.orders[1][::-1]))


Item = int | Loose | Tossed
Items = tuple[Item, ...]


class Event(NamedTuple):
    """What a shuffle, or a coin, is known to have given: the cards drawn from the top and from the bottom so far."""

    cards: tuple[int, ...] = ()
    top: tuple[int, ...] = ()
    bottom: tuple[int, ...] = ()
    coin: int | None = None

    def given(self) -> tuple[int, ...]:
        """All that it gave, where what is not known is filled in: the cards from the top, or the number of the coin."""
        if self.coin is not None:
            return (self.coin,)
        drawn = {*self.top, *self.bottom}
        return (*self.top, *(card for card in self.cards if card not in drawn), *reversed(self.bottom))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play: a game up to a comparison, with cards, numbered by where they were dealt, of unknown ranks.

    Hands and piles are as in the full game, with what is loose in them. ``fresh`` counts the cards of each hand that
    were not drawn yet, and ``pairs`` those that ties of such cards have left in the deck. ``spent`` are rounds, and
    wars too if they count. ``plays`` and ``compared`` are those of the round so far, and ``events`` what chance gave.
    """

    hands: tuple[Items, ...]
    piles: tuple[Items, ...]
    sizes: Sizes
    fresh: Sizes
    pairs: int
    known: KnownRanks
    spent: int = 0
    rounds: int = 0
    plays: tuple[Play, ...] = ()
    compared: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()
    is_over: bool = False

    def with_event(self, number: int, event: Event) -> "Line":
        """The same where more is known of what chance gave."""
        return replace(self, events=(*self.events[:number], event, *self.events[number + 1 :]))


class Moves:
    """What the rules do to a line of play: cards are drawn, compared, and won."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules

    def after(self, line: Line, comparisons: Iterable[Comparison]) -> Iterator[Line]:
        """The line after comparisons, if the deck has such cards."""
        known = line.known.with_all(comparisons)
        if known is not None and known.ranks_in(self.rules.deck) is not None:
            yield replace(line, known=known)

    def won(self, line: Line, winner: int) -> Line:
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

    def _returned(self, line: Line, winner: int) -> tuple[Items, tuple[Event, ...]]:
        """What goes under the winner's pile, and the events with those that this takes."""
        how, events = self.rules.replacement.how, line.events
        if how.tails is not None:
            first, last = (
                tuple(replaced(how._replace(order=order, tails=None), line.plays, line.compared, winner, Chance()))
                for order in (how.order, how.tails)
            )
            return (Tossed((first, last), len(events)),), (*events, Event(coin=0))
        items: list[Item] = []
        for unit, order in units(how, line.plays, line.compared):
            cards = tuple(ordered(unit, order, winner))
            if order is CardOrder.RANDOM:
                items.append(Loose(cards, order, len(events)))
                events = (*events, Event(cards))
            elif order in (CardOrder.ASCENDING, CardOrder.DESCENDING) and len(cards) > 1:
                items.append(Loose(cards, order))
            else:
                items += cards
        return tuple(items), events

    def drawn(self, line: Line, players: Sequence[int]) -> Iterator[tuple[tuple[int, ...], Line]]:
        """The cards that the players draw, one after the other, and the line then, in every way open to them."""
        hands, piles, sizes, fresh = list(line.hands), list(line.piles), list(line.sizes), list(line.fresh)
        events = line.events
        cards: list[int] = []
        loose: Loose | Tossed | None = None
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
            for more, end in self.drawn(replace(opened, hands=tuple(hands)), others):
                yield (*cards, card, *more), end

    def _opened(self, line: Line, top: Loose | Tossed) -> Iterator[tuple[int, Items, Line]]:
        """The ways to draw a card from those in an open order: the card, what is left of them, and the line then."""
        if isinstance(top, Tossed):
            for coin, (card, *later) in enumerate(top.orders):
                yield card, tuple(later), line.with_event(top.event, Event(coin=coin))
            return
        for card in self._next_of(line, top):
            others = tuple(other for other in top.cards if other != card)
            left: Items = (top._replace(cards=others),) if others else ()
            if top.order is CardOrder.RANDOM:
                event = line.events[top.event]
                if top.is_turned:
                    event = event._replace(bottom=(*event.bottom, card))
                else:
                    event = event._replace(top=(*event.top, card))
                yield card, left, line.with_event(top.event, event)
            else:
                is_lowest = top.order is CardOrder.ASCENDING
                pairs = ((card, other) if is_lowest else (other, card) for other in others)
                for learnt in self.after(line, (Comparison(low, high, False) for low, high in pairs)):
                    yield card, left, learnt

    def _next_of(self, line: Line, loose: Loose) -> Iterator[int]:
        """Which of the cards can be drawn next, up to exchanging cards that are alike."""
        cards: Sequence[int] = loose.cards
        if loose.order is CardOrder.ASCENDING:
            cards = line.known.lowest(cards)
        elif loose.order is CardOrder.DESCENDING:
            cards = line.known.highest(cards)
        return line.known.unlike(cards)


def _taken_up(pile: Items, kind: Pile, events: tuple[Event, ...]) -> tuple[Items, tuple[Event, ...]]:
    """The hand that a pile becomes, and the events with its shuffle."""
    if kind is Pile.SHUFFLED:
        cards = tuple(chain.from_iterable((item,) if isinstance(item, int) else item.cards for item in pile))
        return (Loose(cards, CardOrder.RANDOM, len(events)),), (*events, Event(cards))
    if kind is Pile.LAST_WON_FIRST:
        return tuple(item if isinstance(item, int) else item.turned() for item in reversed(pile)), events
    return pile, events


class Search(Work):
    """Lines of play, depth first, up to a limit that grows until one comes to an end."""

    def __init__(self, rules: RuleSet, most_nodes: int) -> None:
        self.rules = rules
        self.most_nodes = most_nodes
        self.moves = Moves(rules)
        self.nodes = 0
        self.outlines = HandSizes(rules, self._count)
        self.limit = self.outlines.least(self.outlines.start)
        self.is_cut = False

    def __str__(self) -> str:
        return f"the shortest game of {self.rules}"

    def partial_summary(self) -> str:
        return f"{self.rules}: no game is shorter than {counted(self.turns(self.limit), 'turn')}"

    def turns(self, spent: int) -> int:
        """Turns as the rules count them."""
        return spent + self.rules.counting.how.last

    def shortest(self) -> Line:
        """The end of a shortest line of play."""
        while True:
            self.is_cut = False
            line = next(self.ends(), None)
            if line is not None:
                return line
            if not self.is_cut:
                raise ParameterError(f"rules {self.rules}: no deal gives a winner: use more ranks, or fewer players")
            self.limit += 1

    def _count(self) -> None:
        self.poll()
        self.nodes += 1
        if self.nodes > self.most_nodes:
            turns = counted(self.turns(self.limit), "turn")
            raise TooLongError(
                f"rules {self.rules}: the search gave up after most-nodes = {self.most_nodes:,}; it has proved that no "
                f"game is shorter than {turns}: allow more nodes, or use fewer cards"
            )

    def ends(self) -> Iterator[Line]:
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

    def _start(self) -> Line:
        sizes = self.rules.dealt
        ends = [sum(sizes[: player + 1]) for player in range(len(sizes))]
        hands = tuple(tuple(range(end - size, end)) for end, size in zip(ends, sizes, strict=True))
        return Line(hands, ((),) * len(sizes), sizes, sizes, self.outlines.all_pairs, KnownRanks.nothing(sum(sizes)))

    def _is_in_time(self, outline: Outline, spent: int) -> bool:
        """Whether a game of this outline can end within the limit; if not, the limit has cut something off."""
        can_end = self.outlines.can_end(outline, self.limit - spent)
        self.is_cut = self.is_cut or not can_end
        return can_end

    def _following(self, line: Line) -> Iterator[Line]:
        """What can come of the comparison."""
        fighters = [player for player, size in enumerate(line.sizes) if size]
        for cards, drawn in self.moves.drawn(line, fighters):
            play = tuple(zip(fighters, cards, strict=True))
            shown = replace(drawn, plays=(*line.plays, play), compared=(*line.compared, len(line.plays)))
            if len(fighters) == 1:
                yield self.moves.won(shown, fighters[0])
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

    def _after_win(self, line: Line, winner: int) -> Outline:
        table = self.outlines.cards - sum(line.sizes)
        sizes = [size + table * (player == winner) for player, size in enumerate(line.sizes)]
        return self.outlines.after_round(sizes, line.fresh, line.pairs)

    def _won_by(self, line: Line, play: Play, winner: int, after: Outline) -> Iterator[Line]:
        """The line in which the winner shows the highest card."""
        if self._is_in_time(after, line.spent + 1):
            card = dict(play)[winner]
            lower = [Comparison(other, card, True) for _, other in play if other != card]
            yield from (self.moves.won(learnt, winner) for learnt in self.moves.after(line, lower))

    def _tied(self, line: Line, play: Play) -> Iterator[Line]:
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
            is_in_time = self.rules.nobody_left is NobodyLeft.LAST_PLAYER and self._is_in_time(OVER, spent + 1)
        if not is_in_time:
            return
        # Two players show the highest card: who else does makes no difference. In a deck of one rank all do.
        pairs = list(combinations([card for _, card in play], 2))
        for first, second in pairs if len(self.rules.deck) > 1 else pairs[:1]:
            equal = [Comparison(first, second, False), Comparison(second, first, False)]
            lower = [Comparison(card, first, False) for _, card in play if card not in (first, second)]
            for learnt in self.moves.after(line, equal + lower):
                yield from self._laid(replace(learnt, spent=spent), laid, last)

    def _laid(self, line: Line, laid: Sequence[int], last: int | None) -> Iterator[Line]:
        """The lines after the face-down cards of a war; if they were all there was, the last player takes the table."""
        for cards, drawn in self.moves.drawn(line, [player for player, count in enumerate(laid) for _ in range(count)]):
            drawn_cards = iter(cards)
            stacks = [tuple(islice(drawn_cards, count)) for count in laid]
            after = replace(drawn, plays=(*line.plays, *layers(stacks)))
            yield after if last is None else self.moves.won(after, last)
