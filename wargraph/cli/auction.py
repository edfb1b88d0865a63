"""Commands about WAR with Auction Rounds: auction strategies, play, watch, tournament, study, exact."""

import random
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import Annotated, TextIO

from cyclopts import App, Parameter

import wargraph as wg
from wargraph.auction.game import AuctionGame, AuctionRound, play_auction
from wargraph.auction.line_up import LineUp, one_strategy
from wargraph.auction.strategies import BUILT_IN, STRATEGIES, Human
from wargraph.auction.strategy import Strategy
from wargraph.cli.options import FilmOption, SeedOption, parse_games, parse_range, suggesting, table_of, working
from wargraph.cli.output import Output, PlottedOutput, SharedWork, Work
from wargraph.core.checks import checked_seed, checked_whole
from wargraph.core.endings import CAP
from wargraph.errors import ParameterError
from wargraph.report.document import Document, Paragraph, Preformatted, Table
from wargraph.report.humanize import counted
from wargraph.report.result import Row

_NAMES = [name for name, strategy in STRATEGIES.items() if not strategy.is_human]
_HELP = f"{', '.join(_NAMES)}, or a class of your own as FILE.py:CLASS. 5xDummy stands for five players."
_YOU = 1
_YOUR_OWN = (
    Paragraph("A strategy of your own is one class with two methods, in a file such as mine.py:"),
    Preformatted(
        """\
    from wargraph import Strategy

    class Middle(Strategy):
        def card(self, view):
            return view.hand[len(view.hand) // 2]

        def war_cards(self, view):
            return view.hand[:4]"""
    ),
    Paragraph("Then: wargraph auction tournament mine.py:Middle Min Max SimpleMinded2"),
    Paragraph(
        """\
It must choose by what the view shows and, if it wants chance, by view.chance.below(n), a number 0..n-1. A class that
keeps memory must say is_pure = False."""
    ),
)
SomeStrategies = Annotated[str, suggesting("STRATEGY", _NAMES, _HELP, required=True)]
GameOption = Annotated[int, Parameter(help="Play this game of the tournament with this seed.")]
CapOption = Annotated[int, Parameter(help="Give up a game after so many rounds.")]
UntilOption = Annotated[bool, Parameter(help="End a game as soon as all remaining players have the same strategy.")]

auction = App(
    name="auction",
    help="WAR with Auction Rounds: choose your card, the highest takes all.\n\n"
    "Play the game, watch one, let strategies play one another, repeat the published study, or solve small decks.",
)


@auction.command
def strategies(*, output: Output = Output()) -> None:
    """List the known strategies, and show how to write your own."""
    rows: list[Row] = [
        {"strategy": name, "plays": " ".join(str(strategy.__doc__).split("\n\n")[0].split())}
        for name, strategy in STRATEGIES.items()
    ]
    output.report("auction strategies").write(Document([Table("rows", rows), *_YOUR_OWN]), {})


@auction.command
def play(*opponents: SomeStrategies, seed: int | None = None, game: GameOption = 0) -> None:
    """Play a game at the terminal as player 1.

    Every player has the cards 2..13 and chooses one card for each round; the highest card takes all. All hands and all
    cards won are open. Type an empty line to be asked again, or q to leave.

    Parameters
    ----------
    seed
        The seed of the random numbers; by default a new one.
    """
    with _printing_aside():
        line_up = LineUp.parse([Human(_ask), *opponents])
    if line_up.seats["Human"] > 1:
        raise ParameterError("you are the only Human at this table: name other strategies")
    chosen = checked_seed(random.SystemRandom().randrange(10**6) if seed is None else seed)
    checked_whole("game", game, 0, 2**63 - 1)
    others = str(line_up).removeprefix("Human+")
    print(f"You are player 1, against {others}; seed {chosen}. Everyone plays a card, the highest takes all.")
    print("Type a card of your hand, or q to leave. 3x5 means three fives.")
    rounds: list[AuctionRound] = []

    def show(played: AuctionRound) -> None:
        rounds.append(played)
        print(f"round {len(rounds)}: {_describe(played, line_up)}\n")

    try:
        print(_verdict(play_auction(line_up, chosen, game, watch=show)))
    except _LeaveError:
        print(f"You leave in round {len(rounds) + 1}.")
    except EOFError:
        raise ParameterError(f"the input ended in round {len(rounds) + 1}, before the game did") from None


