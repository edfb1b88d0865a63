"""Commands about WAR with Auction Rounds: auction strategies, play, watch, tournament, study, exact."""

import random
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import Annotated, TextIO

import wargraph as wg
from wargraph.auction.game import AuctionGame, AuctionRound, play_auction
from wargraph.auction.line_up import LineUp, one_strategy
from wargraph.auction.strategies import BUILT_IN, STRATEGIES, Human
from wargraph.auction.strategy import Strategy
from wargraph.cli import group
from wargraph.cli.options import FilmOption, SeedOption, argument, option, parse_games, parse_range
from wargraph.cli.output import TO_TERMINAL, Output, Target, Unplotted, table_option
from wargraph.cli.run_options import ANY_RUN_OPTIONS, Kept, working
from wargraph.core.checks import checked_seed, checked_whole
from wargraph.core.endings import CAP
from wargraph.errors import ParameterError
from wargraph.report.document import Document, Paragraph, Preformatted, Table
from wargraph.report.humanize import counted
from wargraph.report.result import Row

_NAMES = [name for name, strategy in STRATEGIES.items() if not strategy.is_human]
_STRATEGIES_HELP = f"{', '.join(_NAMES)}, or a class of your own as FILE.py:CLASS. 5xDummy stands for five players."
_TABLES = ("line-ups", "ranking", "pairs")
_EXACT_TABLES = ("summary", "opening", "strategies")
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
OpponentsArgument = Annotated[list[str], argument("STRATEGY...", _STRATEGIES_HELP, complete=_NAMES)]
GameOption = Annotated[int, option("--game G", "Play game number G of the tournament with this seed.")]
CapOption = Annotated[int, option("--cap N", "Give up a game after N rounds.")]
UntilOption = Annotated[
    bool, option("--until-one-strategy", "End a game as soon as all remaining players have the same strategy.")
]


def strategies(target: Unplotted = TO_TERMINAL) -> None:
    """List the known strategies, and show how to write your own."""
    out = Output("auction strategies", target)

    rows: list[Row] = [
        {"strategy": name, "plays": " ".join(str(strategy.__doc__).split("\n\n")[0].split())}
        for name, strategy in STRATEGIES.items()
    ]
    out.write(Document([Table("rows", rows), *_YOUR_OWN]), {})


