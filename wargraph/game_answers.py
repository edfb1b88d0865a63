"""What reports on the lengths of games open with: the question and its answer, of one result or of several together."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from wargraph.position import Deals
from wargraph.wording import counted, in_runs, in_span

if TYPE_CHECKING:
    from wargraph.game_lengths import Endless, Lengths, Longest
    from wargraph.graph.contest import Contest
    from wargraph.graph.finish import Finish


def longest_answer(results: "Sequence[Longest]", of_any: bool = False) -> str:
    """How long the longest finite game is, on the cards that were asked about or, `of_any`, of any relation."""
    if len(results) > 1:
        return _longest_of([found.turns for found in results], results, of_any)
    (found,) = results
    starts = counted(found.positions, _start(found))
    last = "lasts" if found.positions == 1 else "last"
    games = f"{_cards(results, of_any)}{_from(found)} under {found.order}"
    return f"The longest finite game of {games} takes {counted(found.turns, 'turn')}; {starts} {last} that long."


def endless_answer(results: "Sequence[Endless]") -> str:
    """How many games never end, or of which of several results most do not."""
    if len(results) > 1:
        return _most_endless(results)
    (found,) = results
    starts = f"{_start(found)} of {_cards(results)}"
    if found.longest is None:
        return f"No {starts} ends under {found.order}."
    longest = counted(found.longest, "turn")
    if not found.endless:
        return f"Every {starts} ends under {found.order}, within {longest}."
    never = f"{_never(found, f' of {_cards(results)}')} never end under {found.order}"
    return f"{never}, and the longest other game takes {longest}."


def lengths_answer(results: "Sequence[Lengths]") -> str:
    """How soon half of the games are over, the longest, and how many never end."""
    if len(results) > 1:
        return f"{_longest_of([found.longest for found in results], results)} {_most_endless(results)}"
    (found,) = results
    start, under = _start(found), f"of {_cards(results)} under {found.order}"
    into = f"each runs into a cycle of {in_span(found.by_cycle_length, 'turn')}" if found.endless else ""
    if found.longest is None:
        return f"No {start} {under} ends: {into}."
    half, longest = counted(_half_over(found), "turn"), counted(found.longest, "turn")
    if not found.endless:
        return f"Every {start} {under} ends, half of them within {half} and all within {longest}."
    ending = f"Of the {start}s {under} that end, half do so within {half} and all within {longest}."
    return f"{ending} {_never(found)} never end: {into}."


def finish_answer(results: "Sequence[Finish]") -> str:
    """How far from the end a position is at most if both players help, and whether an end can always be reached."""
    farthest = max(results, key=lambda found: found.turns)
    start, turns = f"{_start(farthest)} of {_cards(results)}", counted(farthest.turns, "turn")
    answer = f"If both players help, the {start} that is farthest from the end takes {turns}"
    if len({found.n for found in results}) > 1:
        answer = f"{answer}, with {counted(farthest.n, 'card')}."
    else:
        answer += "; it is the only one." if farthest.positions == 1 else f"; {farthest.positions:,} are that far."
    cut_off = sum(found.cannot_end for found in results)
    if cut_off:
        starts = sum(found.starts for found in results)
        return f"{answer} From {cut_off:,} of the {counted(starts, _start(farthest))} no end can be reached."
    is_counted = len(results) == 1 and farthest.starts > 1
    each = f"each of the {farthest.starts:,} {_start(farthest)}s" if is_counted else f"every {_start(farthest)}"
    return f"{answer} From {each} an end can be reached."


def contest_answer(results: "Sequence[Contest]") -> str:
    """How soon a win can be forced if somebody chooses the orders, and from how many starts nobody can force one."""
    longest = max(results, key=lambda found: -1 if found.turns is None else found.turns)
    chosen = f"If {longest.chooser.told} chooses the order,"
    if longest.turns is None:
        return f"{chosen} nobody can force a win with {_cards(results)}."
    forced = f"{chosen} a win with {_cards(results)} can be forced in at most {counted(longest.turns, 'turn')}"
    if len({found.n for found in results}) > 1:
        *others, last = [str(n) for n in sorted({found.n for found in results if found.held})] or [""]
        sizes = f"{', '.join(others)} and {last}" if others else last
        never = f" On {sizes} cards there are positions from which nobody can force one." if sizes else ""
        return f"{forced}, with {counted(longest.n, 'card')}.{never}"
    if len(results) == 1 and longest.right is not None:
        by_whom = f"{forced}, by Left from {longest.left.total:,} and by Right from {longest.right.total:,}"
        held = f"from {longest.held:,} nobody can" if longest.held else "from each one of them can"
        return f"{by_whom} of the {counted(longest.starts, _start(longest))}; {held}."
    if not any(found.held for found in results):
        return f"{forced}, from every {_start(longest)}."
    starts = [f"{found.held:,} of the {counted(found.starts, _start(found))}" for found in results]
    return f"{forced}; from {' and '.join(starts)} nobody can."


def _longest_of(longest: Sequence[int | None], results: "Sequence[Lengths | Longest]", of_any: bool = False) -> str:
    """The longest finite game of several results, of each of which the longest is known."""
    turns = max((each for each in longest if each is not None), default=None)
    if turns is None:
        return f"No game of {_cards(results, of_any)} ends."
    which = _which(results[longest.index(turns)], results)
    return f"The longest finite game of {_cards(results, of_any)} takes {counted(turns, 'turn')}, {which}."


def _most_endless(results: "Sequence[Lengths | Endless]") -> str:
    """In which of several results most games never end."""
    most = max(results, key=_share)
    if not most.endless:
        orders = " and ".join(dict.fromkeys(found.order for found in results))
        return f"Every game of {_cards(results)} under {orders} ends."
    return f"The largest share of games that never end is {_share(most):.1%}, {_which(most, results)}."


def _cards(results: "Sequence[Lengths | Endless | Longest | Finish | Contest]", of_any: bool = False) -> str:
    """What is played with: so many cards, a relation or, `of_any`, any."""
    sizes = sorted({found.n for found in results})
    cards = counted(sizes[0], "card") if len(sizes) == 1 else f"{in_runs(sizes)} cards"
    if of_any:
        return f"any relation on {cards}"
    return results[0].relation.told if len(sizes) == 1 else cards


def _which(found: "Lengths | Endless | Longest", results: "Sequence[Lengths | Endless | Longest]") -> str:
    """One of several results, by what they differ in, and by its order in any case."""
    size = f"with {counted(found.n, 'card')} " if len({each.n for each in results}) > 1 else ""
    deals = f" from {found.deals} deals" if len({each.deals for each in results}) > 1 else _from(found)
    return f"{size}under {found.order}{deals}"


def _from(found: "Lengths | Endless | Longest") -> str:
    """From where games start, where that is not anywhere."""
    return " from even deals" if found.deals is Deals.EVEN else ""


def _start(found: "Lengths | Endless | Longest | Finish | Contest") -> str:
    """What a start is called."""
    return "even deal" if found.deals is Deals.EVEN else "position"


def _share(found: "Lengths | Endless") -> float:
    """Of games that never end."""
    return found.endless / found.total


def _never(found: "Lengths | Endless", of: str = "") -> str:
    """How many of how many starts never end."""
    return f"{found.endless:,} of the {counted(found.total, _start(found))}{of} ({_share(found):.1%})"


def _half_over(found: "Lengths") -> int:
    """After how many turns half of the games that end are over."""
    over = accumulate(found.by_turns.values())
    return next(turns for turns, count in zip(found.by_turns, over, strict=True) if 2 * count >= found.finite)
