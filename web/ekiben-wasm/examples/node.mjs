// The planner against random play, on any board: node node.mjs europe 7
import { loadEkiben } from "../dist/index.js";

const [name = "america", seed = "1"] = process.argv.slice(2);
const ekiben = await loadEkiben();
const game = ekiben.newGame(name, { seats: 2, seed: BigInt(seed) });
let luck = Number(seed);
while (!game.over) {
  const legal = game.legalActions();
  luck = (luck * 48271) % 2147483647;
  const action = game.seat === 0 ? game.plannerChoice() : legal[luck % legal.length];
  console.log(`${game.seat}: ${action.text}`);
  game.apply(action);
}
console.log(`planner ${game.scores[0]}, random ${game.scores[1]}`);
