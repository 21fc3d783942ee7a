"""From a checkpoint to the small file that plays without PyTorch, and the model card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

import ekiben
from ekiben.bots.learned.many import evaluate_many
from ekiben.bots.learned.network import Network
from ekiben.bots.learned.quantising import quantise
from ekiben.core.game import Game
from ekiben.draw.line_plot import line_plot
from ekiben.learn.checkpoint import player_of_checkpoint, read_checkpoint
from ekiben.learn.config import Config, make_config, settings_of
from ekiben.learn.evaluate import Result
from ekiben.learn.games import Games
from ekiben.learn.network import Player, best

CARD = Path(__file__).with_name("card.md")  # to be filled in
SAMPLE_SEED = 8_000_000_000  # positions that are neither learned from nor measured on
SAMPLE_GAMES, SAMPLE_STEPS = 256, 40


@dataclass(frozen=True)
class Exported:
    """A network as it plays, and how often it chooses what the trained one would."""

    network: Network
    agreement: float
    positions: int


@torch.no_grad()
def export(checkpoint: Path) -> Exported:
    """The network of whole numbers for a trained player."""
    found = read_checkpoint(checkpoint)
    game = ekiben.load(found["settings"]["game"])
    player = player_of_checkpoint(found, game)
    observations, masks = sample_positions(game, player)
    layers = {name: layer.numpy() for name, layer in folded_layers(player).items()}
    network = quantise(layers, observations[::4].numpy(), game)
    network = replace(network, seats=seats_meant(make_config(found["settings"])))
    logits = torch.from_numpy(evaluate_many(network, observations.numpy()).policy)
    same = best(logits, masks) == best(player(observations)[0], masks)
    return Exported(network, float(same.float().mean()), len(observations))


def seats_meant(config: Config) -> tuple[int, ...] | None:
    """The sizes of tables that a network is meant for: those named, or else those it trained at."""
    trained = (size for size, share in config.seats.items() if share > 0)
    return tuple(sorted({*(config.meant_for or trained)})) or None


def sample_positions(game: Game, player: Player) -> tuple[Tensor, Tensor]:
    """What is seen and legal where there is a choice, in games of the player at all tables."""
    low, high = game.seats
    games = Games(game, [low + i % (high - low + 1) for i in range(SAMPLE_GAMES)], SAMPLE_SEED)
    player = player.to(games.device)
    seen, masks = [], []
    for step in range(SAMPLE_STEPS * high):
        if step % high == 0:
            many = games.masks.sum(1, dtype=torch.int32) > 1
            seen.append(games.observations[many].cpu())
            masks.append(games.masks[many].cpu())
        games.step(best(player(games.observations)[0], games.masks))
    player.cpu()
    return torch.cat(seen), torch.cat(masks)


def folded_layers(player: Player) -> dict[str, Tensor]:
    """The weights as the small file has them: the norms' own weights folded into what follows."""
    trunk = player.trunk
    layers = {f"input.{name}": layer for name, layer in trunk.input.named_parameters()}
    for number, block in enumerate(trunk.blocks):
        fold(layers, f"block.{number}.a", block.norm, block.a)
        layers |= {f"block.{number}.b.{name}": layer for name, layer in block.b.named_parameters()}
    for name in ("policy", "value", "belief"):
        fold(layers, name, trunk.norm, getattr(player, name))
    return {name: layer.detach().float().cpu() for name, layer in layers.items()}


def fold(layers: dict[str, Tensor], name: str, norm: nn.LayerNorm, after: nn.Linear) -> None:
    layers[f"{name}.weight"] = after.weight * norm.weight
    layers[f"{name}.bias"] = after.bias + after.weight @ norm.bias


# ---- the model card
def write_card(checkpoint: Path, exported: Exported, folder: Path) -> Path:
    """Write card.md (what was spent, how strong the player is, the settings) and strength.svg."""
    found = read_checkpoint(checkpoint)
    config, last = make_config(found["settings"]), found["curve"][-1]
    sizes = [f"{exported.network.size(name)} {name}" for name in ("inputs", "width", "blocks")]
    settings = {"game": config.game, **settings_of(config)}
    text = CARD.read_text(encoding="utf-8").format(
        config=config,
        exported=exported,
        steps=last["steps"] / 1e6,
        seconds=last["seconds"],
        sizes=", ".join(sizes),
        results="\n".join(result_row(Result(**row)) for row in last["results"]),
        settings="\n".join(f"{name} = {toml(value)}" for name, value in settings.items()),
    )
    card = folder / "card.md"
    card.write_text(text, encoding="utf-8")
    (folder / "strength.svg").write_text(strength_plot(found["curve"]), encoding="utf-8")
    return card


def result_row(one: Result) -> str:
    return (
        f"| `{one.opponent}` in {one.seats - 1} of {one.seats} seats | {one.share:.3f} ± "
        f"{one.error:.3f} | {1 / one.seats:.3f} | {one.margin:+.1f} | {one.games:,} |"
    )


def toml(value: object) -> str:
    """The value of a setting as TOML writes it."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {one!r}' for key, one in value.items())} }}"
    return repr(list(value) if isinstance(value, tuple) else value)


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
