#!/usr/bin/env node
// A bot for Ekiben in JavaScript, without any library: it finishes its tickets, then claims the longest route it can pay for.
//
//     ekiben play europe --bot "pipe:node examples/pipe_bot.mjs"
//
// Every line on the standard input is one JSON message; to `hello` and to `choose` one line is answered.

import { createInterface } from "node:readline";

let length = new Map();

const answer = (message) => process.stdout.write(JSON.stringify(message) + "\n");

const most = (actions, value) => actions.reduce((best, action) => (value(action) > value(best) ? action : best));

// a route that a ticket still needs, else any; the longest first; where none can be paid for, cards
function turn({ legal, hints, known }) {
  const needed = new Set(hints.tickets.filter((ticket) => ticket.state === "reachable").flatMap((ticket) => ticket.missing));
  const claims = legal.filter((action) => action.verb === "claim" && (!needed.size || needed.has(action.route)));
  return claims.length ? most(claims, (action) => length.get(action.route)) : draw({ legal, known });
}

// what there is most of already grows into the longest routes
const draw = ({ legal, known }) => most(legal, (action) => (action.verb === "draw" ? 1 + (known.hand[action.card] ?? 0) : 0));

// as few tickets as can be, and of those the nearest
function tickets({ legal, hints, known }) {
  const spaces = new Map(hints.tickets.map((ticket) => [ticket.ticket, ticket.state === "lost" ? 99 : ticket.spaces]));
  const cost = (action) => action.tickets.reduce((sum, place) => sum + 100 + spaces.get(known.offer[place - 1]), 0);
  return most(legal, (action) => -cost(action));
}

const payment = ({ legal }) => most(legal, (action) => -(action.cards?.wild ?? 0)); // wild cards are kept

const first = ({ legal }) => legal[0];

const questions = { turn, tickets, payment, "second-card": draw };

const messages = {
  hello({ board }) {
    length = new Map((board.routes ?? []).map((route) => [route.id, route.length]));
    answer({ type: "hello", protocol: 1, name: "example" });
  },
  choose(message) {
    answer({ action: (questions[message.asked] ?? first)(message).text });
  },
  end() {
    process.exit(0);
  },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  messages[message.type]?.(message);
});
