"""What the pages claim: the numbers come out again, a claim has its status, and every source its credit."""

import csv
import re
import runpy
from itertools import count, pairwise

import pytest
from cycle_words import cycles_of_words
from suited_cycles import SuitedCycle, TableOrder

from tests.docs.pages import ROOT, commands_in, read_command
from wargraph import (
    ParameterError,
    Position,
    ReturnOrder,
    auction_study,
    expect,
    finish,
    known_sequence,
    play,
    play_full_game,
    simulate,
)

SPIVEY = (
    "26 46 1 7 8 27 9 28 29 47 2 10 11 30 12 31 32 48 3 13 14 33 15 34 35 49",
    "16 36 17 37 38 50 4 18 19 39 20 40 41 51 5 21 22 42 23 43 44 52 6 24 25 45",
)
"""The deal that Spivey published (https://mathoverflow.net/a/40777); its card 1 is the highest."""

ROUNDS = {5: "five"}
RETURNED = {"natural": "top-down", "optimised": "descending", "loser-first": "loser-first"}


def page(name):
    return (ROOT / name).read_text("utf-8")


def section(name, heading):
    """The text under a heading, up to the next one."""
    (text,) = re.findall(rf"^#+ {re.escape(heading)}[^\n]*\n(.*?)(?=^#|\Z)", page(name), re.DOTALL | re.MULTILINE)
    return text


