"""The registry of families: what is declared is there, and what is not is said."""

import ast
from pathlib import Path

import pytest

import ekiben
from ekiben.core.errors import EkibenError
from ekiben.core.families import Family, Part
from ekiben.games import NAMES
from ekiben.games.families import FAMILIES

SOURCE = Path(ekiben.__file__).parent
DECLARED = [(family, part) for family in FAMILIES.values() for part in family.parts]
OPTIONAL = {"planner", "chance_nodes", "searches"}  # not every family has them


@pytest.mark.parametrize(("family", "part"), DECLARED, ids=lambda one: getattr(one, "name", one))
def test_every_declared_part_is_there(family, part):
    assert Part[object](part).load(family) is not None


def asked_for() -> list[str]:
    """The names of all parts that some package asks for."""
    calls = [
        node
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("Part[")
    ]
    return [ast.literal_eval(call.args[0]) for call in calls]


def test_parts_are_asked_for_in_one_place_each_and_all_are_used():
    names = asked_for()
    assert len(names) == len(set(names))
    assert set(names) == {part for _, part in DECLARED}


def test_families_have_the_same_parts_but_for_optional_ones():
    assert {frozenset({*family.parts} - OPTIONAL) for family in FAMILIES.values()} == {
        frozenset(asked_for()) - OPTIONAL
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_game_and_its_board_are_of_one_family(name):
    game = ekiben.load(name)
    assert game.family is game.board.family is FAMILIES[game.family.name]


def test_a_part_that_a_family_lacks_is_named():
    lonely = Family("lonely", {"painter": "ekiben.draw.nowhere:PAINTER"})
    member = type("Member", (), {"family": lonely})()
    assert Part[object]("terminal").find(member) is None
    with pytest.raises(EkibenError, match=r"lonely has no terminal; it has painter"):
        Part[object]("terminal").of(member)
    with pytest.raises(ModuleNotFoundError):
        Part[object]("painter").of(member)


def test_declaring_imports_nothing():
    """A part is imported when it is asked for, so that optional packages stay optional."""
    made = Family("made", {"colours": "colorsys:hsv_to_rgb", "module": "colorsys"})
    member = type("Member", (), {"family": made})()
    import colorsys

    assert Part[object]("colours").of(member) is colorsys.hsv_to_rgb
    assert Part[object]("module").of(member) is colorsys
