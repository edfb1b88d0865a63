"""Files as people have them, each read as it is meant, or refused in a line that says where and why."""

import pytest

from tests.support import refusal
from wargraph.core.relation import Relation
from wargraph.errors import RelationError

# In these texts ⏎ stands for the end of a line. A name is told by its first letter.
READ = {
    "a spreadsheet that names its separator": ("sep=;⏎;r;p;s⏎r;0;0;1⏎p;1;0;0⏎s;0;1;0", "r>s p>r s>p"),
    "multipliers with a sign": (
        "Attack\tfire\twater⏎fire\t½\N{MULTIPLICATION SIGN}\t½\N{MULTIPLICATION SIGN}⏎"
        "water\t2\N{MULTIPLICATION SIGN}\t½\N{MULTIPLICATION SIGN}",
        "w>f"),
    "multipliers with an x": (
        ",fire,water,grass⏎fire,0.5x,0.5x,2x⏎water,2x,0.5x,0.5x⏎grass,0.5x,2x,0.5x",
        "f>g w>f g>w"),
    "a matchup table in percent": (
        ",aggro,combo,midrange⏎aggro,—,62.5%,41%⏎combo,37.5%,—,55%⏎midrange,59%,45%,—",
        "a>c c>m m>a"),
    "a pairwise matrix of an election": ("preferred over,A,B,C⏎A,—,48,55⏎B,52,—,41⏎C,45,59,—", "A>C B>A C>B"),
    "losses beside wins": (",a,b,c,Wins,Losses⏎a,,1,0,1,1⏎b,0,,1,1,1⏎c,1,0,,1,1", "a>b b>c c>a"),
    "a chess table with ratings": (
        "#,Name,Elo,1,2,3,Pts⏎1,Ann,2400,x,1,0,1⏎2,Ben,2380,0,x,1,1⏎3,Cy,2370,1,0,x,1",
        "A>B B>C C>A"),
    "a chess table with a dash": ("Name,1,2,3⏎Ann,\N{EN DASH},1,½⏎Ben,0,\N{EN DASH},1⏎Cy,½,0,\N{EN DASH}", "A>B B>C"),
    "yes and no": (",r,p,s⏎r,-,No,Yes⏎p,Yes,-,No⏎s,No,Yes,-", "r>s p>r s>p"),
    "emoji gestures": ("✊ > ✌️⏎✋ > ✊⏎✌️ > ✋", "✊>✌ ✋>✊ ✌>✋"),
    "games with a date and goals": ("date,winner,loser,score⏎1.5.,r,s,3:1⏎2.5.,p,r,2:0⏎3.5.,s,p,2:1", "r>s p>r s>p"),
    "Julia": ("3\N{MULTIPLICATION SIGN}3 Matrix{Int64}:⏎ 0  0  1⏎ 1  0  0⏎ 0  1  0", "1>3 2>1 3>2"),
    "a table of R with names": (
        "     rock paper scissors⏎rock     0     0        1⏎paper    1     0        0⏎scissors 0     1        0",
        "r>s p>r s>p"),
    "adjacency of networkx in JSON": (
        '{"directed": true, "multigraph": false, "graph": [], "nodes": [{"id": 1}, {"id": 2}],⏎'
        ' "adjacency": [[{"id": 2}], []]}',
        "1>2"),
    "DOT with groups": (
        "digraph {⏎  node [shape=box]⏎  subgraph cluster_a { r; p }⏎  r -> {s l}; l -> p; p -> r; s -> {p l}⏎}",
        "r>s r>l l>p p>r s>p s>l"),
    "a ranking with a tie": ("Ace > King = Queen > Jack", "A>K A>Q A>J K>J Q>J"),
    "names in Chinese": ("石头,剪刀⏎布,石头⏎剪刀,布", "石>剪 布>石 剪>布"),
    "a column of weaknesses": ("card,weakness⏎a,b⏎b,c⏎c,a", "b>a c>b a>c"),
    "weaknesses beside strengths": ("type,weaknesses,strengths⏎a,b,c⏎b,c,a⏎c,a,b", "a>c b>a c>b"),
    "a column that says who lost": ("home,away,lost⏎a,b,b⏎b,c,c⏎c,a,a", "a>b b>c c>a"),
    "a column of the beaten, beside any words": ("x,y,beaten⏎a,b,b⏎b,c,c⏎c,a,a", "a>b b>c c>a"),
    "a column that names the loser": ("player1,player2,loser⏎a,b,b⏎b,c,c⏎c,a,a", "a>b b>c c>a"),
    "a matrix whose convention is said": (
        '{"convention": "column beats row", "matrix": [["0", "1"], ["0", "0"]], "names": ["a", "b"]}', "b>a"),
    "a matrix with losers in its rows": ('{"rows": "losers", "columns": "winners", "matrix": [[0, 1], [0, 0]]}', "2>1"),
    "a comment that says what is so anyway": ("# rows beat columns⏎% one row a card, one column a card⏎0 1⏎0 0", "1>2"),
    "a name with a slash": ("AC/DC beats Boston; Boston beats Cream; Cream beats AC/DC", "A>B B>C C>A"),
    "cards below what counters them": ("hero,countered by⏎a,b⏎b,c⏎c,a", "b>a c>b a>c"),
}  # fmt: skip