def cells(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def row_of_sources(heading, beginning):
    """The cells of a row of the table of sources: theirs, ours, whether they are the same."""
    rows = [cells(line) for line in section("docs/sources.md", heading).splitlines() if line.startswith("|")]
    (row,) = [row for row in rows if row[0].startswith(beginning)]
    return row


def shipped(name):
    with (ROOT / "figures" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def spiveys_deal():
    """The hands, with 52 for the highest card."""
    return tuple(tuple(53 - int(card) for card in hand.split()) for hand in SPIVEY)


@pytest.mark.long
def test_spiveys_deal_comes_back_when_the_pages_say():
    game = play(Position(*spiveys_deal()), "WL")
    sizes = [len(position.left) for position in game.positions]
    assert (game.entry, min(sizes), max(sizes)) == (0, 24, 28)
    winners = "".join("L" if after > before else "R" for before, after in pairwise(sizes))
    assert winners == ("RR" + "LLLLRRRR" * 3990)[: game.period]
    assert SuitedCycle(52, TableOrder(ReturnOrder.WL), 24, "LLLLRRRR").length == game.period
    for name in ("docs/transcripts.md", "docs/sources.md", "docs/endless-full-deck.md"):
        assert f"{game.period:,}" in page(name), name


def test_spiveys_deal_comes_back_by_a_few_lines_of_their_own():
    hands = [list(hand) for hand in spiveys_deal()]
    start = [*map(tuple, hands)]
    assert sorted(hands[0] + hands[1]) == [*range(1, 53)]
    for played in count():
        if played and [*map(tuple, hands)] == start:
            break
        cards = [hand.pop(0) for hand in hands]
        hands[cards[1] > cards[0]] += sorted(cards, reverse=True)
    assert played == 31_920


def goes_round(n, order, split, word):
    try:
        return SuitedCycle(n, TableOrder(order), split, word).split == split
    except ParameterError:
        return False


@pytest.mark.parametrize("n", range(3, 41))
def test_blocks_go_round_for_every_deck_that_spivey_names_and_no_other(n):
    """The word L^m R^m, m the largest power of two in n: from (q - 3)/2 splits, so for every q = n/m but 1 and 3."""
    block = n & -n
    splits = [split for split in range(1, n) if goes_round(n, ReturnOrder.WL, split, "L" * block + "R" * block)]
    assert len(splits) == max(n // block - 3, 0) // 2
    assert bool(splits) == (n // block not in (1, 3))


def test_another_word_than_blocks_goes_round_14_cards():
    """As the pages say beside Spivey's result that under some assumptions there is none."""
    words = {cycle.word for cycle in cycles_of_words(14, "WL", 8).cycles}
    assert words == {"LLRR", "LLRLRLRR"}
    assert all("LLRLRLRR" in page(name) for name in ("docs/transcripts.md", "docs/sources.md"))


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("docs/transcripts.md", "Endless games"),
        ("docs/transcripts.md", "What is new"),
        ("docs/endless-full-deck.md", "Symbolic cards"),
        ("docs/endless-full-deck.md", "What is known, and how well"),
        ("CITATION.cff", None),
        ("README.md", None),
        ("analyses/endless_deals.py", None),
        ("wargraph/symbolic_cycles/__init__.py", None),
        ("analyses/cycle_words.py", None),
        ("wargraph/fixed_order/transcripts/cycles.py", None),
    ],
)
def test_claims_of_blocks_the_code_of_cycles_and_the_citation_name_spivey(name, heading):
    assert "Spivey" in (section(name, heading) if heading else page(name))


def test_that_decks_without_blocks_have_no_endless_game_is_our_claim_up_to_16():
    row = row_of_sources("Endless deals", "a cycle of L^m R^m")
    assert "up to 16" not in row[0]
    for n in range(1, 17):
        odd_part = n // (n & -n)
        assert (known_sequence("endless-wl").terms[n] == 0) == (odd_part in (1, 3)), n
    ours = row_of_sources("Endless deals", "(ours)")
    assert "2, 3, 4, 6, 8, 12 and 16" in ours[2]


def test_the_authors_are_named_alike_everywhere():
    text = page("CITATION.cff")
    authors = re.findall(r"family-names: (\S+)\n +given-names: (.+)", text)
    assert ("Bu", "Alison") in authors
    for family, given in authors:
        assert f"{given[0]}. " in page("docs/transcripts.md")
        assert re.search(rf"{given[0]}\. (?:\w\. )?{family}\b", section("docs/transcripts.md", "References")), family


@pytest.mark.long
def test_the_table_of_coins_is_computed():
    lines = [cells(line) for line in section("docs/expectation.md", "With a fair coin").splitlines() if "|" in line]
    start = next(place for place, line in enumerate(lines) if line[0] == "p")
    sizes = [int(cell.removeprefix("n = ")) for cell in lines[start][1:]]
    rows = lines[start + 2 :]
    assert len(rows) == 5
    for p, *means in rows:
        for n, told in zip(sizes, means, strict=True):
            found = expect(n, "even", p).mean
            digits = len(told.partition(".")[2])
            assert round(found.low, digits) <= float(told) <= round(found.high, digits), (p, n)


def test_of_the_published_sorted_rules_three_go_wrong():
    for text in (
        section("docs/rules.md", "Where `rutgers` differs"),
        row_of_sources("The War graph", "replacement as played")[2],
    ):
        (wrong,) = re.findall(r"the (?:published )?code of\s+(.*?)\s+goes\s+wrong", text, re.DOTALL)
        assert set(re.findall("`([^`]+)`", wrong)) == {"descending", "ascending-by-play", "descending-by-play"}
        assert re.search(r"`ascending`[^.]*\bright\b", text)


@pytest.mark.long
def test_from_one_dummy_on_simple_minded_2_wins_more_often():
    rows = auction_study([1], games=100_000, seed=7).rows()
    first, second = (row["win_ratio"] for row in rows)
    error = max(row["win_ratio_error"] for row in rows)
    assert second - first > 5 * error
    for text in (
        section("docs/auction-findings.md", "What the paper asks"),
        row_of_sources("WAR with Auction Rounds", "SimpleMinded2 wins")[2],
    ):
        assert re.search(r"from\s+one\s+Dummy", text)
        told = [float(number) for number in re.findall(r"\b0\.9\d{3}\b", text)]
        assert told == pytest.approx([second, first], abs=5 * error)


@pytest.mark.long
def test_one_rival_beats_adversary_in_as_many_rounds_as_the_pages_say():
    study = runpy.run_path(str(ROOT / "analyses" / "best_rival.py"))
    row, game = study["best_rival"](study["STARTING_HAND"])
    assert row["rounds"] == len(game.rounds)
    assert game.winner == 2
    text = section("docs/auction-findings.md", "What the paper asks")
    assert f"in {ROUNDS[row['rounds']]} rounds" in " ".join(text.split())


@pytest.mark.parametrize("deck", [5, "cyclic:5", "paley:7", "random:9:1"])
def test_an_end_can_always_be_reached_and_that_is_said_to_be_proved(deck):
    """Also on 9 cards, beyond the census."""
    assert finish(deck).cannot_end == 0
    (claim,) = re.findall(r"\*\*The end can always be reached\.\*\*(.*?)\n\n", page("docs/beat-matrices.md"), re.DOTALL)
    assert claim.index("*Proved*") < claim.index("(expectation.md") < claim.index("*Exhaustive")
    assert "expectation.md" in " ".join(row_of_sources("Endless deals", "with both orders free"))


def terms(name, largest):
    known = known_sequence(name).terms
    return [known[n] for n in range(1, largest + 1)]


def test_the_tables_of_free_order_are_the_data():
    lines = [cells(line) for line in page("docs/free-order.md").splitlines() if line.startswith("|")]
    largest = int(lines[0][-1])
    assert largest == max(known_sequence("drawn-right").terms)
    told = [[int(cell.replace(",", "")) for cell in line[1:] if cell] for line in lines if line[0][0] not in "n-"]
    names = ["finish", "finish-even"]
    names += [f"{kind}-{chooser}" for chooser in ("winner", "loser", "right") for kind in ("contest", "drawn")]
    assert told == [terms(name, largest) for name in names]


def test_wars_in_the_tables_of_endless_deals_are_equal_comparisons():
    """A round with two draws counts two; the page names each deal of four suits that has such a round."""
    text = " ".join(section("docs/endless-full-deck.md", "The table").split())
    several = []
    for row in shipped("endless-full-deck"):
        if row["deal"] and row["suits"] == "4" and row["wars"] != "0":
            rules = f"delahaye-mathieu,deck={row['ranks']}x4,replacement={RETURNED[row['returned']]}"
            game = play_full_game(rules, row["deal"])
            cycle = game.rounds[game.entry :]
            assert sum(len(played.tied) for played in cycle) == int(row["wars"])
            rounds = sum(bool(played.tied) for played in cycle)
            if rounds != int(row["wars"]):
                several.append(f"{row['wars']} wars in {rounds} rounds")
    assert several == re.findall(r"\d+ wars in \d+ rounds", text)
    assert "equal comparisons" in text


@pytest.mark.long
def test_full_wars_make_no_game_odd_whatever_their_number():
    """Drew says that an odd number of them does; the page gives that in words of its own, without quotation marks."""
    games = [play_full_game("drew-shuffle", seed=1, game=game) for game in range(50)]
    full = [game for game in games if not any(played.short for played in game.rounds)]
    assert any(sum(len(played.tied) == 1 for played in game.rounds) % 2 for game in full)
    assert [game for game in full if game.turns % 2] == []
    told = row_of_sources("Drew's study", "even numbers of turns")
    assert '"' not in told[0]


def test_published_figures_that_are_unlikely_are_told_with_their_chance():
    unlikely = [row for row in shipped("how-long-is-war") if float(row["chance"]) < 0.05]
    assert [(row["rules"], row["figure"]) for row in unlikely] == [("drew-shuffle", "mean")]
    told = row_of_sources("Drew's study", "100,000 games")
    for row in unlikely:
        assert row["published"] in told[0]
        assert f"chance {row['chance']}" in told[2]


def test_cards_held_every_so_many_rounds_are_bryers():
    assert "--every" in row_of_sources("Bryer's study", "cards held")[1]
    assert "every k-th" not in section("docs/sources.md", "The War graph")


@pytest.mark.long
def test_no_game_by_bryers_rules_comes_to_his_cap():
    row = row_of_sources("Bryer's study", "no draws")
    found = simulate("bryer", 100_000, 2026)
    assert found.finished == len(found.games)
    assert found.longest < 2_000
    (longest,) = [
        row["ours"] for row in shipped("how-long-is-war") if (row["rules"], row["figure"]) == ("bryer", "longest")
    ]
    assert f"{int(longest):,}" in row[2]


def rows_of_theorems():
    _, *lines = [line for line in section("docs/results.md", "Theorems").splitlines() if line.startswith("| ")]
    return [cells(line) for line in lines]


def test_every_theorem_names_a_command_that_checks_it():
    """A command that can be read, a study, or a file of tests with the test that is named."""
    for statement, *_, command, credit in rows_of_theorems():
        assert credit, statement
        typed = re.findall("`([^`]+)`", command)
        assert typed, statement
        for line in typed:
            program, file, *_ = line.split()
            if program == "wargraph":
                (words,) = commands_in(f"{line}\n")
                read_command(words)
            else:
                path, _, name = file.partition("::")
                assert program == {"tests": "pytest", "analyses": "python"}[path.split("/")[0]]
                assert f"def {name}" in page(path), line


def test_what_another_system_may_lack_is_taken_away_by_the_test_that_is_named():
    named = re.findall(r"`(tests/[^`]+\.py)::(\w+)`", section("docs/robustness.md", "Other systems"))
    assert named
    for path, name in named:
        assert f"def {name}(" in page(path), name
