"""The kernels that search for cycles under free order."""

import numpy as np

from wargraph.kernel import kernel


@kernel
def _walk_back(first_arc, arc_starts, label, root, steps, reached, bounds):  # type: ignore[no-untyped-def]
    """`root`, and the positions beyond it from which a walk of 1, 2, ..., `steps` turns leads to it.

    Those `k` turns away are ``reached[bounds[k]:bounds[k + 1]]``, ascending; each stands there once.
    """
    reached[0] = root
    bounds[0], bounds[1] = 0, 1
    for step in range(1, steps + 1):
        start = bounds[step]
        end = start
        for place in range(bounds[step - 1], start):
            position = reached[place]
            for arc in range(first_arc[position], first_arc[position + 1]):
                parent = arc_starts[arc]
                if parent > root and label[parent] == label[root]:
                    reached[end] = parent
                    end += 1
        _sort(reached, start, end)
        bounds[step + 1] = _without_repetition(reached, start, end)


@kernel
def _sort(values, start, end):  # type: ignore[no-untyped-def]
    """Put the entries from `start` to `end` in ascending order. Shell's sort: numba's takes seconds to compile."""
    gap = 1
    while 3 * gap < end - start:
        gap = 3 * gap + 1
    while gap > 0:
        for place in range(start + gap, end):
            value = values[place]
            while place >= start + gap and values[place - gap] > value:
                values[place] = values[place - gap]
                place -= gap
            values[place] = value
        gap //= 3


@kernel
def _without_repetition(ascending, start, end):  # type: ignore[no-untyped-def]
    """Close up the entries from `start` to `end` so that each stands there once; the new end."""
    last = start
    for place in range(start, end):
        if place == start or ascending[place] != ascending[last - 1]:
            ascending[last] = ascending[place]
            last += 1
    return last


@kernel
def _visited(path, depth, position):  # type: ignore[no-untyped-def]
    for earlier in range(1, depth + 1):  # noqa: SIM110 - kernels have no any()
        if path[earlier] == position:
            return True
    return False


@kernel
def _holds(ascending, start, end, value):  # type: ignore[no-untyped-def]
    """Whether a value is among the entries from `start` to `end`, by halving."""
    while end - start > 1:
        middle = (start + end) // 2
        if ascending[middle] <= value:
            start = middle
        else:
            end = middle
    return start < end and ascending[start] == value


@kernel
def search_cycles(children, first_arc, arc_starts, most_parents, label, roots, length, on_cycle, found):  # type: ignore[no-untyped-def]
    """Count the cycles of a length whose first position, by index, is one of `roots`.

    Marks the positions on them in `on_cycle` and lists as many as `found` has rows. The search
    goes forward, but from half way on it must be where the root can be reached in the turns that
    are left. So it takes about 2**(length/2) steps a root, not 2**length, and some for every
    walk that closes.
    """
    half = length // 2
    path = np.empty(length, np.int64)
    column = np.empty(length, np.int64)
    way_back = np.empty(2 * most_parents**half, np.int64)
    bounds = np.empty(half + 2, np.int64)
    count = 0
    for root in roots:
        _walk_back(first_arc, arc_starts, label, root, half, way_back, bounds)
        path[0] = root
        column[0] = 0
        depth = 0 if bounds[half + 1] > bounds[half] else -1
        while depth >= 0:
            if column[depth] == 2:
                depth -= 1
                continue
            child = children[path[depth], column[depth]]
            column[depth] += 1
            if depth == length - 1 and child == root:
                for turn in range(length):
                    on_cycle[path[turn]] = True
                    if count < found.shape[0]:
                        found[count, turn] = path[turn]
                count += 1
            if depth == length - 1 or child <= root or label[child] != label[root]:
                continue
            left = length - 1 - depth
            if left <= half and not _holds(way_back, bounds[left], bounds[left + 1], child):
                continue
            if not _visited(path, depth, child):
                depth += 1
                path[depth] = child
                column[depth] = 0
    return count
