"""Inputs that attack the package, by kind, and what is promised of each: accepted, or refused in one line.

An input is made from its kind and its number alone, so a failure is repeated by these two. In Python an input is
refused by a `WarGraphError` with a message of one line; on the command line with exit status 2, one line on stderr and
nothing on stdout. Never anything else, never later than `PATIENCE`, and no file is left that was not asked for.

What is asked is small by construction, or so large that it must be refused.
"""

import io
import os
import re
import shlex
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

import wargraph as wg
from wargraph.auction.line_up import LineUp
from wargraph.cli import main
from wargraph.cli.options import parse_range, parse_whole
from wargraph.errors import WarGraphError
from wargraph.full_game.given import Condition

PATIENCE = 20
"""Seconds after which an input hangs: none should take one, but machines are busy."""

POSITIONS = ("41|32", "10,2,9,4,6|1,3,8,5,7", "|21", "3,1|2", "1|", "53|241")
RANGES = ("7", "1..10", "5,7,9", "1..3,8", " 2 .. 4 ")
GAMES = ("1000", "10,000", "1e5", "10_000", "7")
GIVEN = ("1: A,A,A,A", "2 top: K", "1: 10,9,joker", "2: 2,J", "1 TOP: a, k")
RULES = (
    "bryer",
    "rutgers,deck=10x4,players=3,face-down=1,war=longest",
    "drew-shuffle,winnings=shuffled/under,players=2",
    "kids,deck=3x4,replacement=shuffled",
    "drew-stack,deck=13x4+2",
)
LINE_UPS = ("SimpleMinded1+5xDummy", "2xAdversary+Min", "Min+Max", "Dummy+Dummy", "own.py:Own+Min")
RELATIONS = ("rock-paper-scissors", "rock-paper-scissors-lizard-spock", "order:4", "order:1", "beats.csv", "beats.json")
RELATIONS += (
    "cyclic:5",
    "001/100/010",
    "paley:7",
    "random:4:1",
    "suits:2x2",
    "rock beats scissors; paper beats rock; scissors beats paper",
)
TYPED = (
    *POSITIONS,
    *RANGES,
    *GAMES,
    *RULES,
    *LINE_UPS,
    *RELATIONS,
    "WL",
    "LW",
    "free",
    "both",
    "all",
    "balanced",
    "csv",
)
TYPED += ("json", "html", "bfile", "0", "-1", "1e400", "nan", "inf", "9" * 5000, "3" * 40, "", " ", "²", "\ud800", "\0")

CHARACTERS = "0123456789,|.:;x=+-_/\\ \t\n\r'\"#%&$<>{}[]()abcWLx²٣½\u2028\u00a0\u200b\ufeff\ud800\0😀ÿ"


def mutated(random: Random, text: str) -> str:
    """A text after some small accidents."""
    for _ in range(random.randrange(4)):
        place = random.randrange(len(text) + 1)
        end = min(len(text), place + random.randrange(3))
        match random.randrange(5):
            case 0:
                text = text[:place] + text[end:]
            case 1:
                text = text[:place] + random.choice(CHARACTERS) + text[place:]
            case 2:
                text = text[:place] + random.choice(CHARACTERS) + text[end:]
            case 3:
                text = text[:place] + text[place:end] * random.randrange(2, 5) + text[end:]
            case 4:
                other = random.choice(TYPED)
                text = text[:place] + other[random.randrange(len(other) + 1) :]
    return text


@dataclass(frozen=True)
class Input:
    """One input: what to show of it, how to try it, and the names of the files that it brings or may leave."""

    shown: object
    attempt: Callable[[], object]
    files: frozenset[str] = frozenset()


def _texts(seeds: tuple[str, ...], read: Callable[[str], object]) -> Callable[[Random], Input]:
    def make(random: Random) -> Input:
        text = mutated(random, random.choice(seeds))
        return Input(repr(text[:200]), lambda: read(text))

    return make


def _position(text: str) -> None:
    position = wg.Position(text)
    assert wg.Position(str(position)) == position, "the text of a position is another position"


def _rules(text: str) -> None:
    rules = wg.RuleSet.parse(text)
    assert wg.RuleSet.parse(str(rules)) == rules, "the text of rules is other rules"
    rules.describe()


def _given(text: str) -> None:
    rules = wg.RuleSet.parse("kids,deck=13x4+2")
    condition = Condition.of(rules, text)
    assert Condition.of(rules, condition.texts(rules)) == condition, "the text of given cards is other cards"
    wg.deal(rules, given=text)


