"""Relations: the order, names, matrices and files, and what is refused."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import drawing_relations, literal_relations, positions_of, refusal, relations, tournaments
from wargraph.core.position import TIE, Player, Position, all_positions
from wargraph.core.relation import Reading, Relation
from wargraph.errors import ParameterError, PositionError, RelationError, TooLargeError

RPS = [[0, 0, 1], [1, 0, 0], [0, 1, 0]]


@pytest.mark.parametrize("n", [1, 2, 6])
def test_in_the_order_the_higher_card_wins(n):
    relation = Relation.order(n)
    assert (relation.n, relation.name, relation.is_order, relation.reading) == (n, f"order:{n}", True, "strict")
    for left in range(1, n + 1):
        for right in range(1, n + 1):
            assert relation.winner(left, right) is (Player.LEFT if left > right else Player.RIGHT)


def test_lizard_spock_beats_as_the_game_says():
    said = (
        "rock beats lizard, scissors; paper beats rock, Spock; scissors beats paper, lizard; Spock beats scissors, rock"
    )
    assert Relation.of("rock-paper-scissors-lizard-spock") == Relation.of(f"{said}; lizard beats Spock, paper")


def test_rock_paper_scissors_is_a_tournament_but_no_order():
    relation = Relation.of("rock-paper-scissors")
    assert relation == Relation(RPS, name="rock-paper-scissors")
    assert (relation.is_tournament, relation.is_order) == (True, False)
    assert str(relation) == "rock      0 0 1\npaper     1 0 0\nscissors  0 1 0"
    assert str(Relation(RPS)) == "0 0 1\n1 0 0\n0 1 0"
    assert Relation([[0, 1], [0, 0]]).is_order


@given(tournaments())
def test_in_a_tournament_exactly_one_of_two_wins(relation):
    beats = relation.to_array()
    assert relation.is_tournament
    assert np.array_equal(beats ^ beats.T, ~np.eye(relation.n, dtype=bool))
    transitive = not np.any((beats.astype(int) @ beats > 0) & ~beats)
    assert relation.is_order == transitive


@given(literal_relations())
def test_the_literal_reading_keeps_the_matrix_as_it_is(relation):
    for (left, right), entry in np.ndenumerate(relation.to_array()):
        assert relation.winner(left + 1, right + 1) is (Player.LEFT if entry else Player.RIGHT)
    ties = np.argwhere(relation.to_array() == relation.to_array().T)
    off_diagonal = [pair for pair in ties if pair[0] != pair[1]]
    assert relation.is_tournament == (not off_diagonal and not np.trace(relation.to_array()))


@given(relations())
def test_matrices_of_every_kind_make_the_same_relation(relation):
    array = relation.to_array()
    for matrix in (array, array.astype(float), array.tolist(), (iter(row) for row in relation.rows)):
        assert Relation(matrix, name=relation.name, reading=relation.reading) == relation


def test_the_array_is_a_copy():
    relation = Relation.order(3)
    relation.to_array()[:] = True
    assert relation.rows == ((0, 0, 0), (1, 0, 0), (1, 1, 0))


@pytest.mark.parametrize(
    ("matrix", "parts"),
    [
        ([], ["empty"]),
        ([[0, 1]], ["1 row, but row 1 has 2 columns", "square"]),
        ([[0, 1], [0]], ["2 rows, but row 2 has 1 column", "square"]),
        ([[0, 2], [0, 0]], ["row 1, column 2 is 2", "0 or 1"]),
        ([[0, 1], [-1, 0]], ["row 2, column 1 is -1"]),
        ([[0, 0.5], [1, 0]], ["0.5"]),
        ([[0, "1"], [0, 0]], ["row 1, column 2", "0 or 1"]),
        ([[0, None], [0, 0]], ["None"]),
        (np.array([[0, np.nan], [1, 0]]), ["row 1, column 2 is nan"]),
        ([["a\nb"]], ["row 1, column 1", "0 or 1"]),
        (np.zeros((2, 2, 1)), ["row 1, column 1", "0 or 1"]),
        (np.zeros((2, 2, 2, 2)), ["row 1, column 1", "0 or 1"]),
        ([[int("1" * 500)]], ["row 1, column 1", "bits"]),
        (None, ["n rows of n entries"]),
        (7, ["n rows of n entries"]),
        ([0, 1], ["n rows of n entries"]),
        ([[0, 1, 1], [0, 1, 1], [0, 0, 0]], ["card 2 beats itself", "literal"]),
        ([[0, 1, 1], [0, 0, 1], [1, 0, 0]], ["cards 1 and 3 beat each other", "literal"]),
        ([[0, 1, 1], [0, 0, 0], [0, 0, 0]], ["cards 2 and 3 do not beat each other", "one of them", "literal"]),
        (np.zeros((3, 3)), ["cards 1 and 2, 1 and 3, 2 and 3 do not beat each other", "one of each two"]),
        (np.zeros((4, 4)), ["cards 1 and 2, 1 and 3, 2 and 3, 1 and 4, and 2 other pairs do not beat each other"]),
    ],
)
def test_bad_matrices_are_refused_by_name_of_the_fault(matrix, parts):
    message = refusal(RelationError, Relation, matrix, name="mine")
    assert all(part in message for part in ["mine", *parts]), message


@pytest.mark.parametrize("matrix", [[[1]], [[0, 1], [1, 0]], [[0, 0], [0, 0]], [[1, 0], [0, 0]]])
def test_what_is_no_tournament_may_still_be_read_literally(matrix):
    relation = Relation(matrix, reading="literal")
    assert relation.rows == tuple(map(tuple, matrix))
    assert not relation.is_tournament
    assert not relation.is_order


@pytest.mark.parametrize(
    "name", ["order", "order:", "order:0", "order:-3", "order:x", "order:²", "order:" + "1" * 5000]
)
def test_an_order_needs_a_number_of_cards(name):
    message = refusal(RelationError, Relation.of, name)
    assert repr(name)[:20] in message
    assert "order:4" in message


def test_an_order_of_a_million_cards_is_refused_before_it_is_built():
    for maker in (lambda: Relation.order(10**6), lambda: Relation.of("order:1000000")):
        assert "1000000 cards is too large" in refusal(TooLargeError, maker)


def test_cards_that_are_not_there_beat_nobody():
    for left, right in ((0, 1), (1, 4), (-1, 1)):
        assert "the cards 1..3" in refusal(RelationError, Relation.order(3).winner, left, right)


def test_the_name_does_not_tell_relations_apart():
    assert Relation([[0, 0], [1, 0]], name="mine") == Relation.order(2)
    assert len({Relation([[0, 0], [1, 0]], name="mine"), Relation.order(2)}) == 1


@pytest.mark.parametrize("text", ["x", "5", "-", "w", "", " ", "12", "<x>", "41|32", "a:", "rock,"])
def test_a_word_that_is_no_name_is_no_relation(text):
    assert refusal(RelationError, Relation.of, text)
    assert refusal(RelationError, Relation.of, text, "literal")


def test_an_unknown_name_lists_the_known_ones():
    for reader in (Relation.of,):
        message = refusal(RelationError, reader, "scissors")
        assert all(name in message for name in ["'scissors'", *Relation.names()])
    assert "rows such as 001/100/010" in message
    assert "n = 0" in refusal(ParameterError, Relation.order, 0)


@pytest.mark.parametrize(
    "content",
    [b"0,0,1\n1,0,0\n0,1,0", b"0,0,1\r\n1,0,0\r\n0,1,0\r\n", b"0, 0, 1\n\n1, 0,0\n0,1 ,0\n", b"0,0,1\r1,0,0\r0,1,0\r"],
)
def test_line_ends_and_spaces_do_not_matter(tmp_path, content):
    path = tmp_path / "rps.csv"
    path.write_bytes(content)
    assert Relation.read(str(path)) == Relation(RPS, name="rps")


def test_whatever_holds_a_relation_can_be_read_literally():
    for source in ("order:3", 3, Relation.order(3), [[0, 0, 0], [1, 0, 0], [1, 1, 0]]):
        assert Relation.of(source) == Relation.order(3)
        assert Relation.of(source, reading="literal") == Relation(Relation.order(3).rows, reading="literal")
    assert Relation.of(Relation([[1]], reading="literal")).reading is Reading.LITERAL


def test_a_reading_that_is_asked_for_replaces_the_one_that_comes_with_the_matrix(tmp_path):
    suits = Relation.of("suits:2x2")
    assert (suits.reading, suits.card_names) == (Reading.DRAWS, ("1a", "1b", "2a", "2b"))
    assert (
        Relation.of("suits:2x2", "literal") == Relation.of(suits, "literal") == Relation(suits.rows, reading="literal")
    )
    assert "cards '1a' and '1b'" in refusal(RelationError, Relation.of, suits, "strict")
    path = tmp_path / "two.json"
    path.write_text('{"matrix": [[0, 0], [0, 0]], "reading": "draws"}')
    assert Relation.of(path) == Relation([[0, 0], [0, 0]], reading="draws")
    assert Relation.of(path, "literal") == Relation([[0, 0], [0, 0]], reading="literal")


@given(drawing_relations())
def test_two_cards_draw_where_neither_beats_the_other(relation):
    beats = relation.to_array()
    for left in range(relation.n):
        for right in range(relation.n):
            expected = Player.LEFT if beats[left, right] else Player.RIGHT if beats[right, left] else None
            assert relation.winner(left + 1, right + 1) is expected
    assert relation.has_draws == bool(np.any(~(beats | beats.T) & ~np.eye(relation.n, dtype=bool)))
    assert not Relation(relation.rows, reading="literal").has_draws


def test_at_most_one_of_two_cards_may_win_where_others_draw():
    message = refusal(RelationError, Relation, [[0, 1, 0], [1, 0, 0], [0, 0, 0]], reading="draws")
    assert "cards 1 and 2 beat each other: at most one of them must win" in message
    assert "card 1 beats itself" in refusal(RelationError, Relation, [[1]], reading="draws")
    assert "reading 'ties' is not known" in refusal(ParameterError, Relation, [[0]], reading="ties")


@given(drawing_relations(), st.data())
def test_a_tie_is_told_in_words(relation, data):
    if relation.has_draws:
        assert relation.text(TIE) == "tie"
        assert relation.position("tie") == TIE
    position = data.draw(positions_of(relation.n))
    assert relation.position(relation.text(position)) == position


@pytest.mark.parametrize(
    ("name", "content", "parts"),
    [
        ("line.csv", "0,1\u20280,0".encode(), ["1 row of 3 entries", "square"]),
        ("twice.csv", b"rock,rock\n0,1\n0,0\n", ["the same name in the first row"]),
        ("other.csv", b",rock,paper\npaper,0,1\nrock,0,0\n", ["card 'paper' beats itself"]),
        ("shifted.csv", b"2,3\n0,1\n0,0\n", ["3 rows of 2 entries", "square"]),
        ("half.csv", b"rock\n0,1\n0,0\n", ["'0,1' is no entry and numbers no card", "an entry is a win"]),
        ("says.txt", b"rock paper\nrock beats scissors", ["line 'rock paper'", "who beats whom"]),
        ("self.txt", b"rock beats rock", ["card 'rock' beats itself"]),
        ("names.json", b'{"names": [1], "matrix": [[0]]}', ["not a list of texts"]),
        ("word.csv", b"0,1\nx,0\n", ["2 against 1 has 'x'", "an entry is a win"]),
        ("ragged.csv", b"0,1\n0\n", ["no entry"]),
        ("semicolon.csv", b"0,1\n0;0\n", ["no entry"]),
        ("long.csv", b"0" * 140000, ["not CSV", "field"]),
        ("broken.csv", b"\xff\xfe0\x00,", ["not text in UTF-8", "save it as UTF-8", "CSV UTF-8"]),
        ("quoted.csv", b'"a\nb",c\n0,1\n0,0\n', ["not CSV"]),
        ("digits.json", b"[[" + b"1" * 5000 + b"]]", ["not JSON", "5000 digits"]),
        ("alike.csv", "é,e\u0301\n0,1\n0,0\n".encode(), ["two cards are called"]),
        ("unseen.csv", "a,\u200d\u200d\n0,1\n0,0\n".encode(), ["can be printed"]),
        ("unseen.txt", "a beats a\u200d".encode(), ["two cards are called"]),
        ("reading.json", b'{"matrix": [[0]], "reading": "foo"}', ["reading 'foo' is not known"]),
        ("empty.csv", b"", ["empty"]),
        ("blank.csv", b" \n\n", ["empty"]),
        ("empty.json", b"", ["empty"]),
        ("broken.json", b"[[0, 1], [0", ["not JSON"]),
        ("deep.json", b"[" * 10**5, ["not JSON"]),
        ("nan.json", b"[[0, NaN], [0, 0]]", ["1 against 2 has 'nan'"]),
        ("object.json", b'{"rows": [[0]]}', ["[0] is no card"]),
        ("word.json", b'{"matrix": [[0]], "names": "rock"}', ["no list", "each card"]),
        ("reading.json", b'{"matrix": [[0]], "reading": 1}', ["reading 1 is not known"]),
        ("flat.json", b"[0, 1]", ["[0, 1] is no relation"]),
        ("rows.json", b"[[], []]", ["[[], []] is no relation"]),
        ("deeper.json", b'[["a", ["b", "c"]]]', ["is no relation"]),
        ("nobody.json", b"{}", ["there are no cards"]),
        ("nobody.dot", b"digraph {}", ["there are no cards"]),
        ("nobody.d6", b"&?", [".d6 file", "not those of a square"]),
        ("nothing.json", b"[]", ["[] is no relation"]),
        ("pair.json", b"[[0, 1], [1, 0]]", ["cards 1 and 2 beat each other", "--literal"]),
        ("diagonal.csv", b"1", ["card 1 beats itself", "--literal"]),
    ],
)
def test_bad_files_are_refused_by_name_and_fault(tmp_path, name, content, parts):
    path = tmp_path / name
    path.write_bytes(content)
    message = refusal(RelationError, Relation.read, path)
    assert all(part in message for part in [str(path), *parts]), message


def test_a_file_far_too_large_is_refused_in_plain_words(tmp_path, monkeypatch):
    monkeypatch.setattr("wargraph.core.matrices.sources._LARGEST_FILE", 10)
    path = tmp_path / "large.csv"
    path.write_text("0,1,0,1,0,1\n")
    message = refusal(RelationError, Relation.read, path)
    assert message == f"matrix file {str(path)!r}: it has more than 10 bytes: that is too large"


def test_missing_files_and_folders_are_refused(tmp_path):
    (tmp_path / "folder.csv").mkdir()
    assert "No such file" in refusal(RelationError, Relation.of, str(tmp_path / "missing.csv"))
    assert "directory" in refusal(RelationError, Relation.read, tmp_path / "folder.csv")
    assert "null byte" in refusal(RelationError, Relation.read, "a\0.csv")


@pytest.mark.parametrize("matrix", [np.zeros((1001, 1001)), [[2] * 1001], [[]] * 1001])
def test_a_matrix_is_refused_for_its_size_before_its_entries(matrix):
    assert "use at most 1,000 cards" in refusal(TooLargeError, Relation, matrix, reading="literal")


@pytest.mark.parametrize("name", ["large.csv", "large.json"])
def test_a_large_file_is_refused_for_its_size_before_its_entries(tmp_path, name):
    matrix = [["x"] * 1002] * 1002
    (tmp_path / name).write_text(json.dumps(matrix) if name.endswith("json") else "\n".join(map(",".join, matrix)))
    message = refusal(TooLargeError, Relation.read, tmp_path / name)
    assert all(part in message for part in [name, "too large", "use at most 1,000 cards"])


@pytest.mark.parametrize(
    "card_names",
    [
        ("rock", "paper", '<b>"x"&'),
        ("a b", "c", "\N{ROCK}"),
        ("10♠", "9♠", "8♠"),
        ("1", "🪨", "#3"),
        ("-1", "+", "1.5"),
        (),
    ],
)
def test_positions_are_written_and_read_with_names(card_names):
    relation = Relation(RPS, card_names=card_names)
    for position in all_positions(3):
        text = relation.text(position)
        assert relation.position(text) == relation.position(str(position)) == position
        assert (text == str(position)) == (not card_names)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("rock|lizard", "'lizard', which is not a card"),
        ("rock rock|paper", "not 'rock' once"),
        ("rock paper scissors", "0 bars"),
        ("", "0 bars"),
    ],
)
def test_a_position_with_names_is_refused_by_its_fault(text, part):
    assert part in refusal(PositionError, Relation.of("rock-paper-scissors").position, text)


@pytest.mark.parametrize(
    ("card_names", "part"),
    [
        (("a", "b"), "2 card names (a, b), but 3 cards"),
        (("a", "b", "a"), "two cards are called 'a'"),
        (("a", "b", ""), "1 to 60 characters"),
        (("a", "b", "c" * 61), "1 to 60 characters"),
        (("a", "b", "1"), "not its own"),
        (("a", "b", "c|d"), "commas and bars"),
        (("a", "b", "c\nd"), "can be printed"),
        (("a", "b", 3), "not a list of texts"),
        ("abc", "not a list of texts"),
    ],
)
def test_card_names_that_cannot_be_told_apart_are_refused(card_names, part):
    assert part in refusal(RelationError, Relation, RPS, card_names=card_names)


@pytest.mark.parametrize(
    "relation", [Relation.order(3), Relation([[1, 1], [0, 0]], "mine", "literal"), Relation.of("rock-paper-scissors")]
)
def test_a_relation_shows_how_to_make_it(relation):
    again = eval(repr(relation))
    assert (again, again.name, again.reading) == (relation, relation.name, relation.reading)
    assert again.card_names == relation.card_names


@pytest.mark.parametrize("card", [0, 4, "rock", 1.5, None])
def test_there_are_no_other_cards(card):
    relation = Relation.of("rock-paper-scissors")
    for function in (relation.name_of, lambda card: relation.winner(1, card), lambda card: relation.winner(card, 1)):
        assert "the cards 1..3" in refusal(RelationError, function, card)


def test_a_position_of_other_cards_is_refused():
    relation = Relation.of("rock-paper-scissors")
    for function, position in (
        (relation.text, Position("12|34")), (relation.position, "1|2"), (relation.position, Position("1|2")),
        (relation.text, "12|3"), (relation.text, TIE),
    ):  # fmt: skip
        assert "1..3" in refusal(PositionError, function, position) or "is not a Position" in refusal(
            PositionError, function, position
        )
    assert relation.position(Position("12|3")) == Position("12|3")
