"""Options of commands that show one game: by which rules it is played, and which game it is."""

from typing import Annotated

import typer

from wargraph.cli.options import completion
from wargraph.full_game.rule_set import PRESETS

PresetOption = Annotated[
    str | None,
    typer.Option(
        "--preset",
        metavar="RULES",
        show_default=False,
        help="The full game by these rules; wargraph rules lists them.",
        autocompletion=completion(PRESETS),
    ),
]
GameSeedOption = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="S",
        show_default=False,
        help="Of the shuffled deck, or the auction. With --matrix random:N: which of them.",
    ),
]
GameOption = Annotated[
    int | None,
    typer.Option("--game", metavar="G", show_default=False, help="Which game of a simulation with this seed."),
]
