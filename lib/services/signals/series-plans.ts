/** Compiles the series of a question. A split question has one series per named value, and one for the rest. */
import type { SplitGroup } from "@/lib/model/answer";
import { quantiles, type Question } from "@/lib/model/question";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { QueryColumns } from "@/lib/semantic/evaluate/columns";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { listPlanQueries, type SignalPlan } from "@/lib/semantic/compile/plan";
import type { QueryContext, SplitFilter } from "@/lib/semantic/compile/scope-selectors";
import { selectValueRows, maxNamedValues } from "@/lib/semantic/split/split";
import { chooseRestMethod, subtractNamedRows } from "@/lib/semantic/split/split-rest";
import type { NamedValues } from "./choose-split";

/** Plans of one statistic: for the values over the window, and for its headline. */
export interface StatisticPlans {
  readonly windowPlan: SignalPlan;
  /** Takes the window that a rate may cover; see `semantic/evaluate/covered-window.ts`. */
  readonly createHeadlinePlan: (rateWindowMs: number) => SignalPlan;
}

/** Selects the plan for the window or the plan for the headline. */
export type PickPlan = (plans: StatisticPlans) => SignalPlan;

/** Plans of one statistic for one row of the answer: the complete deployment, or one value of a split. */
export interface SeriesPlan extends StatisticPlans {
  /** Context for which the plans are compiled. */
  readonly queryContext: QueryContext;
  readonly splitGroup?: SplitGroup;
  /** Selects the rows of this part from the combined query results. */
  readonly selectRows: (columns: QueryColumns, pick: PickPlan) => QueryColumns;
}

interface SeriesPlansInput {
  readonly question: Question;
  readonly queryContext: QueryContext;
  readonly rateWindowMs: number;
}

function withoutBuckets(plan: SignalPlan): SignalPlan {
  if (plan.kind !== "mean") return plan;
  const { buckets: _buckets, ...rest } = plan;
  return rest;
}

/** Plans one row per statistic, for a question without a split. */
export function createUnsplitPlans({
  question,
  queryContext,
  rateWindowMs,
}: SeriesPlansInput): readonly SeriesPlan[] {
  const quantile = question.statistics.find((statistic) => statistic in quantiles);
  return question.signals.flatMap((signal) =>
    question.statistics.map((statistic) => {
      const compile = (windowMs: number): SignalPlan =>
        limitMean(
          compileSignal(signal, statistic, queryContext, windowMs),
          quantile && compileSignal(signal, quantile, queryContext, windowMs),
        );
      return {
        queryContext,
        windowPlan: compile(rateWindowMs),
        createHeadlinePlan: (rateMs) =>
          compile(statistic === "rate" ? rateMs : evaluationWindows.headlineWindowMs),
        selectRows: (columns) => columns,
      };
    }),
  );
}

/**
 * Returns the plan of a mean with the buckets of its percentiles, which need no further query. Returns any other plan
 * unchanged.
 */
function limitMean(plan: SignalPlan, quantilePlan: SignalPlan | undefined): SignalPlan {
  if (plan.kind !== "mean" || quantilePlan?.kind !== "quantile") return plan;
  const { bucketsQuery, scale } = quantilePlan;
  return {
    ...plan,
    buckets: { bucketsQuery, scale, hasEqualWeights: plan.mean.kind === "sum-over-count" },
  };
}

/**
 * Plans the totals from which the rest of a split is computed. They can be queried before the named values
 * are known.
 */
export function createSplitTotalPlans(input: SeriesPlansInput): readonly SeriesPlan[] {
  return createUnsplitPlans(input).filter(
    ({ windowPlan: { signal, statistic } }) =>
      chooseRestMethod(signal, statistic, input.queryContext) === "difference",
  );
}

/**
 * Plans one row per statistic and named value, largest value first, then the rest. `restCount` is the number of values
 * that the split does not name.
 */
export function createSplitPlans(
  input: SeriesPlansInput,
  { label, values }: NamedValues,
  restCount = maxRestCount(values),
): readonly SeriesPlan[] {
  const at = (kind: SplitFilter["kind"]): SeriesPlansInput => ({
    ...input,
    queryContext: { ...input.queryContext, splitFilter: { label, values, kind } },
  });
  const byValue = createUnsplitPlans(at("named"));
  const named = values.flatMap((value) =>
    byValue.map((part): SeriesPlan => ({
      ...part,
      splitGroup: { kind: "value", value },
      selectRows: (columns, pick) => selectValueRows(columns, { label, value }, findUnsplitQuery(pick(part))),
    })),
  );
  if (restCount <= 0) return named;
  const restPlans = createUnsplitPlans(at("rest"));
  const rest = createUnsplitPlans(input).map((unsplit, index): SeriesPlan => {
    const [namedPlan, separatePlan] = [byValue[index], restPlans[index]];
    const { signal, statistic } = unsplit.windowPlan;
    const rule = chooseRestMethod(signal, statistic, input.queryContext);
    const group: SplitGroup = { kind: "rest", count: restCount, rule };
    return namedPlan === undefined || rule === "separate-query"
      ? { ...(separatePlan ?? unsplit), splitGroup: group }
      : {
          ...unsplit,
          // The buckets of all parts do not limit the mean of the rest.
          windowPlan: withoutBuckets(unsplit.windowPlan),
          createHeadlinePlan: (rateMs) => withoutBuckets(unsplit.createHeadlinePlan(rateMs)),
          splitGroup: group,
          selectRows: (columns, pick) =>
            subtractNamedRows(columns, sameQueries(pick(unsplit), pick(namedPlan))),
        };
  });
  return [...named, ...rest];
}

/** Returns the denominator of a ratio if the split does not apply to it. */
function findUnsplitQuery(plan: SignalPlan): string | undefined {
  return plan.kind === "ratio" && plan.isDenominatorUnsplit === true ? plan.denominatorQuery : undefined;
}

/** Returns the maximum number of values in the rest: 0 if fewer values than the maximum are named. */
function maxRestCount(values: readonly string[]): number {
  return values.length < maxNamedValues ? 0 : Number.POSITIVE_INFINITY;
}

/** Maps queries of the same statistic in two contexts, which are in the same order. */
function sameQueries(from: SignalPlan, to: SignalPlan): ReadonlyMap<string, string> {
  const otherQueries = listPlanQueries(to);
  return new Map(listPlanQueries(from).map((promql, index) => [promql, otherQueries[index] ?? promql]));
}
