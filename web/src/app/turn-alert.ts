// Tells players that it is their turn: a sound, and a notice of the system while they look elsewhere.
import { t } from "../lib/i18n.svelte";
import type { LiveTable } from "../lib/live-table.svelte";
import { settings } from "../lib/settings.svelte";
import { playSound } from "../lib/sounds";

type AlertedTable = Pick<LiveTable, "id" | "game" | "held">;

/** One per page. Of several pages of a table the visible one is enough; else their notices are one. */
export class TurnAlert {
  #table: AlertedTable;
  #mine: boolean | null = null;
  #notice: Notification | null = null;
  #release: (() => void) | null = null;

  constructor(table: AlertedTable) {
    this.#table = table;
    document.addEventListener("visibilitychange", this.#look);
    this.#look();
  }

  /** Note whose turn it is; the first time nothing has changed yet. */
  set(mine: boolean): void {
    const began = mine && this.#mine === false && this.#table.held.length === 1;
    this.#mine = mine;
    if (began) this.#alert();
    else if (!mine) this.#close();
  }

  end(): void {
    document.removeEventListener("visibilitychange", this.#look);
    this.#release?.();
    this.#close();
  }

  #alert(): void {
    playSound("turn");
    if (document.hidden && canNotify() && settings.notify) void this.#notify();
  }

  async #notify(): Promise<void> {
    if ((await isSeen(this.#table.id)) || !document.hidden || this.#mine !== true) return;
    this.#close();
    try {
      this.#notice = new Notification(t("web.notice.turn"), {
        body: t("web.notice.at", { game: t(`games.${this.#table.game}`) }),
        tag: `ekiben-${this.#table.id}`,
      });
      this.#notice.onclick = () => {
        window.focus();
        this.#close();
      };
    } catch {
      /* browsers of phones have only notices of service workers */
    }
  }

  #close(): void {
    this.#notice?.close();
    this.#notice = null;
  }

  /** Hold a lock while this page is looked at, so that the table's hidden pages know. */
  #look = (): void => {
    this.#release?.();
    this.#release = null;
    if (document.hidden) return;
    this.#close();
    void locks()?.request(lockName(this.#table.id), { mode: "shared" }, () => this.#untilHidden());
  };

  #untilHidden(): Promise<void> {
    return new Promise((resolve) => {
      if (document.hidden) resolve();
      else this.#release = resolve;
    });
  }
}

/** Whether the browser may show notices. */
export function canNotify(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}

/** Ask for the permission, on a click; true if it was given. */
export async function askToNotify(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** Whether another page of the table is being looked at. */
async function isSeen(table: string): Promise<boolean> {
  const held = (await locks()?.query())?.held ?? [];
  return held.some(({ name }) => name === lockName(table));
}

/** Pages without a secure connection have neither locks nor notices. */
function locks(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks;
}

function lockName(table: string): string {
  return `ekiben-seen-${table}`;
}
