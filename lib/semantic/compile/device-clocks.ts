/** Queries for the clock and the utilisation of each accelerator of a deployment, one row per device. */
import { exporterById } from "@/lib/engines";
import type { Recipe } from "@/lib/engines/definitions/recipe";
import { findSeriesSelectors, createExporterSeriesFinder, type QueryContext } from "./scope-selectors";
import { joinRangeCalls } from "./range-calls";
import { printPromql } from "./promql";

/** Queries for the mean clock and the mean utilisation of each device of an exporter. */
export interface DeviceClockQueries {
  readonly clockQuery: string;
  /** Null if the exporter does not report the utilisation. */
  readonly utilisation: {
    readonly promql: string;
    /** Factor from the value of the metric to a ratio. */
    readonly scale: number;
  } | null;
  /** Labels that differ between the two rows of one device, because only one of the metrics has them. */
  readonly metricLabels: readonly string[];
}

/** Returns the queries of each exporter that reports the clocks, with the preferred exporter first. */
export function listDeviceClockQueries(
  context: QueryContext,
  windowMs: number,
): readonly DeviceClockQueries[] {
  return context.deployment.attachments.flatMap(({ exporter, selectors }) => {
    const known = exporterById(exporter);
    const signals: Readonly<Record<string, Recipe | undefined>> = known.signals;
    const finder = createExporterSeriesFinder(selectors, context);
    const queryOf = (recipe: Recipe | undefined) => {
      if (known.family !== "gpu" || recipe?.kind !== "gauge" || selectors.length === 0) return undefined;
      const calls = joinRangeCalls(findSeriesSelectors(recipe.metric, finder), "avg_over_time", windowMs);
      return (
        calls && { promql: printPromql(calls), scale: recipe.scale, matchers: recipe.metric.matchers ?? [] }
      );
    };
    const clock = queryOf(signals["gpu-sm-clock"]);
    if (clock === undefined) return [];
    const utilisation = queryOf(signals["gpu-utilisation"]);
    return [
      {
        clockQuery: clock.promql,
        utilisation:
          utilisation === undefined ? null : { promql: utilisation.promql, scale: utilisation.scale },
        metricLabels: [...clock.matchers, ...(utilisation?.matchers ?? [])].map(({ label }) => label),
      },
    ];
  });
}
