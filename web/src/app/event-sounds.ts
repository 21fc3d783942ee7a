// What happens at a table, as sounds.
import { playSound, type SoundName } from "../lib/sounds";
import type { FamilyName, LogLine } from "../lib/wire";
import type { EventSound, OpenTable } from "./family";

/** What an update was about, as far as it can be heard. */
interface Heard {
  said: readonly LogLine[];
  over: boolean;
  /** One of the viewer's tickets was completed. */
  ticketDone: boolean;
}

/** Play the sounds of every update that is shown; returns the function that stops it. */
export function watchSounds<F extends FamilyName>({ table, family }: OpenTable<F>): () => void {
  let before = 0;
  const count = (): number => (table.scene === null ? 0 : family.ticketsDone(table.scene));
  return table.onUpdate(({ said }, moment) => {
    if (moment === "before") before = count();
    else {
      const heard = { said, over: table.over, ticketDone: count() > before };
      for (const name of soundsOf(heard, family.sounds)) playSound(name);
    }
  });
}

/** The sounds of an update: the one that matters most, and a chime for one's own ticket. */
export function soundsOf(
  { said, over, ticketDone }: Heard,
  sounds: Readonly<Record<string, EventSound>>,
): SoundName[] {
  if (over) return ["end"];
  const heard = new Set(said.map((line) => sounds[line.kind]));
  if (ticketDone) heard.add("done");
  if (said.some((line) => line.kind === "last-round")) return ["last-round"];
  if (heard.has("claim")) return heard.has("done") ? ["claim", "done"] : ["claim"];
  return heard.has("done") ? ["done"] : heard.has("draw") ? ["draw"] : [];
}
