"""What users rely on, frozen since 1.0: `interface.txt` lists it, and nothing may leave the list or change its name.

`pytest tests/test_interface.py --renew` writes what there is now; additions and a later format of checkpoints are for a
minor release, removals for a major one. The presets are listed, with all values, in `full_game/test_rule_set.py`.
"""

from pathlib import Path

import wargraph
from tests.cli.running import EVERY_COMMAND, options
from wargraph.campaign import checkpoint
from wargraph.core.matrices.written import WRITERS
from wargraph.drawing.graph_files import GRAPH_ENDINGS
from wargraph.full_game.table import FIELDS
from wargraph.report.columns import columns
from wargraph.report.files import PICTURE_ENDINGS
from wargraph.report.formats import FORMATS

LISTED = Path(__file__).with_name("interface.txt")


def interface():
    """Every name that may be typed or read, as lines of a kind and names."""
    yield from (f"name {name}" for name in sorted(wargraph.__all__))
    yield from (" ".join([f"command {command}:", *options(command)]) for command in sorted(EVERY_COMMAND))
    yield from (f"column {name}" for name in columns())
    yield from (f"column of a game {name}" for name in FIELDS)
    yield from (f"format {each.name}: {' '.join(filter(None, each.endings))}" for each in FORMATS)
    yield from (
        f"{kind}: {' '.join(endings)}"
        for kind, endings in {
            "pictures": PICTURE_ENDINGS,
            "War graphs as files": GRAPH_ENDINGS,
            "relations as files": tuple(WRITERS),
        }.items()
    )
    yield f"format of checkpoints {checkpoint._FORMAT}"


def test_interface_stays(request):
    now = "".join(f"{line}\n" for line in interface())
    if request.config.getoption("--renew"):
        LISTED.write_text(now, "utf-8")
    assert now == LISTED.read_text("utf-8"), "if that is meant: pytest tests/test_interface.py --renew"
