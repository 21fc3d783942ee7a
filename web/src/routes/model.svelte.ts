// A route game's table as its components see it: what is pointed at, chosen and picked. There is no
// rule here: the table's legal actions say what can be done.
import { name, replaceTexts, t } from "../lib/i18n.svelte";
import { elementAt } from "../lib/lists";
import { lit } from "../lib/lit.svelte";
import { cardName } from "../lib/sentences";
import { lastMoves, type LastMove } from "./last-moves";
import { subjectsOf, type Subjects } from "./log-subjects";
import type {
  Cards,
  City,
  Point,
  Route,
  RoutesFacts,
  RoutesTable,
  Seat,
  Ticket,
  TicketState,
} from "./types";

/** A route or a city of the board. */
export type BoardItem = { route: number } | { city: number };

export class RoutesModel {
  readonly facts: RoutesFacts;
  /** What the pointer or the focus is on. */
  pointed = $state.raw<BoardItem | null>(null);
  /** What was chosen with a click. */
  chosen = $state.raw<BoardItem | null>(null);
  pointedTicket = $state<number | null>(null);
  allTickets = $state(false);
  /** Forms and questions that are open in the bar; Escape leaves them. */
  exchanging = $state(false);
  confirmingTickets = $state(false);
  choosingExtra = $state(false);
  /** Routes that have just been claimed: their pieces are laid one by one. */
  justClaimed = $state.raw<ReadonlySet<number>>(new Set());
  /** The payment that is picked; always one of the legal ones. */
  picked = $state.raw<Cards>({});

