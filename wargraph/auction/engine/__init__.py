"""The kernels that play WAR with Auction Rounds by the batch: the same games as `game.py`, move for move."""
