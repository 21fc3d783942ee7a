"""Bots that play on for people who are away, when the others agree."""

import threading

from .people import away, latest, pages_of, people, seated, told, two_houses
from .serving import OFTEN, Clock, Patient, serving


def test_a_bot_plays_on_for_an_absent_person_when_all_others_agree(tmp_path):
    clock = Clock()
    with serving(tmp_path, Patient(), now=clock, rates=OFTEN) as house:
        table, *people = seated(house, "you open open")
        first, second, third = pages_of(table, *people)
        assert first.ask("vote", seat=2, level="easy")["code"] == "not-away"
        third.close()
        away(first, 2)
        clock.time += 59
        assert first.ask("vote", seat=2, level="easy")["code"] == "not-away"
        clock.time += 2
        assert first.ask("vote", seat=2, level="easy")["type"] == "done"
        seats = latest(first)
        assert seats["handovers"][2] == {"asked": [0, 1], "agreed": [0], "level": "easy"}
        assert seats["kinds"][2] == "person" and seats["away"][2] == 61
        assert first.ask("vote", seat=2, level="hard")["type"] == "done"  # said twice
        assert latest(first)["kinds"][2] == "person"
        assert second.ask("vote", seat=2, level="hard")["type"] == "done"
        seats = latest(second)
        assert seats["kinds"][2] == "bot" and seats["levels"][2] == "easy"
        assert told(second)[-3:] == [
            "⟦@2⟧ is away. ⟦@0⟧ would let a bot play on.",
            "⟦@1⟧ would let a bot play on for ⟦@2⟧, too.",
            "All agree: a bot plays on for ⟦@2⟧.",
        ]
        assert second.ask("vote", seat=2)["type"] == "done"  # it is done already
        again = people[2].page(table, 2)
        again.until("snapshot")
        assert again.ask("back", seat=2)["type"] == "done"


def test_votes_end_when_the_person_is_back_or_a_voter_thinks_better_of_it(tmp_path):
    clock = Clock()
    with serving(tmp_path, Patient(), now=clock, rates=OFTEN) as house:
        table, *people = seated(house, "you open open")
        first, second, third = pages_of(table, *people)
        third.close()
        away(first, 2)
        clock.time += 61
        first.ask("vote", seat=2)
        first.ask("vote", seat=2, agree=False)
        assert latest(first)["handovers"][2]["agreed"] == []
        first.ask("vote", seat=2)
        again = people[2].page(table, 2)
        again.until("snapshot")
        while told(first)[-1] != "⟦@2⟧ is back.":
            first.next()
        assert latest(first)["handovers"] == [None, None, None]
        again.close()
        away(first, 2)
        clock.time += 61
        second.ask("vote", seat=2)
        assert latest(second)["handovers"][2]["agreed"] == [1]


def test_a_page_that_is_opened_again_keeps_its_say(tmp_path):
    clock = Clock()
    with serving(tmp_path, Patient(), now=clock, rates=OFTEN) as house:
        table, *people = seated(house, "you open open")
        first, second, third = pages_of(table, *people)
        third.close()
        away(first, 2)
        clock.time += 61
        second.close()
        away(first, 1)
        first.ask("vote", seat=2)
        assert latest(first)["kinds"][2] == "person"
        clock.time += 61  # now both are away
        first.ask("vote", seat=2)
        assert latest(first)["kinds"][2] == "bot"


def test_only_people_at_the_table_agree_and_only_the_host_fills_an_open_seat(tmp_path, monkeypatch):
    clock = Clock()
    with serving(tmp_path, Patient(), now=clock, rates=OFTEN) as house:
        host = house.person()
        table = host.table("london", "you open open", public=True)
        guest = house.person()
        guest.sit(table, host.links[1])
        page, other = pages_of(table, host, guest)
        watcher = house.person().page(table, None)
        watcher.until("snapshot")
        for asked in ("vote", "replace"):
            assert watcher.ask(asked, seat=0)["code"] == "not-your-seat"
        assert other.ask("replace", seat=2)["code"] == "not-host"
        assert other.ask("vote", seat=2)["code"] == "not-host"
        assert other.ask("vote", seat=1)["code"] == "not-your-seat"
        assert other.ask("vote", seat=8)["code"] == "not-your-seat"
        assert other.ask("vote", seat=0, level="nobody")["code"] == "no-level"
        with monkeypatch.context() as small:
            small.setattr("ekiben.bots.levels.level_seats", lambda game, name: (2,))
            assert other.ask("vote", seat=0, level="master")["code"] == "level-elsewhere"
        assert page.ask("replace", seat=1)["code"] == "not-open"
        assert page.ask("replace", seat=2, level="easy")["type"] == "done"
        assert page.ask("replace", seat=2, level="easy")["type"] == "done"  # said twice
        assert latest(page)["kinds"] == ["person", "person", "bot"]


def test_an_open_seat_is_filled_by_agreement_when_the_host_is_gone(tmp_path):
    clock = Clock()
    with serving(tmp_path, Patient(), now=clock, rates=OFTEN) as house:
        host = house.person()
        table = host.table("london", "you open open")
        guest = house.person()
        guest.sit(table, host.links[1])
        page, other = pages_of(table, host, guest)
        page.close()
        away(other, 0)
        clock.time += 61
        assert other.ask("vote", seat=2, level="easy")["type"] == "done"
        assert latest(other)["kinds"] == ["person", "person", "bot"]


def test_people_are_told_when_an_absence_has_been_long(tmp_path):
    with serving(tmp_path, Patient(), away=0.2, rates=OFTEN) as house:
        table, *people = seated(house, "you open")
        first, second = pages_of(table, *people)
        second.close()
        while not first.until("seats")["handovers"][1]:
            pass
        assert latest(first)["handovers"][1]["asked"] == [0]


# ---- several processes
def log_of(house, table):
    """The log as the process has it in memory."""
    return house.app.state.registry.tables[table].recent.entries


def test_two_processes_agree_at_once_on_one_bot(tmp_path, address):
    with two_houses(tmp_path, address, away=0.0) as houses:
        host = houses[0].person()
        table = host.table("london", "you open open")
        guests = [houses[1].person(), houses[0].person()]
        for seat, guest in enumerate(guests, 1):
            assert guest.sit(table, host.links[seat]).status_code == 204
        pages = pages_of(table, host, *guests)
        for page in pages[:2]:
            while not all(people(page)["present"]):
                page.next()
        pages[2].close()
        for page in pages[:2]:
            away(page, 2)
        threads = [
            threading.Thread(target=page.ask, args=("vote",), kwargs={"seat": 2})
            for page in pages[:2]
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for page in pages[:2]:
            while not any("All agree" in text for text in told(page)):
                page.next()
        assert latest(pages[0])["kinds"][2] == "bot"
        kinds = [entry.kind for entry in log_of(houses[0], table)]
        assert kinds == ["sit", "sit", "vote", "vote", "bot"]
