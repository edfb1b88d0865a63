"""The output of a command: its options, its format, and where it is written."""

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from operator import methodcaller
from pathlib import Path
from typing import Annotated, Any, TypeVar

import wargraph as wg
from wargraph.cli.options import choice_option, option
from wargraph.cli.run_options import ANY_RUN_OPTIONS, LongWork
from wargraph.core.relation import Reading
from wargraph.errors import OutputError, ParameterError, shown
from wargraph.report.document import Document, Paragraph
from wargraph.report.files import check_output, check_picture_path, write_file
from wargraph.report.formats import FORMATS, TEXT, Format, Origin, Terms, format_named, format_of_file
from wargraph.report.result import Result
from wargraph.version import __version__

AnyResult = TypeVar("AnyResult", bound=Result)


def format_option(formats: Iterable[Format]) -> Any:
    """The option that chooses one of several formats."""
    names = (form.name for form in formats)
    return choice_option("--format", names, "The format; by default what the ending of the -o file says, or a table.")


TitleOption = Annotated[str | None, option("--title TEXT", "The title above the report, the page and the picture.")]


@dataclass(frozen=True)
class Target:
    """Where the results of a command are plotted, in which format they are written, and to which file."""

    plot: Annotated[Path | None, option("--plot FILE", "Plot the results in a .svg, .pdf or .png file.")] = None
    table_format: Annotated[str | None, format_option(form for form in FORMATS if not form.is_of_terms)] = None
    output: Annotated[Path | None, option("-o --output FILE", "Write to a file instead of the terminal.")] = None
    title: TitleOption = None


@dataclass(frozen=True)
class TermsTarget(Target):
    """The same, where one of the formats is the b-file of an integer sequence."""

    table_format: Annotated[str | None, format_option(FORMATS)] = None


Unplotted = Annotated[Target, "table_format", "output", "title"]
PLOTTED = TermsTarget()
TO_TERMINAL = Target()


def table_option(tables: tuple[str, ...]) -> Any:
    """The option that chooses one of several tables."""
    text = "Write one table instead of the whole report; CSV holds the first table unless you name another."
    return choice_option("--table", tables, text)


class Output:
    """The checked output of a command, made before its work starts.

    Parameters
    ----------
    command
        The name of the command.
    target
        The files and the format that the user chose.
    terms
        The integer sequence in the first table, if this table has one row for each n and so makes a b-file.
    tables, table
        The names of the tables that --table can choose, and the one that the user chose.
    formats
        The formats that the command has.
    film
        The file of the animation of a game.
    """

    def __init__(
        self,
        command: str,
        target: Target,
        terms: Terms | None = None,
        tables: tuple[str, ...] = (),
        table: str | None = None,
        formats: Sequence[Format] = FORMATS,
        film: Path | None = None,
    ) -> None:
        path, plot = target.output, target.plot
        if path is not None:
            check_output(path)
        if plot is not None:
            check_picture_path(plot)
        if film is not None:
            from wargraph.explorer.film import check_film_path

            check_film_path(film)
        if target.table_format is not None:
            self.format = format_named(target.table_format, formats)
        else:
            self.format = TEXT if path is None else format_of_file(path)
        self.command = command
        self.path = path
        self.terms = terms
        self.table = table
        self.plot = plot
        self.film = film
        self.title = target.title
        if self.title is not None and plot is None and not self.format.is_for_people:
            raise ParameterError(
                f"--title {shown(self.title)} has no place in {self.format.name}: leave it out, or write a report or a "
                "picture"
            )
        if self.format.is_of_terms and terms is None:
            raise ParameterError(
                f"the format {self.format.name} holds one value for each n, and {command} does not give that here: "
                "use another format, or ask for one order and one of --deals in longest, endless, finish or sequence"
            )
        if table is not None and table not in tables:
            raise ParameterError(f"table {shown(table)} is not known: use {', '.join(tables[:-1])} or {tables[-1]}")

    def check_terms(self, sizes: list[int]) -> None:
        """Refuse a list of terms with gaps, which the OEIS does not accept."""
        run = first_run(sizes)
        if self.format.is_of_terms and run != sizes:
            raise ParameterError(
                f"the format {self.format.name} runs through every n, and n = {run[-1] + 1} is missing: "
                "ask for one range"
            )

    @contextmanager
    def work(
        self,
        parameters: Mapping[str, object],
        long_work: LongWork = ANY_RUN_OPTIONS,
    ) -> "Iterator[wg.RunOptions]":
        """Run options for the work on a document."""
        with long_work.run_options(self.command, parameters) as run_options:
            yield run_options

    def answer(
        self,
        parameters: Mapping[str, object],
        compute: "Callable[[wg.RunOptions], AnyResult]",
        long_work: LongWork = ANY_RUN_OPTIONS,
        document_of: Callable[[Any], Document] = methodcaller("document"),
        plot_settings: Mapping[str, object] | None = None,
    ) -> AnyResult:
        """Compute one result, write its document and plot it, with the settings that its chart has."""
        with self.work(parameters, long_work) as run_options:
            result = compute(run_options)
        self.write(document_of(result), parameters)
        self.draw(result, plot_settings)
        return result

    def answer_each(
        self,
        parameters: Mapping[str, object],
        compute: "Callable[[wg.RunOptions], Iterator[AnyResult]]",
        document_of: Callable[[Sequence[AnyResult]], Document],
        long_work: LongWork = ANY_RUN_OPTIONS,
    ) -> None:
        """Compute several results one after the other, write one document of all and plot them."""
        results: list[AnyResult] = []
        with self.work(parameters, long_work) as run_options:
            results += compute(run_options)
        self.write(document_of(results), parameters)
        self.draw(results)

    def write(self, document: Document, parameters: Mapping[str, object]) -> None:
        """Write the document, or the chosen table of it, to the file or the terminal.

        JSON holds the parameters. A document for people states an interpretation of the matrix that is not strict. If
        the file cannot be written after all, the document is printed.
        """
        if self.title is not None:
            document = document.entitled(self.title)
        typed = shlex.join(["wargraph", *sys.argv[1:]])
        reading = parameters.get("reading")
        if isinstance(reading, Reading) and reading is not Reading.STRICT:
            rule = Paragraph(reading.rule)
            document = document if rule in document.blocks else Document([*document.blocks, rule])
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

    def draw(self, results: Result | Sequence[Result], settings: Mapping[str, object] | None = None) -> None:
        """Plot the results, and write the film, if the user chose so. Write the results first, as a plot may fail."""
        if self.plot is not None:
            wg.plot(results, self.title, **(settings or {})).save(self.plot)
        if self.film is not None:
            assert not isinstance(results, Sequence)  # nosec B101 # commands with --film play one game
            wg.save_film(results, self.film, self.title or "")


def first_run(sizes: list[int]) -> list[int]:
    """The numbers of an increasing list up to the first gap.

    >>> first_run([3, 4, 5, 7])
    [3, 4, 5]
    """
    return [n for place, n in enumerate(sizes) if n == sizes[0] + place]
