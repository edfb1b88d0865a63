"""How a command comes to its result, and where that goes: the options of long work, and those of the output."""

import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import cached_property
from inspect import signature
from pathlib import Path
from typing import Annotated, Any, ClassVar

from cyclopts import Parameter
from cyclopts.validators import Number

import wargraph as wg
from wargraph.cli import typed_command
from wargraph.cli.options import OUTPUT, Command, one_of, read_by, refuse
from wargraph.core.relation import Reading
from wargraph.errors import OutputError, shown
from wargraph.report.document import Document, Paragraph
from wargraph.report.files import check_output, check_picture_path, write_file
from wargraph.report.formats import FORMATS, TEXT, Format, Origin, Terms, format_named, format_of_file
from wargraph.sequences.oeis import OEIS
from wargraph.version import __version__


def format_option(formats: Sequence[Format]) -> Parameter:
    """The option that chooses one of several formats."""
    text = "The format; by default what the ending of the -o file says, or a table."
    return one_of([form.name for form in formats], help=text)


TermsFormat = Annotated[str | None, format_option(FORMATS)]
"""The option of a command whose first table can be the b-file of an integer sequence."""
Plot = Annotated[Path | None, read_by(check_picture_path, help="Plot the results in a .svg, .pdf or .png file.")]
Film = Annotated[
    Path | None, read_by("wargraph.explorer.film:check_film_path", help="Write the game as a film to a .gif file.")
]
Hours = Annotated[
    float | None,
    Parameter(validator=Number(gt=0), help="Refuse work that is forecast to take more than H hours; by default 1."),
]
Checkpoint = Annotated[
    Path | None,
    Parameter(help="Save each finished part of the work in this file; the same command resumes from it."),
]
WORK = ("--jobs", "--checkpoint", "--scheduler", "--hours")
"""The options of work in many units."""


class Output(Command):
    """The question of a command, and in which format its result is written, to which file.

    The function of `wargraph` that `function` names answers the question. It takes the options of the same names as its
    parameters. A command for which that is not enough defines `question`, `answers`, `document` or `draw`.
    """

    format: Annotated[str | None, format_option([form for form in FORMATS if not form.is_of_terms])] = None
    output: Annotated[Path | None, read_by(check_output, name=OUTPUT)] = None
    """Write to a file instead of the terminal."""
    title: str | None = None
    """The title above the report, the page and the picture."""

    function: ClassVar[str] = ""
    """The public function that answers; by default that of the same name as the command."""

    @property
    def terms(self) -> Terms | None:
        """The integer sequence in the first table, if this table has one row for each n and so makes a b-file."""
        return None

    @property
    def ask(self) -> Callable[..., Any]:
        """The public function that answers."""
        name = self.function or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(self).__name__).lower()
        return getattr(wg, name)  # type: ignore[no-any-return]

    @property
    def question(self) -> dict[str, object]:
        """The parameters of the report: the options that the public function takes."""
        return {name: vars(self)[name] for name in signature(self.ask).parameters if name in vars(self)}

    @cached_property
    def form(self) -> Format:
        """The format that the options choose."""
        if self.format is not None:
            return format_named(self.format, (*FORMATS, OEIS))
        return TEXT if self.output is None else format_of_file(self.output)

    def check(self) -> None:
        """Refuse formats in which the result cannot be written."""
        super().check()
        refuse(
            self.title is not None and self._option("plot") is None and not self.form.is_for_people,
            f"--title {shown(self.title)} has no place in {self.form.name}: leave it out, or write a report or a "
            "picture",
        )
        refuse(
            self.form.is_of_terms and self.terms is None,
            f"the format {self.form.name} holds one value for each n, and {typed_command()} does not give that here: "
            "use another format, or ask for one order and one of --deals in longest, endless, finish or sequence",
        )

    def check_terms(self, sizes: Sequence[int]) -> None:
        """Refuse a list of terms with gaps, which the OEIS does not accept."""
        refuse(
            self.form.is_of_terms and list(sizes) != [*range(sizes[0], sizes[-1] + 1)],
            f"the format {self.form.name} runs through every n: ask for one range without gaps",
        )

    def run(self) -> None:
        question = self.question
        with self.run_options(question) if "run_options" in signature(self.ask).parameters else nullcontext() as work:
            found = self.answers(**({} if work is None else {"run_options": work}))
        self.write(self.document(found), question)
        self.draw(found)

    def answers(self, **run_options: "wg.RunOptions") -> Any:
        """The answer of the public function, with run options if it takes some."""
        return self.ask(**self.question, **run_options)

    def document(self, found: Any) -> Document:
        """The report on the answer."""
        return found.document()  # type: ignore[no-any-return]

    @contextmanager
    def run_options(self, question: Mapping[str, object]) -> "Iterator[wg.RunOptions]":
        """The run options of the command, with a progress display if stderr is a terminal."""
        from wargraph.campaign.checkpointed import with_checkpoint
        from wargraph.campaign.run import threads, worker_count
        from wargraph.campaign.run_options import RunOptions  # imported late: most commands need none

        if (scheduler := self._option("scheduler")) is None:
            workers = threads(self._option("jobs") or worker_count())
        else:
            from wargraph.campaign.cluster import cluster

            workers = cluster(scheduler)
        with workers as executor:
            chosen = RunOptions(executor, self._option("hours"), sys.stderr.isatty(), self._option("checkpoint"))
            with with_checkpoint(chosen, typed_command(), question, _typed()) as kept:
                yield kept

    def write(self, document: Document, parameters: Mapping[str, object], terms: Terms | None = None) -> None:
        """Write the document, or the chosen table of it, to the file or the terminal.

        JSON holds the parameters. A document for people states an interpretation of the matrix that is not strict. If
        the file cannot be written after all, the document is printed.
        """
        if self.title is not None:
            document = document.entitled(self.title)
        reading = parameters.get("reading")
        if isinstance(reading, Reading) and reading is not Reading.STRICT:
            rule = Paragraph(reading.rule)
            document = document if rule in document.blocks else Document([*document.blocks, rule])
        if (table := self._option("table")) is not None:
            document = document.only(table)
        origin = Origin(typed_command(), __version__, parameters, _typed(), terms or self.terms)
        contents = self.form.render(document, origin)
        try:
            if self.output is not None:
                write_file(self.output, contents)
        except OutputError:
            sys.stdout.write(contents)
            raise
        if self.output is None:
            sys.stdout.write(contents)

    def draw(self, found: Any, **settings: object) -> None:
        """Plot and film what was found if the user chose so. Write the results first, as a plot may fail."""
        if (plot := self._option("plot")) is not None:
            wg.plot(found, self.title, **settings).save(plot)
        if (film := self._option("film")) is not None:
            wg.save_film(found, film, self.title or "")

    def _option(self, name: str) -> Any:
        """The value of an option that not every command has."""
        return vars(self).get(name)


class SharedWork(Output):
    """A command with work in many units, whose time depends on the number of games alone, and with a plot."""

    plot: Plot = None
    checkpoint: Checkpoint = None
    jobs: Annotated[int | None, Parameter(validator=Number(gte=1, lte=1000))] = None
    """Use N threads; by default one for each core. The result does not depend on it."""
    scheduler: str | None = None
    """Use the workers of the Dask scheduler at this address, such as tcp://127.0.0.1:8786."""

    excludes: ClassVar = {"--jobs": ["--scheduler"]}


class LongWork(SharedWork):
    """A command with work in many units, whose time is forecast."""

    hours: Hours = None


def _typed() -> str:
    """The command line as the user typed it."""
    return shlex.join(["wargraph", *sys.argv[1:]])
