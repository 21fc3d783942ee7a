"""Pictures of boards and games, and the plans behind them."""

from ekiben.draw.match_picture import match_svg
from ekiben.draw.routes.picture import svg
from ekiben.draw.routes.position import Position
from ekiben.draw.routes.schematic import Schematic, schematic
from ekiben.draw.tokyo.picture import lattice_svg

__all__ = ["Position", "Schematic", "lattice_svg", "match_svg", "schematic", "svg"]
