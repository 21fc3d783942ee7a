"""As much of anyio as importing Starlette needs.

In a page there are no threads, files or streams to serve, so hardly anything of it is called.
"""

from . import abc, lowlevel, to_thread

__all__ = ["abc", "lowlevel", "to_thread"]
