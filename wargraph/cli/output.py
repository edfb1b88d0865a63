"""What commands share on the way to their result: the options of long work, and those of the output."""

import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from operator import methodcaller
from pathlib import Path
from typing import Annotated, Any, TypeVar

from cyclopts import Parameter
from cyclopts.validators import Number

import wargraph as wg
from wargraph.cli.options import flat, one_of
from wargraph.core.relation import Reading
from wargraph.errors import OutputError, ParameterError, shown
from wargraph.report.document import Document, Paragraph
from wargraph.report.files import check_output, check_picture_path, write_file
from wargraph.report.formats import FORMATS, TEXT, Format, Origin, Terms, format_named, format_of_file
from wargraph.report.result import Result
from wargraph.sequences.oeis import OEIS
from wargraph.version import __version__

AnyResult = TypeVar("AnyResult", bound=Result)

_CheckpointOption = Annotated[
    Path | None,
    Parameter(help="Save each finished part of the work in this file; the same command resumes from it."),
]
_HoursOption = Annotated[
    float | None,
    Parameter(validator=Number(gt=0), help="Refuse work that is forecast to take more than H hours; by default 1."),
]


@flat
@dataclass(frozen=True, kw_only=True)
class Work:
    """Options of commands that may take long: who does the work, how long it may take, and where it is kept."""

    def refuse(self, where: str) -> None:
        """Refuse the options where they have no meaning."""
        for name, value in vars(self).items():
            if value is not None:
                raise ParameterError(f"--{name} {where}: leave it out")

    @contextmanager
    def run_options(self, command: str, parameters: Mapping[str, object]) -> "Iterator[wg.RunOptions]":
        """The run options of a command, with a progress display if stderr is a terminal."""
        from wargraph.campaign.checkpointed import with_checkpoint
        from wargraph.campaign.run import threads, worker_count
        from wargraph.campaign.run_options import RunOptions  # imported late: most commands need none

        given = vars(self)
        jobs, scheduler = given.get("jobs"), given.get("scheduler")
        if scheduler is not None:
            from wargraph.campaign.cluster import cluster

            if jobs is not None:
                raise ParameterError(
                    f"--jobs {jobs} are threads here, and --scheduler {shown(scheduler)} has workers: ask for one"
                )
            workers = cluster(scheduler)
        else:
            workers = threads(jobs or worker_count())
        with workers as executor:
            run_options = RunOptions(executor, given.get("hours"), sys.stderr.isatty(), given.get("checkpoint"))
            with with_checkpoint(run_options, command, parameters, shlex.join(["wargraph", *sys.argv[1:]])) as kept:
                yield kept


@flat
@dataclass(frozen=True, kw_only=True)
class Hours(Work):
    """The options of work in memory."""

    hours: _HoursOption = None


@flat
@dataclass(frozen=True, kw_only=True)
class SearchWork(Hours):
    """The options of a search by one thread."""

    checkpoint: _CheckpointOption = None


@flat
@dataclass(frozen=True, kw_only=True)
class SharedWork(Work):
    """The options of work in many units, whose time depends on the number of games alone."""

    jobs: Annotated[int | None, Parameter(validator=Number(gte=1, lte=1000))] = None
    """Use N threads; by default one for each core. The result does not depend on it."""
    checkpoint: _CheckpointOption = None
    scheduler: str | None = None
    """Use the workers of the Dask scheduler at this address, such as tcp://127.0.0.1:8786."""


@flat
@dataclass(frozen=True, kw_only=True)
class LongWork(SharedWork):
    """The options of work in many units."""

    hours: _HoursOption = None


def format_option(formats: Sequence[Format]) -> Parameter:
    """The option that chooses one of several formats."""
    return one_of(
        [form.name for form in formats], "The format; by default what the ending of the -o file says, or a table."
    )


