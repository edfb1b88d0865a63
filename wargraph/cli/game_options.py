"""What commands that show one game share: by which rules it is played, and which game it is."""

from typing import Annotated

from wargraph.cli.options import option
from wargraph.errors import ParameterError
from wargraph.full_game.game import FullGame, play_full_game
from wargraph.full_game.rule_set import PRESETS, RuleSet

PresetOption = Annotated[
    str | None, option("--preset RULES", "The full game by these rules; wargraph rules lists them.", complete=PRESETS)
]
GameSeedOption = Annotated[
    int | None, option("--seed S", "Of the shuffled deck, or the auction. With --matrix random:N: which of them.")
]
GameOption = Annotated[int | None, option("--game G", "Which game of a simulation with this seed.")]


def asked_game(preset: str, deal: str | None, seed: int | None, game: int | None) -> FullGame:
    """The full game that the options ask for, played to its end."""
    rules = RuleSet.parse(preset)
    if deal is not None and rules.is_deterministic and (seed is not None or game is not None):
        raise ParameterError(f"a deal decides the whole game by the rules {rules}: leave --seed and --game out")
    return play_full_game(rules, deal, seed or 0, game or 0)