def _rules_file(random: Random) -> Input:
    rules = wg.RuleSet.parse(
        random.choice(("kids", "bryer,deck=2x2", "drew-stack,players=3,winnings=under/last-won-first/under"))
    )
    lines = [line for line in rules.file_text().splitlines() if random.random() < 0.8 and line[:1] != "#"]
    content = mutated(random, "\n".join(lines)).encode("utf-8", "surrogatepass")

    def attempt() -> None:
        Path("mine.toml").write_bytes(content)
        rules = wg.RuleSet.parse("mine.toml")
        Path("mine.toml").write_text(rules.file_text(), "utf-8")
        assert wg.RuleSet.parse("mine.toml") == rules, "the file of rules has other rules"
        rules.describe()

    return Input(repr(content), attempt, frozenset({"mine.toml"}))


def _one_of(random: Random, texts: Iterable[str]) -> str:
    """One of some texts; a new text changes only the draws that it wins."""
    draw = random.getrandbits(64)
    return max(texts, key=lambda text: sha256(f"{draw} {text}".encode()).digest())


def _small(example: str) -> str:
    """Return an example of the help with small numbers, and with files of one name."""
    named = re.sub(r"(?<![\w./])[\w-]+\.(?=(?:svg|png|html|graphml|csv)\b)", "x.", example)
    return re.sub(r"\d+", lambda number: str(min(int(number[0]), 5)), named)


COMMANDS = (
    *(
        _small(example)
        for path in sorted(Path(wg.__file__).parent.glob("cli/*.py"))
        for example in re.findall(r"^ +\$ wargraph (.*)$", path.read_text("utf-8"), re.MULTILINE)
        if not example.startswith("auction play")  # which waits for a person
    ),
    "endless 4 --deals balanced --format json", "longest 3 --all-tournaments", "longest --matrix beats.csv --literal",
    "cycles 4 --list 2", "expected-length 3 --p 1/3 --deals both", "endless 5 --list --title Ours",
    "expected-length --matrix order:3 --up-to 5 --table distribution", "expected-length 3 --relative-error 0.01",
    "play '3,4|2,1' --order free", "play --preset bryer --seed 1 --every 5", "simulate kids,deck=2x2 --games 5 --cap 4",
    "simulate kids,deck=2x2 --games 5 --given 1:2,1 --seconds-per-turn 6", "rules kids -o x.toml",
    "simulate bryer drew-stack --games 2 --table ending", "odds drew-stack,deck=2x2 --rounds 1 --wars 1",
    "matrix rock-paper-scissors --table games", "matrix rock-paper-scissors -o x.html", "summary 3 -o x.json",
    "render --matrix rock-paper-scissors --view relation -o x.svg", "export 3 -o x.dot", "export 3 -o x.nodes.csv",
    "render 3 --view rings --hide-terminals --size A4 --title x -o x.svg", "--version", "longest --help",
)  # fmt: skip
"""The examples of all commands, and lines with the options that they lack."""
FILES = frozenset({f"x.{end}" for end in ["toml", "svg", "png", "html", "dot", "graphml", "nodes.csv", "csv", "json"]})
NAMES = ("x.csv", "a b.csv", "<b>x<b>.json", "$(touch y).csv", "=1+1.csv", "'\".md", "|x.html", "ÿ.txt", "-x.csv")
NAMES += ("no/x.csv", "..", ".", "/dev/full", "b000001.txt", "x.svg", "%s.csv", "\n.csv", "a\\.csv")


class Refused(Exception):  # noqa: N818 - what should happen is no error
    """A command line was refused as it should be."""


def run_command(arguments: list[str]) -> None:
    """Run a command line in this process, and hold it to what is promised.

    Raises
    ------
    Refused
        If it is refused as it should be.
    """
    out, err = io.StringIO(), io.StringIO()
    with patch.object(sys, "argv", ["wargraph", *arguments]), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as ended:
            status = ended.code
    out_text, err_text = out.getvalue(), err.getvalue()
    if status == 0:
        # How a matrix was read, and what was written.
        is_note = re.fullmatch(
            r"(.+: (\d+ (rows?|cards?; .*)|report|chart|film of .*|rules .*)\n)*", err_text, re.DOTALL
        )
        assert is_note, f"it goes well, and says: {err_text!r}"
        return
    assert status == 2, f"exit status {status}"
    is_kept = "cannot be written" in err_text  # what was worked out is printed
    assert out_text == "" or is_kept, f"refused, and printed: {out_text[:200]!r}"
    refusal = re.sub(r"\A.+: \d+ cards?; .*\n", "", err_text)  # how a matrix was read is said before it is compared
    is_one_line = refusal.startswith("wargraph") and refusal.count("\n") == 1 and refusal.endswith("\n")
    assert is_one_line, f"no refusal in one line: {err_text!r}"
    raise Refused


