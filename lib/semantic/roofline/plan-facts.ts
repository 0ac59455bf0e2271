/** What is asked once of now, to know what a place runs on: names and number of its accelerators, its engines, their cache. */
import { exporterById } from "@/lib/engines";
import type { ExporterId } from "@/lib/model/deployment";
import { limits } from "@/lib/model/status";
import { aggregated } from "@/lib/semantic/aggregated";
import type { Columns } from "@/lib/semantic/columns";
import { compileSignal } from "@/lib/semantic/compile";
import { histogramsOf } from "@/lib/semantic/histograms";
import { printPromql, type Expression } from "@/lib/semantic/promql";
import { attachmentFinder, engineFinder, type Place } from "@/lib/semantic/scope-selectors";
import { outputSpread } from "./output-spread";

interface DevicePlan {
  readonly exporter: ExporterId;
  readonly nameLabel: string;
  readonly sliceLabel: string | undefined;
  readonly promql: string;
}

export interface FactPlan {
  /** The preferred exporter first. */
  readonly devices: readonly DevicePlan[];
  readonly engines: string | null;
  readonly cache: {
    readonly promql: string;
    readonly blocks: string;
    readonly blockTokens: string;
    readonly format: string | undefined;
  } | null;
  /** Buckets of output lengths. */
  readonly outputs: string | null;
}

export interface DeviceSeen {
  readonly exporter: ExporterId;
  readonly name: string;
  readonly count: number;
  /** Of a slice of an accelerator. */
  readonly slice: string | null;
}

export interface FactsSeen {
  /** Of one exporter, the most frequent first. */
  readonly devices: readonly DeviceSeen[];
  /** Processes, or ranks of data parallel, that serve; null where none is seen. */
  readonly engines: number | null;
  readonly cache: {
    readonly tokens: number;
    readonly blockTokens: number;
    /** As the engine writes it. */
    readonly format: string | null;
  } | null;
  readonly outputSpread: number | null;
}

const windowMs = limits.headlineWindowMs;
const print = (of: Expression | undefined): string | null => (of === undefined ? null : printPromql(of));

export function planFacts(place: Place): FactPlan {
  const finder = engineFinder(place);
  const { cacheConfig, detectionMetrics } = place.engine;
  const level = { call: "avg_over_time", windowMs } as const;
  const cache =
    cacheConfig &&
    print(
      aggregated(cacheConfig.metric, finder, {
        ...level,
        aggregate: "count",
        by: [
          cacheConfig.blocksLabel,
          cacheConfig.blockTokensLabel,
          ...(cacheConfig.formatLabel === undefined ? [] : [cacheConfig.formatLabel]),
        ],
      }),
    );
  const outputs = compileSignal("output-length", "p50", place, windowMs);
  return {
    devices: devicePlans(place),
    engines: print(aggregated({ names: detectionMetrics }, finder, { ...level, aggregate: "count" })),
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

function devicePlans(place: Place): readonly DevicePlan[] {
  return place.deployment.attachments.flatMap(({ exporter, selectors }) => {
    const known = exporterById(exporter);
    if (known.family !== "gpu" || known.devices === undefined || selectors.length === 0) return [];
    const { metric, nameLabel, sliceLabel } = known.devices;
    const promql = print(
      aggregated(metric, attachmentFinder(selectors, place), {
        call: "avg_over_time",
        windowMs,
        aggregate: "count",
        by: [nameLabel, ...(sliceLabel === undefined ? [] : [sliceLabel])],
      }),
    );
    return promql === null ? [] : [{ exporter, nameLabel, sliceLabel, promql }];
  });
}

export function factQueries({ devices, engines, cache, outputs }: FactPlan): readonly string[] {
  return [...devices.map(({ promql }) => promql), engines, cache?.promql ?? null, outputs].filter(
    (promql) => promql !== null,
  );
}

export function readFacts(plan: FactPlan, columns: Columns): FactsSeen {
  const engines = plan.engines === null ? undefined : columns.rows(plan.engines)[0]?.values[0];
  const [histogram] = plan.outputs === null ? [] : histogramsOf(columns, plan.outputs);
  return {
    devices: plan.devices.map((one) => devicesOf(one, columns)).find((seen) => seen.length > 0) ?? [],
    engines: engines !== undefined && engines > 0 ? engines : null,
    cache: cacheOf(plan, columns),
    outputSpread: histogram === undefined ? null : outputSpread(histogram),
  };
}

function devicesOf({ exporter, nameLabel, sliceLabel, promql }: DevicePlan, columns: Columns) {
  return columns
    .rows(promql)
    .flatMap(({ labels, values }): readonly DeviceSeen[] => {
      const name = labels[nameLabel] ?? "";
      const slice = sliceLabel === undefined ? "" : (labels[sliceLabel] ?? "");
      const count = values[0] ?? Number.NaN;
      return name === "" || !(count > 0)
        ? []
        : [{ exporter, name, count, slice: slice === "" ? null : slice }];
    })
    .toSorted((left, right) => right.count - left.count);
}

/** Instances whose caches differ are told by the most frequent one. */
function cacheOf({ cache }: FactPlan, columns: Columns): FactsSeen["cache"] {
  if (cache === null) return null;
  const [most] = columns
    .rows(cache.promql)
    .toSorted((left, right) => (right.values[0] ?? 0) - (left.values[0] ?? 0));
  const blocks = Number(most?.labels[cache.blocks] ?? Number.NaN);
  const blockTokens = Number(most?.labels[cache.blockTokens] ?? Number.NaN);
  if (!(blocks > 0) || !(blockTokens > 0)) return null;
  const format = cache.format === undefined ? "" : (most?.labels[cache.format] ?? "");
  return { tokens: blocks * blockTokens, blockTokens, format: format === "" ? null : format };
}
