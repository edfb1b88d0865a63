"""The kernels that play full games by the batch: the same games as `rounds.py`, card for card."""
