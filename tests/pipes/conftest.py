"""The command, as in the tests of the command line."""
