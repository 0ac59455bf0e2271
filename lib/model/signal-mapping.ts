/**
 * Metrics of one's own that answer for signals of training, which has no convention: what kind each is says how it is read. A
 * histogram's sum and count serve; a summary has them too.
 */
import { signalDefinition, signalsOf, type SignalOf } from "./signals";

export type MappedSignal = SignalOf<"training">;

export const mappingKinds = ["histogram", "counter", "gauge"] as const;
export type MappingKind = (typeof mappingKinds)[number];

export interface SignalMapping {
  /** The metric's name, a histogram's without `_bucket`, `_sum`, `_count`. */
  readonly histogram?: string | undefined;
  readonly counter?: string | undefined;
  readonly gauge?: string | undefined;
  /** For a share of time: the metric of the same kind that has the whole of it. */
  readonly of?: string | undefined;
  /** Factor to seconds, bytes or a ratio, where the metric is in others. */
  readonly scale?: number | undefined;
  /** Only series with these labels. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

export type SignalMappings = { readonly [Id in MappedSignal]?: SignalMapping | undefined };

/** What a metric's and a label's name may be. */
export const metricNamePattern = /^[a-zA-Z_:][a-zA-Z0-9_:]{0,199}$/;
export const mappedLabelPattern = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

/** Signals that a metric of one's own can answer for. */
export const mappedSignals = signalsOf("training");

export function kindOf(given: SignalMapping): MappingKind {
  return mappingKinds.find((kind) => given[kind] !== undefined) ?? "gauge";
}

export interface MappingError {
  readonly problem: string;
  readonly fix: string;
}

/** What is wrong with a mapping as the answer for `signal`; null when nothing is. */
export function mappingError(
  signal: MappedSignal,
  given: SignalMapping,
  mappings: SignalMappings,
): MappingError | null {
  const kind = kindOf(given);
  const { kind: wanted, unit } = signalDefinition(signal);
  if (wanted === "counter")
    return kind === "gauge"
      ? {
          problem: "a rate cannot be had from a gauge",
          fix: "name a counter, or a histogram whose count it is",
        }
      : null;
  if (signal === "train-step-spread" || unit !== "ratio")
    return kind === "counter"
      ? { problem: "a level cannot be had from a counter", fix: "name a gauge, or a histogram for its mean" }
      : null;
  return kind === "gauge" || denominatorOf(given, mappings) !== undefined
    ? null
    : {
        problem: "is a share, and nothing says of what",
        fix: "add of: with the metric that has the whole time",
      };
}

/** The metric that a share is of: the one said, else a histogram of step time. */
export function denominatorOf(given: SignalMapping, mappings: SignalMappings): string | undefined {
  return given.of ?? (given.histogram === undefined ? undefined : mappings["train-step-time"]?.histogram);
}
