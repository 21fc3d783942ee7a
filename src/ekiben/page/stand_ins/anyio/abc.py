"""Types that Starlette's annotations name."""


class TaskGroup:
    """A group of tasks."""
