// Plans in words: on the card, and for players who listen.
import { maybe, name, t } from "../lib/i18n.svelte";
import type { Planned, Refused } from "../lib/wire";
import type { Choice, TokyoModel } from "./model.svelte";
import type { RunPlan, Stop, TrackPlan } from "./types";

/** The choice in one sentence. */
export function choiceSentence(model: TokyoModel, choice: Choice): string {
  if (choice.kind === "none") return `${choice.goal}: ${choice.reason}`;
  if (choice.kind === "place") {
    return t("web.tokyo.place-at", { place: model.postName(choice.post) });
  }
  const { plan, goal } = choice;
  return plan.kind === "track" ? trackSentence(plan, goal) : runSentence(plan, goal);
}

/** The same, with what stands in the way. */
export function spokenChoice(model: TokyoModel, choice: Choice): string {
  const sentence = choiceSentence(model, choice);
  const stop = choice.kind === "way" ? choice.plan.stop : null;
  return stop ? `${sentence} ${stopSentence(model, stop)}` : sentence;
}

function trackSentence(plan: TrackPlan, goal: string): string {
  const links = plan.links.length;
  const whole = t("web.tokyo.track-plan", { goal, links, cost: plan.cost });
  if (plan.now === 0 || plan.now >= links) return whole;
  const { now, price } = plan;
  return `${whole} ${t("web.tokyo.track-now", { now, price })}`;
}

function runSentence(plan: RunPlan, goal: string): string {
  const { turns, used, fees } = plan;
  const whole =
    turns === 0
      ? t("web.tokyo.run-now", { goal, used })
      : t("web.tokyo.run-turns", { goal, turns });
  return fees > 0 ? `${whole} ${t("web.tokyo.run-fees", { fees })}` : whole;
}

/** Why a plan goes no further, in the words of the refusal. */
export function stopSentence(model: TokyoModel, { reason, details }: Stop): string {
  const entries = Object.entries(details);
  const values = Object.fromEntries(
    entries.map(([key, value]) => [key, detail(model, key, value)] as const),
  );
  return maybe(`reasons.${reason}`, values) ?? t("web.tokyo.stopped");
}

function detail({ table, facts }: TokyoModel, key: string, value: unknown): string {
  if (key === "owner") return table.seatName(Number(value));
  const city = key === "city" ? facts.cities.find((one) => one.id === value) : undefined;
  return city ? name(city.names) : String(value);
}

/** Why there is no plan: the planner's reason, the server's refusal, or that there is no way. */
export function noPlanReason(answer: Planned | Refused | null): string {
  const plan = answer?.type === "plan" ? answer.plan : null;
  const known = plan?.kind === "none" ? maybe(`web.tokyo.no-plan.${plan.reason}`) : undefined;
  const refusal = answer?.type === "refused" ? answer.text : "";
  return known ?? (refusal || t("web.tokyo.no-plan.no-way"));
}
