"""Endless deals of decks with suits, and their symbolic cycles: who wins round by round, for ever.

That 52 cards of different ranks go round for ever by the word LLLLRRRR is due to Spivey (Cycles in War, Integers 10,
2010). New here are decks with suits, the loser's card first, and words with draws.
"""
