/** What one plan is made for, and the plans of what cannot be had. */
import type { Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "@/lib/model/signals";
import type { AbsentPlan } from "./plan";
import type { Finder, Place } from "./scope-selectors";

export interface Target {
  readonly signal: SignalId;
  readonly statistic: Statistic;
  readonly place: Place;
  readonly finder: Finder;
  readonly windowMs: number;
}

export function absent(
  { signal, statistic }: Pick<Target, "signal" | "statistic">,
  reason: AbsentPlan["reason"],
  detail: string,
  flag?: string,
): AbsentPlan {
  return { kind: "absent", signal, statistic, reason, detail, ...(flag === undefined ? {} : { flag }) };
}

export function unplaced(target: Target): AbsentPlan {
  return absent(target, "metric-absent", "The deployment has no selector.");
}

/** The recipe is there, but this statistic of it is not. */
export function mismatch(target: Target): AbsentPlan {
  const { title, kind } = signalDefinition(target.signal);
  return absent(
    target,
    "not-exposed",
    `${title} is a ${kind} in this engine and has no ${target.statistic}.`,
  );
}
