"""Relations: the order, names, matrices and files, and what is refused."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import drawing_relations, literal_relations, positions_of, refusal, relations, tournaments
from wargraph.core.position import TIE, Player, Position, all_positions
from wargraph.core.relation import Interpretation, Relation
from wargraph.errors import ParameterError, PositionError, RelationError, TooLargeError

MATRIX = [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
RPS = Relation.of("rock-paper-scissors")


@pytest.mark.parametrize("n", [1, 2, 6])
def test_in_the_order_the_higher_card_wins(n):
    relation = Relation.order(n)
    assert (relation.n, relation.name, relation.is_order, relation.interpretation) == (n, f"order:{n}", True, "strict")
    for left in range(1, n + 1):
        for right in range(1, n + 1):
            assert relation.winner(left, right) is (Player.LEFT if left > right else Player.RIGHT)


def test_rock_paper_scissors_is_a_tournament_without_order():
    assert Relation(MATRIX) == RPS
    assert (RPS.is_tournament, RPS.is_order) == (True, False)
    assert str(RPS) == "rock      0 0 1\npaper     1 0 0\nscissors  0 1 0"
    assert str(Relation(MATRIX)) == "0 0 1\n1 0 0\n0 1 0"


@given(tournaments())
def test_in_a_tournament_exactly_one_of_two_wins(relation):
    beats = relation.to_array()
    assert relation.is_tournament
    assert np.array_equal(beats ^ beats.T, ~np.eye(relation.n, dtype=bool))
    transitive = not np.any((beats.astype(int) @ beats > 0) & ~beats)
    assert relation.is_order == transitive


@given(literal_relations())
def test_the_literal_reading_keeps_the_matrix(relation):
    beats = relation.to_array()
    for (left, right), entry in np.ndenumerate(beats):
        assert relation.winner(left + 1, right + 1) is (Player.LEFT if entry else Player.RIGHT)
    are_decided = np.array_equal(beats ^ beats.T, ~np.eye(relation.n, dtype=bool))
    assert relation.is_tournament == (are_decided and not np.trace(beats))


@given(drawing_relations())
def test_two_cards_draw_where_neither_beats_the_other(relation):
    beats = relation.to_array()
    for left in range(relation.n):
        for right in range(relation.n):
            expected = Player.LEFT if beats[left, right] else Player.RIGHT if beats[right, left] else None
            assert relation.winner(left + 1, right + 1) is expected
    assert relation.has_draws == bool(np.any(~(beats | beats.T) & ~np.eye(relation.n, dtype=bool)))
    assert not Relation(relation.rows, interpretation="literal").has_draws


@given(relations())
def test_matrices_of_every_kind_make_the_same_relation(relation):
    array = relation.to_array()
    for matrix in (array, array.astype(float), array.tolist(), (iter(row) for row in relation.rows)):
        assert Relation(matrix, "mine", relation.interpretation) == relation  # whatever it is called
        assert hash(Relation(relation.rows, "mine", relation.interpretation)) == hash(relation)
    array[:] = True
    assert relation.to_array().tolist() == [[bool(entry) for entry in row] for row in relation.rows]
    again = eval(repr(relation))
    assert (again, again.name, again.interpretation) == (relation, relation.name, relation.interpretation)
    assert eval(repr(RPS)).card_names == RPS.card_names


@pytest.mark.parametrize(
    ("matrix", "interpretation", "parts"),
    [
        ([], "strict", ["empty"]),
        ([[0, 1], [0]], "strict", ["2 rows, but row 2 has 1 column", "square"]),
        ([[0, 1], [-1, 0]], "strict", ["row 2, column 1 is -1"]),
        ([[0, 0.5], [1, 0]], "strict", ["0.5"]),
        ([[0, "1"], [0, 0]], "strict", ["row 1, column 2", "0 or 1"]),
        (np.array([[0, np.nan], [1, 0]]), "strict", ["row 1, column 2 is nan"]),
        (np.zeros((2, 2, 1)), "strict", ["row 1, column 1", "0 or 1"]),
        (7, "strict", ["n rows of n entries"]),
        ([0, 1], "strict", ["n rows of n entries"]),
        ([[0, 1, 1], [0, 1, 1], [0, 0, 0]], "strict", ["card 2 beats itself", "literal"]),
        ([[0, 1, 1], [0, 0, 1], [1, 0, 0]], "strict", ["cards 1 and 3 beat each other: exactly one", "literal"]),
        ([[0, 1, 1], [0, 0, 0], [0, 0, 0]], "strict", ["no winner is given for 2 and 3: add the pair,"]),
        (np.zeros((3, 3)), "strict", ["given for 1 and 2, 1 and 3, 2 and 3: add the pairs,"]),
        (np.zeros((4, 4)), "strict", ["1 and 4, and 2 other pairs: add the pairs"]),
        ([[0, 1, 0], [1, 0, 0], [0, 0, 0]], "draws", ["cards 1 and 2 beat each other: at most one of them"]),
        ([[1]], "draws", ["card 1 beats itself"]),
    ],
)
def test_bad_matrices_are_refused_with_their_fault(matrix, interpretation, parts):
    message = refusal(RelationError, Relation, matrix, "mine", interpretation)
    assert all(part in message for part in ["mine", *parts]), message


@pytest.mark.parametrize("text", ["x", "5", "-", "w", "", " ", "12", "<x>", "41|32", "a:", "rock,", "scissors"])
def test_an_unknown_name_is_no_relation(text):
    assert refusal(RelationError, Relation.of, text, "literal")
    message = refusal(RelationError, Relation.of, text)
    assert text != "scissors" or all(name in message for name in ["'scissors'", *Relation.names()])


def test_the_requested_reading_replaces_that_of_the_matrix(tmp_path):
    for source in ("order:3", 3, Relation.order(3), [[0, 0, 0], [1, 0, 0], [1, 1, 0]]):
        assert Relation.of(source) == Relation.order(3)
        assert Relation.of(source, interpretation="literal") == Relation(
            Relation.order(3).rows, interpretation="literal"
        )
    suits = Relation.of("suits:2x2")
    assert (suits.interpretation, suits.card_names) == (Interpretation.DRAWS, ("1a", "1b", "2a", "2b"))
    assert Relation.of("suits:2x2", "literal") == Relation.of(suits, "literal") == Relation(suits.rows, "", "literal")
    assert "given for '1a' and '1b'" in refusal(RelationError, Relation.of, suits, "strict")
    assert "interpretation 'ties' is not known" in refusal(ParameterError, Relation, [[0]], interpretation="ties")
    path = tmp_path / "two.json"
    path.write_text('{"matrix": [[0, 0], [0, 0]], "interpretation": "draws"}')
    assert Relation.of(path) == Relation([[0, 0], [0, 0]], interpretation="draws")
    assert Relation.of(path, "literal") == Relation([[0, 0], [0, 0]], interpretation="literal")


def test_unreadable_or_large_files_are_refused(tmp_path, monkeypatch):
    (tmp_path / "folder.csv").mkdir()
    assert "not found" in refusal(RelationError, Relation.of, str(tmp_path / "missing.csv"))
    assert "directory" in refusal(RelationError, Relation.read, tmp_path / "folder.csv")
    assert "null byte" in refusal(RelationError, Relation.read, "a\0.csv")
    for matrix in (np.zeros((1001, 1001)), [[2] * 1001], [[]] * 1001):  # before its entries are checked
        assert "use at most 1,000 cards" in refusal(TooLargeError, Relation, matrix, interpretation="literal")
    rows = [["x"] * 1002] * 2
    for path, text in ((tmp_path / "r.csv", "\n".join(map(",".join, rows))), (tmp_path / "r.json", json.dumps(rows))):
        path.write_text(text)
        assert "use at most 1,000 cards" in refusal(TooLargeError, Relation.read, path)
    monkeypatch.setattr("wargraph.core.matrices.sources._LARGEST_FILE", 10)
    assert "it has more than 10 bytes: that is too large" in refusal(RelationError, Relation.read, path)


@given(drawing_relations(), st.data())
def test_a_tie_is_told_in_words(relation, data):
    if relation.has_draws:
        assert relation.text(TIE) == "tie"
        assert relation.position("tie") == TIE
    position = data.draw(positions_of(relation.n))
    assert relation.position(relation.text(position)) == position


@pytest.mark.parametrize(
    "card_names",
    [("rock", "paper", '<b>"x"&'), ("a b", "c", "\N{ROCK}"), ("1", "🪨", "#3"), ("-1", "+", "1.5"), ()],
)
def test_positions_are_written_and_read_with_names(card_names):
    relation = Relation(MATRIX, card_names=card_names)
    for position in all_positions(3):
        text = relation.text(position)
        assert relation.position(text) == relation.position(str(position)) == relation.position(position) == position
        assert (text == str(position)) == (not card_names)


@pytest.mark.parametrize(
    ("kind", "ask", "given", "part"),
    [
        (PositionError, RPS.position, "rock|lizard", "'lizard', which is not a card"),
        (PositionError, RPS.position, "rock rock|paper", "not 'rock' once"),
        (PositionError, RPS.position, "rock paper scissors", "0 bars"),
        (PositionError, RPS.position, "1|2", "1..3"),
        (PositionError, RPS.position, Position("1|2"), "1..3"),
        (PositionError, RPS.text, Position("12|34"), "1..3"),
        (PositionError, RPS.text, "12|3", "is not a Position"),
        (PositionError, RPS.text, TIE, "0 cards"),
        *(
            (RelationError, ask, card, "the cards 1..3")
            for card in (0, 4, "rock", 1.5)
            for ask in (RPS.name_of, lambda card: RPS.winner(1, card), lambda card: RPS.winner(card, 1))
        ),
    ],
)
def test_there_are_no_other_cards_and_positions(kind, ask, given, part):
    assert part in refusal(kind, ask, given)


@pytest.mark.parametrize(
    ("card_names", "part"),
    [
        (("a", "b"), "2 card names (a, b), but 3 cards"),
        (("a", "b", "a"), "card 1 is called 'a', and so is another"),
        (("a", "b", ""), "1 to 60 characters"),
        (("a", "b", "c" * 61), "1 to 60 characters"),
        (("a", "b", "1"), "not its own"),
        (("a", "b", "c|d"), "commas and bars"),
        (("a", "b", "c\nd"), "can be printed"),
        (("a", "b", 3), "not a list of texts"),
        ("abc", "not a list of texts"),
    ],
)
def test_card_names_that_look_alike_are_refused(card_names, part):
    assert part in refusal(RelationError, Relation, MATRIX, card_names=card_names)
