"""Reading: each form in which people have a relation means the same, and what is none of them is refused."""

import json
import re
from io import BytesIO
from itertools import combinations
from pathlib import Path
from random import Random

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import pygraphviz
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from tests.support import examples, long, refusal, relations
from wargraph.core.matrices.written import WRITERS
from wargraph.core.relation import Relation
from wargraph.errors import RelationError, shown

RPS = {("rock", "scissors"), ("paper", "rock"), ("scissors", "paper")}


def pairs(relation):
    """The winner and the loser of each pair, by their names in lower case."""
    called = [relation.name_of(card).casefold() for card in range(1, relation.n + 1)]
    return {(called[i], called[j]) for i, row in enumerate(relation.rows) for j, beats in enumerate(row) if beats}


# In these texts and on the page ⏎ stands for the end of a line.
FORMS = {
    "payoffs": ",rock,paper,scissors⏎rock,0,-1,1⏎paper,1,0,-1⏎scissors,-1,1,0",
    "other words; semicolons; a corner that says what is what":
        "row beats column;rock;paper;scissors⏎rock;;lost;won⏎paper;won;;lost⏎scissors;lost;won;",
    "letters, tabs, names in the first row": "rock\tpaper\tscissors⏎D\tL\tW⏎W\tD\tL⏎L\tW\tD",
    "names in the first column, and blanks": "rock     T L W⏎paper    W T L⏎scissors L W T",
    "true and false": ",rock,paper,scissors⏎rock,FALSE,FALSE,TRUE⏎paper,TRUE,FALSE,FALSE⏎scissors,FALSE,TRUE,FALSE",
    "true and false by a letter": ",rock,paper,scissors⏎rock,f,f,t⏎paper,t,f,f⏎scissors,f,t,f",
    "plus and minus": "rock,paper,scissors⏎0,\N{MINUS SIGN},+⏎+,0,\N{MINUS SIGN}⏎\N{MINUS SIGN},+,0",
    "plus and hyphen": "rock,paper,scissors⏎-,-,+⏎+,-,-⏎-,+,-",
    "decimals, quotes and a byte-order mark":
        '\ufeff"","rock","paper","scissors"⏎"rock",0.0,-1.0,1.0⏎"paper",+1,0.0,-1.0⏎"scissors",-1.0,1.0,0.0',
    "the loser's row": "loser \\ winner,rock,paper,scissors⏎rock,0,1,0⏎paper,0,0,1⏎scissors,1,0,0",
    "a row that loses": "row loses to column,rock,paper,scissors⏎rock,0,1,0⏎paper,0,0,1⏎scissors,1,0,0",
    "a row that is beaten": "is beaten by,rock,paper,scissors⏎rock,0,1,0⏎paper,0,0,1⏎scissors,1,0,0",
    "a column that is beaten": "column beaten by row,rock,paper,scissors⏎rock,0,0,1⏎paper,1,0,0⏎scissors,0,1,0",
    "a header of R, one shorter": '"rock" "paper" "scissors"⏎"rock" 0 0 1⏎"paper" 1 0 0⏎"scissors" 0 1 0',
    "columns in another order": ",scissors,paper,rock⏎rock,1,0,0⏎paper,0,0,1⏎scissors,0,1,0",
    "an index beside the names": ",rock,paper,scissors⏎0,0,0,1⏎1,1,0,0⏎2,0,1,0",
    "numbers above the columns": ",1,2,3⏎rock,0,0,1⏎paper,1,0,0⏎scissors,0,1,0",
    "empty columns and comments": "# who beats whom⏎,rock,paper,scissors,,⏎rock,,0,1,,⏎⏎paper,1,,0,,⏎scissors,0,1,,,",
    "a corner of several words, and blanks":
        "row beats column rock paper scissors⏎rock             0    0     1⏎paper            1    0     0⏎"
        "scissors         0    1     0",
    "a grid of a terminal":
        "+----------+------+-------+----------+⏎|          | rock | paper | scissors |⏎"
        "+==========+======+=======+==========+⏎| rock     | -    | lose  | win      |⏎"
        "| paper    | win  | -     | lose     |⏎| scissors | lose | win   | -        |⏎"
        "+----------+------+-------+----------+",
    "a mapping with payoffs":
        '{"rock": {"rock": 0, "paper": -1, "scissors": 1}, "paper": {"rock": 1, "paper": 0, "scissors": -1},⏎'
        ' "scissors": {"rock": -1, "paper": 1, "scissors": 0}}',
    "records":
        '[{"winner": "rock", "loser": "scissors"},⏎'
        ' {"winner": "paper", "loser": "rock"}, {"winner": "scissors", "loser": "paper"}]',
    "node-link":
        '{"directed": true, "nodes": [{"id": 0, "label": "rock"}, {"id": 1, "label": "paper"},⏎'
        ' {"id": 2, "label": "scissors"}], "links": [⏎'
        '{"source": 0, "target": 2}, {"source": 1, "target": 0}, {"source": 2, "target": 1}]}',
    "a heading": "winner,loser⏎rock,scissors⏎paper,rock⏎scissors,paper",
    "a heading of a graph":
        "Source,Target,Type,Id,Label,Weight⏎rock,scissors,Directed,0,,1⏎paper,rock,Directed,1,,1.0⏎"
        "scissors,paper,Directed,2,,1.0",
    "a heading with by": "card,beaten by⏎scissors,rock⏎rock,paper⏎paper,scissors",
    "a heading of two cards": "card,beats,item⏎rock,scissors,stone⏎paper,rock,sheet⏎scissors,paper,blade",
    "a heading with weak": "card,weak against⏎scissors,rock⏎rock,paper⏎paper,scissors",
    "games below a heading": "card1,card2,result⏎rock,scissors,win⏎rock,paper,lose⏎scissors,paper,win",
    "arcs with attributes": "rock scissors {'weight': 1}⏎paper rock {}⏎scissors paper {}",
    "arrows": "rock -> scissors⏎paper->rock⏎scissors --> paper;",
    "arrows of both directions": "scissors <- rock⏎rock ← paper⏎scissors > paper",
    "a chain of arrows": "rock -> scissors -> paper -> rock",
    "verbs": "Rock crushes Scissors⏎Paper covers Rock⏎Scissors cut Paper",
    "verbs with commas, in one line": "Scissors cuts Paper, Paper covers Rock, Rock crushes Scissors.",
    "verbs in cells": "rock,crushes,scissors⏎paper,covers,rock⏎scissors,cut,paper",
    "links in cells": "scissors,loses to,rock⏎paper,beats,rock⏎paper,<,scissors",
    "links in JSON": '[["rock", "loses to", "paper"], ["paper", "loses to", "scissors"], ["rock", "beat", "scissors"]]',
    "sentences in one line": "Rock beats scissors. Paper defeats rock. Scissors beat paper.",
    "quotes, exclamation marks, a longer arrow": "\u2018Rock\u2019 ⟹ «scissors»! Paper → _rock_! Scissors ➡ paper!",
    "another end of line": "rock beats scissors\u2028paper beats rock\u2028scissors beats paper",
    "losers first": "scissors loses to rock⏎rock is beaten by paper⏎paper is cut by scissors",
    "sentences between commas": "rock lost against paper, paper lost to scissors, scissors lost to rock",
    "a list in Markdown": "- rock beats scissors⏎- paper beats rock⏎- scissors beats paper",
    "YAML with verbs": "rock:⏎  scissors: crushes⏎paper:⏎  rock: covers⏎scissors:⏎  paper: cuts",
    "YAML with entries": "rock:⏎  paper: lose⏎  scissors: win⏎paper:⏎  scissors: lose",
    "games without a heading": "rock,paper,lose⏎paper,scissors,lose⏎scissors,rock,lose",
    "a list below a title": "Rules:⏎- rock beats scissors⏎- paper beats rock⏎- scissors beats paper",
    "DOT with a chain, labels and comments":
        '/* who beats whom */⏎strict digraph "rps" {⏎  1 [label="rock"]; 2 [label="paper"]; 3 [label="scissors"]⏎'
        '  1 -> 3 -> 2 -> 1⏎}',
}  # fmt: skip

