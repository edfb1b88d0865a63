"""The search through lines of play, depth first, up to a limit that grows."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice

from wargraph.campaign.run_options import Work
from wargraph.errors import ParameterError, TooLongError
from wargraph.full_game.choices import NobodyLeft
from wargraph.full_game.hand_sizes import OVER, HandSizes, Outline
from wargraph.full_game.rounds import Play, face_down
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.shortest.line import Line, Moves
from wargraph.partial_orders.known_ranks import Comparison, KnownRanks
from wargraph.report.humanize import counted


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
            plays = tuple(
                tuple((player, stack[layer]) for player, stack in enumerate(stacks) if layer < len(stack))
                for layer in range(max(laid))
            )
            after = replace(drawn, plays=line.plays + plays)
            yield after if last is None else self.moves.won(after, last)
