"""How the result of a command gets out: its options, and the document in the format that was asked for."""

import os
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from operator import methodcaller
from pathlib import Path
from typing import Annotated, Any, TypeVar

import wargraph as wg
from wargraph.campaign.progress import Interrupted
from wargraph.cli.options import choice_option, option
from wargraph.cli.run_options import ANY_RUN_OPTIONS, LongWork
from wargraph.core.relation import Reading
from wargraph.errors import OutputError, ParameterError, TooLongError, shown
from wargraph.report.document import Document, Paragraph, Table
from wargraph.report.files import check_output, check_picture_path, write_file
from wargraph.report.formats import FORMATS, TEXT, Origin, Terms, format_named, format_of_file
from wargraph.report.result import Result
from wargraph.version import __version__

Found = TypeVar("Found", bound=Result)


def _format_option(with_terms: bool) -> Any:
    names = (form.name for form in FORMATS if with_terms or not form.is_of_terms)
    return choice_option("--format", names, "How to print; by default what -o's ending says, or a table.")


FormatOption = Annotated[str | None, _format_option(with_terms=False)]
TermsFormatOption = Annotated[str | None, _format_option(with_terms=True)]
OutputOption = Annotated[Path | None, option("-o --output FILE", "Write to a file instead of the terminal.")]
PlotOption = Annotated[Path | None, option("--plot FILE", "Draw it: .svg, .pdf or .png.")]


def table_option(tables: tuple[str, ...]) -> Any:
    """The option that asks for one table of several."""
    text = "One table instead of the whole report; in CSV it is the first one unless another is named."
    return choice_option("--table", tables, text)


class Output:
    """Where a command's document goes, and in which format. Made, and checked, before the work starts.

    Parameters
    ----------
    command
        Whose document it is.
    format_name, path
        What the user asked for.
    terms
        The integer sequence in the first table, if there is one row for each n and so a b-file.
    read
        A file that it is made from, such as a matrix, if any, which must not be overwritten.
    tables, table
        The tables that can be asked for, and the one that is.
    plot
        Where the results are plotted, if that is asked for.
    """

    def __init__(
        self,
        command: str,
        format_name: str | None,
        path: Path | None,
        terms: Terms | None = None,
        read: str | Path | None = None,
        tables: tuple[str, ...] = (),
        table: str | None = None,
        plot: Path | None = None,
    ) -> None:
        if path is not None:
            check_output(path)
            check_not_read(path, read)
        if plot is not None:
            check_picture_path(plot)
            check_not_read(plot, read)
        check_apart(path, plot)
        if format_name is not None:
            self.format = format_named(format_name)
        else:
            self.format = TEXT if path is None else format_of_file(path)
        self.command = command
        self.path = path
        self.terms = terms
        self.table = table
        self.plot = plot
        self._provenance: Table | Paragraph | None = None
        if self.format.is_of_terms and terms is None:
            raise ParameterError(
                f"a b-file holds one value for each n, and {command} does not give that here: "
                "use another format, or ask for one order and one of --deals in longest, endless, finish or sequence"
            )
        if table is not None and table not in tables:
            raise ParameterError(f"table {shown(table)} is not known: use {', '.join(tables[:-1])} or {tables[-1]}")

    def check_terms(self, sizes: list[int]) -> None:
        """Refuse a b-file with gaps, which the OEIS does not take."""
        run = first_run(sizes)
        if self.format.is_of_terms and run != sizes:
            raise ParameterError(f"a b-file runs through every n, and n = {run[-1] + 1} is missing: ask for one range")

    @contextmanager
    def work(
        self,
        parameters: Mapping[str, object],
        asked: LongWork = ANY_RUN_OPTIONS,
        document_of: Callable[[Any], Document] = methodcaller("document"),
    ) -> "Iterator[wg.RunOptions]":
        """Work on the document, as it is asked for; whatever ends it early, what was finished comes out, marked so."""
        self._finished: Document | None = None
        check_apart(self.path, self.plot, asked.checkpoint)
        try:
            with asked.run_options(self.command, parameters) as run_options:
                yield run_options
                if run_options.kept is not None:
                    status = wg.checkpoint_status(run_options.kept.path)
                    if not run_options.kept.has_kept:  # all was there, so this run is forgotten
                        status = replace(status, runs=status.runs[:-1])
                    self._provenance = _provenance(status)
        except BaseException as error:
            if isinstance(error, Interrupted) and error.finished is not None:
                self.keep(document_of(error.finished))
            if self._finished is not None:
                self.write(self._finished, parameters, incomplete=_reason(error))
            raise

    def keep(self, document: Document) -> None:
        """The part of the document that is finished, while there is `work` on the rest."""
        self._finished = document

    def answer(
        self,
        parameters: Mapping[str, object],
        ask: "Callable[[wg.RunOptions], Found]",
        asked: LongWork = ANY_RUN_OPTIONS,
        document_of: Callable[[Any], Document] = methodcaller("document"),
    ) -> Found:
        """Work on one result, write its document and plot it."""
        with self.work(parameters, asked, document_of) as run_options:
            found = ask(run_options)
        self.write(document_of(found), parameters)
        self.draw(found)
        return found

    def answer_each(
        self,
        parameters: Mapping[str, object],
        ask: "Callable[[wg.RunOptions], Iterator[Found]]",
        document_of: Callable[[Sequence[Found]], Document],
        asked: LongWork = ANY_RUN_OPTIONS,
    ) -> None:
        """Work on several results one after the other, write a document of all and plot them."""
        found: list[Found] = []
        with self.work(parameters, asked) as run_options:
            for result in ask(run_options):
                found.append(result)
                self.keep(document_of(found))
        self.write(document_of(found), parameters)
        self.draw(found)

    def write(self, document: Document, parameters: Mapping[str, object], incomplete: str = "") -> None:
        """Print the document, or the table that is asked for, or write it to the file; parameters are part of JSON.

        A reading of a matrix that is not strict is told to people too. If the file cannot be written after all, it is
        printed.
        """
        typed = shlex.join(["wargraph", *sys.argv[1:]])
        reading = parameters.get("reading")
        if isinstance(reading, Reading) and reading is not Reading.STRICT:
            rule = Paragraph(reading.rule)
            document = document if rule in document.blocks else Document([*document.blocks, rule])
        if self._provenance:
            document = Document([*document.blocks, self._provenance])
        origin = Origin(self.command, __version__, parameters, typed, self.terms, incomplete)
        text = self.format.render(document if self.table is None else document.only(self.table), origin)
        if self.path is not None:
            try:
                write_file(self.path, text)
                return
            except OutputError:
                sys.stdout.write(text)
                raise
        sys.stdout.write(text)

    def draw(self, results: Result | Sequence[Result]) -> None:
        """Plot the results, if that is asked for. They are written before: a plot may fail."""
        if self.plot is not None:
            wg.plot(results).save(self.plot)


