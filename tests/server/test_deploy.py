"""The files of deploy/ say what the program understands, and fit each other; where the programs
they are for are here, those read them.
"""

import contextlib
import ipaddress
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import PurePosixPath

import pytest

from ekiben.cli.parsers import build_parser

from .deploying import (
    DEPLOY,
    ROOT,
    compose,
    entry,
    environment,
    filled_in,
    health,
    ignored,
    step,
    steps,
    unit,
    upstreams,
)
from .serving import serving
from .test_store import port_of

READ = set(
    re.findall(
        r"EKIBEN_[A-Z]+",
        "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")),
    )
)
SERVERS = ("server-1", "server-2")


def understood(arguments):
    """The command's own reader; what it does not know ends the test."""
    return build_parser().parse_args(arguments)


def own(names):
    return {name for name in names if name.startswith("EKIBEN_")}


# ---- the container
def test_the_container_starts_what_there_is():
    assert entry()[0] == "ekiben"
    args = understood(entry()[1:])
    assert (args.host, args.open, f"{args.port}") == ("0.0.0.0", False, step("EXPOSE"))
    assert own(environment()) <= READ


def test_the_container_keeps_all_it_writes_in_its_volume():
    volume = PurePosixPath(step("VOLUME"))
    assert all(
        volume in PurePosixPath(environment()[name]).parents
        for name in ("EKIBEN_DATA", "EKIBEN_CACHE")
    )
    assert f"--home-dir {volume}" in step("RUN") and step("USER") in step("RUN").split()


