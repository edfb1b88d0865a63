"""The layout that Graphviz makes of a War graph, as data of the page."""

from collections.abc import Iterator, Mapping
from typing import Any

from wargraph.core.position import Position
from wargraph.drawing.dot import ARC_STYLE, Part, draw_part, group_label
from wargraph.drawing.picture import Picture
from wargraph.graph.condensation import Condensation

Data = dict[str, Any]
"""A JSON object."""

_POINTS = 72
_LINE = 2
_ORDER_OF_COLOUR = {style["color"]: order for order, style in ARC_STYLE.items()}


def part_scene(part: Part, number: Mapping[Position, int]) -> Data:
    """The drawing of a part of the graph.

    Returns
    -------
    The ``title``; the ``size``, width and height in points; the ``names`` of the cards, shortened to fit into a node;
    what the positions are that are ``omitted``;
    the ``nodes``, each with the number of its position, its box (centre, width, height) and its kind: ``terminal``,
    ``cycle``, ``endless`` or ``plain``; the ``arcs``, each with the numbers of its ends, its order, its path, and
    whether it is bold; the ``headings`` of the columns; and the ``frames`` round the positions whose games never end.
    """
    drawn = _Drawn(draw_part(part))
    position_of = {str(position): position for position in part.positions}
    scene = drawn.data(
        [
            {"at": number[position], "box": drawn.boxes[name], "kind": _kind(part, position)}
            for name, position in position_of.items()
        ],
        [
            {
                "from": number[position_of[start]],
                "to": number[position_of[end]],
                "order": _ORDER_OF_COLOUR[edge["color"]],
                "path": drawn.path(edge),
                **({"bold": True} if (position_of[start], position_of[end]) in part.bold_arcs else {}),
            }
            for start, end, edge in drawn.edges
            if start in position_of
        ],
    )
    return scene | {"names": part.named.card_names, "omitted": part.omitted}


def condensed_scene(picture: Picture, condensed: Condensation) -> Data:
    """The drawing of a condensation, in the form of `part_scene`. Its nodes have a label instead of a number."""
    drawn = _Drawn(picture)
    nodes = [
        {
            "label": group_label(group).split("\n"),
            "box": drawn.boxes[str(place)],
            "kind": "terminal" if group.terminal else "cycle" if group.component_size > 1 else "plain",
        }
        for place, group in enumerate(condensed.groups)
    ]
    return drawn.data(nodes, [{"path": drawn.path(edge), "wide": edge["penwidth"]} for _, _, edge in drawn.edges])


def _kind(part: Part, position: Position) -> str:
    if position in part.cycle_numbers:
        return "cycle"
    return {None: "endless", 0: "terminal"}.get(part.turns[position], "plain")


class _Drawn:
    """A picture with the layout of Graphviz, turned so that y grows downwards."""

    def __init__(self, picture: Picture) -> None:
        self.title = picture.title
        layout = picture.layout()
        objects = layout.get("objects", [])
        self._nodes = [each for each in objects if "pos" in each]
        self._clusters = [each for each in objects if "bb" in each and "label" in each]
        self._names = {each["_gvid"]: each["name"] for each in objects}
        self._edges = layout.get("edges", [])
        # The bounds of the layout would include its legend, and the page has its own.
        self._left, self._bottom, self._right, self._top = self._bounds()
        self.boxes = {each["name"]: self._box(each) for each in self._nodes}

    @property
    def edges(self) -> Iterator[tuple[str, str, Data]]:
        """The visible edges, each with the names of the nodes where its arrow starts and ends."""
        for edge in self._edges:
            if edge.get("style") != "invis":
                ends = self._names[edge["tail"]], self._names[edge["head"]]
                start, end = reversed(ends) if edge.get("dir") == "back" else ends
                yield start, end, edge

    def data(self, nodes: list[Data], arcs: list[Data]) -> Data:
        """The scene of these nodes and arcs."""
        headings = [each for each in self._nodes if each.get("group", "").startswith("headings")]
        return {
            "title": self.title,
            "size": [round(self._right - self._left), round(self._top - self._bottom)],
            "nodes": nodes,
            "arcs": arcs,
            "headings": [{"text": _label(each), "box": self.boxes[each["name"]]} for each in headings],
            "frames": [{"text": each["label"], "box": self._frame(each)} for each in self._clusters],
        }

    def path(self, edge: Data) -> str:
        """The SVG path of an edge, from its first point through curves to its arrowhead."""
        points = edge["pos"].split()
        tip = [self._at(*_numbers(point[2:])) for point in points if point.startswith(("e,", "s,"))]
        first, *curve = [self._at(*_numbers(point)) for point in points if not point.startswith(("e,", "s,"))]
        if edge.get("dir") == "back":
            first, *curve = reversed([first, *curve])
        return f"M{first}C{' '.join(curve)}" + "".join(f"L{point}" for point in tip)

    def _bounds(self) -> tuple[float, float, float, float]:
        """The least x and y, and the greatest x and y, of everything visible."""
        corners = [_numbers(each["bb"]) for each in self._clusters]
        for node in self._nodes:
            x, y = _numbers(node["pos"])
            width, height = (float(node[side]) * _POINTS / 2 for side in ("width", "height"))
            corners.append([x - width, y - height, x + width, y + height])
        for _, _, edge in self.edges:
            corners += [[*_numbers(point.lstrip("es,")) * 2] for point in edge["pos"].split()]
        left, bottom, right, top = zip(*corners, strict=True)
        return min(left) - _LINE, min(bottom) - _LINE, max(right) + _LINE, max(top) + _LINE

    def _at(self, x: float, y: float) -> str:
        return f"{round(x - self._left)},{round(self._top - y)}"

    def _box(self, node: Data) -> list[int]:
        x, y = _numbers(node["pos"])
        width, height = (float(node[side]) * _POINTS for side in ("width", "height"))
        return [round(each) for each in (x - self._left, self._top - y, width, height)]

    def _frame(self, cluster: Data) -> list[int]:
        left, bottom, right, top = _numbers(cluster["bb"])
        centre = ((left + right) / 2 - self._left, self._top - (bottom + top) / 2)
        return [round(each) for each in (*centre, right - left, top - bottom)]


def _numbers(text: str) -> list[float]:
    return [float(number) for number in text.removesuffix("!").split(",")]


def _label(node: Data) -> str:
    """The label of a node of Graphviz, which writes \\N for its name."""
    return str(node["name"] if node["label"] == "\\N" else node["label"])
