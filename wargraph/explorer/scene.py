"""The layout that Graphviz makes of a picture, as an SVG that the page colours by its own style."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from wargraph.drawing.picture import Picture

Data = dict[str, Any]
"""A JSON object."""

_POINTS = 72
_LINE = 2


def scene(picture: Picture, labels: Mapping[str, Sequence[str]], numbers: Mapping[str, int]) -> Data:
    """Return the drawing of a picture: its ``title``, its ``size`` in points and the elements of its ``svg``.

    A node shows the lines of its label. Nodes and arcs have the classes that the picture gives them: for a node its
    kind, for an arc its return order. Where nodes are positions, ``data-at`` holds the number of a node, and
    ``data-arc`` the numbers of the two ends of an arc.
    """
    layout = picture.layout()
    objects = layout.get("objects", [])
    nodes = [each for each in objects if "pos" in each and each.get("style") != "invis"]
    edges = [each for each in layout.get("edges", []) if each.get("style") != "invis"]
    frames = [each for each in objects if "bb" in each and "label" in each]
    names = {each["_gvid"]: each["name"] for each in objects}
    # The bounds of the layout would include its legend, and the page has its own.
    place = _Place([*map(_frame_bounds, frames), *map(_node_bounds, nodes), *map(_edge_bounds, edges)])
    parts = []
    for frame in frames:
        x, y, width, height = place.box(_frame_bounds(frame))
        text = f"<text x='{x + 8}' y='{y + 14}'>{escape(frame['label'])}</text>"
        parts.append(f"<g class='frame'><rect x='{x}' y='{y}' width='{width}' height='{height}' rx='8'/>{text}</g>")
    for edge in edges:
        ends = [names[edge["tail"]], names[edge["head"]]]
        if edge.get("dir") == "back":
            ends.reverse()
        at = f" data-arc='{numbers[ends[0]]}-{numbers[ends[1]]}'" if ends[0] in numbers else ""
        pen = f" stroke-width='{edge['penwidth']}'" if "penwidth" in edge else ""
        parts.append(f"<path class='arc {edge.get('class', '')}'{at}{pen} d='{place.path(edge)}'/>")
    for node in sorted(nodes, key=lambda node: node["name"] in labels):  # headings first
        x, y, width, height = place.box(_node_bounds(node))
        middle = f"<text x='{x + width / 2:g}' y='{y + height / 2 + 4:g}'"
        if node["name"] not in labels:
            text = node["name"] if node["label"] == "\\N" else node["label"]
            parts.append(f"{middle} class='heading'>{escape(text)}</text>")
            continue
        lines = labels[node["name"]]
        texts = "".join(
            f"{middle} dy='{13 * (line - (len(lines) - 1) / 2):g}'>{escape(text)}</text>"
            for line, text in enumerate(lines)
        )
        at = f" data-at='{numbers[node['name']]}'" if node["name"] in numbers else ""
        parts.append(
            f"<g class='node {node['class']}'{at}><title>{escape(', '.join(lines))}</title>"
            f"<rect x='{x}' y='{y}' width='{width}' height='{height}'/>{texts}</g>"
        )
    return {"title": picture.title, "size": place.size, "svg": "".join(parts)}


class _Place:
    """The plane of the page: whole points from the left upper corner of all that is visible."""

    def __init__(self, bounds: Sequence[Sequence[float]]) -> None:
        left, bottom, right, top = zip(*bounds, strict=True)
        self._left, self._top = min(left) - _LINE, max(top) + _LINE
        self.size = [round(max(right) + _LINE - self._left), round(self._top - min(bottom) + _LINE)]

    def box(self, bounds: Sequence[float]) -> list[int]:
        """The left upper corner, width and height of what has these bounds."""
        left, bottom, right, top = bounds
        return [round(each) for each in (left - self._left, self._top - top, right - left, top - bottom)]

    def path(self, edge: Data) -> str:
        """The path of an edge, from its first point through curves to its arrowhead."""
        points = [f"{round(x - self._left)},{round(self._top - y)}" for x, y in _points(edge)]
        tip = points[: len(points) % 3 != 1]  # Graphviz puts the arrowhead first; curves have 3k + 1 points
        first, *curve = points[len(tip) :][:: -1 if edge.get("dir") == "back" else 1]
        return f"M{first}C{' '.join(curve)}" + "".join(f"L{point}" for point in tip)


def _points(edge: Data) -> list[list[float]]:
    return [_numbers(point.lstrip("es,")) for point in edge["pos"].split()]


def _edge_bounds(edge: Data) -> list[float]:
    xs, ys = zip(*_points(edge), strict=True)
    return [min(xs), min(ys), max(xs), max(ys)]


def _node_bounds(node: Data) -> list[float]:
    x, y = _numbers(node["pos"])
    width, height = (float(node[side]) * _POINTS / 2 for side in ("width", "height"))
    return [x - width, y - height, x + width, y + height]


def _frame_bounds(frame: Data) -> list[float]:
    return _numbers(frame["bb"])


def _numbers(text: str) -> list[float]:
    return [float(number) for number in text.removesuffix("!").split(",")]
