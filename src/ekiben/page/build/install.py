"""What lets people install the page as an app: a manifest, and icons drawn from our own seal.

The icons are checked in, so that a build needs nothing to draw them with;
`python -m ekiben.page.build.install` draws them anew when the seal changes (extra `envs`).
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import NamedTuple

from ekiben.page.build.client import WEB
from ekiben.texts import say

SEAL = WEB / "src" / "app" / "seal.svg"
DRAWN = WEB / "src" / "page" / "icons"
MANIFEST = "manifest.webmanifest"
PAPER = "#F6F1E4"
VERMILION = "#C7402D"
BOX = 64  # the side of the seal's own drawing
FRAME = re.compile(r"<rect[^>]*/>")


class Icon(NamedTuple):
    """A picture of the seal: as it is, or with its colour to every edge for systems that cut it."""

    file: str
    size: int
    purpose: str = "any"

    @property
    def is_cut(self) -> bool:
        return self.purpose != "any"


APPLE = Icon("apple-touch-icon.png", 180, "cut")
ICONS = (
    Icon("icon-192.png", 192),
    Icon("icon-512.png", 512),
    Icon("icon-maskable-192.png", 192, "maskable"),
    Icon("icon-maskable-512.png", 512, "maskable"),
)


def add_install_files(folder: Path) -> None:
    """Write the manifest and the icons into the folder of a page."""
    icons = folder / "icons"
    icons.mkdir()
    for icon in (*ICONS, APPLE):
        shutil.copyfile(DRAWN / icon.file, icons / icon.file)
    text = json.dumps(manifest(), ensure_ascii=False, indent=1) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")


def manifest() -> dict[str, object]:
    """All addresses are relative: the page works in any folder of any web space."""
    return {
        "name": "Ekiben 駅弁",
        "short_name": "Ekiben",
        "description": say("web.title", "en"),
        "lang": "en",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": [
            {
                "src": f"icons/{icon.file}",
                "sizes": f"{icon.size}x{icon.size}",
                "type": "image/png",
                "purpose": icon.purpose,
            }
            for icon in ICONS
        ],
    }


# ---- drawing
def drawing(icon: Icon) -> str:
    """The seal itself, or its rails on its colour, within any circle that may be cut out."""
    seal = SEAL.read_text(encoding="utf-8")
    ground = f'<rect width="{BOX}" height="{BOX}" fill="{VERMILION}"/>'
    return FRAME.sub(ground, seal, count=1) if icon.is_cut else seal


def draw(icon: Icon) -> bytes:
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=drawing(icon), width=icon.size))


def main() -> None:
    DRAWN.mkdir(exist_ok=True)
    for icon in (*ICONS, APPLE):
        (DRAWN / icon.file).write_bytes(draw(icon))


if __name__ == "__main__":
    main()