REFUSED = {
    "cards between slashes, one of them alone": ("a beats b/c; b beats d", "'b/c' is more than one card"),
    "an arc that names its winner": (
        '{"nodes": ["a", "b"], "links": [{"source": "a", "target": "b", "winner": "b"}]}', "an arc has 'winner'"),
    "a winner beside two other sides": ("attacker,defender,winner⏎a,b,b⏎b,c,c⏎a,c,c", "name winners or losers twice"),
    "scores that contradict the heading": ("loser,winner,score⏎b,a,1-3⏎c,b,1-3⏎c,a,1-3", "contradicts 'winner'"),
    "sentences with words of a heading": ("a is superior to b⏎c is superior to b⏎a is superior to c", "line 1"),
    "a heading and no row": ("winner,loser", "the matrix is empty"),
    "an unknown verb behind another one": ("a outshines b and pulls c⏎b beats c⏎c beats a", "the verb 'pulls' is not"),
    "an unknown verb in front of a list": ("a pulls b, outshines c⏎b beats c⏎c beats a", "the verb 'pulls' is not"),
    "an unknown verb of two words in a list": ("a beats b and howls at c⏎b beats c", "the verb 'howls at' is not"),
    "an arc in capitals": (
        '{"nodes": ["a", "b"], "links": [{"source": "a", "target": "b", "type": "BEATEN_BY"}]}', "'BEATEN_BY'"),
    "an arc with a score": ("graph [ directed 1 node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 score 0 ] ]",
        "an arc has 'score'"),
    "a convention that is not clear": (
        '{"convention": "rows and columns, winners and losers", "matrix": [[0, 1], [0, 0]]}', "does not tell which"),
    "a convention without sides": ('{"reading": "loser first", "matrix": [[0, 1], [0, 0]]}', "does not tell which"),
    "a convention that is no text": ('{"convention": 5, "matrix": [[0, 1], [0, 0]]}', "'convention 5' does not tell"),
    "a comment that turns a table round": ("# columns beat rows⏎0 1⏎0 0", "comments are not read"),
    "a comment on the sides": ("# the row is the loser⏎0 1⏎0 0", "comments are not read"),
    "a comment on both": ("# columns: winners, rows: losers⏎0 1⏎0 0", "comments are not read"),
    "a comment that turns pairs round": ("// loser, winner⏎a,b⏎b,c", "comments are not read"),
    "a German spreadsheet": (
        "\ufeff;Anna;Ben;Cleo⏎Anna;;0,6;0,3⏎Ben;0,4;;0,7⏎Cleo;0,7;0,3;",
        "with a point if it is a decimal"),
    "a sheet with a title and empty cells": (
        "Who beats whom,,,⏎,,,⏎,r,p,s⏎r,0,0,1⏎p,1,0,0⏎s,0,1,0",
        "line 1, 'Who beats whom,,,'"),
    "words for multipliers": (
        "attacker,super effective,not very effective⏎fire,grass,water⏎water,fire,grass⏎grass,water,fire",
        "grass against water has 'fire'"),
    "a table of emoji": (",✊,✋,✌️⏎✊,🤝,❌,✅⏎✋,✅,🤝,❌⏎✌️,❌,✅,🤝", "✊ against ✊ has '🤝'"),
    "half a table": (",a,b,c⏎a,,1,0⏎b,,,1⏎c,,,", "b against a has ''"),
    "a triangle with names": ("a 1 0⏎b 1⏎c", "line 1, 'a 1 0'"),
    "a matrix below its diagonal": ("0⏎1 0⏎0 1 0", "line 1, '0'"),
    "a column of wins": ("winner,loser,wins⏎a,b,5⏎b,a,3⏎b,c,2⏎c,a,4", "'a' and 'b' beat each other"),
    "goals in two columns": ("home,away,home_goals,away_goals⏎a,b,2,1⏎b,c,3,0⏎c,a,1,0", "line 2, 'a b 2 1'"),
    "several losers behind bars": (
        "rock,scissors/lizard⏎lizard,paper⏎paper,rock⏎scissors,paper/lizard",
        "'scissors/lizard' is more than one card: put commas"),
    "losers behind blanks": (
        "rock: scissors lizard⏎lizard: paper⏎paper: rock⏎scissors: paper lizard",
        "'scissors lizard' stands there only once: put commas"),
    "comments behind pairs": (
        "rock,scissors # crushes⏎paper,rock # covers⏎scissors,paper # cuts",
        "'scissors # crushes' is more than one card"),
    "a verb in parentheses": (
        "Rock beats Scissors (crushes)⏎Paper beats Rock (covers)⏎Scissors beats Paper (cuts)",
        "'Scissors (crushes)' stands there only once"),
    "games in words": (
        "rock vs scissors: rock wins⏎paper vs rock: paper wins⏎scissors vs paper: scissors wins",
        "line 1, 'rock vs scissors: rock wins'"),
    "Prolog": ("beats(rock, scissors).⏎beats(paper, rock).⏎beats(scissors, paper).", "line 1, 'beats(rock, scissors)'"),
    "a constructor of R": ("matrix(c(0, 1, 0, 0, 0, 1, 1, 0, 0), nrow = 3)", "line 1, 'matrix(c("),
    "a dictionary of Python": (
        "{'rock': ['scissors'], 'paper': ['rock'], 'scissors': ['paper']}",
        "all names in double quotes"),
    "a constant of JavaScript": (
        "const beats = {rock: ['scissors'], paper: ['rock'], scissors: ['paper']};",
        "line 1, "),
    "lines of JSON": (
        '{"winner": "rock", "loser": "scissors"}⏎{"winner": "paper", "loser": "rock"}',
        "write one value"),
    "rules below a key": (
        '{"rules": {"rock": ["scissors"], "paper": ["rock"], "scissors": ["paper"]}}',
        "'rules' holds 'rock' with ['scissors']: list only the cards"),
    "wins and losses in JSON": (
        '{"rock": {"wins": ["scissors"], "loses": ["paper"]}, "paper": {"wins": ["rock"], "loses": ["spy"]}}',
        "'rock' holds 'wins' with ['scissors']: list only the cards"),
    "YAML of three levels": (
        "rock:⏎  beats:⏎    - scissors⏎paper:⏎  beats:⏎    - rock⏎scissors:⏎  beats:⏎    - paper",
        "line 2, 'beats: scissors'"),
    "TOML": ('rock = ["scissors"]⏎paper = ["rock"]⏎scissors = ["paper"]', "line 1, 'rock = "),
    "sections of an INI file": ("[rock]⏎beats = scissors⏎[paper]⏎beats = rock⏎[scissors]⏎beats = paper", "not JSON"),
    "Mermaid with styles": (
        "graph LR⏎  classDef red fill:#f00⏎  r --> s & l⏎  class r red⏎  l --> s",
        "'r --> s & l' is no arrow"),
    "a diagram of PlantUML": (
        "@startuml⏎rock --> scissors : crushes⏎paper --> rock : covers⏎scissors --> paper : cuts⏎@enduml",
        "line 1, '@startuml'"),
    "a table of a wiki": ('{| class="wikitable"⏎! !! r !! p⏎|-⏎! r⏎| 0 || 1⏎|-⏎! p⏎| 0 || 0⏎|}', "not JSON"),
    "a table of LaTeX": (
        "& r & p & s \\\\⏎\\hline⏎r & 0 & 0 & 1 \\\\⏎p & 1 & 0 & 0 \\\\⏎s & 0 & 1 & 0 \\\\",
        "line 1, '& r & p & s"),
    "a table of HTML": (
        "<table><tr><th></th><th>r</th><th>p</th></tr><tr><th>r</th><td>0</td><td>1</td></tr><tr><th>p</th><td>0</td><td>0</td></tr></table>",
        "line 1, '<table>"),
    "statements of SQL": (
        "INSERT INTO beats VALUES ('rock', 'scissors');⏎INSERT INTO beats VALUES ('paper', 'rock');",
        "line 1, "),
    "cases of a program": (
        "(Rock, Scissors) => Win,⏎(Paper, Rock) => Win,⏎(Scissors, Paper) => Win,",
        "line 1, '(Rock, Scissors) => Win,'"),
    "a food web": (
        "species;eats;eaten by⏎fox;rabbit, mouse;⏎rabbit;grass;fox⏎mouse;grass;fox⏎grass;;rabbit, mouse",
        "line 2, 'fox rabbit, mouse '"),
    "a ranking": ("1. Ace⏎2. King⏎3. Queen", "line 1, '1. Ace'"),
    "verbs in Russian": ("камень бьёт ножницы⏎бумага бьёт камень⏎ножницы бьют бумагу", "the verb 'бьёт' is not known"),
    "a draw beside winners and losers": (
        "winner,loser,draw⏎a,b,no⏎b,c,no⏎a,c,yes",
        "column 'draw' stands beside winners"),
    "winners by their place": ("p1,p2,winner⏎a,b,0⏎b,c,1⏎c,a,0", "column 'winner' has '0'"),
    "cards with versus": ("a vs b,a⏎b vs c,b⏎c vs a,c", "'a vs b' is no card"),
    "arcs drawn backwards": ("digraph { edge [dir=back]; a -> b; b -> c; c -> a }", "drawn backwards"),
    "results of football": ("Home,Away,FTR⏎a,b,H⏎b,c,D⏎c,a,A", "a against b has 'H'"),
}  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("form", READ)
def test_a_file_is_read_as_it_is_meant(tmp_path, form, encoding):
    text, beats = READ[form]
    (tmp_path / "r.dat").write_text(text.replace("⏎", "\n"), encoding)
    relation = Relation.of(tmp_path / "r.dat")
    initials = [relation.name_of(card)[0] for card in range(1, relation.n + 1)]
    assert len(set(initials)) == relation.n
    found = {
        f"{initials[i]}>{initials[j]}" for i, row in enumerate(relation.rows) for j, entry in enumerate(row) if entry
    }
    assert found == set(beats.split())


