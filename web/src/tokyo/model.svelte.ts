// A lattice game as its viewer plays it: what is under the pointer, what is planned, what is pinned. Costs and ways are the server's.
import { language, maybe, name, t } from "../lib/i18n.svelte";
import type { Table } from "../lib/table.svelte";
import { linksOf, Lattice } from "./lattice";
import type { City, Job, JobWay, LatticeFacts, LatticeScene, Planned, RunPlan, Seat, Stop, TrackPlan } from "./types";

/** What a viewer is about to do: the way and what it costs, or where the train would be placed. */
export type Choice =
  | { kind: "place"; action: string; post: number }
  | { kind: "way"; plan: TrackPlan | RunPlan; goal: string }
  | { kind: "none"; reason: string; goal: string };

export class TokyoModel {
  readonly facts: LatticeFacts;
  readonly lattice: Lattice;
  scene: LatticeScene = $derived.by(() => this.table.scene as unknown as LatticeScene);
  // apart, so that what is drawn of them changes only when they do
  #track = $derived(this.scene.track);
  jobs = $derived(this.scene.jobs);
  tracks: number[][] = $derived(this.#track.map(linksOf));
  choice = $state.raw<Choice | null>(null);
  /** Posts of a way being drawn by hand. */
  drawn = $state.raw<number[]>([]);
  hover = $state<number | null>(null);
  cursor = $state<number | null>(null);
  pinned = $state.raw<number[]>([]);
  pointed = $state<number | null>(null);
  allArrows = $state(false);
  pencil = $state(false);
  ways = $state.raw<Map<number, JobWay>>(new Map());
  asking = $state(false);
  #request = 0;

  phase = $derived.by(() => (this.table.mine ? this.table.asked : null));
  me = $derived.by(() => this.table.me);
  own: Seat | null = $derived(this.me === null ? null : (this.scene.seats[this.me] ?? null));
  /** Where a way drawn by hand can begin: the ends of the links that can be built. */
  footholds = $derived.by(() => {
    const found = new Set<number>();
    for (const action of this.table.byVerb("build")) {
      const [, post, direction] = action.split(" ");
      const here = this.lattice.number(post!)!;
      found.add(here);
      const there = this.lattice.neighbour(here, direction!);
      if (there !== null) found.add(there);
    }
    return found;
  });
  /** The runs of one step, by direction. */
  steps = $derived.by(() => new Set(this.table.byVerb("step").map((one) => one.split(" ")[1]!)));
  starts = $derived.by(() => new Map(this.table.byVerb("place").map((one) => [this.#startOf(one), one])));
  /** Jobs that wait in the city under the pointer. */
  atPointer: number[] = $derived.by(() => {
    const post = this.cursor ?? this.hover;
    const city = post === null ? undefined : this.lattice.cityAt.get(post);
    return city === undefined || this.drawn.length > 0 ? [] : this.jobs.filter((job) => this.job(job).origin === city);
  });
  /** Jobs whose arrows are drawn: those pointed at and pinned. */
  shown: number[] = $derived.by(() => {
    const jobs = this.allArrows ? this.jobs : this.pinned.filter((job) => this.jobs.includes(job));
    return [...new Set([...jobs, ...this.atPointer, ...(this.pointed === null ? [] : [this.pointed])])];
  });

  constructor(readonly table: Table) {
    this.facts = table.facts as unknown as LatticeFacts;
    this.lattice = new Lattice(this.facts);
  }

  // ---- names
  city(post: number): City | null {
    const number = this.lattice.cityAt.get(post);
    return number === undefined ? null : this.facts.cities[number]!;
  }

  /** A post as people call it: its city or port, else its own name. */
  called(post: number): string {
    const city = this.city(post);
    const port = this.facts.ports.find((one) => one.post === post);
    return city ? name(city.names) : port ? name(port.names) : this.lattice.name(post);
  }

  ground(post: number): string {
    const { columns, terrain } = this.facts;
    const mark = terrain[Math.floor(post / columns)]![post % columns]!;
    return GROUNDS[mark] ?? "plain";
  }

  /** What a post is, for who does not see it. */
  told(post: number): string {
    const parts = [this.called(post), t(`tokyo.terrain.${this.ground(post)}`)];
    if (this.city(post)) parts.push(this.lattice.name(post));
    const trains = this.scene.seats.flatMap((seat, number) => (seat.at === post ? [this.table.seatName(number)] : []));
    if (trains.length > 0) parts.push(t("web.tokyo.trains-here", { names: trains.join(", ") }));
    return parts.join(", ");
  }

  job(number: number): Job { return this.facts.jobs[number]!; }

  jobName(number: number): string {
    const job = this.job(number);
    const mark = job.season >= 0 ? ` ${this.facts.seasons[job.season]!.mark}` : "";
    return `${name(this.facts.cities[job.origin]!.names)} → ${name(this.facts.cities[job.goal]!.names)}${mark}`;
  }

  tileName(number: number): string {
    const tile = this.facts.tiles[number]!;
    return tile.season >= 0 ? name(this.facts.seasons[tile.season]!.names) : t(`tokyo.happenings.${tile.kind}`);
  }

  /** Posts of what was typed: a post, or a city or port in either language. */
  find(typed: string): number[] {
    const wanted = typed.trim().toLowerCase();
    const post = this.lattice.number(wanted);
    if (post !== null) return [post];
    const things = [...this.facts.cities.map((one) => ({ id: one.id, names: one.names, posts: one.posts })),
      ...this.facts.ports.map((one) => ({ id: one.id, names: one.names, posts: [one.post] }))];
    const called = things.map((one) => ({ names: [one.id, ...Object.values(one.names).map((word) => word.toLowerCase())], posts: one.posts }));
    const exact = called.find((one) => one.names.includes(wanted));
    const near = called.filter((one) => wanted !== "" && one.names.some((word) => word.startsWith(wanted)));
    return exact?.posts ?? (near.length === 1 ? near[0]!.posts : []);
  }

  #startOf(action: string): number {
    const [, city, post] = action.split(" ");
    return post ? this.lattice.number(post)! : this.facts.cities.find((one) => one.id === city)!.posts[0]!;
  }

  // ---- choosing
  clear(): void {
    this.#request++;
    this.choice = null;
    this.drawn = [];
    this.asking = false;
  }

  /** A post was clicked, or a place named: what that means depends on the question. */
  async aim(posts: number[]): Promise<void> {
    this.drawn = [];
    const post = posts[0]!;
    const city = this.city(post);
    const goal = this.called(post);
    if (this.phase === "place") return this.#choosePlace(posts.find((one) => this.starts.has(one)) ?? post, goal);
    if (this.phase === "move") return this.#ask({ kind: "run", to: posts.length > 1 ? posts : this.#runGoals(post, city) }, goal);
    if (this.phase === "build") return this.#ask({ kind: "track", to: post, start: this.#beginning() }, goal);
  }

  /** A way drawn by hand, as far as it goes. */
  async draw(posts: number[]): Promise<void> {
    this.drawn = posts;
    if (posts.length >= 2) await this.#ask({ kind: "drawn", posts: posts.slice(0, 200) }, this.called(posts.at(-1)!));
  }

  /** What the hand's way costs so far, by the table of the map. */
  drawnCost = $derived.by(() => {
    const links = this.drawn.slice(1).map((post, at) => this.lattice.link(this.drawn[at]!, post));
    const taken = new Set(this.tracks.flat());
    return links.reduce<number>((sum, link) => sum + (link === null || taken.has(link) ? 0 : (this.lattice.cost(link) ?? 0)), 0);
  });

  async confirm(): Promise<void> {
    const chosen = this.choice;
    if (!chosen || chosen.kind === "none") return;
    const actions = chosen.kind === "place" ? [chosen.action] : chosen.plan.actions.slice(0, chosen.plan.now);
    this.clear();
    for (let at = 0; at < actions.length; at += 64) if (!(await this.table.act(...actions.slice(at, at + 64)))) return;
  }

  /** Track begins at one's own, or at the train where there is none yet. */
  #beginning(): number | null {
    const none = this.me !== null && this.tracks[this.me]!.length === 0;
    return none && this.own!.at >= 0 ? this.own!.at : null;
  }

  /** Any post of a big city is the city; a post alone stays a post. */
  #runGoals(post: number, city: City | null): number[] { return city ? [post, ...city.posts.filter((one) => one !== post)].slice(0, 16) : [post]; }

  #choosePlace(post: number, goal: string): void {
    const action = this.starts.get(post);
    this.choice = action ? { kind: "place", action, post } : { kind: "none", reason: t("web.tokyo.no-plan.not-a-city"), goal };
    this.table.announce(this.spoken());
  }

  async #ask(ask: Record<string, unknown>, goal: string): Promise<void> {
    const request = ++this.#request;
    this.asking = true;
    const answer = (await this.table.plan({ ask })) as { ok?: boolean; text?: string; plan?: Planned | null };
    if (request !== this.#request) return;
    this.asking = false;
    const plan = answer.plan;
    if (plan && (plan.kind === "track" || plan.kind === "run")) this.choice = { kind: "way", plan, goal };
    else this.choice = { kind: "none", reason: this.#noPlan(plan, answer.text), goal };
    this.table.announce(this.spoken());
  }

  #noPlan(plan: Planned | null | undefined, text: string | undefined): string {
    const reason = plan?.kind === "none" ? maybe(`web.tokyo.no-plan.${plan.reason}`) : undefined;
    return reason ?? (text || t("web.tokyo.no-plan.no-way"));
  }

  /** The choice in one sentence. */
  said(): string {
    const chosen = this.choice;
    if (!chosen) return "";
    if (chosen.kind === "none") return `${chosen.goal}: ${chosen.reason}`;
    if (chosen.kind === "place") return t("web.tokyo.place-at", { place: this.called(chosen.post) });
    return chosen.plan.kind === "track" ? this.#trackSaid(chosen.plan, chosen.goal) : this.#runSaid(chosen.plan, chosen.goal);
  }

  /** The same with what stands in the way, for who listens. */
  spoken(): string {
    const stop = this.choice?.kind === "way" ? this.choice.plan.stop : null;
    return stop ? `${this.said()} ${this.stopSaid(stop)}` : this.said();
  }

  #trackSaid(plan: TrackPlan, goal: string): string {
    const whole = t("web.tokyo.track-plan", { goal, links: plan.links.length, cost: plan.cost });
    return 0 < plan.now && plan.now < plan.links.length ? `${whole} ${t("web.tokyo.track-now", { now: plan.now, price: plan.price })}` : whole;
  }

  #runSaid(plan: RunPlan, goal: string): string {
    const whole = plan.turns === 0 ? t("web.tokyo.run-now", { goal, used: plan.used }) : t("web.tokyo.run-turns", { goal, turns: plan.turns });
    return plan.fees > 0 ? `${whole} ${t("web.tokyo.run-fees", { fees: plan.fees })}` : whole;
  }

