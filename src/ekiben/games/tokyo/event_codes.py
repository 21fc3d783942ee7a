"""What can come of an action: the kinds of facts that are noted."""

from __future__ import annotations

from ekiben.core.event_log import emit as emit

(
    BEGAN,
    TURN_BEGAN,
    PLACED,
    STEPPED,
    FEE_PAID,
    CROSSED,
    LAPSED,
    STAYED_ABOARD,
    BOARDED,
    LOADED,
    UNLOADED,
    PUT_BACK,
    STOPPED,
    REWARDED,
    ENDED,
    JOB_PLACED,
    SET_ASIDE,
    RENEWED,
    HAPPENED,
    LOST,
    REMOVED,
    TAXED,
    RELIEVED,
    BORROWED,
    REPAID,
    BUILT,
    UPGRADED,
    CONNECTED,
    LAST_ROUND,
    PLAYS_ON,
    WON,
    GAME_OVER,
) = range(32)
