#!/usr/bin/env node
// A bot for Ekiben in JavaScript, without any library: it claims the longest route it can pay for, and draws cards otherwise.
//
//     ekiben play europe --bot "pipe:node examples/pipe_bot.mjs"
//
// Every line on the standard input is one JSON message; to `hello` and to `choose` one line is answered.

import { createInterface } from "node:readline";

let length = new Map();

const answer = (message) => process.stdout.write(JSON.stringify(message) + "\n");

const most = (actions, value) => actions.reduce((best, action) => (value(action) > value(best) ? action : best));

function chosen({ asked, legal, known }) {
  const claims = legal.filter((action) => action.verb === "claim");
  if (asked === "turn" && claims.length) return most(claims, (action) => length.get(action.route));
  if (asked === "payment") return most(legal, (action) => -(action.cards?.wild ?? 0)); // wild cards are kept
  if (asked === "tickets") return most(legal, (action) => -action.tickets.length); // few tickets: this bot heeds none
  return most(legal.filter((action) => action.verb === "draw").concat(legal), (action) => held(action, known));
}

// what there is most of already grows into the longest routes
const held = (action, known) => (action.verb === "draw" ? 1 + (known.hand?.[action.card] ?? 0) : 0);

const messages = {
  hello({ board }) {
    length = new Map((board.routes ?? []).map((route) => [route.id, route.length]));
    answer({ type: "hello", protocol: 1, name: "example" });
  },
  choose(message) {
    answer({ action: chosen(message).text });
  },
  end() {
    process.exit(0);
  },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  messages[message.type]?.(message);
});
