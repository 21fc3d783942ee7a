// How long ago something was, in words of the shown language.
import { language } from "./i18n.svelte";

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** A time in milliseconds since 1970, such as "5 minutes ago"; "now" within the last minute. */
export function ago(time: number, now = Date.now()): string {
  const seconds = Math.max(0, (now - time) / 1000);
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? ["second", Infinity];
  return words.format(-Math.floor(seconds / size), unit);
}
