"""Documents: tables by name, their parts, and documents put together."""

from hypothesis import given
from hypothesis import strategies as st

from wargraph.report.document import Document, Paragraph, Preformatted, Table, Title

ROWS = [{"n": 1}, {"n": 2}]
names = st.sampled_from(["games", "cycles", "lengths"])
tables = st.builds(
    Table,
    names,
    st.lists(st.fixed_dictionaries({"n": st.integers(0, 9)})),
    excerpt=st.none() | st.lists(st.fixed_dictionaries({"n": st.integers(10, 19)})),
)
blocks = st.one_of(*(st.builds(kind, st.sampled_from("abc")) for kind in (Title, Paragraph, Preformatted)), tables)
documents = st.lists(st.builds(Document, st.lists(blocks)))


def rows_of(blocks, name, column):
    parts = [block for block in blocks if isinstance(block, Table) and block.name == name]
    return [row for part in parts for row in getattr(part, column)]


@given(documents)
def test_joined_documents_keep_every_row_and_text_once(parts):
    every = [block for part in parts for block in part.blocks]
    joined = Document.joined(parts)
    assert len(joined.tables) == sum(isinstance(block, Table) for block in joined.blocks)
    for name, table in joined.tables.items():
        assert list(table.rows) == rows_of(every, name, "rows")
        assert list(table.shown) == rows_of(every, name, "shown")
    texts = [block for block in joined.blocks if not isinstance(block, Table)]
    assert set(texts) == {block for block in every if not isinstance(block, Table)}
    assert len(texts) == len(set(texts))


def test_what_each_opens_with_comes_first():
    parts = [
        Document([Title(f"{n}"), Paragraph(f"answer {n}"), Table("games", [{"n": n}]), Paragraph(f"note {n}")])
        for n in (1, 2)
    ]
    texts = [block.text if not isinstance(block, Table) else block.rows for block in Document.joined(parts).blocks]
    assert texts == ["1", "answer 1", "2", "answer 2", [{"n": 1}, {"n": 2}], "note 1", "note 2"]


@given(st.builds(Document, st.lists(blocks)))
def test_a_named_table_has_all_its_parts(document):
    assert list(document.tables) == list(dict.fromkeys(b.name for b in document.blocks if isinstance(b, Table)))
    for name in document.tables:
        (table,) = document.only(name).blocks
        assert table.shown == table.rows == rows_of(document.blocks, name, "rows")


def test_table_parts_for_programs_or_people_only():
    whole = Table("games", ROWS, excerpt=()) + Table("games", (), excerpt=[{"n": 1}])
    assert (whole.rows, whole.shown) == (ROWS, [{"n": 1}])
    assert Table("games", ROWS).shown == ROWS
