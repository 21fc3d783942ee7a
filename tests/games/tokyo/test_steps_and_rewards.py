"""Steps of a turn one by one (TR-3.3, TR-3.4), and what the stored rewards are (KT-3.1, KT-5.3)."""

from .table import arranged, game, money, on_map, play, told


def test_tr_3_3_only_the_own_event_ends():
    """TR-3.3: the drawer's event of its last turn ends after its move; another's stays in force."""
    match = arranged(force={0: "flood", 1: "fog"}, jobs=["a01"], a=["a02"], b=["b01"])
    events = play(match, "stop")
    assert [event["tile"] for event in told(events, "happening-ended")] == ["flood"]
    play(match, "done")
    assert [event["tile"] for event in told(play(match, "stop"), "happening-ended")] == ["fog"]


def test_tr_3_4_jobs_are_refilled_after_the_move_and_before_building():
    """TR-3.4: one tile of each cup at most, drawn when the move is over, so that it can be seen
    before building.
    """
    match = arranged(jobs=[], a=["a02", "a03"], b=["b01", "b02"])
    assert "a02" not in on_map(match)
    placed = [event["job"] for event in told(play(match, "stop"), "job-placed")]
    assert (
        placed == ["a02", "b01"] and match.asked == "build" and {"a02", "b01"} <= set(on_map(match))
    )


def test_kt_3_1_the_printed_examples():
    """KT-3.1: Tokyo to Yokohama 24, Sagamihara to Machida 31, Tokyo to Atami in the hot springs'
    season 93.
    """
    rewards = {
        (job.id, board_city(job.origin), board_city(job.goal)): job.reward
        for job in game().board.jobs
    }
    assert rewards["a01", "tokyo", "yokohama"] == 24 and rewards["onsen1", "tokyo", "atami"] == 93
    assert 31 in {
        reward
        for (_, start, goal), reward in rewards.items()
        if (start, goal) == ("sagamihara", "machida")
    }


def board_city(city):
    return city if isinstance(city, str) else game().board.cities[city].id


def test_kt_5_3_the_stored_reward_is_paid_and_ids_tell_tiles_apart():
    """KT-5.3: two seasons send the same job from Maebashi to Kusatsu; each tile is itself. What is
    paid is what is stored.
    """
    alike = [
        job
        for job in game().board.jobs
        if (board_city(job.origin), board_city(job.goal)) == ("maebashi", "kusatsu")
    ]
    assert len({job.id for job in alike}) == len(alike) >= 2
    match = arranged(
        train={0: "r34c23"}, carried={0: ["a01"]}, money={0: 10}, jobs=["a02"], a=["a03"], b=["b01"]
    )
    play(match, "unload a01", "stop")
    assert money(match, 0) == 10 + 24
