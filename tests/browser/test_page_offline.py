"""The service worker by itself: offline after the first visit, and never files of two versions."""

import json
import os
import shutil

import pytest

from ekiben.page.build.folder import stamp_version, write_list

from .page_parts import bundle, in_browser, web_space

PAGE = """<!doctype html><meta charset=utf-8><title>{version}</title>
<script type=module src=start.js></script>"""
START = """import { keepOffline } from './updates.js';
import { version } from './version.js';
document.body.dataset.version = version;
keepOffline((takeOver) => { window.takeOver = takeOver; }).then(
  () => { document.body.dataset.registered = 'yes'; });
"""


PUBLISHED = {"one": 1_700_000_000, "two": 1_700_000_100}


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    """The parts that every version has."""
    folder = tmp_path_factory.mktemp("parts")
    bundle("updates", folder)
    bundle("service-worker", folder, "iife")
    return folder


def publish(parts, folder, version):
    """A page of that version, as a build leaves it."""
    shutil.copytree(parts, folder, dirs_exist_ok=True)
    (folder / "index.html").write_text(PAGE.format(version=version))
    (folder / "start.js").write_text(START)
    (folder / "version.js").write_text(f"export const version = '{version}';")
    (folder / "large.wasm").write_bytes(bytes(100_000))
    (folder / "config.json").write_text('{"server": null}')
    stamp_version(folder, write_list(folder))
    for file in folder.iterdir():  # a server tells versions apart by seconds only
        os.utime(file, (PUBLISHED[version],) * 2)


async def visit(browser, url):
    page = await browser.contexts[0].new_page()
    await page.goto(url)
    await page.wait_for_selector("[data-registered]", state="attached")
    return page


async def shown(page):
    return await page.title(), await page.get_attribute("body", "data-version")


CONTROLLED = "() => navigator.serviceWorker.controller !== null"
CACHES = "caches.keys()"
ANNOUNCED = "() => 'takeOver' in window"
UPDATE = """navigator.serviceWorker.getRegistration().then((one) => one.update()).then(
  () => 'looked', (error) => `${error}`)"""


def test_after_the_first_visit_no_network_is_needed_in_any_folder(tmp_path, parts):
    site = tmp_path / "site"
    publish(parts, site / "deep" / "down", "one")

    async def work(process, browser):
        with web_space(site) as space:
            url = f"{space.url}deep/down/"
            page = await visit(browser, url)
            await page.wait_for_function(CONTROLLED)
        await page.reload()  # the web space is gone
        again = await visit(browser, f"{url}#/t/abc")
        wasm = await again.evaluate(
            "fetch('large.wasm').then((one) => [one.headers.get('content-type'), one.ok])"
        )
        config = await again.evaluate("fetch('config.json').then((one) => one.json())")
        return await shown(page), await shown(again), wasm, config

    page, again, wasm, config = in_browser(tmp_path / "profile", work)
    assert page == again == ("one", "one")
    assert wasm == ["application/wasm", True] and config == {"server": None}


def test_a_new_version_is_announced_and_takes_over_as_a_whole(tmp_path, parts):
    site = tmp_path / "site"
    publish(parts, site, "one")

    async def work(process, browser):
        with web_space(site) as space:
            page = await visit(browser, space.url)
            await page.wait_for_function(CONTROLLED)
            publish(parts, site, "two")
            other = await visit(browser, space.url)
            await page.evaluate(UPDATE)  # as the browser does by itself now and then
            await page.wait_for_function(ANNOUNCED)
            assert await shown(page) == await shown(other) == ("one", "one")
            await page.reload()
            assert await shown(page) == ("one", "one")
            await page.wait_for_function(ANNOUNCED)
            await page.evaluate("window.takeOver()")
            for tab in (page, other):
                await tab.wait_for_selector("[data-version=two]", state="attached")
            return await shown(page), await shown(other), await page.evaluate(CACHES)

    page, other, caches = in_browser(tmp_path / "profile", work)
    assert page == other == ("two", "two") and len(caches) == 1


def test_a_version_that_is_half_on_the_web_is_left_alone(tmp_path, parts):
    site = tmp_path / "site"
    publish(parts, site, "one")

    async def work(process, browser):
        with web_space(site) as space:
            page = await visit(browser, space.url)
            await page.wait_for_function(CONTROLLED)
            old = (site / "version.js").read_bytes()
            publish(parts, site, "two")
            new = (site / "version.js").read_bytes()
            (site / "version.js").write_bytes(old)
            assert await page.evaluate(UPDATE) == "looked"
            await page.wait_for_function(
                "navigator.serviceWorker.getRegistration().then((one) => !one.installing)"
            )
            assert not await page.evaluate(ANNOUNCED)
            await page.reload()
            assert await shown(page) == ("one", "one")
            (site / "version.js").write_bytes(new)
            await page.evaluate(UPDATE)
            await page.wait_for_function(ANNOUNCED)
            return await shown(page)

    assert in_browser(tmp_path / "profile", work) == ("one", "one")


def set_server(site, server, version):
    """As the owner of a web space does, at the time of a version."""
    (site / "config.json").write_text(json.dumps({"server": server}))
    os.utime(site / "config.json", (PUBLISHED[version],) * 2)


def test_what_the_owner_sets_needs_no_new_build(tmp_path, parts):
    site = tmp_path / "site"
    publish(parts, site, "one")
    set_server(site, "https://play.example", "one")

    async def work(process, browser):
        with web_space(site) as space:
            page = await visit(browser, space.url)
            await page.wait_for_function(CONTROLLED)
            set_server(site, "https://other.example", "two")
            return await page.evaluate("fetch('config.json').then((one) => one.text())")

    assert json.loads(in_browser(tmp_path / "profile", work))["server"] == "https://other.example"


LARGE = "fetch('networks/some.npz').then((one) => one.ok, () => false)"


def test_a_file_for_later_is_kept_from_its_first_use_on(tmp_path, parts):
    """It is not fetched before, and a new version takes it over."""
    site = tmp_path / "site"
    (site / "networks").mkdir(parents=True)
    for name in ("some", "other"):
        (site / "networks" / f"{name}.npz").write_bytes(name.encode() * 1000)
    publish(parts, site, "one")
    kept = """caches.keys().then((names) => caches.open(names[0])).then((one) => one.keys()).then(
      (all) => all.map((one) => one.url.split('/').at(-1)).filter((one) => one.endsWith('.npz')))"""

    async def work(process, browser):
        with web_space(site) as space:
            page = await visit(browser, space.url)
            await page.wait_for_function(CONTROLLED)
            before = await page.evaluate(kept)
            used = await page.evaluate(LARGE)
            after = await page.evaluate(kept)
            publish(parts, site, "two")
            await page.evaluate(UPDATE)
            await page.wait_for_function(ANNOUNCED)
            await page.evaluate("window.takeOver()")
            await page.wait_for_selector("[data-version=two]", state="attached")
        await page.reload()  # the web space is gone
        later = await page.evaluate(LARGE)
        other = await page.evaluate(LARGE.replace("some", "other"))
        return before, used, after, later, other

    found = in_browser(tmp_path / "profile", work)
    assert found == ([], True, ["some.npz"], True, False)


def test_a_stamped_worker_names_the_version_of_the_list(tmp_path, parts):
    publish(parts, tmp_path, "one")
    version = json.loads((tmp_path / "files.json").read_text())["version"]
    worker = (tmp_path / "service-worker.js").read_text()
    assert f'"{version}"' in worker and "__PAGE_VERSION__" not in worker