NUMBERED = {
    "letters": "DLW⏎WDL⏎LWD",
    "JSON": "[[false, false, true], [true, false, false], [false, true, false]]",
    "pairs of numbers": "1 3⏎2 1⏎3 2",
    "pairs of numbers from 0": "0,2⏎1,0⏎2,1",
    "digraph6 with its heading": ">>digraph6<<&BKO",
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_each_form_of_rock_paper_scissors_is_read(tmp_path, form):
    path = tmp_path / "r.dat"
    path.write_text(FORMS[form].replace("⏎", "\n"), encoding="utf-8")
    relation = Relation.of(path)
    assert (pairs(relation), relation.interpretation) == (RPS, "strict")
    assert re.match("3 cards; [^\n]*$", relation.understood)


@pytest.mark.parametrize("form", NUMBERED)
def test_each_form_without_names_is_read(tmp_path, form):
    path = tmp_path / "r"
    path.write_bytes(NUMBERED[form].replace("⏎", "\r\n").encode("utf-8-sig"))
    relation = Relation.of(path)
    assert (relation.one_line, relation.card_names) == ("001/100/010", ())


# Texts with numbers or in a form of some program, each with what beats what, and the number of pairs that draw.
MORE = {
    "multipliers": ("Attacking,fire,water,grass⏎fire,.5,.5,2⏎water,2,.5,.5⏎grass,.5,2,.5", "f>g w>f g>w"),
    "multipliers and equal ones": (",fire,water,grass⏎fire,1,½,2⏎water,2,1,1⏎grass,1,1,1", "f>g w>f", 1),
    "a defender's multipliers": ("Defending,fire,water⏎fire,1,2⏎water,½,1", "w>f"),
    "counts of wins": (",Ada,Bo,Cy⏎Ada,0,7,1⏎Bo,2,0,9⏎Cy,3,0,0", "A>B B>C C>A"),
    "counts without names": ("0 7 1⏎2 0 9⏎3 0 0", "1>2 2>3 3>1"),
    "shares": (",A,B,C⏎A,,2/3,4/9⏎B,1/3,,1/2⏎C,5/9,1/2,", "A>B C>A", 1),
    "percentages": (",A,B⏎A,-,40%⏎B,60%,-", "B>A"),
    "margins": (",A,B,C⏎A,0,12,-3⏎B,-12,0,1⏎C,3,-1,0", "A>B B>C C>A"),
    "scores in a table": (",A,B⏎A,,3:1⏎B,1:3,", "A>B"),
    "nearly a win": (",fire,water⏎fire,0,0.99999999⏎water,0,0", "f>w"),
    "a crosstable": ("Name,1,2,3⏎Anna,*,1,0⏎Ben,0,*,1⏎Cleo,1,0,*", "A>B B>C C>A"),
    "a crosstable with draws and totals":
        ("#,Name,1,2,3,Pts⏎1,Ann,x,1,½,1.5⏎2,Ben,0,x,1,1⏎3,Cy,½,0,x,.5", "A>B B>C", 1),
    "totals of rows and columns": (",a,b,c,Total⏎a,0,1,0,1⏎b,0,0,1,1⏎c,1,0,0,1⏎Total,1,1,1,3", "a>b b>c c>a"),
    "a diagonal of NA": (",a,b,c⏎a,NA,1,0⏎b,0,NA,1⏎c,1,0,NA", "a>b b>c c>a"),
    "a diagonal of X": (",a,b⏎a,X,1⏎b,0,X", "a>b"),
    "a diagonal of 0.5": (",a,b,c⏎a,0.5,1,0⏎b,0,0.5,1⏎c,1,0,0.5", "a>b b>c c>a"),
    "repeated games": ("winner,loser⏎a,b⏎a,b⏎b,a⏎b,c⏎c,a", "a>b b>c c>a"),
    "repeated games, one drawn": ("a,b,win⏎a,b,win⏎a,b,draw⏎b,a,win⏎b,c,win⏎a,c,lose", "a>b b>c c>a"),
    "a column that names the winner": ("Player 1,Player 2,Winner⏎r,s,r⏎s,p,s⏎p,r,p", "r>s s>p p>r"),
    "cards called like sides": ("card1,card2,winner⏎black,white,white⏎white,red,red⏎red,black,black", "w>b r>w b>r"),
    "a winner without a heading": ("r,s,s⏎s,p,p⏎p,r,r", "s>r p>s r>p"),
    "p1 and p2": ("p1,p2,result⏎rock,scissors,p1⏎scissors,paper,p1⏎rock,paper,p2", "r>s s>p p>r"),
    "home and away, with a date": ("Date,Home,Away,Result⏎1.5.,a,b,home⏎2.5.,b,c,away⏎3.5.,a,c,draw", "a>b c>b", 1),
    "results of chess": ("a,b,1-0⏎b,c,½-½⏎c,a,0-1", "a>b a>c", 1),
    "points of chess": ("a,b,1⏎b,c,½⏎c,a,0", "a>b a>c", 1),
    "goals in one column": ("r,s,3-1⏎p,r,2-0⏎s,p,1-0", "r>s p>r s>p"),
    "a list with games": ("winner,loser,games⏎a,b,5⏎b,a,3⏎b,c,1⏎c,a,1", "a>b b>c c>a"),
    "a known heading": ("victor,defeated⏎r,s⏎s,p⏎p,r", "r>s s>p p>r"),
    "half a known heading": ("prey,hunter⏎s,r⏎p,s⏎r,p", "r>s s>p p>r"),
    "cards that beat nothing": ("card,beats⏎r,\"s, p\"⏎p,nothing⏎s,p", "r>s r>p s>p"),
    "winners and losers of each card": ("card,beats,loses to⏎r,s,p⏎p,r,s⏎s,p,r", "r>s s>p p>r"),
    "a corner that loses": ("loser,a,b,c⏎a,0,1,0⏎b,0,0,1⏎c,1,0,0", "b>a c>b a>c"),
    "a corner that wins": ("winner,a,b,c⏎a,0,1,0⏎b,0,0,1⏎c,1,0,0", "a>b b>c c>a"),
    "verbs of two words": ("ROCK CRUSHES SCISSORS⏎PAPER BLOWS OUT ROCK⏎SCISSORS CUT PAPER", "R>S P>R S>P"),
    "verbs that are passive":
        ("rock is covered by paper⏎paper gets cut by scissors⏎scissors succumb to rock", "p>r s>p r>s"),
    "several verbs": ("rock crushes lizard and scissors, is eaten by paper⏎lizard eats paper but loses to scissors⏎"
                      "scissors cut paper", "r>l r>s p>r l>p s>l s>p"),
    "a verb behind a colon": ("rock: crushes scissors⏎paper: covers rock⏎scissors: cut paper", "r>s p>r s>p"),
    "verbs of losing in JSON": ('{"r": {"s": "crushes", "p": "loses to"}, "s": {"p": "cuts"}}', "r>s p>r s>p"),
    "records": ('[{"name":"r","beats":["s"]},{"name":"p","beats":["r"]},{"name":"s","beats":["p"]}]', "r>s p>r s>p"),
    "two levels": ('{"r": {"beats": ["s"]}, "p": {"beats": ["r"]}, "s": {"beats": ["p"]}}', "r>s p>r s>p"),
    "objects with verbs": (
        '{"r":{"name":"r","symbol":"R","beats":[{"id":"s","verb":"cuts"}]},"s":{"name":"s","beatenBy":["r"]}}', "r>s"),
    "Cytoscape.js": ('{"elements":{"nodes":[{"data":{"id":"n1","name":"r"}},{"data":{"id":"n2","name":"s"}}],'
                     '"edges":[{"data":{"id":"e","source":"n1","target":"n2"}}]}}', "r>s"),
    "Cytoscape.js in a list":
        ('{"elements":[{"data":{"id":"r"}},{"data":{"id":"s"}},{"data":{"source":"r","target":"s"}}]}',
                               "r>s"),
    "JSON Graph Format": ('{"graph":{"directed":true,"nodes":{"r":{"label":"Rock"},"s":{"label":"Saw"}},'
                          '"edges":[{"source":"r","target":"s"}]}}', "R>S"),
    "vis.js": ('{"nodes":[{"id":1,"label":"r"},{"id":2,"label":"s"}],"edges":[{"from":2,"to":1}]}', "s>r"),
    "Graphology": ('{"options":{"type":"directed"},"nodes":[{"key":"r","attributes":{"label":"Rock"}},{"key":"s",'
                   '"attributes":{"label":"Saw"}}],"edges":[{"source":"r","target":"s","attributes":{"weight":2}}]}',
                   "R>S"),
    "links of D3 by place": ('{"nodes":[{"name":"r"},{"name":"s"}],"links":[{"source":1,"target":0}]}', "s>r"),
    "an adjacency list": ("#nx⏎# GMT⏎#⏎r s l⏎s p l⏎p r k⏎l k p⏎k r s", "r>s r>l s>p s>l p>r p>k l>k l>p k>r k>s"),
    "an adjacency list with an end": ("a b c⏎b c⏎c", "a>b a>c b>c"),
    "TGF": ("1 rock⏎2 paper⏎3 scissors⏎#⏎1 3 crushes⏎2 1⏎2 3 loses to", "r>s p>r s>p"),
    "UCINET": ("dl n=3 format=fullmatrix⏎labels:⏎r,p,s⏎data:⏎0 0 1⏎1 0 0⏎0 1 0", "r>s p>r s>p"),
    "UCINET with embedded labels": ("DL n = 2⏎format = edgelist1⏎labels embedded:⏎data:⏎r s 3⏎", "r>s"),
    "Mermaid": ("graph TD;⏎  r-->s;⏎  p --> r;⏎  s ==> p", "r>s p>r s>p"),
    "Mermaid with texts":
        ('flowchart LR⏎%% RPS⏎A["Rock"] -->|crushes| B(Saw)⏎C{Paper} -- covers --> A⏎B --> C', "R>S P>R S>P"),
    "MATLAB": ("[0 1 0; 0 0 1; 1 0 0]", "1>2 2>3 3>1"),
    "MATLAB with a name": ("A =⏎⏎     0     1⏎     0     0⏎", "1>2"),
    "NumPy": ("[[0 1 0]⏎ [0 0 1]⏎ [1 0 0]]", "1>2 2>3 3>1"),
    "NumPy without blanks": ("np.array([[0,1],[0,0]])", "1>2"),
    "MATLAB without brackets": ("0 1;0 0", "1>2"),
    "NumPy with a function": ("array([[0., 1.],⏎       [0., 0.]])", "1>2"),
    "R": ("     [,1] [,2] [,3]⏎[1,]    0    1    0⏎[2,]    0    0    1⏎[3,]    1    0    0", "1>2 2>3 3>1"),
    "Mathematica": ("{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}", "1>2 2>3 3>1"),
    "an upper triangle": ("101", "1>2 2>3 3>1"),
    "one line": ("001/100/010", "1>3 2>1 3>2"),
    "a family": ("cyclic:3⏎", "1>2 2>3 3>1"),
    "weights of arcs": ("digraph { a -> b [weight=7]; b -> a [weight=2]; b -> c [weight=0.5] }", "a>b b>c"),
    "names in quotes, in one line": ('"r" beats "s"; "s" beats "p"', "r>s s>p"),
    "exclamation marks": ("rock beats scissors!; paper beats rock!", "r>s p>r"),
    "nodes and edges in lists": ('{"nodes":["a","b"],"edges":[["a","b"]]}', "a>b"),
    "edges with winners": ('{"nodes":["a","b"],"edges":[{"winner":"b","loser":"a"}]}', "b>a"),
    "labels of arcs": ("digraph { a -> b [label=crushes]; a -> c [label=\"loses to\"] }", "a>b c>a"),
}  # fmt: skip


@pytest.mark.parametrize("form", MORE)
def test_numbers_are_compared_and_forms_of_programs_are_read(tmp_path, form):
    text, beats, *draws = MORE[form]
    (tmp_path / "r.dat").write_text(text.replace("⏎", "\n"), encoding="utf-8")
    relation = Relation.of(tmp_path / "r.dat", "draws")
    called = [relation.name_of(card)[0] for card in range(1, relation.n + 1)]
    assert {f"{called[i]}>{called[j]}" for i, j in np.argwhere(relation.rows)} == set(beats.split())
    assert not draws or ("draw" in relation.understood and Relation.of(tmp_path / "r.dat").interpretation == "draws")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (MORE["multipliers and equal ones"][0], "equal ones draw (1 of 3 pairs)"),
        (MORE["repeated games"][0], "the games of two cards are added up"),
        ("One,other,how⏎r,s,win⏎s,p,win⏎p,r,win", "the first line (One, other, how) is a heading"),
        (MORE["half a known heading"][0], "each row is prey, hunter, as the heading says"),
        ("a,b⏎c,d", "each line is winner, loser"),
    ],
)
def test_the_line_on_reading_says_what_was_decided(text, part):
    assert part in Relation.of(text.replace("⏎", "\n"), "draws").understood


