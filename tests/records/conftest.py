"""The command, as in the tests of the command line."""

from cli.conftest import _quiet_surroundings, ekiben  # noqa: F401
