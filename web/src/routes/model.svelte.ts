// A route game's table as its components see it: facts and scene with their types, what is pointed at, what is chosen.
// No rule is here: what can be done is in the table's legal actions.
import { name, rename, t } from "../lib/i18n.svelte";
import { colourOf, markOf } from "../lib/symbols";
import type { Table } from "../lib/table.svelte";
import type { Cards, RouteFacts, RouteScene, RouteSeat, TicketState } from "./types";

export type BoardItem = { route: number } | { city: number };

export class RoutesModel {
  /** What the pointer or the focus is on, what was chosen by a click, and whose ticket is pointed at. */
  pointed = $state.raw<BoardItem | null>(null);
  chosen = $state.raw<BoardItem | null>(null);
  ticket = $state<number | null>(null);
  allTickets = $state(false);
  /** Routes that have just been claimed: their pieces are laid one by one. */
  fresh = $state.raw<ReadonlySet<number>>(new Set());
  /** The payment picked, as kinds and numbers; always one of the legal ones. */
  picked = $state.raw<Cards>({});

  facts: RouteFacts;
  scene = $derived.by(() => this.table.scene as unknown as RouteScene);
  claims = $derived.by(() => this.numbers("claim"));
  builds = $derived.by(() => new Set(this.table.byVerb(this.facts.building || "-").map((one) => this.cityNumber.get(one.split(" ")[1]!)!)));
  owners = $derived.by(() => new Map(this.scene.seats.flatMap((seat, number) => seat.routes.map((route) => [route, number] as const))));
  closed = $derived.by(() => new Set(this.scene.closed));
  twins = $derived.by(() => new Set(this.scene.twins));
  buildings = $derived.by(() => new Map(this.scene.seats.flatMap((seat, number) => seat.buildings.map((city) => [city, number] as const))));
  own = $derived.by<RouteSeat | null>(() => (this.table.me === null ? null : (this.scene.seats[this.table.me] ?? null)));
  states = $derived.by(() => new Map(this.scene.tickets.map((one) => [one.ticket, one] as const)));
  /** Tickets to light up on the board. */
  lit = $derived.by<TicketState[]>(() => this.scene.tickets.filter((one) => this.ticket === one.ticket || (this.allTickets && one.state !== "done")));
  litCities = $derived.by(() => new Set(this.lit.flatMap(({ ticket }) => [this.facts.tickets[ticket]!.a, this.facts.tickets[ticket]!.z]).concat(this.lit.flatMap((one) => one.stations ?? []))));
  litRoutes = $derived.by(() => new Set(this.lit.flatMap((one) => [...(one.missing ?? []), ...(one.borrowed ?? [])])));
  payments = $derived.by(() => this.table.byVerb("pay").map(cardsOf));

  private routeNumber: Map<string, number>;
  private cityNumber: Map<string, number>;

  constructor(readonly table: Table) {
    this.facts = table.facts as unknown as RouteFacts;
    rename({ "kinds.wild": `wilds.${this.facts.clauses}` });
    this.routeNumber = new Map(this.facts.routes.map((route, number) => [route.id, number]));
    this.cityNumber = new Map(this.facts.cities.map((city, number) => [city.id, number]));
  }

  private numbers(verb: string): Set<number> {
    return new Set(this.table.byVerb(verb).map((one) => this.routeNumber.get(one.slice(verb.length + 1))!));
  }

  route(id: string): number | undefined { return this.routeNumber.get(id); }

  // ---- names
  city(number: number): string { return name(this.facts.cities[number]!.names) || t("web.routes.junction"); }

  between(thing: { a: number; z: number }): string { return `${this.city(thing.a)}–${this.city(thing.z)}`; }

  routeName(number: number): string {
    const route = this.facts.routes[number]!;
    return this.between(route) + (route.id.endsWith("/2") ? " ②" : "");
  }

