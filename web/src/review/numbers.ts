// Chances, differences of chances and means in words.
import { t } from "../lib/i18n.svelte";

/** A whole percent, as the language writes it. */
export function percent(value: number | string): string {
  return t("web.review.percent", { value });
}

export function chanceText(chance: number): string {
  return percent(Math.round(chance * 100));
}

/** A difference of chances in whole percent, with a real minus: `−9 %`. */
export function signedPercent(difference: number): string {
  const whole = Math.round(difference * 100);
  return percent(whole === 0 ? "±0" : `${whole > 0 ? "+" : "−"}${Math.abs(whole)}`);
}

/** Half the interval that holds in 19 cases of 20, in percent; at least 1, since nothing is exact. */
export function errorPercent(error: number): number {
  return Math.max(1, Math.round(1.96 * error * 100));
}

/** A mean that was counted: no more digits than it deserves. */
export function meanText(mean: number): string {
  const digits = Math.abs(mean) >= 10 ? 0 : Math.abs(mean) >= 1 ? 1 : 2;
  return mean.toFixed(digits).replace("-", "−");
}

/** The n of `1 in n`, for something that surprises by so many bits. */
export function oneIn(bits: number): number {
  return Math.max(1, Math.round(2 ** bits));
}
