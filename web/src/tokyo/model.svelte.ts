// Tokyo Railways as its viewer plays it: what is pointed at, planned and pinned. Costs and ways come
// from the server.
import { language, name, t } from "../lib/i18n.svelte";
import { elementAt } from "../lib/lists";
import { toasts } from "../lib/toasts.svelte";
import type { PlanQuestion } from "../lib/wire";
import { lit } from "../lib/lit.svelte";
import { pointing } from "../learn/pointing.svelte";
import { lastMoves, type LastMove } from "./last-moves";
import { decodeLinks, Lattice } from "./lattice";
import { subjectsOf, type Subjects } from "./log-subjects";
import { postName } from "./places";
import { choiceSentence, noPlanReason, spokenChoice } from "./plan-sentences";
import type {
  City,
  Job,
  JobReach,
  RunPlan,
  Seat,
  TokyoFacts,
  TokyoScene,
  TokyoTable,
  TrackPlan,
} from "./types";

/** What the viewer is about to do: a way and its cost, or a place for the train. */
export type Choice =
  | { kind: "place"; action: string; post: number }
  | { kind: "way"; plan: TrackPlan | RunPlan; goal: string; post: number }
  | { kind: "none"; reason: string; goal: string };

const MOST_DRAWN = 200;
const MOST_GOALS = 16;
const MOST_ACTIONS = 64; // the server takes so many in one message

