// Everything that this browser keeps in one file, in the format of `ekiben db export`, and back.
import { ask, HttpProblem, post } from "../lib/http";
import { myGames } from "../lib/my-games.svelte";
import { recents, remember } from "../lib/recent-tables";
import { request } from "../lib/transport";
import { boards } from "./boards.svelte";
import { browserValues, takeMissing, type BrowserValues } from "./browser-values";
import { saveFile } from "./saved-files";

/** What came of a line, as `ekiben.page.everything` tells. */
interface Outcome {
  kind: "boards" | "cookies" | "deals" | "tables";
  new: boolean;
  table: string;
  game: string;
}

/** What an import did. */
export interface Imported {
  tables: number;
  /** Tables and boards that were here already, with nothing new in the file. */
  known: number;
  boards: number;
  /** Lines that were refused, by number, with the reason. */
  faults: { line: number; why: string }[];
  /** Settings and progress of the file that are different here. */
  different: BrowserValues;
}

const EVERYTHING = "/api/page/everything";
const FORMAT = 1;

class Archive {
  busy = $state<"export" | "import" | null>(null);
  /** How far it is, from 0 to 1. */
  part = $state(0);
  imported = $state.raw<Imported | null>(null);
  problem = $state("");

  /** Do something long, unless something is being done. */
  async run(what: "export" | "import", work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = what;
    this.part = 0;
    this.problem = "";
    try {
      await work();
    } catch (error) {
      this.problem = error instanceof Error && error.message ? error.message : what;
    } finally {
      this.busy = null;
    }
  }
}

export const archive = new Archive();

// ---- export
export function exportEverything(): Promise<void> {
  return archive.run("export", async () => {
    const lines = [JSON.stringify({ page: FORMAT, browser: browserValues() })];
    const addresses = await addressesOfLines();
    for (const [n, address] of addresses.entries()) {
      lines.push(await lineAt(address));
      archive.part = (n + 1) / addresses.length;
    }
    const file = new Blob([lines.join("\n"), "\n"], { type: "application/jsonl" });
    saveFile(file, `ekiben-${new Date().toISOString().slice(0, 10)}.jsonl`);
  });
}

async function addressesOfLines(): Promise<string[]> {
  const names = await ask<Record<Outcome["kind"], string[]>>(EVERYTHING);
  return Object.entries(names).flatMap(([kind, listed]) =>
    listed.map((name) => `${EVERYTHING}/${kind}/${encodeURIComponent(name)}`),
  );
}

async function lineAt(address: string): Promise<string> {
  const answer = await request(address, {});
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.text();
}

// ---- import
export function importEverything(file: File): Promise<void> {
  return archive.run("import", async () => {
    const imported: Imported = { tables: 0, known: 0, boards: 0, faults: [], different: {} };
    const lines = (await file.text()).split("\n");
    for (const [n, line] of lines.entries()) {
      if (line.trim() !== "") await takeLine(line, n + 1, imported);
      archive.part = (n + 1) / lines.length;
    }
    await boards.refresh();
    await myGames.refresh();
    archive.imported = imported; // last: whoever reads it may take in the next file
  });
}

async function takeLine(line: string, number: number, imported: Imported): Promise<void> {
  const values = browserLine(line);
  if (values) {
    Object.assign(imported.different, takeMissing(values));
    return;
  }
  try {
    count(await post<Outcome>(EVERYTHING, { line }), imported);
  } catch (error) {
    if (!(error instanceof HttpProblem) || error.status === 0) throw error;
    imported.faults.push({ line: number, why: error.message });
  }
}

function browserLine(line: string): BrowserValues | null {
  try {
    const found = JSON.parse(line) as { page?: number; browser?: BrowserValues } | null;
    return found?.page === FORMAT ? (found.browser ?? null) : null;
  } catch {
    return null; // the server says what is wrong with it
  }
}

function count(outcome: Outcome, imported: Imported): void {
  if (outcome.kind === "tables") list(outcome);
  if (outcome.kind === "tables" && outcome.new) imported.tables += 1;
  else if (outcome.kind === "boards" && outcome.new) imported.boards += 1;
  else if (outcome.kind === "tables" || outcome.kind === "boards") imported.known += 1;
}

/** A table of a server's file is in no list of this browser yet. */
function list({ table, game }: Outcome): void {
  if (!recents().some((one) => one.table === table)) remember(table, game);
}
