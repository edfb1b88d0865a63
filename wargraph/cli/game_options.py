"""Options that commands about one game share: its rules, its seed and its number."""

from collections.abc import Sequence
from typing import Annotated

from wargraph.cli.options import option
from wargraph.errors import ParameterError
from wargraph.full_game.game import FullGame, play_full_game
from wargraph.full_game.rule_set import PRESETS, RuleSet

PresetOption = Annotated[
    str | None,
    option("--preset RULES", "Play the full game with these rules; wargraph rules lists them.", complete=PRESETS),
]
GameSeedOption = Annotated[
    int | None,
    option(
        "--seed S",
        "The seed of the shuffled deck, or of the auction game that wargraph explore shows; with --matrix random:N, "
        "the seed of the matrix.",
    ),
]
GivenOption = Annotated[
    list[str] | None,
    option(
        "--given CARDS",
        "Cards that a player was dealt, such as '1: A,A,A,A', or has on top of the hand, such as '1 top: K,2'; the "
        "other cards are dealt at random. Repeat the option for more conditions.",
    ),
]
GameOption = Annotated[int | None, option("--game G", "Play game number G of the simulation with this seed.")]


def chosen_game(
    preset: str, deal: str | None, seed: int | None, game: int | None, given: Sequence[str] | None
) -> FullGame:
    """Play the full game that the options choose to its end."""
    rules = RuleSet.parse(preset)
    if deal is not None and rules.is_deterministic and (seed is not None or game is not None):
        raise ParameterError(f"a deal decides the whole game by the rules {rules}: leave --seed and --game out")
    return play_full_game(rules, deal, seed or 0, game or 0, given=given or ())
