"""Which version of the package this is."""

__version__ = "1.0.0"
