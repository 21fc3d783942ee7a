// Days of daily deals, by the world's clock.

/** The day so many days later, as the server writes it. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** A day in words. */
export function dayInWords(day: string, language: string): string {
  const style = { dateStyle: "long", timeZone: "UTC" } as const;
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(language, style);
}
