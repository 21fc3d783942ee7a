"""`python -m ekiben` is the command `ekiben`."""

import sys

from ekiben.cli import main

if __name__ == "__main__":
    sys.exit(main())
