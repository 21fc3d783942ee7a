"""The npm package: files, examples, manual, types, memory, errors."""

import json
import re
import shutil
import subprocess
from functools import partial

import programs
import pytest
from browser.stage import launched

import ekiben

from . import hosts

BOARD = programs.ROOT / "tests" / "boards" / "alps.toml"
MANUALS = ("web/ekiben-wasm/README.md", "docs/wasm.md")
CHECK = """import assert from "node:assert";
const check = (found, wanted) => assert.deepEqual(JSON.parse(JSON.stringify(found)), wanted);
"""


@pytest.fixture
def run(package, tmp_path):
    """A function that runs a program which imports the package by its name; what it prints."""
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "ekiben-wasm").symlink_to(package)
    return partial(run_program, tmp_path)


def run_program(folder, program, *arguments):
    (folder / "program.mjs").write_text(CHECK + program, encoding="utf-8")
    node = programs.need("nodejs", programs.node())
    command = [node, "--expose-gc", folder / "program.mjs", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


# ---- what is published
def test_its_files_and_its_metadata(package):
    about = json.loads((package / "package.json").read_text(encoding="utf-8"))
    assert about["version"] == ekiben.__version__
    assert (about["license"], about["type"]) == ("Apache-2.0", "module")
    for name in about["files"]:
        assert (package / name).exists(), name
    for name in ("ekiben.wasm", "ekiben-plain.wasm", "kernels.json", "games.json", "games.bin"):
        assert (package / "data" / name).stat().st_size > 0
    assert (package / about["types"]).is_file()


def test_its_data_is_the_same_every_time(package, tmp_path):
    from ekiben.wasm.package.data import write_package_data

    write_package_data(tmp_path)
    for name in ("games.json", "games.bin"):
        assert (tmp_path / name).read_bytes() == (package / "data" / name).read_bytes()


# ---- examples and manual
def test_the_example_for_node(package):
    node = programs.need("nodejs", programs.node())
    command = [node, package / "examples" / "node.mjs", "london", "7"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    first, *_, last = done.stdout.splitlines()
    assert re.fullmatch(r"0: keep [\d ]+", first)
    assert re.fullmatch(r"planner \d+, random -?\d+", last)


def test_the_example_of_a_page_has_ten_lines_and_plays(package, run):
    program = (
        'import { loadEkiben } from "ekiben-wasm";\n'
        + re.search(r"  const game.*(?=  document)", page(package), re.S).group()
    )
    wanted = run(program + 'console.log(game.scores.join(" to "))').strip()
    assert len(page(package).splitlines()) == 10
    with hosts.asking(package, []) as server, launched() as browser:
        shown = browser.new_page()
        shown.goto(f"{server.url}examples/page.html")
        shown.wait_for_function("document.querySelector('#game').textContent !== ''")
        text = shown.text_content("#game")
    assert text == f"The planner against itself: {wanted}"


def page(package):
    return (package / "examples" / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("manual", MANUALS)
def test_the_programs_of_a_manual(run, manual):
    """`EXPRESSION; // -> VALUE` is what it says."""
    text = (programs.ROOT / manual).read_text(encoding="utf-8")
    program = "\n".join(re.findall(r"^```js\n(.*?)^```$", text, re.M | re.S))
    checked, count = re.subn(r"^(.*); // -> (.*)$", r"check(\1, \2);", program, flags=re.M)
    assert count >= 5
    run(checked)


def test_the_types_fit(package, tmp_path):
    """A program that uses all of the interface passes TypeScript's strictest checks."""
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "ekiben-wasm").symlink_to(package)
    (tmp_path / "program.mts").write_text(TYPED, encoding="utf-8")
    node = programs.need("nodejs", programs.node())
    compiler = programs.ROOT / "web" / "node_modules" / "typescript" / "bin" / "tsc"
    options = {"noEmit": True, "strict": True, "target": "es2022", "module": "nodenext"}
    settings = {
        "compilerOptions": {**options, "types": [], "skipDefaultLibCheck": True},
        "files": ["program.mts"],
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [node, compiler, "--project", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == ""


TYPED = """
import { type Action, type Game, KernelError, type View, loadEkiben } from "ekiben-wasm";

const ekiben = await loadEkiben({ simd: false });
const options = { short: true };
const game: Game = ekiben.newGame("tokyo", { seats: 3, seed: 2n ** 100n, options });
const seat: number | null = game.seat;
const actions: Action[] = game.legalActions();
const view: View = game.view(seat);
const bytes: Uint8Array = game.observe(0);
try {
  const out = new BigInt64Array(9);
  const count: number = ekiben.kernels.call("tokyo_legal_one", bytes, bytes, 0, out);
  game.apply(actions[count] ?? game.plannerChoice());
} catch (error) {
  if (error instanceof KernelError) throw error.cause;
}
// @ts-expect-error: a game is named by a text
ekiben.newGame(7);
export { view };
"""


# ---- memory
def test_memory_is_given_back(run):
    run("""
import { loadEkiben } from "ekiben-wasm";
const ekiben = await loadEkiben();
const { heap } = ekiben.kernels;
const play = (name) => {
  const game = ekiben.newGame(name, { seed: 1, options: { first_seat: 0 } });
  game.copy().apply(game.plannerChoice());
  game.view(0);
  ekiben.playouts(name, 2);
  return game;
};
const collected = async (enough) => {
  for (let n = 0; n < 1000 && !enough(); n += 1) {
    globalThis.gc();
    await new Promise(setImmediate);
  }
};
play("london").free();
play("tokyo").free();
const size = heap.memory.buffer.byteLength;
const all = heap.used;
await collected(() => heap.used < all - 600_000);
const before = heap.used;
for (let n = 0; n < 40; n += 1) play(n % 2 ? "london" : "tokyo").free();
await collected(() => heap.used <= before);
check(heap.used, before);
assert.ok(heap.memory.buffer.byteLength < size + 2e7);
""")


def test_memory_grows_under_living_games(run):
    """Arrays that were there before the memory grew are still read where they lie."""
    run("""
import { loadEkiben } from "ekiben-wasm";
const ekiben = await loadEkiben();
const game = ekiben.newGame("london", { seed: 4 });
const before = game.legalActions();
const large = ekiben.kernels.array("uint8", 50_000_000);
check(game.legalActions(), before);
game.apply(before[0]);
large.free();
while (!game.over) game.apply(game.plannerChoice());
""")


# ---- errors
def test_wrong_calls_say_what_is_wrong(run):
    wrong = {
        'ekiben.newGame("mars")': r"there is no game \"mars\"; there are america, europe",
        'ekiben.newGame("london", { seats: 5 })': "london is for 2 to 4 seats, not 5",
        'ekiben.newGame("london", { seed: -1 })': "a seed is a whole number",
        'ekiben.newGame("london", { options: { fast: 1 } })': r"no option \"fast\"; it has first",
        'ekiben.newGame("london", { options: { first_seat: 1 } })': r"one of 0, \"drawn\"",
        'ekiben.restoreGame("london", new Uint8Array(5))': "no saved game of london",
        'game.apply("fly")': r"london has no action \"fly\"",
        "game.apply(99999)": "london has no action 99999",
        'game.apply("pass")': r"\"pass\" is not legal now \(tickets\)",
        "game.view(2)": "the seats are 0 to 1, not 2",
        "gone.seat": "memory was given back",
        'kernels.call("fly")': "the module has no kernel fly",
        'kernels.call("routes_legal_one", 1)': "routes_legal_one takes 4 arguments, not 1",
        'kernels.call("routes_copy_one", 1, 0, bytes, 0)': "argument 0 is an array of uint8",
        'kernels.call("routes_copy_one", bytes, 0.5, bytes, 0)': "argument 1 is a whole number",
        'kernels.call("routes_copy_one", bytes, bytes, bytes, 0)': "argument 1 is a number",
        'kernels.call("routes_copy_one", inside.view(), 0, bytes, 0)': "pass the MemoryArray",
        'kernels.call("routes_copy_one", longs, 0, bytes, 0)': "is 8 of uint8, not 8 in a BigInt64",
    }
    lines = [f"says(() => {call}, /{pattern}/);" for call, pattern in wrong.items()]
    run(f"""
import {{ IllegalAction, loadEkiben }} from "ekiben-wasm";
const ekiben = await loadEkiben();
const {{ kernels }} = ekiben;
const says = (call, message) => assert.throws(call, {{ message }});
const game = ekiben.newGame("london", {{ seed: 7 }});
const gone = game.copy();
gone.free();
gone.free();
const bytes = new Uint8Array(8);
const inside = kernels.array("uint8", 8);
const longs = new BigInt64Array(8);
{"".join(lines)}
assert.throws(() => game.apply("pass"), IllegalAction);
""")


def test_a_trap_is_an_error_and_leaves_the_module_usable(run):
    """A state that is not there: the kernel reads outside the memory, as often as it is asked."""
    run("""
import { KernelError, loadEkiben } from "ekiben-wasm";
const ekiben = await loadEkiben();
const game = ekiben.newGame("london", { seed: 7 });
const wanted = game.legalActions();
const out = new BigInt64Array(200);
const given = [ekiben.kernels.bytes(new Uint8Array(8)), new Uint8Array(8), 2 ** 30, out];
for (let n = 0; n < 3000; n += 1)
  assert.throws(() => ekiben.kernels.call("routes_legal_one", ...given), KernelError);
check(game.copy().legalActions(), wanted);
check(ekiben.kernels.heap.used < 2e6, true);
""")


# ---- boards of one's own
def test_a_board_of_your_own(package, run, tmp_path):
    """The first legal action, again and again, is the same in the package and in Python."""
    from ekiben.wasm.package.data import write_package_data

    data = tmp_path / "data"
    shutil.copytree(package / "data", data)
    write_package_data(data, [str(BOARD)])
    match = ekiben.load(BOARD).new(2, seed=3)
    program = f"""
import {{ loadEkiben }} from "ekiben-wasm";
const game = (await loadEkiben({{ base: "{data.as_uri()}" }})).newGame(
  "{match.game.name}", {{ seed: 3 }}
);
for (let n = 0; n < 60 && !game.over; n += 1) {{
  const [first] = game.legalActions();
  console.log(first.text);
  game.apply(first);
}}"""
    wanted = []
    while not match.over and len(wanted) < 60:
        wanted.append(str(match.legal()[0]))
        match.play(match.legal()[0])
    assert run(program).splitlines() == wanted
