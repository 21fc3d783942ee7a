"""How trial playouts at Tokyo choose among candidates."""

from ekiben.bots.tokyo.planner_state import PlannerState
from ekiben.bots.tokyo.trial_playouts import LEAST, Candidate, drop_worse, surely_best


def test_a_candidate_must_save_turns_for_sure():
    kept, games = PlannerState().packed(), range(LEAST)
    first, noisy = (
        Candidate(kept, [20.0 for _ in games]),
        Candidate(kept, [15.0 + 9.0 * (n % 2) for n in games]),
    )
    saving = Candidate(kept, [19.0 - n % 2 for n in games])
    assert surely_best([first, noisy], 1.0) is first
    assert surely_best([first, noisy, saving], 1.0) is saving
    assert (
        surely_best(
            [Candidate(kept, candidate.turns[1:]) for candidate in (first, saving)], 1.0
        ).turns
        == first.turns[1:]
    )


def test_the_worse_candidates_are_dropped_and_the_first_stays():
    candidates = [Candidate(b"", [took]) for took in (25.0, 22.0, 24.0, 21.0, 23.0)]
    assert [candidate.turns[0] for candidate in drop_worse(candidates, 0.5)] == [25.0, 21.0, 22.0]
    assert [candidate.turns[0] for candidate in drop_worse(candidates, 0.0)] == [25.0, 21.0]
    assert drop_worse([Candidate(b""), Candidate(b"")], 0.5) == [Candidate(b"")]
