"""How Tokyo Railways is reviewed, as the registry of families finds it."""

from __future__ import annotations

from ekiben.analysis.family import AnalysisFamily
from ekiben.analysis.tokyo.builds import BUILDS
from ekiben.analysis.tokyo.ledger import TokyoLedgerStudy
from ekiben.analysis.tokyo.seat_study import TokyoSeatStudy

ANALYSIS = AnalysisFamily(prepare=BUILDS.fastest, seat=TokyoSeatStudy, ledger=TokyoLedgerStudy)