def test_what_is_left_out_of_the_container_is_nothing_that_is_built_from():
    hook = (ROOT / "hatch_build.py").read_text(encoding="utf-8")
    assert (
        not {"src", "web", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE"}
        & set(ignored())
        and '"web"' in hook
    )


def test_the_health_check_tells_a_server_that_is_well_from_none(tmp_path):
    with serving(tmp_path) as house:
        command = [
            sys.executable,
            *(part.replace(":8000/", f":{house.port}/") for part in health()[1:]),
        ]
        assert subprocess.run(command, check=False, timeout=60).returncode == 0
    assert (
        subprocess.run(command, check=False, timeout=60, stderr=subprocess.DEVNULL).returncode != 0
    )


def test_the_container_is_made_of_what_is_pinned():
    images = [rest.partition(" AS ")[0] for word, rest in steps() if word == "FROM"]
    assert len(set(images)) == 1 and re.fullmatch(
        r"python:3\.\d+\.\d+-slim@sha256:[0-9a-f]{64}", images[0]
    )
    installs = [rest for word, rest in steps() if word == "RUN" and " install " in rest]
    assert all(
        re.match(r"pip install .*(--require-hashes|--no-deps --no-build-isolation)", one)
        for one in installs
    )
    files = [file for one in installs for file in re.findall(r"-r (\S+)", one)]
    assert files == [
        "deploy/requirements.txt",
        "requirements-build.txt",
        "web/requirements-node.txt",
    ]
    assert all(
        (ROOT / file).is_file() and not {file, file.split("/")[0]} & set(ignored())
        for file in files
    )


# ---- compose
def test_the_other_images_are_pinned_too():
    images = [
        service["image"] for service in compose()["services"].values() if "build" not in service
    ]
    assert len(images) == 2 and all(
        re.fullmatch(r"\w+:\d+\.[\d.]+@sha256:[0-9a-f]{64}", image) for image in images
    )


@pytest.mark.parametrize("name", SERVERS)
def test_compose_gives_servers_what_they_understand(name):
    server = compose()["services"][name]
    command = [filled_in(part, EKIBEN_NAME="play.example") for part in server["command"]]
    args = understood([*entry()[1:], *command])
    assert args.name == ["play.example"] and args.port == 8000
    networks = compose()["networks"]
    assert ipaddress.ip_network(args.proxies) == ipaddress.ip_network(
        networks["inside"]["ipam"]["config"][0]["subnet"]
    )
    assert networks["inside"]["internal"] and server["networks"] == ["inside"]
    assert own(server["environment"]) <= READ
    assert [volume.partition(":")[2] for volume in server["volumes"]] == [step("VOLUME")]
    assert (DEPLOY / server["build"]["context"]).resolve() == ROOT and (
        ROOT / server["build"]["dockerfile"]
    ).is_file()


def test_compose_has_one_database_for_all():
    services = compose()["services"]
    address = filled_in(
        services["server-1"]["environment"]["EKIBEN_DATABASE"], EKIBEN_PASSWORD="secret"
    )
    given = {
        name: filled_in(value, EKIBEN_PASSWORD="secret")
        for name, value in services["database"]["environment"].items()
    }
    assert (
        address
        == f"postgresql://{given['POSTGRES_USER']}:{given['POSTGRES_PASSWORD']}@database/{given['POSTGRES_DB']}"
    )
    assert services["server-1"]["environment"] == services["server-2"]["environment"]
    assert services["database"]["healthcheck"]["test"][1:] == [
        "pg_isready",
        "-U",
        given["POSTGRES_USER"],
        "-d",
        given["POSTGRES_DB"],
    ]
    with pytest.raises(KeyError):
        filled_in(services["server-1"]["environment"]["EKIBEN_DATABASE"])


def test_compose_mounts_and_names_only_what_there_is():
    file = compose()
    for service in file["services"].values():
        for volume in service["volumes"]:
            source = volume.partition(":")[0]
            assert (
                (DEPLOY / source).is_file() if source.startswith(".") else source in file["volumes"]
            )
        needed = service.get("depends_on", {})
        assert set(needed) <= set(file["services"]) and set(service["networks"]) <= set(
            file["networks"]
        )


def test_the_proxy_leads_to_the_servers_and_asks_them_what_they_answer(tmp_path):
    assert upstreams() == [f"{name}:{step('EXPOSE')}" for name in SERVERS]
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    asked = re.search(r"health_uri (\S+)", text)[1]
    closed = re.search(r"@inside path (.+)", text)[1].split()
    host = re.search(r"health_headers \{\s+Host (\S+)", text)[1]
    assert set(re.findall(r"\{\$(\w+)", text)) <= set(compose()["services"]["proxy"]["environment"])
    with serving(tmp_path) as house:
        person = house.person()
        assert person.get(asked, headers={"host": host}).status_code == 200 and asked in closed
        assert all(person.get(path).status_code == 200 for path in closed)


# ---- systemd
def test_the_unit_starts_what_there_is_and_writes_where_it_may():
    found = unit()
    args = understood(found["ExecStart"][0].split()[1:])
    assert (args.host, args.port, args.open, args.proxies) == (
        "127.0.0.1",
        8000,
        False,
        "127.0.0.1",
    )
    places = dict(pair.split("=", 1) for pair in found["Environment"][0].split())
    assert own(places) <= READ and own(places) == set(places)
    assert places["EKIBEN_DATA"].startswith(f"/var/lib/{found['StateDirectory'][0]}/")
    assert places["EKIBEN_CACHE"] == f"/var/cache/{found['CacheDirectory'][0]}"
    assert "MemoryDenyWriteExecute" not in found  # machine code is made while it runs


def test_systemd_takes_the_unit(tmp_path):
    systemd = shutil.which("systemd-analyze")
    if systemd is None:
        pytest.skip("there is no systemd-analyze here")
    made = tmp_path / "ekiben.service"
    made.write_text(
        (DEPLOY / "ekiben.service")
        .read_text(encoding="utf-8")
        .replace("/usr/local/bin/ekiben", sys.executable)
    )
    said = subprocess.run(
        [systemd, "verify", made], capture_output=True, text=True, check=False, timeout=60
    )
    assert said.returncode == 0 and "ekiben.service" not in said.stderr, said.stderr


# ---- the container's steps, without a container
@pytest.mark.deep
def test_what_the_container_installs_serves_as_it_says(tmp_path):
    source, made, home = tmp_path / "source", tmp_path / "made", tmp_path / "home"
    copied(source)
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "clean"], check=True)
    python = tmp_path / "clean" / "bin" / "python"
    for install in (rest for word, rest in steps() if word == "RUN" and rest.startswith("pip ")):
        command = install.replace("pip ", f"{python} -m pip ", 1).replace(
            "--prefix=/made", f"--prefix={made}"
        )
        if (
            done := subprocess.run(
                command, shell=True, cwd=source, capture_output=True, text=True, check=False
            )
        ).returncode:
            offline = re.search(
                r"No matching distribution|Connection|ENOTFOUND|EAI_AGAIN",
                done.stdout + done.stderr,
            )
            pytest.skip("packages cannot be fetched here") if offline else pytest.fail(
                done.stdout[-2000:] + done.stderr[-2000:]
            )
    library = next(made.glob("lib/python*/site-packages"))
    names = {path.name.partition("-")[0] for path in library.glob("*.dist-info")}
    assert "asyncpg" in names and not {"pytest", "mypy", "ruff", "hatchling", "playwright"} & names
    env = {
        **environment(),
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(library),
        "EKIBEN_PLAIN": "1",
    }
    env |= {name: value.replace(step("VOLUME"), str(home)) for name, value in env.items()}
    command = [made / "bin" / entry()[0], *entry()[1:], "--port", "0"]
    with (
        subprocess.Popen(
            command, env=env, cwd=tmp_path, stdout=subprocess.PIPE, text=True
        ) as process,
        ended(process),
    ):
        url = f"http://127.0.0.1:{port_of(process)}"
        check = [python, *(part.replace("http://127.0.0.1:8000", url) for part in health()[1:])]
        assert subprocess.run(check, check=False).returncode == 0
        assert (
            b"<html" in urllib.request.urlopen(f"{url}/", timeout=60).read()
        )  # the pages are in it
        assert (home / "games" / "ekiben.db").is_file()
        process.send_signal(getattr(signal, step("STOPSIGNAL")))
        assert process.wait(timeout=15) in (0, -signal.SIGTERM)


@contextlib.contextmanager
def ended(process):
    """Whatever comes."""
    try:
        yield
    finally:
        process.kill()


def copied(place):
    """What the builder is sent: all that git has, without what is left out."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split("\0")
    for name in listed:
        if name and name.split("/")[0] not in ignored():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place / name)