@auction.command
def watch(
    *line_up: SomeStrategies,
    seed: SeedOption = 0,
    game: GameOption = 0,
    cap: CapOption = CAP,
    until_one_strategy: UntilOption = False,
    film: FilmOption = None,
    output: PlottedOutput = PlottedOutput(),
) -> None:
    """Show one game between strategies round by round.

    The game goes to its end, or to the repeated state that proves it endless.
    """
    report = output.report("auction watch")
    if film is not None:
        from wargraph.explorer.film import check_film_path

        check_film_path(film)
    played = play_between_strategies(line_up, seed, game, cap, until_one_strategy)
    parameters = {"line_up": str(played.line_up), "seed": seed, "game": game, "outcome": played.outcome}
    report.write(played.document(), parameters)
    report.draw(played)
    if film is not None:
        wg.save_film(played, film, output.title or "")


@auction.command
def tournament(
    *line_ups: SomeStrategies,
    players: int | None = None,
    games: str = "1,000",
    seed: SeedOption = 0,
    cap: CapOption = CAP,
    until_one_strategy: UntilOption = False,
    table: Annotated[str | None, table_of("line-ups", "ranking", "pairs")] = None,
    work: SharedWork = SharedWork(),
    output: PlottedOutput = PlottedOutput(),
) -> None:
    """A tournament of strategies: win shares, a ranking and a heat map.

    The strategies meet in pairs, at larger tables, or in line-ups that you name: strategies joined by +, such as
    SimpleMinded1+5xDummy. If nothing in a line-up depends on chance, one game is played.

    Parameters
    ----------
    players
        Seat so many players at each table, in every mixture of the strategies; by default 2.
    games
        The number of games at each table.
    """
    report = output.report("auction tournament", table)
    tables: list[LineUp] = []
    entrants: list[Strategy] = []
    with _printing_aside():
        if not any("+" in line_up for line_up in line_ups):
            entrants = [one_strategy(name) for name in line_ups]
        elif players is not None:
            raise ParameterError("--players says how many sit at each table: with line-ups named leave it out")
        else:
            tables = [LineUp.parse(line_up) for line_up in line_ups]
    tables = tables or wg.round_robin(entrants, 2 if players is None else players)
    count = parse_games(games)
    if output.plot is not None and all(len(line_up.kinds) == 1 for line_up in tables):
        raise ParameterError("there is nothing to plot: in no line-up do two strategies meet")
    parameters = {
        "line_ups": [str(line_up) for line_up in tables],
        "games": count,
        "seed": seed,
        "cap": cap,
        "until_one_strategy": until_one_strategy,
    }
    with work.run_options(report.command, parameters) as run_options, _printing_aside():
        result = wg.tournament(tables, count, seed, cap, until_one_strategy, run_options)
    report.write(result.document(), parameters)
    report.draw(result)


@auction.command
def study(
    *,
    opponents: str = "1..100",
    games: str = "9,030",
    seed: SeedOption = 0,
    work: SharedWork = SharedWork(),
    output: PlottedOutput = PlottedOutput(),
) -> None:
    """The published study: a SimpleMinded player against N Dummies.

    A row shows the win ratio, and the mean and standard deviation of the number of rounds in the games that the
    SimpleMinded player wins and in all games. A game ends as soon as all remaining players have the same strategy.

    Parameters
    ----------
    opponents
        The numbers of Dummies: 7, 1..10, 5,7,9 or a mix.
    games
        The number of games for each number of Dummies and each strategy.
    """
    report = output.report("auction study")
    count, numbers = parse_games(games), parse_range(opponents, "opponents", "opponents")
    parameters = {"opponents": numbers, "games": count, "seed": seed}
    report.answer(parameters, lambda run_options: wg.auction_study(numbers, count, seed, run_options), work)