def play(
    opponents: OpponentsArgument,
    seed: Annotated[int | None, option("--seed S", "The seed of the random numbers; by default a new one.")] = None,
    game: GameOption = 0,
) -> None:
    """Play a game at the terminal as player 1.

    Every player has the cards 2..13 and chooses one card for each round; the highest card takes all. All hands and all
    cards won are open. Type an empty line to be asked again, or q to leave.
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


def watch(
    line_up: OpponentsArgument,
    seed: SeedOption = 0,
    game: GameOption = 0,
    cap: CapOption = 100_000,
    until_one_strategy: UntilOption = False,
    film: FilmOption = None,
    target: Target = TO_TERMINAL,
) -> None:
    """Show one game between strategies round by round.

    The game goes to its end, or to the repeated state that proves it endless.
    """
    out = Output("auction watch", target, film=film)
    played = play_between_strategies(line_up, seed, game, cap, until_one_strategy)
    parameters = {"line_up": str(played.line_up), "seed": seed, "game": game, "outcome": played.outcome}
    out.write(played.document(), parameters)
    out.draw(played)


def tournament(
    line_ups: Annotated[
        list[str],
        argument(
            "STRATEGY... | LINE-UP...",
            f"The strategies, each of which meets each other one: {_STRATEGIES_HELP} Or the line-ups to play: "
            "strategies joined by +, such as SimpleMinded1+5xDummy.",
            complete=_NAMES,
        ),
    ],
    players: Annotated[
        int | None,
        option("--players N", "Seat N players at each table, in every mixture of the strategies; by default 2."),
    ] = None,
    games: Annotated[str, option("--games G", "The number of games at each table.")] = "1,000",
    seed: SeedOption = 0,
    cap: CapOption = 100_000,
    until_one_strategy: UntilOption = False,
    table: Annotated[str | None, table_option(_TABLES)] = None,
    long_work: Kept = ANY_RUN_OPTIONS,
    target: Target = TO_TERMINAL,
) -> None:
    """A tournament of strategies: win shares, a ranking and a heat map.

    The strategies meet in pairs, at larger tables, or in line-ups that you name. If nothing in a line-up depends on
    chance, one game is played.
    """
    out = Output("auction tournament", target, tables=_TABLES, table=table)
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
    if target.plot is not None and all(len(line_up.kinds) == 1 for line_up in tables):
        raise ParameterError("there is nothing to plot: in no line-up do two strategies meet")
    parameters = {
        "line_ups": [str(line_up) for line_up in tables],
        "games": count,
        "seed": seed,
        "cap": cap,
        "until_one_strategy": until_one_strategy,
    }
    with out.work(parameters, long_work) as run_options, _printing_aside():
        result = wg.tournament(tables, count, seed, cap, until_one_strategy, run_options)
    out.write(result.document(), parameters)
    out.draw(result)


def study(
    opponents: Annotated[
        str, option("--opponents RANGE", "The numbers of Dummies: 7, 1..10, 5,7,9 or a mix.")
    ] = "1..100",
    games: Annotated[
        str, option("--games G", "The number of games for each number of Dummies and each strategy.")
    ] = "9,030",
    seed: SeedOption = 0,
    long_work: Kept = ANY_RUN_OPTIONS,
    target: Target = TO_TERMINAL,
) -> None:
    """The published study: a SimpleMinded player against N Dummies.

    A row shows the win ratio, and the mean and standard deviation of the number of rounds in the games that the
    SimpleMinded player wins and in all games. A game ends as soon as all remaining players have the same strategy.
    """
    out = Output("auction study", target)
    count, numbers = parse_games(games), parse_range(opponents, "opponents", "opponents")

    parameters = {"opponents": numbers, "games": count, "seed": seed}
    out.answer(parameters, lambda run_options: wg.auction_study(numbers, count, seed, run_options), long_work)


def exact(
    cards: Annotated[int, argument("M", "The number of cards of each player, from 1 to 6.")],
    strategies: Annotated[
        list[str] | None,
        argument(
            "[STRATEGY]...",
            "The strategies to measure: by default all known ones; a class of your own as FILE.py:CLASS.",
        ),
    ] = None,
    table: Annotated[str | None, table_option(_EXACT_TABLES)] = None,
    target: Unplotted = TO_TERMINAL,
) -> None:
    """Optimal play of small decks, and the distance of strategies from it.

    Two players have the cards 1..M. A win counts 1, a loss -1. In the value that a strategy guarantees, endless play
    counts as a loss.
    """
    out = Output("auction exact", target, tables=_EXACT_TABLES, table=table)
    with _printing_aside():
        named = [one_strategy(name) for name in strategies or ()]
    measured = named or [one_strategy(name) for name in BUILT_IN]
    parameters = {"cards": cards}
    with out.work(parameters) as run_options, _printing_aside():
        result = wg.exact_play(cards, run_options)
    with working("measuring the strategies"), _printing_aside():
        document = result.document(measured)
    out.write(document, parameters)


def play_between_strategies(
    line_up: str | Sequence[str],
    seed: int,
    game: int,
    cap: int = CAP,
    until_one_strategy: bool = False,
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
            print(prompt, end="", flush=True)
            answer = input().strip()
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


auction = group(
    "auction",
    """WAR with Auction Rounds: choose your card, the highest takes all.

    Play the game, watch one, let strategies play one another, repeat the published study, or solve small decks.""",
    strategies,
    play,
    watch,
    tournament,
    study,
    exact,
)
