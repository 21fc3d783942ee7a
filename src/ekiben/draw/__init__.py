"""Pictures of boards and games, and the plans behind them."""

from ekiben.draw.lattice import lattice_svg
from ekiben.draw.match import match_svg
from ekiben.draw.picture import svg
from ekiben.draw.position import Position
from ekiben.draw.schematic import Schematic, schematic

__all__ = ["Position", "Schematic", "lattice_svg", "match_svg", "schematic", "svg"]