  /** Length, colour and what is special, in words. */
  describe(number: number): string {
    const route = this.facts.routes[number]!;
    const parts = [t(`web.routes.spaces-${route.kind}`, { count: route.length }), t(`colours.${route.colour}`)];
    if (route.tunnel) parts.push(t("web.routes.tunnel"));
    if (route.ferry?.length) parts.push(t("web.routes.ferry", { count: route.ferry.length }));
    return parts.join(" · ");
  }

  /** Who has it, or why nobody can have it, or what the viewer would pay. */
  standing(number: number): string {
    const owner = this.owners.get(number);
    if (owner !== undefined) return t("web.routes.owned", { name: this.table.seatName(owner) });
    if (this.closed.has(number)) return t("web.routes.closed");
    if (this.twins.has(number)) return t("web.routes.own-twin");
    return t("web.routes.free");
  }

  cheapest(number: number): Cards | null {
    const found = this.scene.payments[this.facts.routes[number]!.id];
    return found === undefined ? null : cardsOf(found);
  }

  /** What a ticket lacks, or the routes it is complete by, in words. */
  lacks(one: TicketState): string {
    const parts = one.spaces ? [t("web.routes.missing", { count: one.spaces })] : [];
    if (one.stations?.length) parts.push(t("web.routes.to-build", { cities: one.stations.map((city) => this.city(city)).join(t("web.routes.comma")) }));
    if (one.borrowed?.length) parts.push(t("web.routes.borrows", { routes: one.borrowed.map((route) => this.routeName(route)).join(t("web.routes.comma")) }));
    return parts.join(" · ");
  }

  // ---- paying: each step goes to the nearest legal payment that has one more, or one fewer, of a kind
  suggest(): void {
    const due = this.scene.due;
    const hint = due?.route !== undefined && due.route >= 0 && this.table.asked === "payment" ? this.cheapest(due.route) : null;
    this.picked = hint && this.table.legalSet.has(`pay ${textOf(hint)}`) ? hint : ([...this.payments].sort(cheaper)[0] ?? {});
  }

  step(kind: string, by: 1 | -1): boolean {
    const wanted = (this.picked[kind] ?? 0) + by;
    const fits = this.payments.filter((one) => (by > 0 ? (one[kind] ?? 0) >= wanted : (one[kind] ?? 0) <= wanted));
    const best = fits.sort((one, two) => apart(one, this.picked) - apart(two, this.picked) || cheaper(one, two))[0];
    if (best) this.picked = best;
    return best !== undefined;
  }

  choose(thing: BoardItem | null): void { this.chosen = thing; }
}

/** `pay 2 red 1 wild`, with or without its verb, as kinds and numbers. */
export function cardsOf(text: string): Cards {
  return Object.fromEntries([...text.matchAll(/(\d+) ([a-z-]+)/g)].map(([, count, kind]) => [kind!, Number(count)]));
}

export function textOf(cards: Cards): string {
  return Object.entries(cards).map(([kind, count]) => `${count} ${kind}`).join(" ");
}

export function sumOf(cards: Cards): number { return Object.values(cards).reduce((sum, count) => sum + count, 0); }

export function kindName(kind: string): string {
  const mark = markOf(kind), colour = t(`kinds.${colourOf(kind)}`);
  return mark === null ? colour : t(`kinds.${mark}`, { colour });
}

export function spokenCards(cards: Cards): string {
  return Object.entries(cards).map(([kind, count]) => t("web.routes.so-many", { count, card: kindName(kind) })).join(t("web.routes.comma"));
}

function cheaper(one: Cards, two: Cards): number { return (one.wild ?? 0) - (two.wild ?? 0) || sumOf(one) - sumOf(two); }

function apart(one: Cards, two: Cards): number {
  return [...new Set([...Object.keys(one), ...Object.keys(two)])].reduce((sum, kind) => sum + Math.abs((one[kind] ?? 0) - (two[kind] ?? 0)), 0);
}