@pytest.mark.parametrize("interpretation", [None, "draws"])
@pytest.mark.parametrize("form", REFUSED)
def test_a_file_that_may_mean_something_else_is_refused(tmp_path, form, interpretation):
    text, part = REFUSED[form]
    (tmp_path / "r.dat").write_text(text.replace("⏎", "\n"), "utf-8")
    assert part in refusal(RelationError, Relation.of, tmp_path / "r.dat", interpretation)


# Of each text: who wins, or a part of the refusal.
CORNERS = {
    "prey": "column", "victim": "column", "weaker": "column", "to\\from": "column", "prey/predator": "column",
    "rows lose to columns": "column", "winner in column": "column", "winner across": "column",
    "1 = column wins": "column", "col > row": "column", "loser in row": "column", "weak to": "column",
    "→ beats ↓": "column", "loser → winner": "column",
    "losses": "column", "Defense type": "column", "column loses to row": "row", "row > column": "row",
    "winner in row": "row", "from\\to": "row", "who beats whom": "row", "win % of row": "row",
    "winner (row) / loser (column)": "row", "row vs column": "row", "beats column": "which card wins",
    "lose=0 win=1": "which card wins", "column crushes row": "column", "row crushes column": "row",
    "column frobs row": "which card wins", "prey\\hunter": "column", "loser / loser": "which card wins",
    "Row vs. Column": "row", "row player\\column player": "row",
}  # fmt: skip


