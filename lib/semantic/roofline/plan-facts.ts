/**
 * Instant queries for the hardware and engine of a deployment: names and number of its accelerators, its engines, and
 * their cache.
 */
import { exporterById } from "@/lib/engines";
import type { ExporterId } from "@/lib/model/deployment/deployment";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { aggregateMetric } from "@/lib/semantic/compile/aggregate-metric";
import type { Columns } from "@/lib/semantic/evaluate/columns";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { histogramsOf } from "@/lib/semantic/evaluate/histograms";
import { printPromql, type Expression } from "@/lib/semantic/compile/promql";
import { attachmentFinder, engineFinder, type QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { outputSpread } from "./output-spread";

interface DevicePlan {
  readonly exporter: ExporterId;
  readonly nameLabel: string;
  readonly partitionLabel: string | undefined;
  readonly promql: string;
}

export interface FactPlan {
  /** Preferred exporter first. */
  readonly devices: readonly DevicePlan[];
  readonly engines: string | null;
  readonly cache: {
    readonly promql: string;
    readonly blocks: string;
    readonly blockTokens: string;
    readonly format: string | undefined;
  } | null;
  /** Query for the buckets of output lengths. */
  readonly outputs: string | null;
}

export interface ObservedDevice {
  readonly exporter: ExporterId;
  readonly name: string;
  readonly count: number;
  /** Profile of a MIG instance. */
  readonly migProfile: string | null;
}

export interface ObservedFacts {
  /** Devices of one exporter, most frequent first. */
  readonly devices: readonly ObservedDevice[];
  /** Serving processes or data-parallel ranks; null if none is observed. */
  readonly engines: number | null;
  readonly cache: {
    readonly tokens: number;
    readonly blockTokens: number;
    /** Format as the engine reports it. */
    readonly format: string | null;
  } | null;
  readonly outputSpread: number | null;
}

const windowMs = evaluationWindows.headlineWindowMs;
const print = (of: Expression | undefined): string | null => (of === undefined ? null : printPromql(of));

export function planFacts(scope: QueryContext): FactPlan {
  const finder = engineFinder(scope);
  const { cacheConfig, detectionMetrics } = scope.engine;
  const level = { call: "avg_over_time", windowMs } as const;
  const cache =
    cacheConfig &&
    print(
      aggregateMetric(cacheConfig.metric, finder, {
        ...level,
        aggregate: "count",
        by: [
          cacheConfig.blocksLabel,
          cacheConfig.blockTokensLabel,
          ...(cacheConfig.formatLabel === undefined ? [] : [cacheConfig.formatLabel]),
        ],
      }),
    );
  const outputs = compileSignal("output-length", "p50", scope, windowMs);
  return {
    devices: devicePlans(scope),
    engines: print(aggregateMetric({ names: detectionMetrics }, finder, { ...level, aggregate: "count" })),
    cache:
      cache === undefined || cache === null || cacheConfig === undefined
        ? null
        : {
            promql: cache,
            blocks: cacheConfig.blocksLabel,
            blockTokens: cacheConfig.blockTokensLabel,
            format: cacheConfig.formatLabel,
          },
    outputs: outputs.kind === "quantile" ? outputs.buckets : null,
  };
}

function devicePlans(scope: QueryContext): readonly DevicePlan[] {
  return scope.deployment.attachments.flatMap(({ exporter, selectors }) => {
    const known = exporterById(exporter);
    if (known.family !== "gpu" || known.devices === undefined || selectors.length === 0) return [];
    const { metric, nameLabel, partitionLabel } = known.devices;
    const promql = print(
      aggregateMetric(metric, attachmentFinder(selectors, scope), {
        call: "avg_over_time",
        windowMs,
        aggregate: "count",
        by: [nameLabel, ...(partitionLabel === undefined ? [] : [partitionLabel])],
      }),
    );
    return promql === null ? [] : [{ exporter, nameLabel, partitionLabel, promql }];
  });
}

export function factQueries({ devices, engines, cache, outputs }: FactPlan): readonly string[] {
  return [...devices.map(({ promql }) => promql), engines, cache?.promql ?? null, outputs].filter(
    (promql) => promql !== null,
  );
}

export function readFacts(plan: FactPlan, columns: Columns): ObservedFacts {
  const engines = plan.engines === null ? undefined : columns.rows(plan.engines)[0]?.values[0];
  const [histogram] = plan.outputs === null ? [] : histogramsOf(columns, plan.outputs);
  return {
    devices: plan.devices.map((one) => devicesOf(one, columns)).find((devices) => devices.length > 0) ?? [],
    engines: engines !== undefined && engines > 0 ? engines : null,
    cache: cacheOf(plan, columns),
    outputSpread: histogram === undefined ? null : outputSpread(histogram),
  };
}

function devicesOf({ exporter, nameLabel, partitionLabel, promql }: DevicePlan, columns: Columns) {
  return columns
    .rows(promql)
    .flatMap(({ labels, values }): readonly ObservedDevice[] => {
      const name = labels[nameLabel] ?? "";
      const migProfile = partitionLabel === undefined ? "" : (labels[partitionLabel] ?? "");
      const count = values[0] ?? Number.NaN;
      return name === "" || !(count > 0)
        ? []
        : [{ exporter, name, count, migProfile: migProfile === "" ? null : migProfile }];
    })
    .toSorted((a, b) => b.count - a.count);
}

/** Returns the cache. If caches differ between instances, the most frequent one is used. */
function cacheOf({ cache }: FactPlan, columns: Columns): ObservedFacts["cache"] {
  if (cache === null) return null;
  const [topRow] = columns.rows(cache.promql).toSorted((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0));
  const blocks = Number(topRow?.labels[cache.blocks] ?? Number.NaN);
  const blockTokens = Number(topRow?.labels[cache.blockTokens] ?? Number.NaN);
  if (!(blocks > 0) || !(blockTokens > 0)) return null;
  const format = cache.format === undefined ? "" : (topRow?.labels[cache.format] ?? "");
  return { tokens: blocks * blockTokens, blockTokens, format: format === "" ? null : format };
}
