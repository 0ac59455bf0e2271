// Jaeger's `/api/v3`, as in version 2.13: parameters in snake_case, a required number of traces, and all traces of a
// response merged into one list of resource spans.
import type { StoredSpan } from "./otlp";
import { parseDurationNs, parseInteger, parseTimeNs, parseTraceId, RejectedRequestError } from "./parameters";
import type { StoredTrace, StoredTraceQuery, TraceStore } from "./store";

/** Returns the response for a path under `/api/v3`; undefined for an unknown path. */
export function answerV3Api(path: string, parameters: URLSearchParams, store: TraceStore): unknown {
  if (path === "services") return { services: store.services() };
  if (path === "operations") {
    const kind = parameters.get("span_kind") ?? "";
    const operations = store.operations(parameters.get("service") ?? "");
    return { operations: operations.filter(({ spanKind }) => kind === "" || spanKind === kind) };
  }
  if (path === "traces") return found(store.search(readQuery(parameters, store.maxTraces)));
  const [, idText] = /^traces\/([^/]+)$/.exec(path) ?? [];
  if (idText === undefined) return undefined;
  const traceId = parseTraceId(idText);
  if (traceId === undefined)
    throw malformed("trace_id", `strconv.ParseUint: parsing "${idText}": invalid syntax`);
  return found([store.get(traceId) ?? []]);
}

function found(traces: readonly StoredTrace[]): unknown {
  const spans = traces.flat();
  if (spans.length === 0) throw new RejectedRequestError(404, "No traces found");
  return { result: { resourceSpans: traces.flatMap(renderTrace) } };
}

function readQuery(parameters: URLSearchParams, maxTraces: number): StoredTraceQuery {
  const minText = parameters.get("query.start_time_min") ?? "";
  const maxText = parameters.get("query.start_time_max") ?? "";
  if (minText === "" || maxText === "") {
    throw new RejectedRequestError(400, "query.start_time_min and query.start_time_max are required");
  }
  const limit = read(parameters, "query.num_traces", parseInteger) ?? 0;
  const query = {
    service: parameters.get("query.service_name") ?? "",
    operation: parameters.get("query.operation_name") ?? "",
    requiredTags: {},
    startMinNs: read(parameters, "query.start_time_min", parseTimeNs) ?? 0n,
    startMaxNs: read(parameters, "query.start_time_max", parseTimeNs) ?? 0n,
    durationMinNs: read(parameters, "query.duration_min", parseDurationNs),
    durationMaxNs: read(parameters, "query.duration_max", parseDurationNs),
    resultLimit: limit,
  };
  checkLimit(limit, maxTraces);
  return query;
}

/**
 * Throws if the requested number of traces is missing, not positive, or above the limit, like Jaeger's memory
 * storage.
 */
export function checkLimit(limit: number, maxTraces: number): void {
  if (limit > 0 && limit <= maxTraces) return;
  throw new RejectedRequestError(500, "search depth must be greater than 0 and less than max traces");
}

function read<T>(
  parameters: URLSearchParams,
  name: string,
  parse: (text: string) => T | undefined,
): T | undefined {
  const text = parameters.get(name) ?? "";
  if (text === "") return undefined;
  const value = parse(text);
  if (value === undefined) throw malformed(name, `cannot parse "${text}"`);
  return value;
}

function malformed(name: string, why: string): RejectedRequestError {
  return new RejectedRequestError(400, `malformed parameter ${name}: ${why}`);
}

function renderTrace(spans: StoredTrace): readonly unknown[] {
  const groups = Map.groupBy(spans, (span) => JSON.stringify([span.resourceAttributes, span.scope]));
  return [...groups.values()].map((group) => ({
    resource: omitEmpty({ attributes: group[0]?.resourceAttributes }),
    scopeSpans: [{ scope: omitEmpty({ ...group[0]?.scope }), spans: group.map(renderSpan) }],
  }));
}

function renderSpan(span: StoredSpan): unknown {
  return {
    ...omitEmpty({
      traceId: span.traceId,
      spanId: span.spanId,
      traceState: span.traceState,
      parentSpanId: span.parentSpanId,
      name: span.name,
      kind: span.kind,
      startTimeUnixNano: String(span.startTimeUnixNano),
      endTimeUnixNano: String(span.endTimeUnixNano),
      attributes: span.attributes,
      events: span.events.map((event) => omitEmpty({ ...event, timeUnixNano: String(event.timeUnixNano) })),
      links: span.links.map((link) => omitEmpty({ ...link })),
    }),
    status: omitEmpty({ ...span.status }),
  };
}

// Protobuf's JSON omits default values.
function omitEmpty(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined && value !== "" && value !== 0 && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
