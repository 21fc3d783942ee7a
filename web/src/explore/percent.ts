// Shares in words.
import { language, t } from "../lib/i18n.svelte";
import type { Share } from "./statistics";

export function percent(value: number, digits = 0): string {
  return value.toLocaleString(language(), {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

export function range({ low, high }: Share): string {
  const ends = [low, high].map((end) =>
    (100 * end).toLocaleString(language(), {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
  );
  return t("web.explore.range", { low: ends[0] ?? "", high: ends[1] ?? "" });
}

export function whole(value: number): string {
  return value.toLocaleString(language(), { maximumFractionDigits: 0 });
}
