/** What an exporter beside the engines is to Ridgepoint: GPUs, hosts, containers, databases and training jobs speak through one. */
import type { ExporterId } from "@/lib/model/deployment";
import type { ExporterFamily } from "@/lib/model/signal-definition";
import type { SignalOf } from "@/lib/model/signals";
import type { MetricRef, Recipe } from "./recipe";

/** Where an exporter of accelerators names them: one series for each of them. */
export interface DeviceNames {
  readonly metric: MetricRef;
  readonly nameLabel: string;
  /** Filled where the series is of a slice of one. */
  readonly partitionLabel?: string;
}

export interface ExporterOf<F extends ExporterFamily> {
  readonly id: ExporterId;
  readonly title: string;
  readonly family: F;
  /** Series that list its machines, pods or databases; the first name that answers. */
  readonly detectionMetrics: readonly string[];
  /** Labels that say where its series come from, by which they are joined to a deployment. */
  readonly joinLabels: {
    readonly pod?: readonly (readonly [pod: string, namespace: string])[];
    readonly host?: readonly string[];
    /**
     * Labels that join it where neither pod nor host can: a namespace, a job. The first must be filled on both sides; all that
     * are must be equal.
     */
    readonly shared?: readonly string[];
    /**
     * Places that differ in this label are different services. Where the shared labels find several, or where several deployments
     * share them, a person decides.
     */
    readonly distinguishedBy?: string;
    /** The label all its series of one place carry, when the joining label stands on the detection metric alone. */
    readonly seriesLabel?: string;
  };
  readonly signals: { readonly [Id in SignalOf<F>]: Recipe };
  readonly devices?: DeviceNames;
  readonly caveats?: { readonly [Id in SignalOf<F>]?: string };
}

export type Exporter = { readonly [F in ExporterFamily]: ExporterOf<F> }[ExporterFamily];
