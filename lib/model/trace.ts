/**
 * One span model for every trace source, in nanoseconds relative to the trace's start so that numbers stay exact.
 * Absolute start is kept apart as epoch nanoseconds in decimal text.
 */

export type SpanKind = "internal" | "server" | "client" | "producer" | "consumer" | "unspecified";
export type AttributeValue = string | number | boolean | readonly (string | number | boolean)[];

/** What a reader of the trace should know about a span before trusting it. */
export type SpanFlag =
  | "missing-parent"
  | "duplicate"
  | "cycle-cut"
  | "negative-duration"
  | "starts-before-parent"
  | "ends-after-parent";

export interface SpanEvent {
  readonly name: string;
  readonly atNs: number;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

export interface Span {
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly service: string;
  readonly operation: string;
  readonly kind: SpanKind;
  readonly isError: boolean;
  readonly startNs: number;
  readonly durationNs: number;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly resource: Readonly<Record<string, AttributeValue>>;
  readonly events: readonly SpanEvent[];
  readonly scope: string | null;
}

export interface Trace {
  readonly traceId: string;
  /** Epoch nanoseconds of the earliest span start, as decimal digits. */
  readonly startEpochNs: string;
  readonly durationNs: number;
  readonly spans: readonly Span[];
}

/** Parts of a request, fixed in order and colour everywhere. */
export const phaseIds = [
  "gateway",
  "admission",
  "network",
  "feature-retrieval",
  "tokenize",
  "queue",
  "prefill",
  "decode",
  "detokenize",
  "assembly",
  "serialize",
  "stream",
  "unexplained",
] as const;
export type PhaseId = (typeof phaseIds)[number];
