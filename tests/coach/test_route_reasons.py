"""Every reason of the route games' coach, in a position that sets it up."""

import pytest
from route_positions import EXPLAINED, REMARKED

from ekiben import texts
from ekiben.coach import explain, remarks, say


@pytest.mark.parametrize("key", EXPLAINED)
def test_a_reason(key):
    match, action = EXPLAINED[key]()
    assert match.why_not(action) is None
    reason = explain(match.game, match.view(match.seat), match.action(action))
    assert reason.key == key, say(reason)
    for language in texts.languages():
        assert say(reason, language, ["Ann", "Bob", "Cem"])


@pytest.mark.parametrize("key", REMARKED)
def test_a_remark(key):
    found = REMARKED[key]()
    match = found[0] if isinstance(found, tuple) else found
    seat = 0
    told = remarks(match.game, match.view(seat))
    assert key in [remark.key for remark in told]
    for language in texts.languages():
        assert all(say(remark, language, ["Ann", "Bob", "Cem"]) for remark in told)


def test_every_text_has_a_position():
    known = set(texts.words("en")["coach"]["routes"]) - {"another"}
    assert known == {*EXPLAINED, *REMARKED}
