"""The folder of a page: what may be replaced, what is listed, and the answers in it."""

import asyncio
import hashlib
import json
import tomllib

import pytest

import ekiben
from ekiben import cli
from ekiben.core.errors import EkibenError
from ekiben.page import parsed_toml
from ekiben.page.build import bundle, client, pyodide_files, standard_library
from ekiben.page.build.answers import answer_files, ask, write_file
from ekiben.page.build.folder import LIST, check_replaceable, replacing, write_list
from ekiben.page.build.imports import imported_names
from ekiben.page.serve import Page
from ekiben.server.checkpoints import source_digest

NATIVE_ONLY = {"ekiben.server.run"}  # never asked to do anything in a page


def fill(folder, text="one"):
    (folder / "assets").mkdir()
    (folder / "assets" / "client.js").write_text(text)
    (folder / "service-worker.js").write_text(text)
    return write_list(folder)


# ---- the folder
def test_a_page_replaces_an_earlier_one(tmp_path):
    target = tmp_path / "deep" / "page"
    for text in ("one", "two"):
        with replacing(target) as folder:
            fill(folder, text)
        assert (target / "assets" / "client.js").read_text() == text
    assert [one.name for one in target.parent.iterdir()] == ["page"]


def test_a_build_that_fails_leaves_the_earlier_page(tmp_path):
    target = tmp_path / "page"
    with replacing(target) as folder:
        fill(folder)
    with pytest.raises(ZeroDivisionError), replacing(target) as folder:
        (folder / "half").write_text("")
        raise ZeroDivisionError
    assert sorted(one.name for one in target.iterdir()) == [
        "assets",
        LIST,
        "service-worker.js",
    ]
    assert [one.name for one in tmp_path.iterdir()] == ["page"]


def test_files_of_others_are_not_deleted(tmp_path):
    target = tmp_path / "page"
    with replacing(target) as folder:
        fill(folder)
    (target / "diary.txt").write_text("mine")
    with pytest.raises(EkibenError, match=r"diary\.txt"), replacing(target):
        pass
    assert (target / "diary.txt").exists()


def test_an_empty_folder_is_fine_and_a_file_is_not(tmp_path):
    check_replaceable(tmp_path)
    check_replaceable(tmp_path / "new")
    (tmp_path / "file").write_text("")
    with pytest.raises(EkibenError, match="a file"):
        check_replaceable(tmp_path / "file")


def test_every_file_is_listed_with_its_hash(tmp_path):
    version = fill(tmp_path)
    listed = json.loads((tmp_path / LIST).read_text())
    content = (tmp_path / "assets" / "client.js").read_bytes()
    assert listed == {
        "version": version,
        "files": {
            "assets/client.js": {
                "size": len(content),
                "sha256": hashlib.sha256(content).hexdigest(),
            }
        },
    }


# ---- what it is made of
def test_a_wrong_file_of_pyodide_is_refused(tmp_path):
    (tmp_path / "pyodide.mjs").write_text("something else")
    with pytest.raises(EkibenError, match="not the pinned one"):
        pyodide_files.add_pyodide(tmp_path, tmp_path / "python")


def test_pyodide_is_the_one_of_the_lock_file():
    packages = json.loads((client.WEB / "package-lock.json").read_text())["packages"]
    assert packages["node_modules/pyodide"]["version"] == pyodide_files.VERSION
    assert packages["node_modules/pyodide"]["dev"], "players would download it"


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("json/decoder.py", True),
        ("typing.py", True),
        ("encodings/utf_8.py", True),
        ("encodings/cp1252.py", False),
        ("unittest/mock.py", False),
        ("pdb.py", False),
        ("json/", False),
    ],
)
def test_the_library_leaves_out_what_no_page_uses(name, needed):
    assert standard_library.is_needed(name) == needed


def test_no_module_of_the_page_imports_what_is_left_out():
    """Also inside functions, where the build does not see it."""
    wanted = {
        (module, name)
        for module, file in bundle.page_modules().items()
        for name in imported_names(file, module)
        if name and not standard_library.is_needed(name.replace(".", "/") + ".py")
    }
    assert not {(module, name) for module, name in wanted if module not in NATIVE_ONLY}


def test_a_page_knows_the_sources_that_it_was_made_of():
    """It has none itself, and a checkpoint fits only those that made it."""
    assert bundle.own_files()["ekiben/server/sources.txt"].decode() == source_digest()


@pytest.mark.parametrize("file", sorted(bundle.PACKAGE.rglob("*.toml")), ids=lambda file: file.name)
def test_files_are_the_same_when_the_build_has_parsed_them(file):
    text = file.read_text(encoding="utf-8")
    read = parsed_toml.reading_parsed(tomllib.loads)
    assert read(parsed_toml.parse(text)) == read(text) == tomllib.loads(text)


def test_no_file_of_a_person_passes_for_a_parsed_one():
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(parsed_toml.MARK + "{}")


# ---- answers
def test_every_game_and_language_has_its_answers():
    listed = dict(answer_files())
    for game in ekiben.games():
        assert {f"facts-{game}.json", f"explore-{game}.json"} <= set(listed)
        for language in ("en", "ja"):
            assert {f"learn-{game}.{language}.json", f"{game}.{language}.svg"} <= set(listed)
    every = [address for addresses in listed.values() for address in addresses]
    assert len(every) == len(set(every))


def test_answers_are_those_of_the_app(tmp_path):
    async def run():
        page = Page()
        await page.start()
        file = tmp_path / "answers" / "clauses.json"
        addresses = ["/api/clauses/RT-4.6?language=ja", "/api/lessons?language=en"]
        assert await write_file(page, file, addresses) == addresses
        found = json.loads(file.read_text(encoding="utf-8"))
        for address in addresses:
            assert found[address] == json.loads(await ask(page, address))
        with pytest.raises(EkibenError, match="404"):
            await ask(page, "/api/clauses/XX-1")
        await page.stop()

    asyncio.run(run())


# ---- the command
def test_an_installation_without_sources_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(client, "ROOT", tmp_path)
    assert cli.main(["page", str(tmp_path / "page"), "--language", "en"]) == 2
    assert "hatch_build.py" in capsys.readouterr().err


def test_a_folder_of_others_is_refused_before_anything_is_built(tmp_path, capsys):
    (tmp_path / "diary.txt").write_text("mine")
    assert cli.main(["page", str(tmp_path), "--language", "ja"]) == 2
    assert "diary.txt" in capsys.readouterr().err


@pytest.mark.parametrize("address", ["games.example", "ftp://games.example", "https://"])
def test_a_wrong_server_is_refused(tmp_path, address, capsys):
    assert cli.main(["page", str(tmp_path / "page"), "--server", address]) == 2
    assert "not an address" in capsys.readouterr().err
