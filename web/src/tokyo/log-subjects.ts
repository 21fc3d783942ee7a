// What a line of the log speaks of on the map.
import type { LogLine } from "../lib/wire";
import { linksOf, withStep } from "./last-moves";
import type { Lattice } from "./lattice";

export interface Subjects {
  runs: number[][];
  links: number[];
  posts: number[];
  /** Names in the notation. */
  cities: string[];
  jobs: string[];
}

/** The subjects of all events that a line of the log tells. */
export function subjectsOf(
  log: readonly LogLine[],
  line: LogLine | null,
  lattice: Lattice,
): Subjects {
  const none: Subjects = { runs: [], links: [], posts: [], cities: [], jobs: [] };
  if (line === null) return none;
  return log
    .filter((one) => one.line === line.line)
    .reduce((found, one) => withSubjects(found, one, lattice), none);
}

function withSubjects(found: Subjects, line: LogLine, lattice: Lattice): Subjects {
  if (line.kind === "stepped") return { ...found, runs: withStep(found.runs, line, lattice) };
  if (line.kind === "built")
    return { ...found, links: [...found.links, ...linksOf(line, lattice)] };
  const post = typeof line.post === "string" ? lattice.postOf(line.post) : null;
  return {
    ...found,
    posts: post === null ? found.posts : [...found.posts, post],
    cities: typeof line.city === "string" ? [...found.cities, line.city] : found.cities,
    jobs: typeof line.job === "string" ? [...found.jobs, line.job] : found.jobs,
  };
}

/** A post of what is lit, to be brought into sight; null if nothing is. */
export function postOfSubjects(subjects: Subjects, lattice: Lattice): number | null {
  const link = subjects.links.at(-1);
  return (
    subjects.runs.at(-1)?.at(-1) ??
    (link === undefined ? undefined : lattice.endsOf(link)[0]) ??
    subjects.posts.at(-1) ??
    null
  );
}
