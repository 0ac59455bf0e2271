/** Instant queries for the accelerators of a deployment: their names and number, and on request their drivers. */
import { exporterById } from "@/lib/engines";
import type { ExporterId } from "@/lib/model/deployment/deployment";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { aggregateMetric } from "@/lib/semantic/compile/aggregate-metric";
import { printPromql } from "@/lib/semantic/compile/promql";
import { createExporterSeriesFinder, type QueryContext } from "@/lib/semantic/compile/scope-selectors";
import type { QueryColumns } from "@/lib/semantic/evaluate/columns";

/** Query for the names of a deployment's accelerators, as one exporter reports them. */
export interface DevicePlan {
  readonly exporter: ExporterId;
  readonly nameLabel: string;
  readonly migInstanceLabel: string | undefined;
  /** Undefined if drivers are not read, or if the exporter does not report them. */
  readonly driverLabel: string | undefined;
  readonly promql: string;
}

/** Accelerator name that an exporter reports, with the number of such devices. */
export interface ObservedDevice {
  readonly exporter: ExporterId;
  readonly name: string;
  readonly count: number;
  /** Profile of a MIG instance. */
  readonly migProfile: string | null;
  /** Version of the driver; absent if it was not read or is not reported. */
  readonly driver?: string;
}

/**
 * Plans one device query per exporter, the preferred exporter first. With `readsDrivers`, devices are
 * counted per driver version.
 */
export function planDevices(
  context: QueryContext,
  { readsDrivers }: { readonly readsDrivers: boolean } = { readsDrivers: false },
): readonly DevicePlan[] {
  return context.deployment.attachments.flatMap(({ exporter, selectors }) => {
    const known = exporterById(exporter);
    if (known.family !== "gpu" || known.deviceNameMetric === undefined || selectors.length === 0) return [];
    const { metric, nameLabel, migInstanceLabel } = known.deviceNameMetric;
    const driverLabel = readsDrivers ? known.deviceNameMetric.driverLabel : undefined;
    const expression = aggregateMetric(metric, createExporterSeriesFinder(selectors, context), {
      rangeFunction: "avg_over_time",
      windowMs: evaluationWindows.headlineWindowMs,
      aggregateOperator: "count",
      groupByLabels: [nameLabel, migInstanceLabel, driverLabel].filter((label) => label !== undefined),
    });
    return expression === undefined
      ? []
      : [{ exporter, nameLabel, migInstanceLabel, driverLabel, promql: printPromql(expression) }];
  });
}

/** Returns the devices of the first exporter that reports any, most frequent model first. */
export function readDevices(plans: readonly DevicePlan[], columns: QueryColumns): readonly ObservedDevice[] {
  return plans.map((plan) => devicesOf(plan, columns)).find((devices) => devices.length > 0) ?? [];
}

function devicesOf(
  { exporter, nameLabel, migInstanceLabel, driverLabel, promql }: DevicePlan,
  columns: QueryColumns,
): readonly ObservedDevice[] {
  return columns
    .findRows(promql)
    .flatMap(({ labels, values }): readonly ObservedDevice[] => {
      const name = labels[nameLabel] ?? "";
      const migProfile = migInstanceLabel === undefined ? "" : (labels[migInstanceLabel] ?? "");
      const driver = driverLabel === undefined ? "" : (labels[driverLabel] ?? "");
      const count = values[0] ?? Number.NaN;
      if (name === "" || !(count > 0)) return [];
      return [
        {
          exporter,
          name,
          count,
          migProfile: migProfile === "" ? null : migProfile,
          ...(driver === "" ? {} : { driver }),
        },
      ];
    })
    .toSorted((a, b) => b.count - a.count);
}
