// Whether only the coach's cap is shown; kept in this browser.
const FOLDED = "ekiben-coach-folded";

/** Whether only the coach's cap was shown last. */
export function wasFolded(): boolean {
  try {
    return localStorage.getItem(FOLDED) !== null;
  } catch {
    return false;
  }
}

export function keepFolded(folded: boolean): void {
  try {
    if (folded) localStorage.setItem(FOLDED, "1");
    else localStorage.removeItem(FOLDED);
  } catch {
    /* a browser that keeps nothing still plays */
  }
}
