"""The shortest game that rules allow, found by search, with the proof that nothing shorter exists.

The search plays games with cards that are not dealt yet. A card is known only by what the comparisons so far say of its
rank: higher than that one, as high as this one. So a comparison branches over its outcomes, and not over ranks, and
one line of play stands for all the deals in which it happens. A line is left as soon as no deck has such cards.

For a limit of 1, 2, 3, ... turns all lines of play that the limit allows are gone through, depth first. What makes
that fast is a bound that never overestimates: the game of hand *sizes*, in which every comparison may come out any
way, as long as the deck has the pairs for the ties. A line is left when even that game cannot end within the limit.

Cards that come back sorted, shuffled or by a coin lie in an open order, until one of them is drawn. Chance is thus on
the side of who wants a short game: what it must give is searched for like the deal.
"""