@pytest.mark.parametrize("corner", CORNERS)
def test_the_corner_of_a_table_says_which_card_wins(corner):
    table = f"{corner};ant;bee\nant;0;1\nbee;0;0"
    if CORNERS[corner] in ("row", "column"):
        assert Relation.of(table).one_line == ("01/00" if CORNERS[corner] == "row" else "00/10")
    else:
        assert CORNERS[corner] in refusal(RelationError, Relation.of, table)


HEADINGS = {
    "loser name,winner name": "second", "loser_id,winner_id": "second", "LoserCard,WinnerCard": "second",
    "the loser,the winner": "second", "losing card,winning card": "second", "losing,winning": "second",
    "beaten card,beating card": "second", "conquered,conqueror": "second", "eaten,eater": "second",
    "dominated,dominating": "second", "Winner Name,Loser Name": "first", "worse,better": "begin with the line",
    "lower,higher": "begin with the line", "bottom,top": "begin with the line", "x,y": "begin with the line",
    "loses,beats": "contradicts itself",
}  # fmt: skip


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_heading_of_two_columns_says_which_card_wins_or_is_refused(heading):
    # The cards are numbered in the order of the winners.
    pairs = f"{heading}\nant,bee\nbee,cow\nant,cow"
    if HEADINGS[heading] in ("first", "second"):
        assert Relation.of(pairs).one_line == ("011/001/000" if HEADINGS[heading] == "first" else "001/101/000")
    else:
        assert HEADINGS[heading] in refusal(RelationError, Relation.of, pairs)


