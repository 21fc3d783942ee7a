"""People around one table, what their pages were told, and two servers over one database."""

import contextlib

from .serving import OFTEN, Patient, serving


def seated(house, kinds="you open open", **wish):
    """The host, guests in all open seats, and the table."""
    host = house.person()
    table = host.table("london", kinds, **wish)
    guests = []
    for seat, link in host.links.items():
        guests.append(house.person())
        assert guests[-1].sit(table, link, name=f"Guest {seat}").status_code == 204
    return table, host, *guests


def pages_of(table, *people):
    """A page for each, in the order of the seats."""
    pages = [person.page(table, seat) for seat, person in enumerate(people)]
    for page in pages:
        page.until("snapshot")
        page.ask("ping")  # everything sent so far has been read
    return pages


def latest(page, kind="seats"):
    return next(message for message in reversed(page.heard) if message["type"] == kind)


def people(page):
    return next(one for one in reversed(page.heard) if one["type"] in ("hello", "seats"))


def told(page):
    return [line["text"] for line in page.position["said"] if line["kind"].startswith("people-")]


def away(page, *seats):
    """Waits until these seats have no page."""
    while any(people(page)["present"][seat] for seat in seats):
        page.next()


@contextlib.contextmanager
def two_houses(tmp_path, address, **changes):
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(
                serving(
                    tmp_path,
                    Patient(),
                    database=address,
                    rates=OFTEN,
                    lease_retry=0.05,
                    **changes,
                )
            )
            for _ in range(2)
        ]
