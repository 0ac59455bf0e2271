/** The parameters of one plan, and the plans for statistics that are unavailable. */
import type { Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { AbsentPlan } from "./plan";
import type { SeriesFinder, QueryContext } from "./scope-selectors";

/** A statistic to plan, with the series and the window that it covers. */
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
  howToEnable?: string,
): AbsentPlan {
  return {
    kind: "absent",
    signal,
    statistic,
    reason,
    detail,
    ...(howToEnable === undefined ? {} : { howToEnable }),
  };
}

export function makeNoSelectorPlan(request: PlanRequest): AbsentPlan {
  return makeAbsentPlan(
    request,
    "metric-absent",
    "The deployment has no label selector, so its series cannot be queried.",
  );
}

/** Returns the plan for a statistic that the signal's recipe does not support. */
export function makeUnsupportedStatisticPlan(request: PlanRequest): AbsentPlan {
  const { title, kind } = signalDefinition(request.signal);
  return makeAbsentPlan(
    request,
    "not-exposed",
    `This engine does not provide the statistic ${request.statistic} for ${title} (a ${kind}).`,
  );
}