def test_a_number_behind_the_name_of_a_list_takes_one(tmp_path):
    for text in ("111\n101\n", "&BK_\n&BKO\n"):
        (tmp_path / "list.txt").write_text(text)
        relation = Relation.of(f"{tmp_path / 'list.txt'}:2")
        assert (relation.name, relation.is_order, relation.is_tournament) == ("list:2", False, True)
        assert "it lists 2 relations" in refusal(RelationError, Relation.of, f"{tmp_path / 'list.txt'}:3")


NAMES = ("rock", "paper", "scissors")
BEATS = np.array(Relation.of("rock-paper-scissors").rows)
PAIRS = [("rock", "scissors"), ("paper", "rock"), ("scissors", "paper")]
OBJECTS = {
    "an array of truth values": lambda: BEATS > 0,
    "an array of pairs": lambda: np.array(PAIRS),
    "a set of pairs": lambda: set(PAIRS),
    "a mapping of pairs": lambda: {**dict.fromkeys(PAIRS, 1), **{(b, a): -1 for a, b in PAIRS}},
    "records": lambda: [{"winner": a, "loser": b} for a, b in PAIRS],
    "a frame of games": lambda: pd.DataFrame([(*pair, "won") for pair in PAIRS], columns=["a", "b", "result"]),
    "a digraph with weights": lambda: nx.from_numpy_array(BEATS - BEATS.T, create_using=nx.DiGraph),
    "a digraph of pygraphviz": lambda: pygraphviz.AGraph("digraph { rock -> scissors -> paper -> rock }"),
    "lines": lambda: [f"{winner} beats {loser}" for winner, loser in PAIRS],
    "a frame with an index": lambda: pd.DataFrame(BEATS, index=NAMES),
    "a frame with names of columns": lambda: pd.DataFrame(BEATS, columns=NAMES),
    "a frame whose columns count": lambda: pd.DataFrame(BEATS, columns=[1, 2, 3]),
    "a frame in another order": lambda: pd.DataFrame(BEATS, NAMES, NAMES)[[*NAMES[::-1]]],
}


