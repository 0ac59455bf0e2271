/** Definition of an exporter: the source of metrics for GPUs, hosts, containers, databases and training jobs. */
import type { ExporterId } from "@/lib/model/deployment/deployment";
import type { ExporterFamily } from "@/lib/model/signals/signal-definition";
import type { FamilySignalId } from "@/lib/model/signals/signals";
import type { MetricRef, Recipe } from "./recipe";

/** Metric with one series per accelerator and its name in a label. */
export interface DeviceNameMetric {
  readonly metric: MetricRef;
  readonly nameLabel: string;
  /** Label that is set when the series describes a MIG instance of an accelerator. */
  readonly migInstanceLabel?: string;
  /** Label with the version of the driver. */
  readonly driverLabel?: string;
}

/** Exporter of one family: how it is detected and joined to deployments, and how its signals are computed. */
export interface ExporterOf<F extends ExporterFamily> {
  readonly id: ExporterId;
  readonly title: string;
  readonly family: F;
  /** Series that list its machines, pods or databases; the first name with data is used. */
  readonly detectionMetrics: readonly string[];
  /** Labels with the location of its series, by which they are joined to a deployment. */
  readonly joinLabels: {
    readonly pod?: readonly (readonly [pod: string, namespace: string])[];
    readonly host?: readonly string[];
    /**
     * Labels that join it when neither pod nor host can, such as a namespace or job. The first one must be set on
     * both sides, and all that are set must be equal.
     */
    readonly sharedLabels?: readonly string[];
    /**
     * Label that distinguishes services. When the shared labels find several services, or several deployments share
     * them, the operator decides.
     */
    readonly serviceLabel?: string;
    /** The label that all its series of one location have, when only the detection metric has the joining label. */
    readonly locationLabel?: string;
  };
  readonly signals: { readonly [Id in FamilySignalId<F>]: Recipe };
  readonly deviceNameMetric?: DeviceNameMetric;
  readonly caveats?: { readonly [Id in FamilySignalId<F>]?: string };
}

/** Exporter of any family. */
export type Exporter = { readonly [F in ExporterFamily]: ExporterOf<F> }[ExporterFamily];
