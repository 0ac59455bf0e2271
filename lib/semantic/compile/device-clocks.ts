/** Queries for the clock of each accelerator of a deployment, one row per device. */
import { exporterById } from "@/lib/engines";
import type { Recipe } from "@/lib/engines/definitions/recipe";
import { findSeries, createExporterSeriesFinder, type QueryContext } from "./scope-selectors";
import { joinRangeCalls } from "./range-calls";
import { printPromql } from "./promql";

/** Returns one query per exporter that reports the clocks, with the preferred exporter first. */
export function listDeviceClockQueries(context: QueryContext, windowMs: number): readonly string[] {
  return context.deployment.attachments.flatMap(({ exporter, selectors }) => {
    const known = exporterById(exporter);
    const signals: Readonly<Record<string, Recipe | undefined>> = known.signals;
    const recipe = signals["gpu-sm-clock"];
    if (known.family !== "gpu" || recipe?.kind !== "gauge" || selectors.length === 0) return [];
    const series = findSeries(recipe.metric, createExporterSeriesFinder(selectors, context));
    const calls = joinRangeCalls(series, "avg_over_time", windowMs);
    return calls === undefined ? [] : [printPromql(calls)];
  });
}