@pytest.mark.parametrize("what", OBJECTS)
def test_each_object_of_python_is_read(what):
    relation = Relation.of(OBJECTS[what]())
    assert pairs(relation) == RPS if relation.card_names else relation == Relation.of("rock-paper-scissors")


def test_two_levels_have_the_row_card_outside():
    """`DataFrame.to_json` has the columns outside, which nothing in it tells: the line shows an entry."""
    frame = pd.DataFrame(BEATS - BEATS.T, NAMES, NAMES)
    assert Relation.of(frame.to_json(orient="index")) == Relation.of(frame) == Relation.of("rock-paper-scissors")
    turned = Relation.of(frame.to_json())
    assert (turned.rows, "rock against paper has 1" in turned.understood) == (tuple(zip(*BEATS, strict=True)), True)


@pytest.mark.parametrize(
    ("source", "part"),
    [
        (nx.complete_graph(3), "draw an arc from each winner"),
        (igraph.Graph.Full(3), "draw an arc from each winner"),
        (pd.DataFrame(BEATS, NAMES, ["stone", "paper", "scissors"]), "the columns stone"),
        (lambda a, b: a > b, "cards=5"),
    ],
)
def test_an_object_that_leaves_something_open_is_refused(source, part):
    assert part in refusal(RelationError, Relation.of, source)


