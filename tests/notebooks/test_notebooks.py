"""Notebooks run from the first cell to the last, and things show themselves in them."""

import copy
import pickle
import random
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import ekiben
from ekiben.core.record import Record

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "docs").rglob("*.ipynb"))


@pytest.fixture(scope="module")
def quickstart(tmp_path_factory):
    """The quick start after it was executed, in a folder of its own."""
    folder = tmp_path_factory.mktemp("notebook")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EKIBEN_PLAIN", "1")
        patch.setenv("PYTHONPATH", str(ROOT / "src"))
        patch.setenv("IPYTHONDIR", str(folder / "ipython"))
        patch.setenv("JUPYTER_PLATFORM_DIRS", "1")
        notebook = nbformat.read(ROOT / "docs/quickstart.ipynb", 4)
        return NotebookClient(
            notebook,
            timeout=300,
            kernel_name="python3",
            resources={"metadata": {"path": str(folder)}},
        ).execute()


def outputs(notebook):
    return [
        output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs
    ]


@pytest.mark.filterwarnings("default")  # of the libraries that run it
def test_the_quick_start_runs(quickstart):
    shown = outputs(quickstart)
    assert not [output for output in shown if output.output_type == "error"] and len(shown) > 10
    pictures = [
        output.data["image/svg+xml"]
        for output in shown
        if "image/svg+xml" in output.get("data", {})
    ]
    assert len(pictures) == 2 and all(picture.startswith("<svg") for picture in pictures)


@pytest.mark.filterwarnings("default")
def test_the_quick_start_says_what_it_promises(quickstart):
    texts = [output.data["text/plain"] for output in outputs(quickstart) if "data" in output]
    assert texts[-1] == "True" and any(text.startswith("(True,") for text in texts)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_kept_without_outputs(path):
    notebook = nbformat.read(path, 4)
    assert all(
        not cell.outputs and cell.execution_count is None
        for cell in notebook.cells
        if cell.cell_type == "code"
    )


# ---- pictures
def position(name, actions=40):
    match, luck = ekiben.load(name).new(2, 5, names=["安", "Ben"]), random.Random(1)
    for _ in range(actions):
        match.play(luck.choice(match.legal()))
    return match


@pytest.mark.parametrize("name", ekiben.games())
def test_boards_matches_views_and_records_show_themselves(name):
    match = position(name)
    assert (
        match.game._repr_svg_().startswith("<svg") and match.game._repr_svg_() == match.game.svg()
    )
    assert match._repr_svg_() == match.svg() == match.record()._repr_svg_()
    for seat in (0, 1, None):
        assert match.view(seat)._repr_svg_() == match.svg(seat)


@pytest.mark.parametrize("name", ["america", "tokyo"])
def test_a_view_is_drawn_from_what_it_knows(name):
    """Dealt anew behind the view, the picture is the same; names are all that it takes from the
    match.
    """
    match = position(name)
    other = match.game.imagine(match.view(0), 99)
    other.names = match.names
    assert other.view(0)._repr_svg_() == match.view(0)._repr_svg_()


def test_views_travel_without_their_painter():
    view = position("london").view(0)
    for twin in (pickle.loads(pickle.dumps(view)), copy.deepcopy(view)):
        assert (
            twin == view and twin._repr_svg_() is None and twin.hand.tolist() == view.hand.tolist()
        )


def test_what_cannot_be_drawn_shows_its_words():
    match = position("london")
    assert (
        match.record(seat=0)._repr_svg_() is None
        and Record(dict(match.record()))._repr_svg_() is None
    )
