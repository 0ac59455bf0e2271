/**
 * A team's metrics for training signals, for which no naming convention exists. The kind of a mapping determines how
 * the metric is queried. Of a histogram, only the sum and the count are used, so that a summary can be mapped as a
 * histogram.
 */
import { signalDefinition, listSignalIds, type FamilySignalId } from "./signals";

/** Training signal, whose metric name each team chooses. */
export type MappedSignal = FamilySignalId<"training">;

/** Kinds of metrics that can be mapped to a signal. */
export const mappingKinds = ["histogram", "counter", "gauge"] as const;
/** Kind of a metric that is mapped to a signal. */
export type MappingKind = (typeof mappingKinds)[number];

/** Metric that a deployment maps to one signal. Exactly one of `histogram`, `counter` and `gauge` is set. */
export interface SignalMapping {
  /** Name of the metric; for a histogram, without `_bucket`, `_sum`, `_count`. */
  readonly histogram?: string | undefined;
  /** Name of the counter metric. */
  readonly counter?: string | undefined;
  /** Name of the gauge metric. */
  readonly gauge?: string | undefined;
  /** For a share of time: the metric of the same kind that measures the total time. */
  readonly of?: string | undefined;
  /** Number by which values are multiplied to obtain seconds, bytes or a ratio. Absent if the metric has this unit. */
  readonly scale?: number | undefined;
  /** Selects only series with these labels. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** Metrics that a deployment maps to training signals. */
export type SignalMappings = { readonly [Id in MappedSignal]?: SignalMapping | undefined };

/** Valid metric names of the Prometheus text format. */
export const metricNamePattern = /^[a-zA-Z_:][a-zA-Z0-9_:]{0,199}$/;
/** Valid label names of the Prometheus text format. */
export const mappedLabelPattern = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

/** Signals to which a team can map a metric. */
export const mappableSignals = listSignalIds("training");

/** Returns the kind of metric that a mapping names. */
export function mappingKind(mapping: SignalMapping): MappingKind {
  return mappingKinds.find((kind) => mapping[kind] !== undefined) ?? "gauge";
}

/** Problem of a mapping, and how to correct it. */
export interface MappingError {
  readonly problem: string;
  readonly fix: string;
}

/** Returns what is wrong with a mapping to `signal` and how to correct it; null for a valid mapping. */
export function mappingError(
  signal: MappedSignal,
  mapping: SignalMapping,
  mappings: SignalMappings,
): MappingError | null {
  const kind = mappingKind(mapping);
  const { kind: wanted, unit } = signalDefinition(signal);
  if (wanted === "counter")
    return kind === "gauge"
      ? {
          problem: "a rate cannot be computed from a gauge",
          fix: "name a counter, or a histogram, of which only the count is used",
        }
      : null;
  if (signal === "train-step-spread" || unit !== "ratio")
    return kind === "counter"
      ? {
          problem: "a level cannot be computed from a counter",
          fix: "name a gauge, or a histogram whose mean is used",
        }
      : null;
  return kind === "gauge" || totalTimeMetric(mapping, mappings) !== undefined
    ? null
    : {
        problem: "is a share, but its total is not named",
        fix: "add of: with the metric for the total time",
      };
}

/**
 * Returns the metric of the total time for a signal that is a share of time: the metric that the mapping names, or the
 * histogram of step time.
 */
export function totalTimeMetric(mapping: SignalMapping, mappings: SignalMappings): string | undefined {
  return mapping.of ?? (mapping.histogram === undefined ? undefined : mappings["train-step-time"]?.histogram);
}
