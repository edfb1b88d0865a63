"""Tests of the package, laid out as the package is."""
