// The how-to-play card as a dialog over a table: who opens it, and at which section.

class Help {
  /** The game of the table that is open; null on other pages. */
  game = $state<string | null>(null);
  open = $state(false);
  section = $state<string | null>(null);
  /** The section that explains what is being refused right now. */
  near: string | null = null;

  show(section: string | null = this.near): void {
    this.section = section;
    this.open = true;
  }
}

export const help = new Help();
