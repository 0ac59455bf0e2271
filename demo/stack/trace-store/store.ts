// Stores traces in memory and searches them by Jaeger's rule: a trace matches when a single span of the requested
// service fits every condition. The oldest trace is removed when the limit is exceeded.
import type { OtlpAttribute, OtlpValue, StoredSpan } from "./otlp";

/** Conditions that a single span of a trace must fulfil. Empty texts match everything. */
export interface StoredTraceQuery {
  readonly service: string;
  readonly operation: string;
  readonly requiredTags: Readonly<Record<string, string>>;
  readonly startMinNs: bigint;
  readonly startMaxNs: bigint;
  readonly durationMinNs: bigint | undefined;
  readonly durationMaxNs: bigint | undefined;
  /** Maximum number of traces in the answer. */
  readonly resultLimit: number;
}

export type StoredTrace = readonly StoredSpan[];

/** Traces in memory. */
export interface TraceStore {
  /** The oldest trace is removed when there are more. */
  readonly maxTraces: number;
  readonly add: (spans: readonly StoredSpan[]) => void;
  readonly get: (traceId: string) => StoredTrace | undefined;
  /** Returns the matching traces, newest first. */
  readonly search: (query: StoredTraceQuery) => readonly StoredTrace[];
  readonly services: () => readonly string[];
  readonly operations: (service: string) => readonly { readonly name: string; readonly spanKind: string }[];
}

const KIND_NAMES = ["internal", "internal", "server", "client", "producer", "consumer"] as const;

/** Returns Jaeger's name of an OTLP span kind. */
export function spanKindName(kind: number): string {
  return KIND_NAMES[kind] ?? "internal";
}

export function createTraceStore(maxTraces: number): TraceStore {
  const traces = new Map<string, Map<string, StoredSpan>>();
  const operations = new Map<string, Map<string, { readonly name: string; readonly spanKind: string }>>();

  return {
    maxTraces,
    add: (spans) => {
      for (const span of spans) {
        const spansOfTrace = traces.get(span.traceId) ?? new Map<string, StoredSpan>();
        spansOfTrace.set(span.spanId, span);
        traces.set(span.traceId, spansOfTrace);
        const known = operations.get(span.service) ?? new Map();
        const spanKind = spanKindName(span.kind);
        known.set(`${spanKind} ${span.name}`, { name: span.name, spanKind });
        operations.set(span.service, known);
      }
      for (const traceId of traces.keys()) {
        if (traces.size <= maxTraces) break;
        traces.delete(traceId);
      }
    },
    get: (traceId) => {
      const found = traces.get(traceId);
      return found === undefined ? undefined : [...found.values()];
    },
    search: (query) =>
      [...traces.values()]
        .map((spans) => [...spans.values()])
        .filter((spans) => spans.some((span) => matches(span, query)))
        .toSorted((a, b) => compareStarts(b, a))
        .slice(0, query.resultLimit),
    services: () => [...operations.keys()].toSorted(),
    operations: (service) => [...(operations.get(service)?.values() ?? [])],
  };
}

/** Returns a value as text for comparison with a tag filter. */
function valueText(value: OtlpValue): string {
  if ("stringValue" in value) return value.stringValue;
  if ("boolValue" in value) return String(value.boolValue);
  if ("intValue" in value) return value.intValue;
  if ("doubleValue" in value) return String(value.doubleValue);
  if ("bytesValue" in value) return value.bytesValue;
  return JSON.stringify(toPlainValue(value));
}

/** Returns a value as plain JSON, without OTLP's wrappers of lists and maps. */
export function toPlainValue(value: OtlpValue): unknown {
  if ("arrayValue" in value) return (value.arrayValue.values ?? []).map(toPlainValue);
  if ("kvlistValue" in value) {
    return Object.fromEntries(
      (value.kvlistValue.values ?? []).map((item) => [item.key, toPlainValue(item.value)]),
    );
  }
  if ("intValue" in value) return Number(value.intValue);
  return Object.values(value)[0];
}

function matches(span: StoredSpan, query: StoredTraceQuery): boolean {
  const durationNs = span.endTimeUnixNano - span.startTimeUnixNano;
  return (
    (query.service === "" || span.service === query.service) &&
    (query.operation === "" || span.name === query.operation) &&
    span.startTimeUnixNano >= query.startMinNs &&
    span.startTimeUnixNano <= query.startMaxNs &&
    (query.durationMinNs === undefined || durationNs >= query.durationMinNs) &&
    (query.durationMaxNs === undefined || durationNs <= query.durationMaxNs) &&
    Object.entries(query.requiredTags).every(([key, text]) => hasTag(span, key, text))
  );
}

function hasTag(span: StoredSpan, key: string, text: string): boolean {
  const lists: readonly (readonly OtlpAttribute[])[] = [
    span.attributes,
    span.resourceAttributes,
    ...span.events.map((event) => event.attributes),
  ];
  return lists.some((list) => list.some((item) => item.key === key && valueText(item.value) === text));
}

function compareStarts(a: StoredTrace, b: StoredTrace): number {
  const difference = startOf(a) - startOf(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function startOf(spans: StoredTrace): bigint {
  return spans.reduce(
    (earliest, { startTimeUnixNano }) => (startTimeUnixNano < earliest ? startTimeUnixNano : earliest),
    spans[0]?.startTimeUnixNano ?? 0n,
  );
}
