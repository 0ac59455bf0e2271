/** The parameters of one plan, and the plans for statistics that are unavailable. */
import type { Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { AbsentPlan } from "./plan";
import type { Finder, QueryContext } from "./scope-selectors";

export interface PlanTarget {
  readonly signal: SignalId;
  readonly statistic: Statistic;
  readonly context: QueryContext;
  readonly finder: Finder;
  readonly windowMs: number;
}

export function absentPlan(
  { signal, statistic }: Pick<PlanTarget, "signal" | "statistic">,
  reason: AbsentPlan["reason"],
  detail: string,
  flag?: string,
): AbsentPlan {
  return { kind: "absent", signal, statistic, reason, detail, ...(flag === undefined ? {} : { flag }) };
}

export function noSelectorPlan(target: PlanTarget): AbsentPlan {
  return absentPlan(target, "metric-absent", "The deployment has no selector.");
}

/** Returns the plan for a statistic that the signal's recipe does not support. */
export function unsupportedStatisticPlan(target: PlanTarget): AbsentPlan {
  const { title, kind } = signalDefinition(target.signal);
  return absentPlan(
    target,
    "not-exposed",
    `${title} is a ${kind} in this engine and has no ${target.statistic}.`,
  );
}