  scene = $derived.by(() => this.table.shownScene);
  claims: ReadonlySet<number> = $derived.by(() => this.#claimable());
  builds: ReadonlySet<number> = $derived.by(() => this.#buildable());
  owners = $derived.by(() => byNumber(this.scene.seats.map((seat) => seat.routes)));
  buildings = $derived.by(() => byNumber(this.scene.seats.map((seat) => seat.buildings)));
  closed = $derived.by(() => new Set(this.scene.closed));
  twins = $derived.by(() => new Set(this.scene.twins));
  own = $derived.by<Seat | null>(() => this.#ownSeat());
  ticketStates = $derived.by(
    () => new Map(this.scene.tickets.map((state) => [state.ticket, state] as const)),
  );
  /** Tickets that are lit up on the board. */
  litTickets = $derived.by<TicketState[]>(() =>
    this.scene.tickets.filter(
      ({ ticket, state }) => this.pointedTicket === ticket || (this.allTickets && state !== "done"),
    ),
  );
  /** What the line of the log speaks of that is pointed at. */
  #subjects = $derived.by<Subjects | null>(() =>
    lit.line === null ? null : subjectsOf(this.table.log, lit.line),
  );
  litCities: ReadonlySet<number> = $derived.by(
    () =>
      new Set([
        ...this.litTickets.flatMap((state) => this.#citiesOf(state)),
        ...this.#subjectCities(),
      ]),
  );
  litRoutes: ReadonlySet<number> = $derived.by(
    () =>
      new Set([
        ...this.litTickets.flatMap((one) => [...(one.missing ?? []), ...(one.borrowed ?? [])]),
        ...known(this.#routeNumbers, this.#subjects?.routes ?? []),
      ]),
  );
  /** The routes of the best ways to the viewer's tickets that are not done yet. */
  ways: ReadonlySet<number> = $derived.by(
    () =>
      new Set(
        this.scene.tickets
          .filter(({ ticket }) => this.own?.held?.includes(ticket))
          .flatMap(({ missing }) => missing ?? []),
      ),
  );
  claimsOnWay: ReadonlySet<number> = $derived.by(
    () => new Set([...this.claims].filter((route) => this.ways.has(route))),
  );
  /** What the others did since the viewer's own last move; a spectator looks with the next to act. */
  lastMoves: readonly LastMove[] = $derived.by(() => latestMoves(this.table));
  lastRoutes: ReadonlyMap<number, number> = $derived.by(() =>
    byNumbers(this.#routeNumbers, this.lastMoves, ({ routes }) => routes),
  );
  lastCities: ReadonlyMap<number, number> = $derived.by(() =>
    byNumbers(this.#cityNumbers, this.lastMoves, ({ cities }) => cities),
  );
  /** Cities that are named on the board at any zoom: of the viewer's tickets, also those on offer. */
  citiesToName: readonly number[] = $derived.by(() => [
    ...new Set([...this.#ticketCities(), ...this.litCities]),
  ]);
  payments = $derived.by(() => this.table.byVerb("pay").map(parseCards));

  #routeNumbers: ReadonlyMap<string, number>;
  #cityNumbers: ReadonlyMap<string, number>;

  constructor(readonly table: RoutesTable) {
    this.facts = table.facts;
    replaceTexts({ "kinds.wild": `wilds.${this.facts.clauses}` });
    this.#routeNumbers = new Map(this.facts.routes.map((route, number) => [route.id, number]));
    this.#cityNumbers = new Map(this.facts.cities.map((city, number) => [city.id, number]));
  }

  #claimable(): Set<number> {
    return numbersOf(this.#routeNumbers, this.table.byVerb("claim"));
  }

  #buildable(): Set<number> {
    return numbersOf(this.#cityNumbers, this.table.byVerb(this.facts.building || "-"));
  }

  #ownSeat(): Seat | null {
    return this.table.me === null ? null : (this.scene.seats[this.table.me] ?? null);
  }

  #subjectCities(): number[] {
    if (this.#subjects === null) return [];
    const { cities, tickets } = this.#subjects;
    const ends = this.facts.tickets.filter(({ id }) => tickets.includes(id));
    return [...known(this.#cityNumbers, cities), ...ends.flatMap(({ a, z }) => [a, z])];
  }

  #ticketCities(): number[] {
    const tickets = [...(this.own?.offer ?? []), ...(this.own?.held ?? [])];
    return tickets.flatMap((number) => {
      const { a, z } = this.ticket(number);
      return [a, z];
    });
  }

  /** The middle of the viewer's tickets, or of the board. */
  get middle(): Point {
    const cities = this.#ticketCities().map((city) => this.city(city).at);
    const [width, height] = this.facts.size;
    if (cities.length === 0) return [width / 2, height / 2];
    return [middleOf(cities.map(([x]) => x)), middleOf(cities.map(([, y]) => y))];
  }

  #citiesOf({ ticket, stations }: TicketState): number[] {
    const { a, z } = this.ticket(ticket);
    return [a, z, ...(stations ?? [])];
  }

  // ---- things of the board by their numbers
  city(number: number): City {
    return elementAt(this.facts.cities, number);
  }

  route(number: number): Route {
    return elementAt(this.facts.routes, number);
  }

  ticket(number: number): Ticket {
    return elementAt(this.facts.tickets, number);
  }

  routeNumber(id: string): number | undefined {
    return this.#routeNumbers.get(id);
  }

  // ---- names
  cityName(number: number): string {
    return name(this.city(number).names) || t("web.routes.junction");
  }

  /** Two cities: of a route or a ticket. */
  endsName({ a, z }: { a: number; z: number }): string {
    return `${this.cityName(a)}–${this.cityName(z)}`;
  }

  routeName(number: number): string {
    const route = this.route(number);
    const ends = this.endsName(route);
    return route.id.endsWith("/2") ? t("web.routes.second-route", { route: ends }) : ends;
  }

  /** Length, colour and what is special about a route. */
  describeRoute(number: number): string {
    const { kind, length, colour, tunnel, ferry } = this.route(number);
    const parts = [t(`web.routes.spaces-${kind}`, { count: length }), t(`colours.${colour}`)];
    if (tunnel) parts.push(t("web.routes.tunnel"));
    if (ferry?.length) parts.push(t("web.routes.ferry", { count: ferry.length }));
    return parts.join(" · ");
  }

  /** What a route is worth when it is claimed. */
  pointsOf(route: number): number {
    return this.facts.points[this.route(route).length - 1] ?? 0;
  }

  /** Who owns a route, or why nobody can claim it. */
  routeState(number: number): string {
    const owner = this.owners.get(number);
    if (owner !== undefined) return t("web.routes.owned", { name: this.table.seatName(owner) });
    if (this.closed.has(number)) return t("web.routes.closed");
    if (this.twins.has(number)) return t("web.routes.own-twin");
    return t("web.routes.free");
  }

  /** The cheapest payment for a route, or null where the viewer cannot pay it. */
  cheapest(route: number): Cards | null {
    const payment = this.scene.payments[this.route(route).id];
    return payment === undefined ? null : parseCards(payment);
  }

  /** What a ticket lacks, or the routes it borrows. */
  ticketNeeds({ spaces, stations, borrowed }: TicketState): string {
    const parts = spaces ? [t("web.routes.missing", { count: spaces })] : [];
    if (stations?.length) {
      const cities = stations.map((city) => this.cityName(city)).join(t("web.routes.comma"));
      parts.push(t("web.routes.to-build", { cities }));
    }
    if (borrowed?.length) {
      const routes = borrowed.map((route) => this.routeName(route)).join(t("web.routes.comma"));
      parts.push(t("web.routes.borrows", { routes }));
    }
    return parts.join(" · ");
  }

  // ---- paying
  /** Pick the payment that the server suggests, else the cheapest legal one. */
  suggestPayment(): void {
    const route = this.scene.due?.route ?? -1;
    const hint = route >= 0 && this.table.asked === "payment" ? this.cheapest(route) : null;
    const legal = hint !== null && this.table.legalSet.has(`pay ${writeCards(hint)}`);
    this.picked = legal ? hint : ([...this.payments].sort(byPrice)[0] ?? {});
  }

  /** Go to the nearest legal payment with one more, or one fewer, of a kind. */
  changePayment(kind: string, by: 1 | -1): void {
    const wanted = (this.picked[kind] ?? 0) + by;
    const fits = (one: Cards): boolean => ((one[kind] ?? 0) - wanted) * by >= 0;
    const [best] = this.payments
      .filter(fits)
      .sort((a, b) => difference(a, this.picked) - difference(b, this.picked) || byPrice(a, b));
    if (best) this.picked = best;
  }

  /** Chosen on the board, or to be paid for. */
  isChosenRoute(route: number): boolean {
    const chosen = this.chosen !== null && "route" in this.chosen && this.chosen.route === route;
    return chosen || this.scene.due?.route === route;
  }

  /** The action that an item stands for, if it is legal. */
  actionOn(item: BoardItem): string | null {
    if ("route" in item)
      return this.claims.has(item.route) ? `claim ${this.route(item.route).id}` : null;
    return this.builds.has(item.city)
      ? `${this.facts.building} ${this.city(item.city).id}`
      : null;
  }

  choose(item: BoardItem | null): void {
    this.chosen = item;
  }

  // ---- modes
  /** The first route or city that the log lights, for the board to bring into sight. */
  get litItem(): BoardItem | null {
    const [route] = known(this.#routeNumbers, this.#subjects?.routes ?? []);
    if (route !== undefined) return { route };
    const [city] = this.#subjectCities();
    return city === undefined ? null : { city };
  }

  /** The route or city that a target of the coach names: `claim a-b`, `city:a`. */
  itemNamed(target: string): BoardItem | null {
    const named = /^(?:claim |route:|city:|station |harbour )(.+)$/.exec(target)?.[1] ?? "";
    const route = this.#routeNumbers.get(named);
    if (route !== undefined) return { route };
    const city = this.#cityNumbers.get(named);
    return city === undefined ? null : { city };
  }

  /** Leave what was opened, chosen or lit last; false where there is nothing to leave. */
  leaveMode(): boolean {
    if (this.exchanging || this.confirmingTickets || this.choosingExtra) this.#closeForms();
    else if (this.chosen !== null) this.choose(null);
    else if (this.pointedTicket !== null || this.allTickets) this.#unlightTickets();
    else if (lit.line !== null) lit.clear();
    else return false;
    return true;
  }

  /** A new position: nothing chosen or opened before belongs to it. */
  reset(): void {
    this.choose(null);
    this.#closeForms();
  }

  #closeForms(): void {
    this.exchanging = false;
    this.confirmingTickets = false;
    this.choosingExtra = false;
  }

  #unlightTickets(): void {
    this.pointedTicket = null;
    this.allTickets = false;
  }
}

/** The last moves that a table's viewer has not answered yet. */
export function latestMoves(table: RoutesTable): LastMove[] {
  return table.over ? [] : lastMoves(table.log, table.me ?? table.seat);
}

/** `pay 2 red 1 wild`, with or without its verb, as cards. */
export function parseCards(text: string): Cards {
  const found = [...text.matchAll(/(\d+) ([a-z-]+)/g)];
  return Object.fromEntries(found.map(([, count, kind = ""]) => [kind, Number(count)]));
}

/** Cards as notation: `2 red 1 wild`. */
export function writeCards(cards: Cards): string {
  return Object.entries(cards)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(" ");
}

export function countCards(cards: Cards): number {
  return Object.values(cards).reduce((sum, count) => sum + count, 0);
}

/** Cards in words. */
export function describeCards(cards: Cards): string {
  return Object.entries(cards)
    .map(([kind, count]) => t("web.routes.so-many", { count, card: cardName(kind) }))
    .join(t("web.routes.comma"));
}

function middleOf(values: number[]): number {
  return (Math.min(...values) + Math.max(...values)) / 2;
}

/** The seat of every number, from the lists of numbers of the seats. */
function byNumber(lists: number[][]): Map<number, number> {
  return new Map(lists.flatMap((list, seat) => list.map((number) => [number, seat] as const)));
}

/** The numbers of names, of those that there are. */
function known(numbers: ReadonlyMap<string, number>, names: readonly string[]): number[] {
  return names.map((name) => numbers.get(name)).filter((number) => number !== undefined);
}

/** The seat whose last move named a thing, by the thing's number. */
function byNumbers(
  numbers: ReadonlyMap<string, number>,
  moves: readonly LastMove[],
  names: (move: LastMove) => string[],
): Map<number, number> {
  return new Map(
    moves.flatMap((move) =>
      known(numbers, names(move)).map((number) => [number, move.seat] as const),
    ),
  );
}

/** The numbers of the things that actions name. */
function numbersOf(numbers: ReadonlyMap<string, number>, actions: string[]): Set<number> {
  return new Set(
    known(
      numbers,
      actions.map((action) => action.slice(action.indexOf(" ") + 1)),
    ),
  );
}

function byPrice(one: Cards, other: Cards): number {
  return (one.wild ?? 0) - (other.wild ?? 0) || countCards(one) - countCards(other);
}

function difference(one: Cards, other: Cards): number {
  const kinds = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return kinds.reduce((sum, kind) => sum + Math.abs((one[kind] ?? 0) - (other[kind] ?? 0)), 0);
}
