/**
 * Random windows, steps and label filters over the frozen history, and the PromQL of the same query for a real
 * Prometheus.
 */
import fc from "fast-check";
import { engineById } from "@/lib/engines";
import type { Grid } from "@/lib/model/grid";
import { columnsFromMatrices, readSingleColumn } from "@/lib/semantic/evaluate/columns";
import { alignGrid, chooseRateWindow, chooseStep } from "@/lib/semantic/grid";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { queryRange } from "@/lib/sources/prometheus/client";
import { frozenEndMs, frozenStartMs, model } from "@/tests/support/histories/vllm-history";

export const metric = "vllm:time_to_first_token_seconds";
const spacings = [5_000, 30_000, 120_000] as const;

export const caseInputs = fc.record({
  startMs: fc.integer({ min: frozenStartMs, max: frozenEndMs - 600_000 }),
  lengthMs: fc.integer({ min: 600_000, max: 20 * 3_600_000 }),
  spacingMs: fc.constantFrom(...spacings),
  instance: fc.constantFrom(undefined, "a:8000", "b:8000", "c:8000", "none"),
});

export interface Case {
  readonly grid: Grid;
  readonly windowMs: number;
  readonly queryContext: QueryContext;
  readonly filter: string;
}

export function toCase({
  startMs,
  lengthMs,
  spacingMs,
  instance,
}: {
  startMs: number;
  lengthMs: number;
  spacingMs: number;
  instance: string | undefined;
}): Case {
  const window = { startMs, endMs: Math.min(frozenEndMs, startMs + lengthMs) };
  const stepMs = chooseStep(window, spacingMs, 120);
  const deployment = {
    pools: [{ role: "both" as const, selectors: [{ model_name: model }] }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
  };
  return {
    grid: alignGrid(window, stepMs),
    windowMs: chooseRateWindow(stepMs, spacingMs),
    queryContext: {
      engine: engineById("vllm"),
      deployment,
      scope: { deployment: "d", ...(instance === undefined ? {} : { instance }) },
    },
    filter: `{model_name="${model}"${instance === undefined ? "" : `,instance="${instance}"`}}`,
  };
}

/** Returns the only row of Prometheus's answer to `promql` on the case's grid. */
export async function queryPrometheus(
  upstream: SourceUpstream,
  promql: string,
  { grid }: Case,
): Promise<Float64Array> {
  const matrix = await queryRange(upstream, { promql, grid });
  return readSingleColumn(columnsFromMatrices(grid.pointCount, new Map([[promql, matrix]])), promql);
}
