// How a table is laid out in this window. The style sheets use the same two conditions: `wide` is
// a desktop, `tall` a phone held upright, `low` a phone held sideways.

export type Frame = "wide" | "tall" | "low";

export const LOW = "(max-height: 499px) and (orientation: landscape)";
export const NARROW = "(max-width: 899px)";

class FrameState {
  kind = $state<Frame>("wide");

  constructor() {
    const queries = [matchMedia(LOW), matchMedia(NARROW)];
    const look = (): void => {
      const [low, narrow] = queries.map((query) => query.matches);
      this.kind = low ? "low" : narrow ? "tall" : "wide";
    };
    for (const query of queries) query.addEventListener("change", look);
    look();
  }

  get phone(): boolean {
    return this.kind !== "wide";
  }
}

export const frame = new FrameState();
