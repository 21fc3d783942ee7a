"""Arrays name the type of their numbers.

NumPy's own choice has 32 bits on some machines, WebAssembly among them; kernels take 64.
"""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "ekiben"
# by how many arguments come before the type
MAKERS = {"arange": 3, "array": 1, "fromiter": 1, "full": 2}
PACKAGES = sorted(one.name for one in SOURCE.iterdir() if (one / "__init__.py").exists())


def untyped_arrays(text):
    """The lines that make an array without saying of what."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(ast.Attribute(ast.Name("np"), maker), arguments, keywords):
                named = any(keyword.arg == "dtype" for keyword in keywords)
                if maker in MAKERS and not named and len(arguments) <= MAKERS[maker]:
                    yield node.lineno


@pytest.mark.parametrize("package", PACKAGES)
def test_arrays_name_the_type_of_their_numbers(package):
    found = [
        f"{path.relative_to(SOURCE)}:{line}"
        for path in sorted((SOURCE / package).rglob("*.py"))
        for line in untyped_arrays(path.read_text(encoding="utf-8"))
    ]
    assert not found, f"say which type, such as np.int64: {', '.join(found)}"


@pytest.mark.parametrize("line", ["np.arange(3)", "np.array([1])", "np.full(2, 3)"])
def test_an_array_without_a_type_is_found(line):
    assert list(untyped_arrays(line)) == [1]


@pytest.mark.parametrize(
    "line", ["np.arange(3, dtype=np.int64)", "np.array([1], np.int64)", "np.full(2, 3, float)"]
)
def test_an_array_with_a_type_is_not(line):
    assert not list(untyped_arrays(line))
