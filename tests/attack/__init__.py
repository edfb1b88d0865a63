"""Tests that attack the package: with inputs, and with faults from outside."""
