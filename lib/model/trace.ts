/**
 * One span model for every trace source, in nanoseconds relative to the trace's start so that numbers stay exact.
 * Absolute start is kept apart as epoch nanoseconds in decimal text.
 */

export type SpanKind = "internal" | "server" | "client" | "producer" | "consumer" | "unspecified";
export type AttributeValue = string | number | boolean | readonly (string | number | boolean)[];

/** What a reader of the trace should know about a span before trusting it. */
export const spanFlags = [
  /** Its parent is not in the trace. */
  "missing-parent",
  /** The same span came more than once; it stands here once. */
  "sent-twice",
  /** Another span of the trace has the same id. */
  "shared-id",
  "cycle-cut",
  "negative-duration",
  /** Its start or end cannot be; see `impossibleTimes`. */
  "impossible-times",
  "starts-before-parent",
  "ends-after-parent",
] as const;
export type SpanFlag = (typeof spanFlags)[number];

export interface SpanEvent {
  readonly name: string;
  readonly atNs: number;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

/** Another span that this one names beside its parent, of this trace or another: what it continues, or a batch was made of. */
export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState?: string;
  /** Jaeger's older API does not tell them. */
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

export interface Span {
  readonly spanId: string;
  readonly parentSpanId: string | null;
  /** It says itself that its parent did not wait for it. Only Jaeger's older API tells. */
  readonly isFollowsFrom?: true;
  readonly service: string;
  readonly operation: string;
  readonly kind: SpanKind;
  readonly isError: boolean;
  /** What it says of how it ended, most often of its error. */
  readonly statusMessage?: string;
  readonly startNs: number;
  readonly durationNs: number;
  /** The times as the source told them, where they cannot be: unset, or months away from the rest of the trace. */
  readonly impossibleTimes?: string;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly resource: Readonly<Record<string, AttributeValue>>;
  readonly events: readonly SpanEvent[];
  /** Absent where there are none. */
  readonly links?: readonly SpanLink[];
  /** W3C's tracestate as it was handed on: what vendors told one another of the trace. */
  readonly traceState?: string;
  readonly scope: string | null;
}

export interface Trace {
  readonly traceId: string;
  /** Epoch nanoseconds of the earliest span start, as decimal digits. */
  readonly startEpochNs: string;
  readonly durationNs: number;
  readonly spans: readonly Span[];
}

/** A file of traces may be so large, in bytes: 64 MiB. */
export const maxTraceFileBytes = 64 * 1_024 * 1_024;
