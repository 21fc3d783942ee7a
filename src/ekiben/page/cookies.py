"""The cookies that open a person's seats: a page has no browser between itself and the app."""

from __future__ import annotations

from http.cookies import SimpleCookie
from typing import NamedTuple, Protocol


class CookieStore(Protocol):
    """Where cookies are kept, as texts by name."""

    async def cookies(self) -> dict[str, str]: ...

    async def keep_cookie(self, name: str, value: str) -> None: ...


class Cookie(NamedTuple):
    """A cookie, and the path below which it is shown."""

    path: str
    value: str


class CookieJar:
    """The cookies of this page."""

    def __init__(self, store: CookieStore) -> None:
        self.store = store
        self.cookies: dict[str, Cookie] = {}

    async def load(self) -> None:
        kept = await self.store.cookies()
        self.cookies = {name: Cookie(*text.split(" ", 1)) for name, text in kept.items()}

    def header(self, path: str) -> str:
        """The cookies to show at a path."""
        return "; ".join(
            f"{name}={cookie.value}"
            for name, cookie in self.cookies.items()
            if path == cookie.path or path.startswith(f"{cookie.path.rstrip('/')}/")
        )

    async def keep(self, text: str) -> None:
        """Keep what a `set-cookie` header says, for good."""
        for name, morsel in SimpleCookie(text).items():
            cookie = Cookie(morsel["path"] or "/", morsel.coded_value)
            if self.cookies.get(name) != cookie:
                await self.store.keep_cookie(name, " ".join(cookie))
                self.cookies[name] = cookie