export class TokyoModel {
  readonly facts: TokyoFacts;
  readonly lattice: Lattice;
  scene: TokyoScene = $derived.by(() => this.table.shownScene);
  // apart, so that what is drawn of them changes only when they do
  #track = $derived(this.scene.track);
  jobs = $derived(this.scene.jobs);
  tracks: number[][] = $derived(this.#track.map(decodeLinks));
  choice = $state.raw<Choice | null>(null);
  /** Posts of a way that is being drawn by hand. */
  drawn = $state.raw<number[]>([]);
  hover = $state<number | null>(null);
  cursor = $state<number | null>(null);
  pinnedJobs = $state.raw<number[]>([]);
  pointedJob = $state<number | null>(null);
  allArrows = $state(false);
  /** The ids of cities that something beside the map speaks of. */
  markedCities = $state.raw<ReadonlySet<string>>(new Set());
  pencil = $state(false);
  jobReach = $state.raw<ReadonlyMap<number, JobReach>>(new Map());
  asking = $state(false);
  /** What ends a step and was asked about once already. */
  sure = $state<string | null>(null);
  /** The eight directions are open. */
  stepping = $state(false);
  /** The event in force whose meaning is shown. */
  openTile = $state<number | null>(null);
  /** On a phone held sideways the jobs have the whole height. */
  drawerOpen = $state(false);
  #request = 0;

  phase = $derived.by(() => (this.table.mine ? this.table.asked : null));
  me = $derived.by(() => this.table.me);
  own: Seat | null = $derived(this.me === null ? null : (this.scene.seats[this.me] ?? null));
  pointedPost = $derived(this.cursor ?? this.hover);
  /** Where a way drawn by hand can begin: the ends of the links that can be built. */
  footholds: ReadonlySet<number> = $derived.by(() => {
    const ends = this.table.byVerb("build").flatMap((action) => this.#endsOfBuild(action));
    return new Set(ends);
  });
  /** The directions of single steps. */
  steps: ReadonlySet<string> = $derived.by(
    () => new Set(this.table.byVerb("step").map(argumentOf)),
  );
  /** The actions that place the train, by post. */
  starts: ReadonlyMap<number, string> = $derived.by(
    () => new Map(this.table.byVerb("place").map((action) => [this.#startOf(action), action])),
  );
  /** Jobs that wait in the city under the pointer. */
  jobsAtPointer: number[] = $derived.by(() => {
    const post = this.pointedPost;
    const city = post === null ? undefined : this.lattice.cityAt.get(post);
    if (city === undefined || this.drawn.length > 0) return [];
    return this.jobs.filter((job) => this.job(job).origin === city);
  });
  /** Jobs whose arrows are drawn: pinned ones and those pointed at. */
  shownJobs: number[] = $derived.by(() => {
    const pinned = this.pinnedJobs.filter((job) => this.jobs.includes(job));
    const pointed = this.pointedJob === null ? [] : [this.pointedJob];
    return [
      ...new Set([
        ...(this.allArrows ? this.jobs : pinned),
        ...this.jobsAtPointer,
        ...this.#meantJobs,
        ...pointed,
      ]),
    ];
  });
  /** Jobs that the coach points at. */
  #meantJobs: number[] = $derived.by(() =>
    this.jobs.filter((job) => pointing.targets.includes(`job:${this.job(job).id}`)),
  );
  /** What the way drawn so far costs, by the table of the map. */
  drawnCost: number = $derived.by(() => {
    const built = new Set(this.tracks.flat());
    const links = this.drawn.slice(1).map((post, before) => this.#linkTo(before, post));
    return links.reduce<number>((sum, link) => {
      if (link === null || built.has(link)) return sum;
      return sum + (this.lattice.linkCost(link) ?? 0);
    }, 0);
  });
  /** What the others did last, until the viewer moves. */
  lastMoves: LastMove[] = $derived.by(() =>
    lastMoves(this.table.log, this.me, this.lattice, this.facts.figures),
  );
  /** What the lit line of the log speaks of. */
  litSubjects: Subjects = $derived.by(() => subjectsOf(this.table.log, lit.line, this.lattice));
  /** The ids of cities that it names, those of its jobs included. */
  litCities: ReadonlySet<string> = $derived.by(() => {
    const jobs = this.facts.jobs.filter(({ id }) => this.litSubjects.jobs.includes(id));
    const ends = jobs.flatMap(({ origin, goal }) => [origin, goal]);
    return new Set([
      ...this.litSubjects.cities,
      ...this.markedCities,
      ...ends.map((city) => elementAt(this.facts.cities, city).id),
    ]);
  });
  /** The ids of cities that are always named: where the viewer's jobs come from and go to. */
  namedCities: ReadonlySet<string> = $derived.by(() => {
    const jobs = [...(this.own?.carried ?? []), ...this.shownJobs];
    const ends = jobs.flatMap((job) => [this.originOf(job).id, this.goalOf(job).id]);
    return new Set([...ends, ...this.litCities]);
  });
  labels = $derived.by(() => this.facts.labels[language()] ?? this.facts.labels.en ?? []);

  constructor(readonly table: TokyoTable) {
    this.facts = table.facts;
    this.lattice = new Lattice(this.facts);
  }

  // ---- names
  city(post: number): City | null {
    const number = this.lattice.cityAt.get(post);
    return number === undefined ? null : elementAt(this.facts.cities, number);
  }

  /** A post as people call it. */
  postName(post: number): string {
    return postName(this.facts, post);
  }

  terrain(post: number): string {
    const { columns, terrain } = this.facts;
    const mark = terrain[Math.floor(post / columns)]?.charAt(post % columns) ?? "";
    return TERRAINS[mark] ?? "plain";
  }

  /** What a post is, for players who do not see it. */
  describePost(post: number): string {
    const parts = [this.postName(post), t(`tokyo.terrain.${this.terrain(post)}`)];
    const trains = this.scene.seats.flatMap((seat, number) =>
      seat.at === post ? [this.table.seatName(number)] : [],
    );
    if (trains.length > 0) parts.push(t("web.tokyo.trains-here", { names: trains.join(", ") }));
    return parts.join(", ");
  }

  job(number: number): Job {
    return elementAt(this.facts.jobs, number);
  }

  originOf(job: number): City {
    return elementAt(this.facts.cities, this.job(job).origin);
  }

  goalOf(job: number): City {
    return elementAt(this.facts.cities, this.job(job).goal);
  }

  /** The season's mark of a job; empty for the others. */
  seasonMark(job: number): string {
    const { season } = this.job(job);
    return season >= 0 ? elementAt(this.facts.seasons, season).mark : "";
  }

  jobName(number: number): string {
    const mark = this.seasonMark(number);
    const ends = `${name(this.originOf(number).names)} → ${name(this.goalOf(number).names)}`;
    return mark ? `${ends} ${mark}` : ends;
  }

  tileName(number: number): string {
    const { season, kind } = elementAt(this.facts.tiles, number);
    if (season >= 0) return name(elementAt(this.facts.seasons, season).names);
    return t(`tokyo.happenings.${kind}`);
  }

  /** The posts of what was typed: a post, or a city or port in either language. */
  findPosts(typed: string): number[] {
    const wanted = typed.trim().toLowerCase();
    const post = this.lattice.postOf(wanted);
    if (post !== null) return [post];
    const ports = this.facts.ports.map((port) => ({ ...port, posts: [port.post] }));
    const places = [...this.facts.cities, ...ports].map(({ id, names, posts }) => ({
      words: [id, ...Object.values(names).map((word) => word.toLowerCase())],
      posts,
    }));
    const exact = places.find(({ words }) => words.includes(wanted));
    if (exact || wanted === "") return exact?.posts ?? [];
    const near = places.filter(({ words }) => words.some((word) => word.startsWith(wanted)));
    return near.length === 1 ? near.flatMap(({ posts }) => posts) : [];
  }

  // ---- choosing
  clearPlan(): void {
    this.#request++;
    this.choice = null;
    this.drawn = [];
    this.asking = false;
  }

  /** Plan to a post that was clicked or a place that was named, as the open question has it. */
  async planTo(posts: number[]): Promise<void> {
    const [post] = posts;
    this.drawn = [];
    if (post === undefined) return;
    const goal = this.postName(post);
    if (this.phase === "place") this.#choosePlace(posts, goal);
    else if (this.phase === "move") {
      const to = posts.length > 1 ? posts : this.#runGoals(post);
      await this.#ask({ kind: "run", to }, goal, post);
    } else if (this.phase === "build") {
      await this.#ask({ kind: "track", to: post, start: this.#trackStart() }, goal, post);
    }
  }

  /** Plan a way that was drawn by hand, as far as it goes. */
  async planDrawn(posts: number[]): Promise<void> {
    this.drawn = posts;
    const last = posts.at(-1);
    if (last === undefined || posts.length < 2) return;
    const question = { kind: "drawn" as const, posts: posts.slice(0, MOST_DRAWN) };
    await this.#ask(question, this.postName(last), last);
  }

  /** Leave one mode of the map: a plan or a way being drawn, the pencil, arrows. */
  leaveMode(): boolean {
    if (this.sure !== null) this.sure = null;
    else if (this.choice !== null || this.drawn.length > 0 || this.asking) this.clearPlan();
    else if (this.pencil) this.pencil = false;
    else if (this.stepping) this.stepping = false;
    else if (this.drawerOpen) this.drawerOpen = false;
    else if (this.openTile !== null) this.openTile = null;
    else if (this.pinnedJobs.length > 0) this.pinnedJobs = [];
    else if (this.allArrows) this.allArrows = false;
    else return false;
    return true;
  }

  /** Say why a click on the map does nothing. */
  explainWait(): void {
    const { table } = this;
    if (table.over || table.replay || this.me === null || table.seat === null) return;
    const key = this.phase === "lose" ? "web.tokyo.lose-first" : "web.tokyo.not-your-turn";
    toasts.show(t(key, { name: `⟦@${table.seat}⟧` }), { names: table.names });
  }

  /** Do as much of the plan as this turn allows. */
  async confirm(): Promise<void> {
    const chosen = this.choice;
    if (!chosen || chosen.kind === "none") return;
    const actions =
      chosen.kind === "place" ? [chosen.action] : chosen.plan.actions.slice(0, chosen.plan.now);
    this.clearPlan();
    for (let done = 0; done < actions.length; done += MOST_ACTIONS) {
      if (!(await this.table.act(...actions.slice(done, done + MOST_ACTIONS)))) return;
    }
  }

  /** The choice in one sentence. */
  sentence(): string {
    return this.choice ? choiceSentence(this, this.choice) : "";
  }

  #endsOfBuild(action: string): number[] {
    const [, id = "", direction = ""] = action.split(" ");
    const post = this.lattice.postOf(id);
    const next = post === null ? null : this.lattice.neighbour(post, direction);
    return [post, next].filter((one) => one !== null);
  }

  #startOf(action: string): number {
    const [, id = "", post] = action.split(" ");
    const place = post === undefined ? undefined : this.lattice.postOf(post);
    const city = this.facts.cities.find((one) => one.id === id);
    return place ?? city?.posts[0] ?? -1;
  }

  #linkTo(before: number, post: number): number | null {
    return this.lattice.linkBetween(elementAt(this.drawn, before), post);
  }

  /** Track begins at the viewer's own track, or at the train while there is none. */
  #trackStart(): number | null {
    const hasTrack = this.me === null || elementAt(this.tracks, this.me).length > 0;
    return !hasTrack && this.own && this.own.at >= 0 ? this.own.at : null;
  }

  /** Every post of a big city will do; a post outside cities is meant alone. */
  #runGoals(post: number): number[] {
    const others = this.city(post)?.posts.filter((one) => one !== post) ?? [];
    return [post, ...others].slice(0, MOST_GOALS);
  }

