"""Play WAR with Auction Rounds at the terminal, as player 1."""

import random
import re
from collections.abc import Callable, Sequence

from wargraph.auction.game import AuctionGame, AuctionRound, play_auction
from wargraph.auction.line_up import LineUp
from wargraph.auction.rules import LAID_DOWN, cards_text, fighters, missing_cards
from wargraph.auction.strategies import SimpleMinded2
from wargraph.auction.strategy import Strategy, View, checked_choice, player_names
from wargraph.core.checks import checked_seed, checked_whole
from wargraph.errors import ParameterError, shown
from wargraph.report.humanize import counted

_YOU = 1


class Human(Strategy):
    """Shows the open cards and asks at the terminal; an `Adversary` that asks is told what `SimpleMinded2` would play.

    `ask` is a function from a prompt to the answer, which is called again until the answer can be played; `tell` shows
    a text: the open cards, or what is wrong with an answer.
    """

    is_pure = False

    def __init__(self, ask: Callable[[str], str] = input, tell: Callable[[str], None] = print) -> None:
        self.ask = ask
        self.tell = tell

    def card(self, view: View) -> int:
        return self._answer(view, "your card: ", "one card of your hand")[0]

    def war_cards(self, view: View) -> Sequence[int]:
        if not view.is_question:
            names = player_names(view.line_up)
            rivals = ", ".join(names[player] for player in fighters(view.rivals, view.hands))
            self.tell(f"War with {rivals}" if rivals else "War: nobody else has the cards for it, you will win")
        prompt = "three cards to lay down, then the one to play: "
        return self._answer(view, prompt, f"{LAID_DOWN + 1} cards of your hand, separated by spaces")

    def _answer(self, view: View, prompt: str, what: str) -> Sequence[int]:
        if view.is_question:
            return checked_choice(SimpleMinded2(), view)
        self.tell(str(view))
        while True:
            answer = self.ask(prompt).strip()
            if answer.casefold() in ("q", "quit", "exit"):
                raise _LeaveError
            words = answer.replace(",", " ").split()
            count = LAID_DOWN + 1 if view.is_war else 1
            if len(words) == count and all(re.fullmatch(r"\d{1,9}", word, re.ASCII) for word in words):
                cards = list(map(int, words))
                missing = missing_cards(cards, view.hand)
                if not missing:
                    return cards
                self.tell(f"you have no {missing[0]} to play (or not as many): your hand is {cards_text(view.hand)}")
            elif answer:
                self.tell(f"{shown(answer)} is not understood: type {what}")


class _LeaveError(Exception):
    """The player at the terminal leaves the game."""


def play_at_terminal(opponents: Sequence[str], seed: int | None = None, game: int = 0) -> None:
    """Let a person play against strategies; without a seed the deal is a new one."""
    line_up = LineUp.parse([Human(), *opponents])
    seed = checked_seed(random.SystemRandom().randrange(10**6) if seed is None else seed)
    checked_whole("game", game, 0, 2**63 - 1)
    others = str(line_up).removeprefix("Human+")
    print(f"You are player 1, against {others}; seed {seed}. Everyone plays a card, the highest takes all.")
    print("Type a card of your hand, or q to leave. 3x5 means three fives.")
    names = ["you", *player_names(line_up)[1:]]
    rounds: list[AuctionRound] = []

    def show(played: AuctionRound) -> None:
        rounds.append(played)
        print(f"round {len(rounds)}: {_describe(played, names)}\n")

    try:
        print(_verdict(play_auction(line_up, seed, game, watch=show)))
    except _LeaveError:
        print(f"You leave in round {len(rounds) + 1}.")
    except EOFError:
        raise ParameterError(f"the input ended in round {len(rounds) + 1}, before the game did") from None


def _describe(played: AuctionRound, names: Sequence[str]) -> str:
    """Return a round in words, for the player at the terminal."""

    def does(player: int, verb: str) -> str:
        return f"{names[player - 1]} {verb}{'s' * (player != _YOU)}"

    lines = [
        ", ".join(f"{does(player, 'play')} {text}" for (player, _), text in zip(laid, texts, strict=True))
        for laid, texts in zip(played.laid, played.texts, strict=True)
    ]
    if played.winner is None:
        end = f"nobody takes them: {len(played.table)} cards are carried over to the next round"
    else:
        taken = len(played.carried) + sum(len(cards) for laid in played.laid for _, cards in laid)
        utility = played.utilities[played.winner - 1]
        end = f"{does(played.winner, 'take')} {taken} cards, utility {utility}"
    return "; war: ".join(lines) + f"; {end}"


def _verdict(game: AuctionGame) -> str:
    """Return the winner and the reason, for the player at the terminal."""
    last = next((number for number, played in enumerate(game.rounds, 1) if not played.hands[_YOU - 1]), None)
    gone = f" You had no cards left after round {last}." if last is not None else ""
    if game.winner == _YOU:
        points = game.utilities[_YOU - 1]
        return f"You win after {counted(len(game.rounds), 'round')}: nobody else has cards left. Yours sum to {points}."
    outcome = game.outcome[0].upper() + game.outcome[1:]
    return f"{outcome}.{gone}"