  /** Why a plan goes no further, in the words of the refusal. */
  stopSaid(stop: Stop): string {
    const values = Object.entries(stop.details).map(([key, value]) => [key, this.#detail(key, value)]);
    return maybe(`reasons.${stop.reason}`, Object.fromEntries(values) as Record<string, string>) ?? t("web.tokyo.stopped");
  }

  #detail(key: string, value: unknown): string {
    if (key === "owner") return this.table.seatName(Number(value));
    const city = key === "city" ? this.facts.cities.find((one) => one.id === value) : undefined;
    return city ? name(city.names) : String(value);
  }

  // ---- jobs
  pin(job: number): void { this.pinned = this.pinned.includes(job) ? this.pinned.filter((one) => one !== job) : [...this.pinned, job]; }

  /** The end of a job to make for: its destination when it is on the train, else its origin; track is laid on from there. */
  nextCity(number: number): City {
    const job = this.job(number);
    const onward = this.own?.carried.includes(number) || (this.phase === "build" && this.ways.get(number)?.fetch !== null);
    return this.facts.cities[onward ? job.goal : job.origin]!;
  }

  /** Plan towards a job in a step of one's own, else pin its arrow. */
  follow(number: number): void {
    if (this.phase === "move" || this.phase === "build") void this.aim(this.nextCity(number).posts);
    else this.pin(number);
  }

  async measure(): Promise<void> {
    if (this.me === null || this.table.over || this.table.replay) return;
    const answer = (await this.table.plan({ ask: { kind: "jobs" } })) as { plan?: Planned | null };
    if (answer.plan?.kind === "jobs") this.ways = new Map(answer.plan.jobs.map((one) => [one.job, one]));
  }

  labels = $derived.by(() => this.facts.labels[language()] ?? this.facts.labels.en ?? []);
}

const GROUNDS: Record<string, string> = {
  ".": "plain", "^": "hill", A: "mountain", o: "lake", "~": "sea", "1": "small", "2": "medium", "3": "large", "4": "mega", P: "port", X: "exit",
};
