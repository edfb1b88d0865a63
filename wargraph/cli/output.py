"""What commands share on the way to their result: the options of long work, and those of the output."""

import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import methodcaller
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar

from cyclopts import Parameter
from cyclopts.validators import Number

import wargraph as wg
from wargraph.cli import typed_command
from wargraph.cli.options import Command, OutputOption, one_of, refuse
from wargraph.core.relation import Reading
from wargraph.errors import OutputError, shown
from wargraph.report.document import Document, Paragraph
from wargraph.report.files import check_output, check_picture_path, write_file
from wargraph.report.formats import FORMATS, TEXT, Format, Origin, Terms, format_named, format_of_file
from wargraph.sequences.oeis import OEIS
from wargraph.version import __version__

Found = TypeVar("Found")


class Hours(Command):
    """The option of work in memory."""

    hours: Annotated[float | None, Parameter(validator=Number(gt=0))] = None
    """Refuse work that is forecast to take more than H hours; by default 1."""


class Checkpoint(Command):
    """The option of work that can be resumed."""

    checkpoint: Path | None = None
    """Save each finished part of the work in this file; the same command resumes from it."""


class SharedWork(Checkpoint):
    """The options of work in many units, whose time depends on the number of games alone."""

    jobs: Annotated[int | None, Parameter(validator=Number(gte=1, lte=1000))] = None
    """Use N threads; by default one for each core. The result does not depend on it."""
    scheduler: str | None = None
    """Use the workers of the Dask scheduler at this address, such as tcp://127.0.0.1:8786."""

    excludes: ClassVar = {"jobs": ["scheduler"]}


class LongWork(SharedWork, Hours):
    """The options of work in many units."""

    def refuse_work(self, where: str) -> None:
        """Refuse these options where they have no meaning."""
        for name, value in self.values("jobs", "checkpoint", "scheduler", "hours").items():
            refuse(value is not None, f"--{name} {where}: leave it out")


def format_option(formats: Sequence[Format]) -> Parameter:
    """The option that chooses one of several formats."""
    text = "The format; by default what the ending of the -o file says, or a table."
    return one_of([form.name for form in formats], help=text)


class Output(Command):
    """In which format the results of a command are written, and to which file."""

    format: Annotated[str | None, format_option([form for form in FORMATS if not form.is_of_terms])] = None
    output: OutputOption | None = None
    """Write to a file instead of the terminal."""
    title: str | None = None
    """The title above the report, the page and the picture."""

    @property
    def terms(self) -> Terms | None:
        """The integer sequence in the first table, if this table has one row for each n and so makes a b-file."""
        return None

    @property
    def form(self) -> Format:
        """The format that the options choose."""
        if self.format is not None:
            return format_named(self.format, (*FORMATS, OEIS))
        return TEXT if self.output is None else format_of_file(self.output)

    def check(self) -> None:
        """Refuse paths that cannot be written, and formats in which the result cannot be written."""
        super().check()
        if self.output is not None:
            check_output(self.output)
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
        if (plot := self._option("plot")) is not None:
            check_picture_path(plot)
        if (film := self._option("film")) is not None:
            from wargraph.explorer.film import check_film_path

            check_film_path(film)

    def check_terms(self, sizes: Sequence[int]) -> None:
        """Refuse a list of terms with gaps, which the OEIS does not accept."""
        run = first_run(sizes)
        refuse(
            self.form.is_of_terms and run != sizes,
            f"the format {self.form.name} runs through every n, and n = {run[-1] + 1} is missing: ask for one range",
        )

    @contextmanager
    def run_options(self, parameters: Mapping[str, object]) -> "Iterator[wg.RunOptions]":
        """The run options of the command, with a progress display if stderr is a terminal."""
        from wargraph.campaign.checkpointed import with_checkpoint
        from wargraph.campaign.run import threads, worker_count
        from wargraph.campaign.run_options import RunOptions  # imported late: most commands need none

        jobs, scheduler = self._option("jobs"), self._option("scheduler")
        if scheduler is None:
            workers = threads(jobs or worker_count())
        else:
            from wargraph.campaign.cluster import cluster

            workers = cluster(scheduler)
        with workers as executor:
            chosen = RunOptions(executor, self._option("hours"), sys.stderr.isatty(), self._option("checkpoint"))
            with with_checkpoint(chosen, typed_command(), parameters, _typed()) as kept:
                yield kept

    def answer(
        self,
        parameters: Mapping[str, object],
        compute: "Callable[[wg.RunOptions], Found]",
        document_of: Callable[[Found], Document] = methodcaller("document"),
        **plot_settings: object,
    ) -> None:
        """Compute one result or several, write their document and plot them, with the settings of their chart."""
        with self.run_options(parameters) as run_options:
            found = compute(run_options)
        self.write(document_of(found), parameters)
        self.draw(found, **plot_settings)

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
        contents = self.form.render(
            document, Origin(typed_command(), __version__, parameters, _typed(), terms or self.terms)
        )
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


class PlottedOutput(Output):
    """Output with a plot."""

    plot: Path | None = None
    """Plot the results in a .svg, .pdf or .png file."""


class GameOutput(PlottedOutput):
    """The output of one game."""

    film: Path | None = None
    """Write the game as a film to a .gif file."""


class TermsOutput(PlottedOutput):
    """Output with a plot, where one of the formats is the b-file of an integer sequence."""

    format: Annotated[str | None, format_option(FORMATS)] = None


def _typed() -> str:
    """The command line as the user typed it."""
    return shlex.join(["wargraph", *sys.argv[1:]])


def first_run(sizes: Sequence[int]) -> list[int]:
    """The numbers of an increasing list up to the first gap.

    >>> first_run([3, 4, 5, 7])
    [3, 4, 5]
    """
    return [n for place, n in enumerate(sizes) if n == sizes[0] + place]