def _is_affordable(arguments: list[str]) -> bool:
    """Whether no number in the command asks for more work than there is time: those come with hours, or by millions."""
    text = " ".join(arguments)
    numbers = "".join(character if character.isdecimal() else " " for character in text).split()
    is_small = all(int(number[:9]) <= 6 or len(number) > 12 for number in numbers)
    return is_small and not {"warmup", "tour", "--plot", "--checkpoint"} & set(arguments)


def _command(random: Random) -> Input:
    arguments = _changed(random)
    while not _is_affordable(arguments):
        arguments = _changed(random)
    # Where files are asked for, what is left may be one of these.
    written = frozenset({arguments[-1], *FILES}) if "-o" in arguments else frozenset[str]()
    return Input(repr(arguments), lambda: run_command(arguments), written)


def _changed(random: Random) -> list[str]:
    """A command line with one accident."""
    arguments = shlex.split(_one_of(random, COMMANDS))
    match random.randrange(4):
        case 0:
            place = random.randrange(len(arguments))
            arguments[place] = mutated(random, arguments[place])
        case 1:
            arguments.insert(random.randrange(1, len(arguments) + 1), mutated(random, random.choice(TYPED)))
        case 2:
            arguments[random.randrange(len(arguments))] = random.choice(TYPED)
        case 3:
            del arguments[random.randrange(len(arguments))]
    return [each.replace("\0", "") for each in arguments]  # no process can be given one


def _file_name(random: Random) -> Input:
    name = mutated(random, random.choice(NAMES)).replace("\0", "")
    if name.startswith("/") and name != "/dev/full":
        name = name.lstrip("/")
    name = name.replace("../", "")
    command = random.choice(("longest 3", "summary 2", "rules kids", "export 2", "render 2", "matrix order:2"))
    arguments = [*command.split(), "-o", name]
    return Input(repr(arguments), lambda: run_command(arguments), frozenset({os.path.normpath(name)}))


KINDS: dict[str, Callable[[Random], Input]] = {
    "positions": _texts(POSITIONS, _position),
    "ranges": _texts(RANGES, parse_range),
    "numbers of games": _texts(GAMES, parse_whole),
    "rules": _texts(RULES, _rules),
    "given cards": _texts(GIVEN, _given),
    "rules files": _rules_file,
    "line-ups": _texts(LINE_UPS, LineUp.parse),
    "relations": _texts(RELATIONS, wg.Relation.of),
    "command lines": _command,
    "file names": _file_name,
}
"""How an input of each kind is made."""


class Hang(BaseException):
    """An input took longer than it may."""


@contextmanager
def patience() -> Iterator[None]:
    """Raise `Hang` if it takes too long."""

    def give_up(*_: object) -> None:
        raise Hang(f"no answer in {PATIENCE} seconds")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@dataclass
class Count:
    """How inputs came out; of those that failed, their number, and what happened."""

    refused: int = 0
    accepted: int = 0
    failures: list[tuple[int, str]] = field(default_factory=list)

    @property
    def tried(self) -> int:
        return self.refused + self.accepted + len(self.failures)


def tried(kind: str, number: int) -> str:
    """Try the input of a kind with a number: "refused", "accepted", or what went wrong."""
    given = KINDS[kind](Random(f"{kind} {number}"))
    before = Path.cwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            Path("beats.csv").write_text("0,0,1\n1,0,0\n0,1,0\n")
            with patience(), redirect_stdout(io.StringIO()):
                outcome = _outcome(given)
            allowed = {"beats.csv", "x.dot", *given.files}
            left = [path.name for path in Path().iterdir() if path.name not in allowed]
            return f"{given.shown} leaves {left}" if left else outcome
        finally:
            os.chdir(before)


def _outcome(given: Input) -> str:
    try:
        given.attempt()
    except Refused:
        return "refused"
    except WarGraphError as error:
        if "\n" in str(error) or not str(error):
            return f"{given.shown}: the message is not one line: {error}"
        return "refused"
    except (Exception, Hang, SystemExit, KeyboardInterrupt) as error:
        return f"{given.shown}: {type(error).__name__}: {error}"
    return "accepted"


def attacked(kind: str, first: int, stop: int) -> Count:
    """Try the inputs of a kind from one number on and below another."""
    count = Count()
    for number in range(first, stop):
        outcome = tried(kind, number)
        if outcome == "refused":
            count.refused += 1
        elif outcome == "accepted":
            count.accepted += 1
        else:
            count.failures.append((number, outcome))
    return count