def test_a_function_is_asked_about_the_cards():
    assert Relation.of(lambda a, b: (a - b) % 3 == 1, cards=3) == Relation.of("rock-paper-scissors")
    assert pairs(Relation.of(lambda a, b: (a, b) in RPS, cards=NAMES)) == RPS


@pytest.mark.parametrize("form", [list, set, np.array, json.dumps, pd.DataFrame])
def test_no_pair_of_many_is_left_out(form):
    pairs = [(i, j) for i in range(1, 51) for j in range(1, i)]
    assert Relation.of(form(pairs), "draws").rows == Relation.order(50).rows


def test_draws_are_asked_for_by_the_entries():
    relation = Relation.of([[0, 1, 0], [-1, 0, 0], [0, 0, 0]])
    assert (relation.interpretation, relation.one_line) == ("draws", "010/000/000")
    assert "it is read with draws" in relation.understood
    assert Relation.of("a beats b;a draws with c; b = c").interpretation == "draws"
    assert "--draws" in refusal(RelationError, Relation.of, "010/000/000")
    assert "no winner is given for 1 and 2: add the pair" in refusal(RelationError, Relation.of, [[0, 0], [0, 0]])


def test_only_a_chain_of_one_sign_ranks():
    ranking = Relation.of("a > b > c")
    assert (ranking.one_line, "beats all after it" in ranking.understood) == ("011/001/000", True)
    assert Relation.of("c < b < a", "draws").one_line == "000/100/110"
    for chain in ("a > b > c > a", "a -> b -> c -> a", "a beats b beats c beats a"):
        relation = Relation.of(chain)
        assert (relation.one_line, "the next one only" in relation.understood) == ("010/001/100", True)


