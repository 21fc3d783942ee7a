"""The model card of a run: what was spent, how strong the player is, how to train it again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ekiben.draw.line_plot import line_plot
from ekiben.learn.config import make_config, settings_of
from ekiben.learn.evaluate import Result
from ekiben.learn.export import Exported
from ekiben.learn.train import read_checkpoint


def write_card(checkpoint: Path, exported: Exported, folder: Path) -> Path:
    """Write card.md and strength.svg; return the card's path."""
    found = read_checkpoint(checkpoint)
    (folder / "strength.svg").write_text(strength_plot(found["curve"]), encoding="utf-8")
    card = folder / "card.md"
    card.write_text(card_text(found, exported), encoding="utf-8")
    return card


def card_text(found: dict[str, Any], exported: Exported) -> str:
    config = make_config(found["settings"])
    last = found["curve"][-1]
    network = exported.network
    sizes = ", ".join(f"{network.size(name)} {name}" for name in ("inputs", "width", "blocks"))
    rows = [
        f"| `{one.opponent}` in {one.seats - 1} of {one.seats} seats "
        f"| {one.share:.3f} ± {one.error:.3f} | {1 / one.seats:.3f} | {one.margin:+.1f} "
        f"| {one.games:,} |"
        for one in (Result(**row) for row in last["results"])
    ]
    settings = "\n".join(map(toml_line, settings_of(config).items()))
    return "\n".join(
        [
            f"# A player that learned {config.game}",
            "",
            f"It learned by copying `{config.teacher}`, then by playing itself, earlier selves and "
            f"`{config.teacher}`: {last['steps'] / 1e6:.0f} million choices of all players in "
            f"{last['seconds']:.0f} seconds of training (compilation and measurements apart).",
            "",
            f"The network: {sizes}; as whole numbers it agrees with the trained one in "
            f"{exported.agreement:.2%} of {exported.positions:,} positions.",
            "",
            "Games against fixed opponents, on seeds that training never used, before rounding to "
            "whole numbers; the player's seat moves around the table; 95 % intervals:",
            "",
            "| opponents | share of wins | even | points ahead | games |",
            "|---|---|---|---|---|",
            *rows,
            "",
            "![Strength over training](strength.svg)",
            "",
            "To train it again: `ekiben train settings.toml`, with these settings:",
            "",
            "```toml",
            f"game = {config.game!r}",
            settings,
            "```",
            "",
        ]
    )


def toml_line(setting: tuple[str, object]) -> str:
    """A setting as a line of a TOML file."""
    name, value = setting
    if isinstance(value, dict):
        inside = ", ".join(f"{key} = {one!r}" for key, one in value.items())
        return f"{name} = {{ {inside} }}"
    return f"{name} = {list(value) if isinstance(value, tuple) else value!r}"


def strength_plot(curve: list[dict[str, Any]]) -> str:
    """Share of wins against each opponent over steps, as SVG."""
    most = max((row["steps"] for row in curve), default=0) or 1
    lines: dict[str, list[tuple[float, float]]] = {}
    for row in curve:
        for one in row["results"]:
            name = f"{one['opponent']}, {one['seats']} seats"
            lines.setdefault(name, []).append((row["steps"] / most, one["share"]))
    title = "Share of games won against fixed opponents over training"
    return line_plot(lines, title, f"{most / 1e6:.0f} million steps")