@flat
@dataclass(frozen=True, kw_only=True)
class Output:
    """In which format the results of a command are written, and to which file."""

    format: Annotated[str | None, format_option([form for form in FORMATS if not form.is_of_terms])] = None
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None
    """Write to a file instead of the terminal."""
    title: str | None = None
    """The title above the report, the page and the picture."""

    def report(self, command: str, table: str | None = None, terms: Terms | None = None) -> "Report":
        """The report of a command, after a check of all paths and formats.

        Parameters
        ----------
        command
            The name of the command.
        table
            The only table that the user wants.
        terms
            The integer sequence in the first table, if this table has one row for each n and so makes a b-file.
        """
        plot: Path | None = vars(self).get("plot")
        form = TEXT
        if self.output is not None:
            check_output(self.output)
            form = TEXT if self.format else format_of_file(self.output)
        if plot is not None:
            check_picture_path(plot)
        if self.format is not None:
            form = format_named(self.format, (*FORMATS, OEIS))
        if self.title is not None and plot is None and not form.is_for_people:
            raise ParameterError(
                f"--title {shown(self.title)} has no place in {form.name}: leave it out, or write a report or a picture"
            )
        if form.is_of_terms and terms is None:
            raise ParameterError(
                f"the format {form.name} holds one value for each n, and {command} does not give that here: "
                "use another format, or ask for one order and one of --deals in longest, endless, finish or sequence"
            )
        return Report(command, form, self.output, plot, self.title, table, terms)


@flat
@dataclass(frozen=True, kw_only=True)
class PlottedOutput(Output):
    """Output with a plot."""

    plot: Path | None = None
    """Plot the results in a .svg, .pdf or .png file."""


@flat
@dataclass(frozen=True, kw_only=True)
class TermsOutput(PlottedOutput):
    """Output with a plot, where one of the formats is the b-file of an integer sequence."""

    format: Annotated[str | None, format_option(FORMATS)] = None


@dataclass(frozen=True)
class Report:
    """The checked output of a command, made before its work starts: see `Output.report`."""

    command: str
    format: Format
    path: Path | None
    plot: Path | None
    title: str | None
    table: str | None
    terms: Terms | None

    def check_terms(self, sizes: Sequence[int]) -> None:
        """Refuse a list of terms with gaps, which the OEIS does not accept."""
        run = first_run(sizes)
        if self.format.is_of_terms and run != sizes:
            raise ParameterError(
                f"the format {self.format.name} runs through every n, and n = {run[-1] + 1} is missing: "
                "ask for one range"
            )

    def answer(
        self,
        parameters: Mapping[str, object],
        compute: "Callable[[wg.RunOptions], AnyResult]",
        work: Work = Work(),
        document_of: Callable[[Any], Document] = methodcaller("document"),
        **plot_settings: object,
    ) -> AnyResult:
        """Compute one result, write its document and plot it, with the settings that its chart has."""
        with work.run_options(self.command, parameters) as run_options:
            result = compute(run_options)
        self.write(document_of(result), parameters)
        self.draw(result, **plot_settings)
        return result

    def answer_each(
        self,
        parameters: Mapping[str, object],
        compute: "Callable[[wg.RunOptions], Iterator[AnyResult]]",
        document_of: Callable[[Sequence[AnyResult]], Document],
        work: Work = Work(),
    ) -> None:
        """Compute several results, write one document of all of them and plot them."""
        with work.run_options(self.command, parameters) as run_options:
            results = list(compute(run_options))
        self.write(document_of(results), parameters)
        self.draw(results)

    def write(self, document: Document, parameters: Mapping[str, object]) -> None:
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
        typed = shlex.join(["wargraph", *sys.argv[1:]])
        origin = Origin(self.command, __version__, parameters, typed, self.terms)
        contents = self.format.render(document if self.table is None else document.only(self.table), origin)
        if self.path is not None:
            try:
                write_file(self.path, contents)
                return
            except OutputError:
                sys.stdout.write(contents)
                raise
        sys.stdout.write(contents)

    def draw(self, results: Result | Sequence[Result], **settings: object) -> None:
        """Plot the results if the user chose so. Write the results first, as a plot may fail."""
        if self.plot is not None:
            wg.plot(results, self.title, **settings).save(self.plot)


def first_run(sizes: Sequence[int]) -> list[int]:
    """The numbers of an increasing list up to the first gap.

    >>> first_run([3, 4, 5, 7])
    [3, 4, 5]
    """
    return [n for place, n in enumerate(sizes) if n == sizes[0] + place]
