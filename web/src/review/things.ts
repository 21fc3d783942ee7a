// Names of tickets and routes, where a game has them, and who holds which.
import { name } from "../lib/i18n.svelte";
import type { Table } from "../lib/table.svelte";
import type { Facts, Scene } from "../lib/wire";

function isRoutes(facts: Facts): facts is Facts<"routes"> {
  return facts.family === "routes";
}

function routesFacts(table: Table): Facts<"routes"> | null {
  const { facts } = table;
  return isRoutes(facts) ? facts : null;
}

/** The ids of the tickets that a seat holds, where the scene shows them. */
export function heldTickets(table: Table, seat: number): string[] {
  const facts = routesFacts(table);
  const scene = table.scene as Scene<"routes"> | null;
  const held = facts ? (scene?.seats[seat]?.held ?? []) : [];
  return held.flatMap((number) => facts?.tickets[number]?.id ?? []);
}

/** A ticket by its two cities and its points. */
export function ticketName(table: Table, id: string): string {
  const facts = routesFacts(table);
  const ticket = facts?.tickets.find((one) => one.id === id);
  return facts && ticket ? `${endsName(facts, ticket)} ${ticket.points}` : id;
}

/** A route by its two cities. */
export function routeName(table: Table, id: string): string {
  const facts = routesFacts(table);
  const route = facts?.routes.find((one) => one.id === id);
  return facts && route ? endsName(facts, route) : id;
}

function endsName({ cities }: Facts<"routes">, { a, z }: { a: number; z: number }): string {
  return `${name(cities[a]?.names)}–${name(cities[z]?.names)}`;
}
