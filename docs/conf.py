"""The site: `sphinx-build -W --keep-going -b html docs site`."""

import shutil
from pathlib import Path

import wargraph

HERE = Path(__file__).parent
shutil.copy(HERE.parent / "CHANGELOG.md", HERE / "changelog.md")  # a page of the site, beside the others

project = "wargraph"
copyright = "the wargraph contributors, MIT licence"  # noqa: A001
version = release = wargraph.__version__
extensions = ["myst_nb", "sphinx_copybutton"]

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
exclude_patterns = ["studies/*.ipynb"]  # the same notebooks, for Jupyter
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_in_temp = True
nb_execution_timeout = 120