  #choosePlace(posts: number[], goal: string): void {
    const post = posts.find((one) => this.starts.has(one));
    const action = post === undefined ? undefined : this.starts.get(post);
    if (post !== undefined && action !== undefined) this.choice = { kind: "place", action, post };
    else this.choice = { kind: "none", reason: t("web.tokyo.no-plan.not-a-city"), goal };
    this.#announceChoice();
  }

  async #ask(question: PlanQuestion, goal: string, post: number): Promise<void> {
    const request = ++this.#request;
    this.asking = true;
    const answer = await this.table.plan(question);
    if (request !== this.#request) return;
    this.asking = false;
    const plan = answer?.type === "plan" ? answer.plan : null;
    if (plan?.kind === "track" || plan?.kind === "run")
      this.choice = { kind: "way", plan, goal, post };
    else this.choice = { kind: "none", reason: noPlanReason(answer), goal };
    this.#announceChoice();
  }

  #announceChoice(): void {
    this.table.announce(this.choice ? spokenChoice(this, this.choice) : "");
  }

  // ---- jobs
  togglePin(job: number): void {
    const others = this.pinnedJobs.filter((one) => one !== job);
    this.pinnedJobs = others.length < this.pinnedJobs.length ? others : [...others, job];
  }

  /** The city to make for: the goal of a job on the train or within reach, else its origin. */
  nextCity(job: number): City {
    const carried = this.own?.carried.includes(job) ?? false;
    const fetchable = this.phase === "build" && this.jobReach.get(job)?.fetch !== null;
    return carried || fetchable ? this.goalOf(job) : this.originOf(job);
  }

  /** Plan towards a job in the viewer's own step, else pin its arrow. */
  follow(job: number): void {
    this.drawerOpen = false;
    if (this.phase === "move" || this.phase === "build") void this.planTo(this.nextCity(job).posts);
    else this.togglePin(job);
  }

  /** Ask how many turns away every job is. */
  async measureJobs(): Promise<void> {
    if (this.me === null || this.table.over || this.table.replay) return;
    const answer = await this.table.plan({ kind: "jobs" });
    if (answer?.type !== "plan" || answer.plan.kind !== "jobs") return;
    this.jobReach = new Map(answer.plan.jobs.map((reach) => [reach.job, reach]));
  }
}

function argumentOf(action: string): string {
  return action.slice(action.indexOf(" ") + 1);
}

/** The marks of the map file's terrain. */
const TERRAINS: Readonly<Record<string, string>> = {
  ".": "plain",
  "^": "hill",
  A: "mountain",
  o: "lake",
  "~": "sea",
  "1": "small",
  "2": "medium",
  "3": "large",
  "4": "mega",
  P: "port",
  X: "exit",
};
