// What a person has chosen for this browser; kept in its local storage.

export type Theme = "system" | "light" | "dark";
export type Motion = "full" | "short" | "off";
export const COACH_MODES = ["off", "hints", "explain"] as const;
/** How much the coach says in ordinary games. */
export type CoachMode = (typeof COACH_MODES)[number];
export type Language = "en" | "ja";

interface Kept {
  language: Language;
  theme: Theme;
  motion: Motion;
  sounds: boolean;
  volume: number;
  notify: boolean;
  confirm: boolean;
  /** Null as long as nobody has chosen. */
  coach: CoachMode | null;
  name: string;
  level: string;
  seats: number;
}

const KEY = "ekiben-settings";
const dark = matchMedia("(prefers-color-scheme: dark)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function first(): Kept {
  const language: Language = navigator.languages
    .find((one) => /^(ja|en)\b/.test(one))
    ?.startsWith("ja")
    ? "ja"
    : "en";
  const usual: Kept = {
    language,
    theme: "system",
    motion: "full",
    sounds: true,
    volume: 0.4,
    notify: false,
    confirm: true,
    coach: null,
    name: "",
    level: "beginner",
    seats: 3,
  };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return usual;
  }
}

class Settings {
  #kept = $state<Kept>(first());
  #calm = $state(calm.matches);
  #dark = $state(dark.matches);

  constructor() {
    calm.addEventListener("change", () => {
      this.#calm = calm.matches;
      this.show();
    });
    dark.addEventListener("change", () => {
      this.#dark = dark.matches;
      this.show();
    });
    this.show();
  }

  get language(): Language {
    return this.#kept.language;
  }
  get theme(): Theme {
    return this.#kept.theme;
  }
  get sound(): boolean {
    return this.#kept.sounds;
  }
  /** From 0 to 1. */
  get volume(): number {
    return this.#kept.volume;
  }
  /** The person wants to be told by the system when it is their turn. */
  get notify(): boolean {
    return this.#kept.notify;
  }
  get confirm(): boolean {
    return this.#kept.confirm;
  }
  /** What was chosen of the coach; somebody new has hints. */
  coachMode(isNew: boolean): CoachMode {
    return this.#kept.coach ?? (isNew ? "hints" : "off");
  }
  get name(): string {
    return this.#kept.name;
  }
  get level(): string {
    return this.#kept.level;
  }
  get seats(): number {
    return this.#kept.seats;
  }
  /** The motion that was chosen; `motion` is what holds, which is none where the system asks for calm. */
  get chosenMotion(): Motion {
    return this.#kept.motion;
  }
  get motion(): Motion {
    return this.#calm ? "off" : this.#kept.motion;
  }
  get dark(): boolean {
    return this.theme === "system" ? this.#dark : this.theme === "dark";
  }

  set(changed: Partial<Kept>): void {
    Object.assign(this.#kept, changed);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      /* a browser that keeps nothing still plays */
    }
    this.show();
  }

  private show(): void {
    const root = document.documentElement;
    root.lang = this.language;
    root.dataset.theme = this.dark ? "dark" : "light";
    root.dataset.motion = this.motion;
  }
}

export const settings = new Settings();

/** Milliseconds of a movement that takes `full` at full speed: shortened or none by choice. */
export function duration(full: number): number {
  return settings.motion === "off"
    ? 0
    : settings.motion === "short"
      ? Math.round(full * 0.4)
      : full;
}
