"""The checker finds steps that get stuck, tries that are not legal, questions without advice."""

from ekiben.cli import main
from ekiben.lessons.checker import check

from .files import small, write


def faults(folder, *changes):
    return check(small(folder, *changes)).faults


def test_a_sound_lesson_passes_with_its_steps_and_remarks(tmp_path):
    report = check(small(tmp_path))
    assert report.faults == []
    assert [step for step, _ in report.reached] == ["tickets", "draw", "claim"]
    assert [choices for _, choices in report.reached] == sorted(n for _, n in report.reached)
    assert report.told == ["paying"] and report.choices > 3


def test_names_are_checked_before_anything_is_played(tmp_path):
    assert "is no place" in faults(tmp_path, ('["board"]', '["bord"]'))[0]


def test_a_try_that_is_not_legal_when_its_step_begins(tmp_path):
    fault, *_ = faults(tmp_path, ('try = ["draw blue"]', 'try = ["draw green"]'))
    assert "step 'draw': try: none is legal when the step begins, after 1 choices" in fault


def test_a_step_that_never_ends(tmp_path):
    stuck = ('[{ event = "drew", count = 2 }, { event = "claimed" }]', '[{ event = "passed" }]')
    assert "step 'draw' is not done at the end of the game" in faults(tmp_path, stuck)[0]


def test_a_step_that_is_over_before_it_begins(tmp_path):
    gone = ('[{ event = "drew", count = 2 }, { event = "claimed" }]', '[{ event = "kept" }]')
    assert any("step 'draw': never reached" in fault for fault in faults(tmp_path, gone))


def test_a_question_without_advice(tmp_path):
    [fault] = faults(tmp_path, ('"pay *", ', ""))
    assert "step 'claim': nothing to suggest when asked 'payment'" in fault


def test_a_step_that_a_detour_cannot_leave(tmp_path):
    narrow = (
        '{ any = [{ event = "drew", count = 2 }, { event = "claimed" }] }',
        '{ event = "drew", count = 2, none = [{ event = "drew-blind" }, { event = "claimed" }] }',
    )
    [fault] = faults(tmp_path, narrow)
    assert fault.startswith("with detours (seed ")
    assert fault.endswith("step 'draw' is not done at the end of the game")


# ---- the command
def test_the_command_lists_and_checks(tmp_path, capsys):
    assert main(["lessons", "list", "--language", "en"]) == 0
    assert "london: London: your first game (4 minutes, 8 steps)" in capsys.readouterr().out
    assert main(["lessons", "check", str(write(tmp_path)), "--language", "en"]) == 0
    told = capsys.readouterr().out
    assert "draw: after 1 choice\n" in told
    assert "small.toml: done after" in told and "remarks on the way: paying" in told


def test_the_command_tells_faults_and_fails(tmp_path, capsys):
    faulty = write(tmp_path, ('["board"]', '["bord"]'))
    broken = write(tmp_path, ("lesson = 1", "lesson = 9"), name="broken.toml")
    assert main(["lessons", "check", str(faulty), str(broken), "--language", "ja"]) == 1
    told = capsys.readouterr().out
    assert "small.toml: step 'claim'" in told and "broken.toml: lesson" in told
