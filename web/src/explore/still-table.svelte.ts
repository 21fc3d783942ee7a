// A board on which nothing is played: the components draw it like any table.
import { Table, type TableStart } from "../lib/table.svelte";
import type { FamilyName, Scene, WhyAnswer } from "../lib/wire";

export class StillTable<F extends FamilyName> extends Table<F> {
  override readonly replay = true;

  constructor(start: TableStart<F>, scene: Scene<F>) {
    super(start);
    const position = { asked: null, seat: null, legal: [], undo: false, over: false, lesson: null };
    this.showPosition(scene, { ...position, seq: 0, said: [], clocks: null });
  }

  override act(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override undo(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override why(): Promise<WhyAnswer> {
    return Promise.reject(new Error("nothing is played here"));
  }

  override plan(): Promise<null> {
    return Promise.resolve(null);
  }
}
