"""What browsers ask of a page before they offer to install it."""

import json
import struct

import numpy as np
import pytest

from ekiben.envs.render import decoded
from ekiben.page.build import install


def png_size(content):
    """Width, height and whether there is an alpha channel."""
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, _, colour = struct.unpack(">IIBB", content[16:26])
    return width, height, colour in (4, 6)


def test_the_manifest_has_what_browsers_need(tmp_path):
    install.add_install_files(tmp_path)
    manifest = json.loads((tmp_path / install.MANIFEST).read_text(encoding="utf-8"))
    assert manifest["display"] == "standalone" and manifest["name"] and manifest["short_name"]
    assert {manifest["start_url"], manifest["scope"], manifest["id"]} == {"./"}
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    for icon in manifest["icons"]:
        width, height, _ = png_size((tmp_path / icon["src"]).read_bytes())
        assert icon["sizes"] == f"{width}x{height}"
    assert png_size((tmp_path / "icons" / install.APPLE.file).read_bytes())[:2] == (180, 180)


@pytest.mark.parametrize("icon", [*install.ICONS, install.APPLE], ids=lambda icon: icon.file)
def test_icons_are_those_that_the_seal_draws(icon):
    """`python -m ekiben.page.build.install` draws them anew; another version of what draws them may
    round differently.
    """
    pytest.importorskip("resvg_py")
    drawn, kept = install.draw(icon), (install.DRAWN / icon.file).read_bytes()
    assert np.abs(decoded(drawn).astype(int) - decoded(kept)).max() < 8
