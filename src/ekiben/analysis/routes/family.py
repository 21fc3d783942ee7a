"""How route games are reviewed, as the registry of families finds it."""

from __future__ import annotations

from ekiben.analysis.family import AnalysisFamily
from ekiben.analysis.routes.builds import BUILDS
from ekiben.analysis.routes.choices import judge
from ekiben.analysis.routes.ledger import RouteLedgerStudy
from ekiben.analysis.routes.luck import choice_gains
from ekiben.analysis.routes.seat_study import RouteSeatStudy
from ekiben.bots.routes.builds import BUILDS as BOT_BUILDS


def prepare() -> None:
    """Compile what is compiled, or fetch it from the cache."""
    BOT_BUILDS.fastest()
    BUILDS.fastest()


ANALYSIS = AnalysisFamily(
    prepare=prepare,
    seat=RouteSeatStudy,
    ledger=RouteLedgerStudy,
    judge=judge,
    choice_gains=choice_gains,
)
