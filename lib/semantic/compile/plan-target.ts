/** The parameters of one plan, and the plans for statistics that are unavailable. */
import type { Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { AbsentPlan } from "./plan";
import type { SeriesFinder, QueryContext } from "./scope-selectors";

export interface PlanRequest {
  readonly signal: SignalId;
  readonly statistic: Statistic;
  readonly context: QueryContext;
  readonly finder: SeriesFinder;
  readonly windowMs: number;
}

export function makeAbsentPlan(
  { signal, statistic }: Pick<PlanRequest, "signal" | "statistic">,
  reason: AbsentPlan["reason"],
  detail: string,
  flag?: string,
): AbsentPlan {
  return { kind: "absent", signal, statistic, reason, detail, ...(flag === undefined ? {} : { flag }) };
}

export function makeNoSelectorPlan(target: PlanRequest): AbsentPlan {
  return makeAbsentPlan(
    target,
    "metric-absent",
    "The deployment has no label selector, so its series cannot be queried.",
  );
}

/** Returns the plan for a statistic that the signal's recipe does not support. */
export function makeUnsupportedStatisticPlan(target: PlanRequest): AbsentPlan {
  const { title, kind } = signalDefinition(target.signal);
  return makeAbsentPlan(
    target,
    "not-exposed",
    `This engine does not provide the statistic ${target.statistic} for ${title} (a ${kind}).`,
  );
}