@auction.command
def exact(
    cards: Annotated[int, Parameter(name="M", help="The number of cards of each player, from 1 to 6.")],
    /,
    *strategies: Annotated[
        str,
        suggesting(
            "STRATEGY",
            _NAMES,
            "The strategies to measure: by default all known ones; a class of your own as FILE.py:CLASS.",
        ),
    ],
    table: Annotated[str | None, table_of("summary", "opening", "strategies")] = None,
    output: Output = Output(),
) -> None:
    """Optimal play of small decks, and the distance of strategies from it.

    Two players have the cards 1..M. A win counts 1, a loss -1. In the value that a strategy guarantees, endless play
    counts as a loss.
    """
    report = output.report("auction exact", table)
    with _printing_aside():
        measured = [one_strategy(name) for name in strategies or BUILT_IN]
    parameters = {"cards": cards}
    with Work().run_options(report.command, parameters) as run_options, _printing_aside():
        result = wg.exact_play(cards, run_options)
    with working("measuring the strategies"), _printing_aside():
        document = result.document(measured)
    report.write(document, parameters)


def play_between_strategies(
    line_up: str | Sequence[str], seed: int, game: int, cap: int = CAP, until_one_strategy: bool = False
) -> AuctionGame:
    """Play a game without a Human."""
    with _printing_aside():
        players = LineUp.parse(line_up)
        if players.has_human:
            raise ParameterError(f"line-up {players} has a Human: to play yourself use wargraph auction play")
        return play_auction(players, seed, game, cap, until_one_strategy=until_one_strategy)


class _LeaveError(Exception):
    """The player at the terminal leaves the game."""


def _ask(prompt: str) -> str:
    """The next answer that the player types."""
    while True:
        try:
            answer = input(prompt).strip()
        except UnicodeDecodeError:
            return "?"
        except RuntimeError:  # there is no standard input at all
            raise EOFError from None
        if answer.casefold() in ("q", "quit", "exit"):
            raise _LeaveError
        if answer:
            return answer


def _describe(played: AuctionRound, line_up: LineUp) -> str:
    """A round in words, for the player at the terminal."""
    lines = [
        ", ".join(f"{_who(player, line_up)} {text}" for (player, _), text in zip(laid, texts, strict=True))
        for laid, texts in zip(played.laid, played.texts, strict=True)
    ]
    if played.winner is None:
        end = f"nobody takes them: {len(played.table)} cards are carried over to the next round"
    else:
        verb = "take" if played.winner == _YOU else "takes"
        taken = len(played.carried) + sum(len(cards) for laid in played.laid for _, cards in laid)
        utility = played.utilities[played.winner - 1]
        end = f"{_who(played.winner, line_up)} {verb} {taken} cards, utility {utility}"
    return "; war: ".join(lines) + f"; {end}"


def _verdict(game: AuctionGame) -> str:
    """The winner and the reason, for the player at the terminal."""
    last = next((number for number, played in enumerate(game.rounds, 1) if not played.hands[_YOU - 1]), None)
    gone = f" You had no cards left after round {last}." if last is not None else ""
    if game.winner == _YOU:
        points = game.utilities[_YOU - 1]
        return f"You win after {counted(len(game.rounds), 'round')}: nobody else has cards left. Yours sum to {points}."
    outcome = game.outcome[0].upper() + game.outcome[1:]
    return f"{outcome}.{gone}"


def _who(player: int, line_up: LineUp) -> str:
    return "you" if player == _YOU else f"{player} {line_up[player - 1]}"


def _printing_aside() -> "redirect_stdout[TextIO]":
    """Send to stderr what strategies print: stdout holds the result and nothing else."""
    return redirect_stdout(sys.stderr)
