/** Definition of an exporter: the source of metrics for GPUs, hosts, containers, databases and training jobs. */
import type { ExporterId } from "@/lib/model/deployment/deployment";
import type { ExporterKind } from "@/lib/model/signals/signal-definition";
import type { FamilySignalId } from "@/lib/model/signals/signals";
import type { MetricRef, Recipe } from "./recipe";

/** Metric with one series per accelerator and its name in a label. */
export interface DeviceNameMetric {
  readonly metric: MetricRef;
  readonly nameLabel: string;
  /** Label that is set on series that describe a MIG instance of an accelerator. */
  readonly migInstanceLabel?: string;
  /** Label with the version of the driver. */
  readonly driverLabel?: string;
}

/** Exporter of one family: how it is detected and joined to deployments, and how its signals are computed. */
export interface ExporterOf<F extends ExporterKind> {
  readonly id: ExporterId;
  readonly title: string;
  readonly family: F;
  /** Metrics whose series list the machines, pods or databases of the exporter. The first metric with data is used. */
  readonly detectionMetrics: readonly string[];
  /** Labels that contain the location of a series (pod or host), by which series are joined to a deployment. */
  readonly joinLabels: {
    readonly pod?: readonly (readonly [pod: string, namespace: string])[];
    readonly host?: readonly string[];
    /**
     * Labels by which series are joined if neither pod nor host can join them, such as a namespace or job. The first
     * label must be set on both sides. All labels that are set on both sides must be equal.
     */
    readonly sharedLabels?: readonly string[];
    /**
     * Label that distinguishes services. If the shared labels match several services or several deployments, the
     * operator decides.
     */
    readonly serviceLabel?: string;
    /**
     * Label with the same value in all series of one location. Needed if only the detection metric has the label by which
     * series are joined.
     */
    readonly locationLabel?: string;
  };
  readonly signals: { readonly [Id in FamilySignalId<F>]: Recipe };
  /** Metric with the names of the accelerators; absent for exporters that report no accelerators. */
  readonly deviceNameMetric?: DeviceNameMetric;
  readonly caveats?: { readonly [Id in FamilySignalId<F>]?: string };
}

/** Exporter of any family. */
export type Exporter = { readonly [F in ExporterKind]: ExporterOf<F> }[ExporterKind];
