"""The full game: any deck, any number of players, every published rule; played, simulated and counted exactly."""