LINKS = {
    '"relation": "loses to"': "second", '"type": "loses to"': "second", '"kind": "loss"': "second",
    '"value": -1': "second", '"value": "lose"': "second", '"value": 5': "first",
    '"type": "Directed"': "first", '"arrows": "to"': "first", '"interaction": "eaten by"': "second",
    '"arrows": "from"': "drawn backwards", '"arrows": {"from": {"enabled": true}}': "drawn backwards",
    '"reversed": true': "which may say who wins", '"reversed": false': "first", '"result": "0-1"': "says '0-1'",
    '"label": "loses to", "weight": 1': "say one thing", '"label": "does not beat"': "write 'beats'",
}  # fmt: skip
ARCS = {
    'xlabel="loses to"': "second", "arrowhead=vee": "first", "arrowhead=none, arrowtail=normal": "drawn backwards",
    "dir=back": "drawn backwards",
}  # fmt: skip


@pytest.mark.parametrize(
    ("graph", "first"),
    [
        *(
            (f'{{"nodes": ["a", "b"], "links": [{{"source": "a", "target": "b", {link}}}]}}', LINKS[link])
            for link in LINKS
        ),
        *((f"digraph {{ a -> b [{arc}] }}", ARCS[arc]) for arc in ARCS),
    ],
)
def test_what_an_arc_says_counts_or_is_refused(graph, first):
    if first in ("first", "second"):
        assert Relation.of(graph).one_line == ("01/00" if first == "first" else "00/10")
    else:
        assert first in refusal(RelationError, Relation.of, graph)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("rock likes scissors; scissors likes paper", "who beats whom"),
        ("rock W scissors; scissors W paper", "who beats whom"),
        ("a b;b c", "who beats whom"),
        ("a>b b>c a>c", "several statements"),
        ("a>b c>d", "several statements"),
        ("a > b b > c", "several statements"),
        ("a->b b->c", "several statements"),
        ("rock no longer beats scissors; paper beats rock", "who beats whom"),
        ("rock beats itself; paper beats rock", "who beats whom"),
        ("rock beats paper = false", "who beats whom"),
        ("rock and paper beat scissors", "write one winner a line"),
        ("ace > king > 10", "only card 10 may be called 10"),
        ("a =< b", "who beats whom"),
        ("a -< b", "who beats whom"),
        ("rock beats scissors twice; paper beats rock", "'scissors twice' stands there only once"),
        ("rock beats scissors | as usual", "stands there only once"),
        ("rock beats scissors 60% of the time", "stands there only once"),
        ("rock beats scissors by crushing", "stands there only once"),
        ("rock beats scissors & lizard; paper beats rock", "stands there only once"),
        ("1. rock beats scissors 2. paper beats rock", "'scissors 2' stands there only once"),
        ("a: b c", "stands there only once"),
        ("source,target,label\na,b,loses to\nb,c,beats", "'loses to' contradicts the heading"),
        ("Source,Target,Label,Weight\na,b,loses to,1\nb,c,,1", "'loses to' contradicts the heading"),
        ('{"transpose": true, "matrix": [[0, 1], [0, 0]]}', "transposed"),
    ],
)
def test_other_words_do_not_become_cards_with_draws(text, part):
    assert part in refusal(RelationError, Relation.of, text, "draws")


@pytest.mark.parametrize(
    ("text", "beats"),
    [
        ("a \N{MUCH GREATER-THAN} b; b \N{FULLWIDTH GREATER-THAN SIGN} c; a \u21a0 c", "011/001/000"),
        ("a>b and b>c", "010/001/000"),
        ("red fox > blue fox > red hen", "011/001/000"),
        ("rock beats red dragon; red dragon beats nothing", "01/00"),
    ],
)
def test_what_only_looks_like_several_statements_is_read(text, beats):
    assert Relation.of(text, "draws").one_line == beats
