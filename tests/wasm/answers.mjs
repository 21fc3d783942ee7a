// Answers questions about the module, in Node and in browsers alike: `answer(base, questions)`.
// With no page around it reads them from stdin and writes the answers to stdout.

const LUCK = 48271;
const PRIME = 2147483647;

export async function answer(base, questions) {
  const { loadEkiben } = await import(new URL("dist/index.js", base));
  const builds = new Map();
  const answers = [];
  for (const { ask, simd = true, ...given } of questions) {
    if (!builds.has(simd)) builds.set(simd, await loadEkiben({ base: new URL("data/", base), simd }));
    answers.push(await ANSWERS[ask](builds.get(simd), given));
  }
  return answers;
}

const ANSWERS = {
  playouts: (ekiben, { game, count, ...how }) => ekiben.playouts(game, count, numbered(how)),

  /** The planner in every seat, for so many decisions. */
  planner(ekiben, { game: name, decisions, ...how }) {
    const game = ekiben.newGame(name, numbered(how));
    const ids = [];
    while (!game.over && ids.length < decisions) {
      ids.push(game.plannerChoice().id);
      game.apply(ids.at(-1));
    }
    const { scores } = game;
    game.free();
    return { ids, scores };
  },

  /** Random play; what all see and observe after every so many decisions. */
  watch(ekiben, { game: name, decisions, every, ...how }) {
    const game = ekiben.newGame(name, numbered(how));
    const steps = [];
    let luck = 1;
    while (!game.over && steps.length < decisions) {
      const legal = game.legalActions();
      luck = (luck * LUCK) % PRIME;
      const action = legal[luck % legal.length];
      const step = [game.seat, game.asked, legal.length, action.text, game.scores];
      steps.push(steps.length % every === 0 ? [...step, looks(game)] : step);
      game.apply(action);
    }
    const end = { over: game.over, seat: game.seat, scores: game.scores, looks: looks(game) };
    game.free();
    return { steps, end };
  },

  /** What a seat gets in a saved game, and what the planner would do there. */
  saved(ekiben, { game: name, bytes, options = {} }) {
    const game = ekiben.restoreGame(name, fromBase64(bytes), options);
    const chosen = game.plannerChoice().id;
    const found = { chosen, view: plain(game.view(game.seat)), observation: toBase64(game.observe()) };
    game.free();
    return found;
  },

  /** The state that the planner gets, and the board, as bytes. */
  hidden: (ekiben, { game, bytes, seat, seats }) =>
    toBase64(ekiben.catalogue.layout(game, seats).hide(fromBase64(bytes), seat)),
  board: (ekiben, { game, options }) => digest(ekiben.catalogue.board(game, options)),

  /** Kernels called one after the other over arrays that stay; digests of all arrays after each. */
  async calls({ kernels }, { calls }) {
    const arrays = new Map();
    const results = [];
    for (const { kernel, given } of calls) {
      const passed = given.map((one) => (typeof one === "object" ? arrayOf(kernels, arrays, one) : one));
      const result = kernels.call(kernel, ...passed);
      const digests = await Promise.all(
        passed.filter((one) => typeof one === "object").map((one) => digest(one.bytes())),
      );
      results.push([result, digests]);
    }
    for (const array of arrays.values()) array.free();
    return results;
  },
};

/** A seed does not fit into a number of JSON: it comes as text. */
function numbered({ seed, ...how }) {
  return { ...how, seed: BigInt(seed) };
}

function looks(game) {
  const seats = Array.from({ length: game.seats }, (_, seat) => seat);
  return {
    views: [null, ...seats].map((seat) => plain(game.view(seat))),
    observations: seats.map((seat) => toBase64(game.observe(seat))),
  };
}

/** Bigints as texts, which JSON can hold. */
function plain(view) {
  return JSON.parse(JSON.stringify(view, (_, value) => (typeof value === "bigint" ? `${value}` : value)));
}

function arrayOf(kernels, arrays, { key, type, shape, writes }) {
  if (!arrays.has(key)) arrays.set(key, kernels.array(type, ...shape));
  const array = arrays.get(key);
  for (const [at, bytes] of writes) array.bytes().set(fromBase64(bytes), at);
  return array;
}

async function digest(bytes) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes.slice()));
  return Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fromBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function toBase64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

if (globalThis.process?.argv[1]?.endsWith("answers.mjs")) {
  const parts = [];
  for await (const part of process.stdin) parts.push(part);
  const { base, questions } = JSON.parse(Buffer.concat(parts).toString());
  process.stdout.write(JSON.stringify(await answer(base, questions)));
}
