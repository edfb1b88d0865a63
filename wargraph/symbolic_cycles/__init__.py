"""Symbolic cycles for decks with suits: words of winners that go round forever, and endless deals made of them.

That 52 cards of different ranks go round forever by the word LLLLRRRR is due to Spivey (Cycles in War, Integers 10,
2010). New here are decks with suits, the loser's card first, and words with draws.
"""
