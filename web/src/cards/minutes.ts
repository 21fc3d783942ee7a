import { t } from "../lib/i18n.svelte";

/** How long a game takes. */
export function minutesText([least, most]: [number, number]): string {
  return t("web.home.minutes", { least, most });
}