def _provenance(status: "wg.CheckpointStatus") -> Table | Paragraph:
    """Where an answer comes from that a checkpoint has kept."""
    if not status.pieces:
        return Paragraph(f"This took no pieces that {shown(str(status.path))} could keep, so there is no such file.")
    return Table("provenance", [status.provenance()], "Where this comes from", is_record=True)


def _reason(error: BaseException) -> str:
    """Why work ended early, in some words."""
    if isinstance(error, KeyboardInterrupt):
        return "interrupted"
    return error.reason if isinstance(error, TooLongError) else shown(error)


def first_run(sizes: list[int]) -> list[int]:
    """Rising numbers up to the first gap.

    >>> first_run([3, 4, 5, 7])
    [3, 4, 5]
    """
    return [n for place, n in enumerate(sizes) if n == sizes[0] + place]


def check_apart(*paths: Path | None) -> None:
    """Refuse to write two results to one file."""
    named = [os.path.realpath(path) for path in paths if path is not None]
    twice = next((path for path in named if named.count(path) > 1), None)
    if twice is not None:
        raise OutputError(f"output {twice!r} is named twice: write each result to a file of its own")


def check_not_read(path: Path | None, *inputs: str | Path | None) -> None:
    """Refuse to write a result over a file that it is made from."""
    if path is not None and os.path.exists(path):  # noqa: PTH110 - of a name too long pathlib raises
        for each in inputs:
            if each is not None and _is_file(path, each):
                raise OutputError(f"output {str(path)!r} is a file that is read: write elsewhere")


def _is_file(path: Path, named: str | Path) -> bool:
    """Whether a text names this file; it may be no file's name at all."""
    try:
        return path.samefile(named)
    except (OSError, ValueError):
        return False
