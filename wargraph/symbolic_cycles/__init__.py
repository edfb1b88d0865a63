"""Symbolic cycles for decks with suits: words of winners that go round for ever, and endless deals made of them."""
