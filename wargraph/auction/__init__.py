"""WAR with Auction Rounds: strategies, games, tournaments, exact play of small decks."""
