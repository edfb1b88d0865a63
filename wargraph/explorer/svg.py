"""The layout that Graphviz makes of a picture, as an SVG that the page colours by its own style."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from wargraph.drawing.picture import Picture

Data = dict[str, Any]
"""A JSON object."""

_POINTS = 72


def svg_drawing(picture: Picture, labels: Mapping[str, Sequence[str]], numbers: Mapping[str, int]) -> Data:
    """Return the drawing of a picture: its ``title``, and the elements of its ``svg``, in points.

    A node shows the lines of its label. Nodes and arcs have the classes that the picture gives them: for a node its
    kind, for an arc its return order. Where nodes are positions, ``data-at`` holds the number of a node, and
    ``data-arc`` the numbers of the two ends of an arc. The legend is left out, as the page has its own.
    """
    layout = picture.layout()
    objects = layout.get("objects", [])
    names = {each["_gvid"]: each["name"] for each in objects}
    svg = []
    for frame in (each for each in objects if "bb" in each and "label" in each):
        left, bottom, right, top = _numbers(frame["bb"])
        text = f"<text x='{left + 8:.0f}' y='{14 - top:.0f}'>{escape(frame['label'])}</text>"
        svg.append(f"<g class='frame'>{_rectangle(left, top, right - left, top - bottom)}{text}</g>")
    for edge in (each for each in layout.get("edges", []) if each.get("style") != "invis"):
        start, end = (names[edge[side]] for side in (("head", "tail") if _is_back(edge) else ("tail", "head")))
        at = f" data-arc='{numbers[start]}-{numbers[end]}'" if start in numbers else ""
        pen = f" stroke-width='{edge['penwidth']}'" if "penwidth" in edge else ""
        svg.append(f"<path class='arc {edge.get('class', '')}'{at}{pen} d='{_path(edge)}'/>")
    nodes = [each for each in objects if "pos" in each and each.get("style") != "invis"]
    for node in sorted(nodes, key=lambda node: node["name"] in labels):  # headings first
        name, (x, y) = node["name"], _numbers(node["pos"])
        lines = labels.get(name) or [name if node["label"] == "\\N" else node["label"]]
        texts = "".join(
            f"<text x='{x:.0f}' y='{4 - y + 13 * (line - (len(lines) - 1) / 2):.0f}'>{escape(text)}</text>"
            for line, text in enumerate(lines)
        )
        if name not in labels:
            svg.append(f"<g class='heading'>{texts}</g>")
            continue
        width, height = (float(node[side]) * _POINTS for side in ("width", "height"))
        box = _rectangle(x - width / 2, y + height / 2, width, height)
        at = f" data-at='{numbers[name]}'" if name in numbers else ""
        svg.append(f"<g class='node {node['class']}'{at}>{box}{texts}</g>")
    return {"title": picture.title, "svg": "".join(svg)}


def _rectangle(left: float, top: float, width: float, height: float) -> str:
    return f"<rect x='{left:.0f}' y='{-top:.0f}' width='{width:.0f}' height='{height:.0f}'/>"


def _path(edge: Data) -> str:
    """Return the path of an edge, from its first point through curves to its arrowhead, which Graphviz puts first."""
    points = [_numbers(point.lstrip("es,")) for point in edge["pos"].split()]
    tip, first, *curve = (f"{x:.0f},{-y:.0f}" for x, y in [points[0], *points[1:][:: -1 if _is_back(edge) else 1]])
    return f"M{first}C{' '.join(curve)}L{tip}"


def _is_back(edge: Data) -> bool:
    return edge.get("dir") == "back"


def _numbers(text: str) -> list[float]:
    return [float(number) for number in text.removesuffix("!").split(",")]
