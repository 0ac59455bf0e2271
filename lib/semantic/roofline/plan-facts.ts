/**
 * Instant queries for the hardware and engine of a deployment: names and number of its accelerators, its engines, and
 * their cache.
 */
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { aggregateMetric } from "@/lib/semantic/compile/aggregate-metric";
import type { QueryColumns } from "@/lib/semantic/evaluate/columns";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { readHistograms } from "@/lib/semantic/evaluate/histograms";
import { printPromql, type PromqlExpression } from "@/lib/semantic/compile/promql";
import { getEngineSeriesFinder, type QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { computeOutputLengthVariation } from "./output-length-variation";
import { planDevices, readDevices, type DevicePlan, type ObservedDevice } from "./plan-devices";

/** Queries for the hardware of a deployment. */
export interface HardwareFactPlan {
  /** Preferred exporter first. */
  readonly devicePlans: readonly DevicePlan[];
  readonly engineCountQuery: string | null;
  readonly cachePlan: {
    readonly promql: string;
    readonly blockCountLabel: string;
    readonly tokensPerBlockLabel: string;
    readonly numberFormatLabel: string | undefined;
  } | null;
  /** Query for the buckets of output lengths. */
  readonly outputLengthQuery: string | null;
}

/** Hardware of a deployment, as its metrics report it. */
export interface ObservedHardwareFacts {
  /** Devices of one exporter, most frequent first. */
  readonly devices: readonly ObservedDevice[];
  /** Serving processes or data-parallel ranks; null if none is observed. */
  readonly engineCount: number | null;
  readonly kvCache: {
    readonly tokenCapacity: number;
    readonly tokensPerBlock: number;
    /** Format as the engine reports it. */
    readonly numberFormat: string | null;
  } | null;
  readonly outputLengthVariation: number | null;
}

const windowMs = evaluationWindows.headlineWindowMs;
const print = (of: PromqlExpression | undefined): string | null =>
  of === undefined ? null : printPromql(of);

/** Plans the queries for devices, engine count, KV cache size and output lengths of a deployment. */
export function planHardwareFacts(context: QueryContext): HardwareFactPlan {
  const finder = getEngineSeriesFinder(context);
  const { cacheConfig, detectionMetrics } = context.engine;
  const level = { rangeFunction: "avg_over_time", windowMs } as const;
  const cache =
    cacheConfig &&
    print(
      aggregateMetric(cacheConfig.metric, finder, {
        ...level,
        aggregateOperator: "count",
        groupByLabels: [
          cacheConfig.blockCountLabel,
          cacheConfig.tokensPerBlockLabel,
          ...(cacheConfig.numberFormatLabel === undefined ? [] : [cacheConfig.numberFormatLabel]),
        ],
      }),
    );
  const outputs = compileSignal("output-length", "p50", context, windowMs);
  return {
    devicePlans: planDevices(context),
    engineCountQuery: print(
      aggregateMetric({ names: detectionMetrics }, finder, { ...level, aggregateOperator: "count" }),
    ),
    cachePlan:
      cache === undefined || cache === null || cacheConfig === undefined
        ? null
        : {
            promql: cache,
            blockCountLabel: cacheConfig.blockCountLabel,
            tokensPerBlockLabel: cacheConfig.tokensPerBlockLabel,
            numberFormatLabel: cacheConfig.numberFormatLabel,
          },
    outputLengthQuery: outputs.kind === "quantile" ? outputs.bucketsQuery : null,
  };
}

/** Returns all queries of the plan. */
export function listHardwareFactQueries({
  devicePlans,
  engineCountQuery,
  cachePlan,
  outputLengthQuery,
}: HardwareFactPlan): readonly string[] {
  return [
    ...devicePlans.map(({ promql }) => promql),
    engineCountQuery,
    cachePlan?.promql ?? null,
    outputLengthQuery,
  ].filter((promql) => promql !== null);
}

/** Reads devices, engine count, KV cache size and variation of output lengths from the query results. */
export function readHardwareFacts(plan: HardwareFactPlan, columns: QueryColumns): ObservedHardwareFacts {
  const engines =
    plan.engineCountQuery === null ? undefined : columns.findRows(plan.engineCountQuery)[0]?.values[0];
  const [histogram] = plan.outputLengthQuery === null ? [] : readHistograms(columns, plan.outputLengthQuery);
  return {
    devices: readDevices(plan.devicePlans, columns),
    engineCount: engines !== undefined && engines > 0 ? engines : null,
    kvCache: cacheOf(plan, columns),
    outputLengthVariation: histogram === undefined ? null : computeOutputLengthVariation(histogram),
  };
}

/** Returns the cache. If caches differ between instances, the most frequent one is used. */
function cacheOf({ cachePlan }: HardwareFactPlan, columns: QueryColumns): ObservedHardwareFacts["kvCache"] {
  if (cachePlan === null) return null;
  const [topRow] = columns
    .findRows(cachePlan.promql)
    .toSorted((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0));
  const blocks = Number(topRow?.labels[cachePlan.blockCountLabel] ?? Number.NaN);
  const blockTokens = Number(topRow?.labels[cachePlan.tokensPerBlockLabel] ?? Number.NaN);
  if (!(blocks > 0) || !(blockTokens > 0)) return null;
  const format =
    cachePlan.numberFormatLabel === undefined ? "" : (topRow?.labels[cachePlan.numberFormatLabel] ?? "");
  return {
    tokenCapacity: blocks * blockTokens,
    tokensPerBlock: blockTokens,
    numberFormat: format === "" ? null : format,
  };
}
