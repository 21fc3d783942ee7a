"""What `make audit` makes of the services' answers: findings fail, explained ones pass for a time,
silence is said.
"""

import importlib.util
import json
import sys
from datetime import date
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TODAY = date(2026, 11, 15)
PIP = {
    "dependencies": [
        {"name": "httpx", "version": "0.28.1", "vulns": []},
        {
            "name": "jinja2",
            "version": "3.1.2",
            "vulns": [
                {
                    "id": "PYSEC-2024-1",
                    "aliases": ["CVE-2024-22195", "GHSA-h5c8"],
                    "fix_versions": ["3.1.3"],
                    "description": "Injection.\nMore.",
                }
            ],
        },
        {
            "name": "local",
            "skip_reason": "Dependency not found on PyPI and could not be audited: local (1.0)",
        },
    ],
    "fixes": [],
}
NPM = {
    "auditReportVersion": 2,
    "vulnerabilities": {
        "a": {"name": "a", "severity": "high", "via": ["b"]},
        "b": {
            "name": "b",
            "severity": "high",
            "via": [
                {
                    "source": 7,
                    "name": "b",
                    "title": "Traversal",
                    "url": "https://advisories.example/GHSA-1",
                }
            ],
        },
    },
}


@pytest.fixture(scope="module")
def audit():
    spec = importlib.util.spec_from_file_location("audit", ROOT / "tools" / "audit.py")
    sys.modules["audit"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def explanation(audit, **changes):
    return audit.Explained(
        **{
            "id": "GHSA-h5c8",
            "package": "jinja2",
            "why": "No template is a stranger's.",
            "until": TODAY,
            **changes,
        }
    )


def test_a_finding_fails_and_is_named(audit):
    well, lines = audit.judged("pins", audit.read_pip(json.dumps(PIP), ""), [], TODAY)
    assert not well
    assert lines == [
        "pins: FAULT: jinja2 PYSEC-2024-1 CVE-2024-22195 GHSA-h5c8: Injection.",
        "pins: not known there, not checked: local",
        "pins: 1 findings, 1 of them not explained",
    ]


def test_what_is_explained_passes_until_its_day(audit):
    answer = audit.read_pip(json.dumps(PIP), "")
    well, lines = audit.judged("pins", answer, [explanation(audit)], TODAY)
    assert well and "No template is a stranger's." in lines[0]
    well, lines = audit.judged("pins", answer, [explanation(audit)], date(2026, 11, 16))
    assert not well and lines[0].startswith("pins: FAULT (explained until 2026-11-15): jinja2")


@pytest.mark.parametrize("changes", [{"package": "httpx"}, {"id": "GHSA-other"}])
def test_an_explanation_is_of_one_advisory_for_one_package(audit, changes):
    assert not audit.judged(
        "pins", audit.read_pip(json.dumps(PIP), ""), [explanation(audit, **changes)], TODAY
    )[0]


def test_findings_in_the_pages_are_named_once_where_they_are(audit):
    well, lines = audit.judged("web", audit.read_npm(json.dumps(NPM), ""), [], TODAY)
    assert not well and lines == [
        "web: FAULT: b GHSA-1: Traversal",
        "web: 1 findings, 1 of them not explained",
    ]
    assert audit.judged(
        "web",
        audit.read_npm(json.dumps(NPM), ""),
        [explanation(audit, id="GHSA-1", package="b")],
        TODAY,
    )[0]


def test_nothing_found_is_well(audit):
    clean = {"dependencies": [{"name": "httpx", "version": "0.28.1", "vulns": []}]}
    assert audit.judged("pins", audit.read_pip(json.dumps(clean), ""), [], TODAY) == (
        True,
        ["pins: 0 findings, 0 of them not explained"],
    )
    assert audit.judged("web", audit.read_npm('{"vulnerabilities": {}}', ""), [], TODAY)[0]


@pytest.mark.parametrize(
    ("reader", "out", "err", "why"),
    [
        ("read_pip", "", "ERROR:pip_audit._cli:Could not connect\n", "Could not connect"),
        (
            "read_pip",
            json.dumps({"dependencies": [{"name": "httpx", "skip_reason": "not found"}]}),
            "No known vulnerabilities",
            "none of",
        ),
        (
            "read_npm",
            '{"message": "405 Method Not Allowed", "error": {}}',
            "npm error",
            "405 Method Not Allowed",
        ),
        ("read_npm", "", "npm error code ENOTFOUND\n", "ENOTFOUND"),
    ],
)
def test_silence_is_said_and_is_no_finding(audit, reader, out, err, why):
    well, (line,) = audit.judged("pins", getattr(audit, reader)(out, err), [], TODAY)
    assert (
        well
        and line.startswith("pins: not checked: no advisory service reachable (")
        and why in line
    )


def test_a_service_that_hangs_is_not_waited_for(audit, monkeypatch):
    monkeypatch.setattr(audit, "PATIENCE", 0.01)
    assert (
        audit.asked(
            [sys.executable, "-c", "import signal; signal.pause()"], ROOT, audit.read_pip
        ).away
        == "no answer in 0.01 seconds"
    )


@pytest.mark.parametrize(
    "entry",
    ["", "why = ''", "why = 'x'\nuntil = 'soon'", "why = 'x'\nuntil = 2027-01-01\nmore = 1"],
)
def test_half_an_explanation_is_none(audit, entry):
    with pytest.raises(SystemExit, match=r"audit\.toml"):
        audit.read_explained(f"[[explained]]\nid = 'a'\npackage = 'b'\n{entry}")


def test_the_committed_explanations_can_be_read(audit):
    audit.read_explained((ROOT / "tools" / "audit.toml").read_text(encoding="utf-8"))
