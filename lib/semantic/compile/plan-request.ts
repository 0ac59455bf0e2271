/** The parameters of one plan, and the plans for statistics that are unavailable. */
import type { Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { AbsentPlan } from "./plan";
import type { SeriesFinder, QueryContext } from "./scope-selectors";

/** Statistic to plan, with the series that are queried and the rate window. */
export interface PlanRequest {
  readonly signal: SignalId;
  readonly statistic: Statistic;
  readonly context: QueryContext;
  readonly finder: SeriesFinder;
  readonly rateWindowMs: number;
}

/** Creates a plan without queries for a statistic that is not available, with its reason. */
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

/** Creates an absent plan for a deployment whose series no label selector identifies. */
export function makeNoSelectorPlan(request: PlanRequest): AbsentPlan {
  return makeAbsentPlan(
    request,
    "metric-absent",
    "The deployment has no label selector, so its series cannot be queried.",
  );
}

/** Creates an absent plan for a statistic that cannot be computed from the signal's metrics. */
export function makeUnsupportedStatisticPlan(request: PlanRequest): AbsentPlan {
  const { title, kind } = signalDefinition(request.signal);
  return makeAbsentPlan(
    request,
    "not-exposed",
    `This engine does not provide the statistic ${request.statistic} for ${title} (a ${kind}).`,
  );
}
