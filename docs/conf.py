"""The site: `sphinx-build -W --keep-going -b html docs site`."""

from pathlib import Path

import wargraph
from wargraph.cli import app

HERE = Path(__file__).parent

project = "wargraph"
copyright = "the wargraph contributors, MIT licence"  # noqa: A001
version = release = wargraph.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
exclude_patterns = ["generated"]

html_theme = "furo"
html_title = "wargraph"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_copy_source = False
smartquotes = False  # options begin with two hyphens
highlight_language = "none"  # a listing says its language, and a tree of files has none

# Pages are plain Markdown, as a code host shows it: links between files, anchors made of headings.
myst_heading_anchors = 3
myst_enable_extensions = ["html_image"]
copybutton_prompt_text = "$ "

# The studies are notebooks. Whoever builds the site runs them.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_in_temp = True
nb_execution_timeout = 120

# Docstrings: what is returned is said in a sentence, and fields of one meaning share a line.
default_role = "py:obj"
napoleon_google_docstring = False
napoleon_custom_sections = ["Returns", ("Attributes", "params_style")]
autodoc_default_options = {
    "members": True,
    "inherited-members": "Result, Strategy, object, str, float, tuple, Sequence, BaseException, Exception, ValueError, "
    "LookupError, MemoryError, OSError, KeyboardInterrupt",  # from all classes but these
}
autodoc_inherit_docstrings = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_class_signature = "separated"
python_use_unqualified_type_names = True

# The commands as the program describes them.
(HERE / "generated").mkdir(exist_ok=True)
commands = app.generate_docs(output_format="markdown", recursive=True, heading_level=1)
(HERE / "generated" / "commands.md").write_text(commands, encoding="utf-8")


def keep_colon(_app, what, _name, _object, _options, lines):
    """Keep a colon in the first sentence of a property: napoleon would take what stands before it for a type."""
    if what == "property":
        lines[0] = f": {lines[0]}"


def setup(app):
    app.connect("autodoc-process-docstring", keep_colon, priority=400)
