/**
 * The series behind a statistic, described without a query language, so that any provider can read them. A statistic
 * has one or several operands: a quantile has buckets, a mean has a sum and a count.
 */
import { assertPresent } from "@/lib/base/assert";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { compileSignal } from "./compile";
import { listOperandQueries, type OperandName, type SignalPlan } from "./plan";
import type { QueryContext } from "./scope-selectors";

/** One query of a signal's statistic, independent of PromQL, so that any provider can answer it. */
export interface SeriesQuery {
  readonly signal: SignalId;
  /** All quantiles of a signal are computed from the same buckets, so their queries are equal. */
  readonly statistic: Statistic;
  readonly operand: OperandName;
  /** Scope: the deployment with its targets, and the selected model, instance or part of a split. */
  readonly context: QueryContext;
  /** Time that each point covers, up to the point. */
  readonly windowMs: number;
}

/** Returns one series query per operand of a plan. `planInput` must be the context and window of the plan. */
export function listSeriesQueries(
  plan: SignalPlan,
  planInput: Pick<SeriesQuery, "context" | "windowMs">,
): readonly SeriesQuery[] {
  const { signal, statistic } = plan;
  return listOperandQueries(plan).map(([operand]) => ({ signal, statistic, operand, ...planInput }));
}

/** Returns the PromQL of a series query. The text is also the key of its result. */
export function printSeriesQuery({ signal, statistic, operand, context, windowMs }: SeriesQuery): string {
  const operands = listOperandQueries(compileSignal(signal, statistic, context, windowMs));
  return assertPresent(new Map(operands).get(operand), "a series query names an operand of its statistic");
}
