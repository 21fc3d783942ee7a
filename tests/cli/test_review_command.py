"""`ekiben review` at the command line; the reviews are made up, so that nothing is played on."""

import json
from pathlib import Path

import pytest

from ekiben import analysis
from ekiben.analysis.review import (
    Alternative,
    Choice,
    Ledger,
    LedgerLine,
    Moment,
    Outlook,
    Review,
    SeatReview,
)
from ekiben.analysis.tables import TABLES, ParquetFolder
from ekiben.core.errors import EkibenError

GOLDEN = Path(__file__).parents[1] / "golden"


def outlook(chance):
    return Outlook((chance, 1 - chance), 0.02, (1.4, 1.6), (3.0, -3.0), 64)


def choice(at, action, other, loss):
    better = Alternative((other,), 0.5 + loss, loss, 0.01)
    made = Alternative((action,), 0.5, 0.0, 0.0)
    return Choice(
        at,
        (action,),
        0.5,
        loss,
        0.01,
        "blunder" if loss > 0.1 else "best",
        (better, made) if loss else (made,),
    )


def made_up(match, seats=None, **effort):
    """A review of the first choices of a game; what was asked for is kept."""
    made_up.asked = {"seats": seats, **effort}
    ledger = Ledger(
        (5000, 5000),
        (
            LedgerLine(0, "deal", None, (700, -700)),
            LedgerLine(1, "choice", 0, (-1200, 1200)),
            LedgerLine(2, "choice", 1, (5500, -5500)),
        ),
        (10000, 0),
        (),
    )
    first, second = (str(action) for action in match.actions[:2])
    reviews = tuple(
        SeatReview(
            seat,
            tuple(Moment(at, outlook(at / 4)) for at in range(5)),
            (choice(seat, (first, second)[seat], "draw deck", (0.0, 0.12)[seat]),),
            accuracy=90.0 + seat,
        )
        for seat in seats or (0, 1)
    )
    return Review(match.game.name, tuple(match.names), reviews, ledger, 2, 4096, 0.5)


@pytest.fixture(scope="module")
def lines():
    """Three games of London for two: Ann and 駅長."""
    golden = (GOLDEN / "london.jsonl").read_text(encoding="utf-8").splitlines()
    return [line for line in golden if json.loads(line)["seats"] == 2][:3]


@pytest.fixture
def file(lines, tmp_path, monkeypatch):
    monkeypatch.setattr(analysis, "review", made_up)
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_review_is_shown(ekiben, file):
    ran = ekiben("review", file, "--game", 1)
    assert ran.code == 0
    assert "London" in ran.out and "Ann" in ran.out and "駅長" in ran.out
    assert "  0% ▁▃▅▇█ 100%" in ran.out  # a seat's own curve
    for figure in ("50%", "+7%", "−12%", "+55%", "100%"):  # the ledger of the first seat
        assert figure in ran.out
    assert "?? Blunder" in ran.out and "−12% ± 1%" in ran.out
    assert "Better: " in ran.out and "62%" in ran.out
    assert "Nothing that was clearly better" in ran.out  # the first seat
    assert "4096 games" in ran.out and "passes: 2" in ran.out


def test_japanese(ekiben, file):
    ran = ekiben("review", file, "--game", 2, "--language", "ja")
    assert ran.code == 0 and "悪手" in ran.out and "自分の選択" in ran.out


def test_all_choices_are_shown_on_request(ekiben, file):
    assert "!  Best" not in ekiben("review", file, "--game", 1).out
    assert "!  Best" in ekiben("review", file, "--game", 1, "--all").out


def test_a_seat_and_an_effort_can_be_asked_for(ekiben, file):
    ran = ekiben("review", file, "--game", 1, "--seat", 1, "--passes", 4, "--seconds", 9)
    assert ran.code == 0 and "駅長: choices" in ran.out and "Ann: choices" not in ran.out
    asked = made_up.asked
    assert (asked["seats"], asked["passes"], asked["seconds"]) == ((1,), 4, 9.0)


def test_json_has_one_object_a_record(ekiben, file, lines):
    ran = ekiben("review", file, "--json")
    found = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 0 and [one["line"] for one in found] == [1, 2, 3]
    assert found[0]["seats"][1]["choices"][0]["label"] == "blunder"
    assert found[0]["ledger"]["lines"][0]["shifts"] == [700, -700]


def test_records_that_cannot_be_reviewed_are_named_and_skipped(ekiben, file, lines, tmp_path):
    values = json.loads(lines[0])
    values["actions"] = values["actions"][:5]
    values["result"] = None
    file.write_text("\n".join([lines[1], json.dumps(values), lines[2]]), encoding="utf-8")

    def refuse(match, **effort):
        if not match.over:
            raise EkibenError("this game is not over")
        return made_up(match, **effort)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis, "review", refuse)
        ran = ekiben("review", file, "--json")
    assert ran.code == 1 and len(ran.out.splitlines()) == 2
    assert "games.jsonl" in ran.err and "2" in ran.err and "not over" in ran.err


def test_a_damaged_line_is_named_once(ekiben, file, lines):
    file.write_text(f"{lines[0][:200]}\n{lines[1]}\n", encoding="utf-8")
    ran = ekiben("review", file, "--json")
    assert ran.code == 1 and len(ran.out.splitlines()) == 1
    assert ran.err.count("games.jsonl") == 1 and "line 1: not a record" in ran.err


def test_a_missing_record_or_file_is_an_error(ekiben, file):
    assert ekiben("review", file, "--game", 4).code == 2
    assert ekiben("review", "nowhere.jsonl").code == 2
    file.write_text("\n", encoding="utf-8")
    ran = ekiben("review", file)
    assert ran.code == 2 and "has no records" in ran.err


def test_a_review_is_told_in_one_form(ekiben, file, tmp_path):
    assert ekiben("review", file, "--json", "--parquet", tmp_path / "reviews").code == 2


# ---- tables
def test_tables_are_written_as_parquet(ekiben, file, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    place = tmp_path / "reviews"
    ran = ekiben("review", file, "--parquet", place)
    assert ran.code == 0 and "3 reviews" in ran.out
    found = {name: parquet.read_table(place / f"{name}.parquet").to_pylist() for name in TABLES}
    assert {name: len(rows) for name, rows in found.items()} == {
        "seats": 6,
        "moments": 3 * 2 * 5 * 2,
        "choices": 6,
        "ledger": 3 * 3 * 2,
    }
    row = found["seats"][0]
    assert row["name"] == "Ann" and row["best"] == 1 and row["blunder"] == 0
    assert row["start"] + row["luck"] + row["own"] + row["others"] == pytest.approx(row["won"])
    assert len({row["record"] for row in found["choices"]}) == 3
    assert not list(place.glob(".review.*"))


def test_nothing_is_left_when_a_table_fails(tmp_path):
    pytest.importorskip("pyarrow")
    with pytest.raises(ZeroDivisionError), ParquetFolder(tmp_path) as folder:
        folder.waiting["choices"].append({"record": "x"})
        raise ZeroDivisionError
    assert not list(tmp_path.iterdir())
