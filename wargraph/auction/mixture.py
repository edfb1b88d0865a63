"""How likely a strategy makes each choice against a rival that chooses by chance, over all answers it may be given."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from wargraph.auction.rules import Cards
from wargraph.auction.states import State
from wargraph.auction.strategy import Chances, Strategy, View
from wargraph.core.rng import Chance


class Answers(Strategy):
    """A rival that answers all it could, one after the other, instead of by chance.

    Parameters
    ----------
    probabilities
        How likely each of its answers is, given what it sees.
    """

    def __init__(self, probabilities: Callable[[View], Mapping[Cards, float]]) -> None:
        self.answers = probabilities

    def choices_of(self, strategy: Strategy, state: State) -> Mapping[Cards, float]:
        """How likely a strategy makes each choice as player 1, as `State.sorted_choice` has it."""
        weights: Counter[Cards] = Counter()
        scripts: list[tuple[int, ...]] = [()]
        while scripts:
            self.script, self.asked, self.weight = scripts.pop(), 0, 1.0
            self.others: list[tuple[int, ...]] = []
            chances = Chances.of(Chance(), 2)
            view = View(0, state.hands, state.piles, state.table, (0, 1), (strategy, self), chances, state.is_war)
            for choice, probability in strategy.probabilities(view).items():
                weights[state.sorted_choice(choice)] += self.weight * probability  # type: ignore[assignment]
            scripts += self.others
        return weights

    def card(self, view: View) -> int:
        return self._answer(view)[0]

    def war_cards(self, view: View) -> Sequence[int]:
        return self._answer(view)

    def _answer(self, view: View) -> Cards:
        """What the script says, question by question; after its end the first answer, noting what else there is."""
        answers = list(self.answers(view).items())
        if self.asked == len(self.script):
            self.others += [(*self.script, other) for other in range(1, len(answers))]
            self.script += (0,)
        answer, weight = answers[self.script[self.asked]]
        self.asked += 1
        self.weight *= weight
        return answer