REFUSED = {
    "goals in two columns": ("rock,scissors,3,1\npaper,rock,2,0\nscissors,paper,1,0", "an entry is a win"),
    "both win": (",rock,paper\nrock,draw,win\npaper,win,draw", "contradict each other"),
    "a win and a draw": ("rock paper win\npaper rock draw\nrock spy win", "contradict"),
    "both ways": ("winner,loser\nrock,paper\npaper,rock", "'rock' and 'paper' beat each other"),
    "an entry too much": ("rock,0,0,1\npaper,1,0,0,\nscissors,0,1,0", "must be square"),
    "a row too few": (",rock,paper,scissors\nrock,draw,lose,win\npaper,win,draw,lose", "say who beats"),
    "a weight that contradicts": ("digraph { a -> b; a -> b [weight=-1] }", "contradict"),
    "no directions": ("graph { a -- b }", "no directions"),
    "half a digraph": ("digraph { a -> ", ".dot"),
    "half a JSON file": ('{"rock": ["scissors"], "paper": ["ro', "not JSON"),
    "an unknown verb":
        ("rabbit flees fox\nfox flees hunter", "line 1, 'rabbit flees fox': the verb 'flees'", 'write "beats"'),
    "an unknown verb below known ones":
        ("# RPS\nrock beats scissors\npaper fears rock", "line 3, ", "the verb 'fears'"),
    "an unknown verb in cells": ("rock,crushes,scissors\nmouse,fears,cat", "line 2, ", "the verb 'fears'"),
    "an unknown verb in JSON": ('{"mouse": {"cat": "fears"}}', "mouse against cat has 'fears'"),
    "an unknown verb and a known one": ("rabbit flees fire fox", "who beats whom"),
    "sentences below a title": ("Rules: rock crushes scissors", "who beats whom"),
    "two numbers in an entry": (',a,b\na,"0,0","-1,1"\nb,"1,-1","0,0"', "a against a has '0,0'", "two numbers"),
    "half a table of numbers": (",a,b\na,,0.6\nb,,", "b against a has ''"),
    "one number of two": ("a,b,0.6\nb,c,0.6", "a against b has 3/5", "give both"),
    "margins that contradict": (",a,b\na,0,2\nb,-1,0", "contradict each other: 2 and -1"),
    "numbers and words": (",a,b\na,draw,2\nb,lose,draw", "a against b has '2'"),
    "numbers that count on both sides": ("0,1,2\n1,0,1\n2,1,0", "give both"),
    "goals of one card only": ("rock,scissors,3,1\npaper,rock,2,0", "an entry is a win"),
    "a result that names no card of the row": ("p1,p2,winner\nrock,paper,spy", "rock against paper has 'spy'"),
    "half a row below a heading": ("winner,loser\nrock,scissors\npaper,", "line 3, 'paper ', does not say"),
    "a list": ("111\n101", "it lists 2 relations", "r.txt:1"),
    "Mermaid without directions": ("graph TD\n  a --- b", "'a --- b' is no arrow"),
    "JSON without directions": ('{"directed": false, "nodes": [], "links": []}', "no directions"),
    "a key twice": ('{"rock": ["scissors"], "rock": ["paper"]}', "twice"),
    "what does not beat": ("rock does not beat paper\npaper beats rock\npaper doesn't beat spy", "who beats whom"),
    "nothing that beats": ("nothing beats rock, paper\nscissors beats paper", "who beats whom"),
    "nothing in a chain": ("rock beats nothing beats paper", "who beats whom"),
    "a sign that is no verb": ("rock >= scissors\npaper == rock", "an entry is a win"),
    "an adverb": ("rock always beats scissors", "who beats whom"),
    "a word for all others": ("rock beats the rest", "who beats whom"),
    "an auxiliary verb": ("rock can beat scissors", "who beats whom"),
    "a negation behind a comma": ("a beats b, but not c", "who beats whom"),
    "an arrow of both directions": ("rock <-> scissors", "who beats whom"),
    "a comment behind a sentence": ("rock beats scissors # of course", "who beats whom"),
    "nodes of Mermaid": ('A["rock"] --> B["scissors"]', "who beats whom"),
    "all but one": ("rock beats all but paper", "who beats whom"),
    "a word for a card": ("rock beats scissors; it loses to paper", "who beats whom"),
    "entries for losers": ("rock win\npaper win\nspy win", "line 1, 'rock win',", "an entry is a win"),
    "a pair of one card": ("winner,loser\nrock,rock\nrock,paper", "line 2, 'rock rock',"),
    "a row without its entry": ("winner,loser,result\nrock,paper\nspy,rock", "rock against paper has ''"),
    "a heading above no entries": ("card;other;result\ncard;other;result", "card against other has 'result'"),
    "a diagonal half empty": (",1,0\n0,0,1\n1,0,0", "empty only where a card meets itself"),
    "entries that beat nobody": ("rock: win\npaper: lose", "who beats whom"),
    "YAML in braces": ("rock: {scissors: crushes}\npaper: {rock: covers}", "who beats whom"),
    "a frame's columns": ('{"rock": {"0": 0, "1": 1}, "paper": {"0": -1, "1": 0}}', "not its own"),
    "prose": ("In the beginning there was nothing.\nThen there was a card.", "say who beats whom"),
    "a picture": ("\x89PNG\r\n\x1a\n\0\0", "say who beats"),
    "digraph6 cut short": ("&BK", "digraph"),
    "a corner that loses, above a row too short": ("loser a,b\nc,0,1,0\nd,0,0,1\ne,1,0,0", "who beats whom"),
    "a name twice": ("rock,rock\n0,1\n0,0\n", "each card its own"),
    "a card against itself in another order": (",rock,paper\npaper,0,1\nrock,0,0\n", "card 'paper' beats itself"),
    "a name above other cells": ("rock\n0,1\n0,0\n", "line 2, '0,1',", "an entry is a win"),
    "a line without a verb": ("rock paper\nrock beats scissors", "line 1, 'rock paper',", "who beats whom"),
    "a card against itself": ("rock beats rock", "card 'rock' beats itself"),
    "names that are numbers": ('{"names": [1], "matrix": [[0]]}', "not a list of texts"),
    "a word among entries": ("0,1\nx,0\n", "2 against 1 has 'x'", "an entry is a win"),
    "a cell too long": ("2" * 140000, "not CSV", "field"),
    "half a character": (b"\xff\xfe0\x00,", "not text in UTF-8", "CSV UTF-8"),
    "quotes over two lines": ('"a\nb",c\n0,1\n0,0\n', "not CSV"),
    "a number too long": ("[[" + "1" * 5000 + "]]", "not JSON", "5000 digits"),
    "names that look alike": ("é,e\u0301\n0,1\n0,0\n", "and so is another card"),
    "a name that is not seen": ("a,\u200d\u200d\n0,1\n0,0\n", "can be printed"),
    "no reading": ('{"matrix": [[0]], "interpretation": 1}', "interpretation 1 is not known"),
    "nothing but blanks": (" \n\n", "empty"),
    "brackets too deep": ("[" * 10**5, "not JSON"),
    "not a number": ("[[0, NaN], [0, 0]]", "1 against 2 has 'nan'"),
    "a list as a card": ('{"rows": [[0]]}', "[0] is no card"),
    "names in one word": ('{"matrix": [[0]], "names": "rock"}', "not a list", "each card"),
    "empty rows": ("[[], []]", "[[], []] is no relation"),
    "lists within rows": ('[["a", ["b", "c"]]]', "is no relation"),
    "rows without slashes": ("001100010", "no upper triangle", "as in '001/100/010'"),
    "digits that are no square": ("00110", "as in '001/100/010'"),
    "pairs in round brackets": ("[(1,2),(2,3),(3,1)]", "not JSON", "square brackets"),
    "a draw of two subjects": ("rock and paper tie", "a draw is 'rock draws with paper'"),
    "decimals with commas": ("0,5;0,7", "decimals have a point"),
    "no cards": ("{}", "the matrix is empty"),
    "no nodes": ("digraph {}", "the matrix is empty"),
    "digraph6 without cards": ("&?", ".d6 file", "not those of a square"),
    "one card that beats itself": ("1", "card 1 beats itself", "--literal"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_other_texts_are_refused_in_one_line(tmp_path, what):
    content, *parts = REFUSED[what]
    path = tmp_path / "r.txt"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    message = refusal(RelationError, Relation.read, path)
    assert [part for part in [shown(str(path)), *parts] if part not in message] == []


NAMES_OF_ONE_WORD = ("rock", "Spock", "石", "10♠", "naïve", "O'Neil", "A-K", "x2", "Tie-fighter")
ALL_NAMES = (*NAMES_OF_ONE_WORD, "King of Hearts", "Mr. T", "a & b", "50% off", "win", "#1", '"quoted"')


def joined(rows, separator=","):
    return "\n".join(separator.join(map(str, row)) for row in rows)


def csv_text(rows, separator=","):
    return joined([['"' + str(cell).replace('"', '""') + '"' for cell in row] for row in rows], separator)


def square(names, entries, corner=""):
    return [[corner, *names], *([name, *row] for name, row in zip(names, entries, strict=True))]


def networkx_text(kind):
    def text(names, beats):
        file = BytesIO()
        getattr(nx, f"write_{kind}")(named_digraph(names, beats), file)
        return file.getvalue().decode()

    return text


def named_digraph(names, beats):
    graph = nx.DiGraph()
    graph.add_nodes_from(names)
    graph.add_edges_from(arcs(names, beats), weight=1)
    return graph


def arcs(names, beats):
    return [(names[i], names[j]) for i, j in np.argwhere(beats)]


def games(names, beats, words="LDW"):
    return [(names[i], names[j], words[beats[i, j] - beats[j, i] + 1]) for i in range(len(names)) for j in range(i)]


def losers(names, beats):
    return {
        name: [other for other, wins in zip(names, row, strict=True) if wins]
        for name, row in zip(names, beats, strict=True)
    }


def digraph6(names, beats):
    bits = "".join(map(str, beats.ravel()))
    bits += "0" * (-len(bits) % 6)
    return "&" + chr(63 + len(names)) + "".join(chr(63 + int(bits[i : i + 6], 2)) for i in range(0, len(bits), 6))


WORDS = np.array(["draw", "win", "lose"])
TABLES = {
    "a table of 0 and 1": lambda names, beats: csv_text(square(names, beats)),
    "a table of R": lambda names, beats: csv_text(square(names, beats, corner="beats"), "\t"),
    "payoffs, semicolons and a byte-order mark": lambda n, beats: "\ufeff" + csv_text(square(n, beats - beats.T), ";"),
    "words in Markdown": lambda names, beats: "\n".join(
        f"| {line} |" for line in joined(square(names, WORDS[beats - beats.T]), " | ").split("\n")
    ),
    "JSON with names": lambda names, beats: json.dumps({"names": names, "matrix": beats.tolist()}),
    "JSON with cards": lambda names, beats: json.dumps({"cards": names, "matrix": (beats - beats.T).tolist()}),
    "a table in JSON": lambda names, beats: json.dumps(square(names, (beats - beats.T).tolist(), corner=None)),
    "lists in JSON": lambda names, beats: json.dumps(losers(names, beats)),
    "a mapping": losers,
    "a frame": lambda names, beats: pd.DataFrame(beats - beats.T, names, names),
    "a function": lambda names, beats: dict(
        zip(((a, b) for a in names for b in names), map(int, beats.ravel()), strict=True)
    ),
    "a digraph of networkx": named_digraph,
    "a digraph of igraph": lambda names, beats: igraph.Graph(
        len(names), np.argwhere(beats).tolist(), directed=True, vertex_attrs={"name": names}
    ),
    "GraphML": networkx_text("graphml"),
    "GEXF": networkx_text("gexf"),
    "node-link": lambda names, beats: json.dumps(nx.node_link_data(named_digraph(names, beats), edges="links")),
}
OF_ONE_WORD = {
    "a table with blanks": lambda names, beats: joined(square(names, WORDS[beats - beats.T]), " "),
    "names in the first row": lambda names, beats: joined([names, *(beats - beats.T)], ","),
    "names in the first column": lambda names, beats: joined(
        [[name, *row] for name, row in zip(names, (beats - beats.T), strict=True)], "\t"
    ),
    "sentences": lambda names, beats: "\n".join(
        f"{winner} beats {', '.join(beaten) or 'nothing'}" for winner, beaten in losers(names, beats).items()
    ),
    "YAML": lambda names, beats: "\n".join(f"{a}: [{', '.join(b)}]" for a, b in losers(names, beats).items()),
    "GML": networkx_text("gml"),
    "Pajek": lambda names, beats: networkx_text("pajek")(names, beats).replace("O'Neil", '"O\'Neil"'),
    "DOT": lambda names, beats: "digraph {" + ";".join(
        [*(f'"{name}"' for name in names), *(f'"{a}" -> "{b}"' for a, b in arcs(names, beats))]
    ) + "}",
}  # fmt: skip
OF_PAIRS = {
    "pairs": lambda names, beats: joined(arcs(names, beats), " "),
    "pairs with commas": lambda names, beats: joined(arcs(names, beats)),
    "pairs below a heading": lambda n, beats: joined([("loser", "winner"), *((b, a) for a, b in arcs(n, beats))], "\t"),
    "pairs in JSON": lambda names, beats: json.dumps(arcs(names, beats)),
    "a list of pairs": arcs,
    "a frame of pairs": lambda names, beats: pd.DataFrame(arcs(names, beats), columns=["winner", "loser"]),
    "verbs": lambda names, beats: "\n".join(f"{a} crushes {b}." for a, b in arcs(names, beats)),
    "verbs in JSON": lambda names, beats: json.dumps(
        {a: dict.fromkeys(b, "crushes") for a, b in losers(names, beats).items()}
    ),
    "arrows": lambda names, beats: "\n".join(f"{b} <- {a}" for a, b in arcs(names, beats)),
    "games": lambda names, beats: joined(games(names, beats)),
    "games below a heading": lambda names, beats: joined([("card", "other", "result"), *games(names, beats)], ";"),
    "an edge list": networkx_text("edgelist"),
    "a weighted edge list": networkx_text("weighted_edgelist"),
}
NUMBERED_FORMS = {
    "digits": lambda _, beats: joined(beats, ""),
    "payoffs": lambda _, beats: joined(beats - beats.T, " "),
    "digraph6": digraph6,
    "an array": lambda _, beats: beats - beats.T,
    "a digraph of numbers from 0": lambda _, beats: nx.from_numpy_array(beats, create_using=nx.DiGraph),
    "a digraph of numbers from 1": lambda _, beats: nx.relabel_nodes(
        nx.from_numpy_array(beats, create_using=nx.DiGraph), lambda node: node + 1
    ),
    "an igraph without names": lambda _, beats: igraph.Graph(len(beats), np.argwhere(beats).tolist(), directed=True),
    "a matrix of SymPy": lambda _, beats: pytest.importorskip("sympy").Matrix(beats - beats.T),
    "a sparse matrix": lambda _, beats: scipy.sparse.csr_array(beats - beats.T),
    "Matrix Market": lambda _, beats: matrix_market(beats - beats.T),
}


def matrix_market(payoffs):
    file = BytesIO()
    scipy.io.mmwrite(file, scipy.sparse.coo_array(payoffs))
    return file.getvalue().decode()


EVERY_FORM = TABLES | OF_ONE_WORD | OF_PAIRS | NUMBERED_FORMS


@pytest.mark.parametrize("seeds", [range(30), *long(range(30, 120))])
@pytest.mark.parametrize("form", EVERY_FORM)
def test_a_random_relation_in_any_form_is_read(tmp_path, form, seeds):
    for seed in seeds:
        random = Random(seed)
        n = random.randrange(2, 7)
        beats = np.zeros((n, n), int)
        for i, j in combinations(range(n), 2):
            beats[(i, j) if random.random() < 0.5 else (j, i)] = form in OF_PAIRS or seed % 2 or random.random() < 0.7
        names = random.sample(ALL_NAMES if form in TABLES else NAMES_OF_ONE_WORD, n)
        source = EVERY_FORM[form](names, beats)
        if isinstance(source, str):
            (tmp_path / "r.dat").write_text(source, "utf-8")
            source = tmp_path / "r.dat"
        relation = Relation.of(source, "draws")
        expected = [str(card + 1) for card in range(n)] if form in NUMBERED_FORMS else names
        assert sorted(map(relation.name_of, range(1, relation.n + 1))) == sorted(expected)
        assert pairs(relation) == {(a.casefold(), b.casefold()) for a, b in arcs(expected, beats)}
        assert re.fullmatch(f"{n} cards; .*", relation.understood)


@st.composite
def named_relations(draw):
    """Relations of every interpretation, with any card names, or none."""
    relation = draw(relations())
    names = st.lists(st.text(min_size=1, max_size=5), min_size=relation.n, max_size=relation.n)
    try:
        return Relation(relation.rows, "r", relation.interpretation, draw(names) if draw(st.booleans()) else ())
    except RelationError:
        return relation


@examples(150)
@given(named_relations(), st.sampled_from(sorted(WRITERS)))
def test_saved_relations_are_read_as_the_same(tmp_path_factory, relation, ending):
    path = relation.save(tmp_path_factory.mktemp("saved") / f"r{ending}")
    again = Relation.of(path, relation.interpretation if ending == ".d6" else None)
    assert (again, again.card_names) == (relation, () if ending in (".mtx", ".d6") else relation.card_names)


PAGE = (Path(__file__).parents[3] / "docs" / "relations.md").read_text("utf-8").split("| form | example |")[1]
ROWS_OF_THE_PAGE = dict(re.findall(r"^\| ([^|`]+?) \| `(.*?)` \| ", PAGE.split("\n\n")[0], re.MULTILINE))


@pytest.mark.parametrize("form", ROWS_OF_THE_PAGE)
def test_each_example_of_the_page_is_read(tmp_path, form):
    text = ROWS_OF_THE_PAGE[form].replace("⏎", "\n").replace("\\|", "|")
    (tmp_path / "r.txt").write_text(text, "utf-8")
    relation = Relation.of("rock-paper-scissors" if form == "a name" else tmp_path / "r.txt")
    if form == "JSON with names":
        assert (relation.card_names, relation.interpretation) == (("high", "low"), "draws")
    else:
        assert pairs(relation) == RPS if relation.card_names else relation == Relation.of("rock-paper-scissors")
