/**
 * The span model for every trace source, in nanoseconds relative to the trace's start so that numbers stay exact. The
 * absolute start is stored separately as epoch nanoseconds in decimal text.
 */

/** Role of a span in a call, as OpenTelemetry defines it. */
export type SpanKind = "internal" | "server" | "client" | "producer" | "consumer" | "unspecified";
/** Value of an attribute of a span or resource. */
export type AttributeValue = string | number | boolean | readonly (string | number | boolean)[];

/** Problems of a span that the viewer should know about. */
export const spanFlags = [
  /** The parent span is not in the trace. */
  "missing-parent",
  /** The source returned the span more than once; it is listed once. */
  "sent-twice",
  /** Another span of the trace has the same id. */
  "shared-id",
  "cycle-cut",
  "negative-duration",
  /** The start or end is impossible; see `impossibleTimes`. */
  "impossible-times",
  "starts-before-parent",
  "ends-after-parent",
] as const;
/** Problem of a span that the viewer should know about. */
export type SpanFlag = (typeof spanFlags)[number];

/** Event at one instant of a span. */
export interface SpanEvent {
  readonly name: string;
  readonly atNs: number;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

/**
 * Reference from one span to a related span in the same or a different trace, in addition to the parent. Examples are
 * the span that it continues, or a member of its batch.
 */
export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState?: string;
  /** Not available in Jaeger's older API. */
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

/** Operation of one service with start, end and attributes. */
export interface Span {
  readonly spanId: string;
  readonly parentSpanId: string | null;
  /**
   * True if the span has a FollowsFrom reference: its parent did not wait for it. Only available in Jaeger's older API.
   */
  readonly isFollowsFrom?: true;
  readonly service: string;
  readonly operation: string;
  readonly kind: SpanKind;
  readonly isError: boolean;
  /** The span's status message, usually an error. */
  readonly statusMessage?: string;
  readonly startNs: number;
  readonly durationNs: number;
  /** The reported start and end, if they are impossible: unset, or months away from the rest of the trace. */
  readonly impossibleTimes?: string;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly resource: Readonly<Record<string, AttributeValue>>;
  readonly events: readonly SpanEvent[];
  /** Absent when there are none. */
  readonly links?: readonly SpanLink[];
  /** W3C tracestate header: vendor-specific data of the trace. */
  readonly traceState?: string;
  /** Name of the instrumentation scope; null if it is not reported. */
  readonly scope: string | null;
}

/**
 * All spans of one request that the source returned. Span times are nanoseconds since the start of the
 * trace.
 */
export interface Trace {
  readonly traceId: string;
  /** Epoch nanoseconds of the earliest span start, as decimal digits. */
  readonly startEpochNs: string;
  readonly durationNs: number;
  readonly spans: readonly Span[];
}

/** Maximum size of an uploaded trace file in bytes: 64 MiB. */
export const maxTraceFileBytes = 64 * 1_024 * 1_024;
