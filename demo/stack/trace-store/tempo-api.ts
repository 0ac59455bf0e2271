// Grafana Tempo's HTTP API as documented, to test the Tempo client: a search lists traces, and each is then read by
// its id, as OTLP with base64 ids and enumeration names.
import type { StoredSpan } from "./otlp";
import { parseDurationNs, parseInteger, parseTraceId, RejectedRequestError } from "./parameters";
import type { StoredTrace, StoredTraceQuery, TraceStore } from "./store";

const DEFAULT_LIMIT = 20;
const NS_PER_SECOND = 1_000_000_000n;

const KINDS = ["UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"] as const;
const STATUSES = ["UNSET", "OK", "ERROR"] as const;

/** Returns the response for a path under `/api`, text or JSON; undefined for an unknown path. */
export function answerTempoApi(path: string, parameters: URLSearchParams, store: TraceStore): unknown {
  if (path === "echo") return "echo";
  if (path === "status/buildinfo") return { version: "trace-store", revision: "", branch: "" };
  if (path === "search/tag/service.name/values") return { tagValues: store.services() };
  if (path === "search") return { traces: store.search(readQuery(parameters)).map(summary), metrics: {} };
  const [, idText] = /^traces\/([^/]+)$/.exec(path) ?? [];
  if (idText === undefined) return undefined;
  const traceId = parseTraceId(idText);
  if (traceId === undefined) throw new RejectedRequestError(400, "trace IDs can only contain hex characters");
  const trace = store.get(traceId);
  if (trace === undefined) throw new RejectedRequestError(404, "trace not found");
  return { batches: renderTrace(trace) };
}

function readQuery(parameters: URLSearchParams): StoredTraceQuery {
  return {
    requiredTags: {},
    operation: "",
    service: "",
    durationMinNs: undefined,
    durationMaxNs: undefined,
    ...readTraceQl(parameters.get("q") ?? "{}"),
    startMinNs: seconds(parameters, "start"),
    startMaxNs: seconds(parameters, "end"),
    resultLimit: parseInteger(parameters.get("limit") ?? "") ?? DEFAULT_LIMIT,
  };
}

function seconds(parameters: URLSearchParams, name: string): bigint {
  const value = parseInteger(parameters.get(name) ?? "");
  if (value === undefined) throw new RejectedRequestError(400, `invalid ${name}: must be unix epoch seconds`);
  return BigInt(value) * NS_PER_SECOND;
}

type Conditions = Partial<
  Pick<StoredTraceQuery, "service" | "operation" | "durationMinNs" | "durationMaxNs">
>;

/**
 * Parses the supported subset of TraceQL: one pair of braces with conditions joined by &&. Anything else is rejected.
 */
function readTraceQl(text: string): Conditions {
  const [, inner] = /^\s*\{(.*)\}\s*$/s.exec(text) ?? [];
  if (inner === undefined) throw new RejectedRequestError(400, `invalid TraceQL query: ${text}`);
  const condition =
    /\s*(resource\.service\.name|name|duration)\s*(=|>=|<=)\s*("(?:[^"\\]|\\.)*"|[0-9a-zµ.]+)\s*(?:&&|$)/gsy;
  const found: Conditions = {};
  let end = 0;
  for (const match of inner.trimEnd().matchAll(condition)) {
    const [matched, field, sign, value = ""] = match;
    end = match.index + matched.length;
    Object.assign(found, readCondition(`${field} ${sign}`, value));
  }
  if (end !== inner.trimEnd().length) throw new RejectedRequestError(400, `invalid TraceQL query: ${text}`);
  return found;
}

function readCondition(comparison: string, value: string): Conditions {
  switch (comparison) {
    case "resource.service.name =":
      return { service: String(JSON.parse(value)) };
    case "name =":
      return { operation: String(JSON.parse(value)) };
    case "duration >=":
      return { durationMinNs: parseDurationNs(value) };
    case "duration <=":
      return { durationMaxNs: parseDurationNs(value) };
    default:
      throw new RejectedRequestError(400, `invalid TraceQL condition: ${comparison}`);
  }
}

function summary(spans: StoredTrace): unknown {
  const [first] = spans;
  return {
    // Tempo omits leading zeros here.
    traceID: (first?.traceId ?? "").replace(/^0+/, ""),
    rootServiceName: first?.service ?? "",
    rootTraceName: first?.name ?? "",
    startTimeUnixNano: String(first?.startTimeUnixNano ?? 0n),
  };
}

function renderTrace(spans: StoredTrace): readonly unknown[] {
  const groups = Map.groupBy(spans, (span) => JSON.stringify([span.resourceAttributes, span.scope]));
  return [...groups.values()].map((group) => ({
    resource: { attributes: group[0]?.resourceAttributes ?? [] },
    scopeSpans: [{ scope: group[0]?.scope ?? {}, spans: group.map(renderSpan) }],
  }));
}

function renderSpan(span: StoredSpan): unknown {
  return {
    traceId: base64(span.traceId),
    spanId: base64(span.spanId),
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: base64(span.parentSpanId) }),
    name: span.name,
    kind: `SPAN_KIND_${KINDS[span.kind] ?? "UNSPECIFIED"}`,
    startTimeUnixNano: String(span.startTimeUnixNano),
    endTimeUnixNano: String(span.endTimeUnixNano),
    attributes: span.attributes,
    events: span.events.map((event) => ({ ...event, timeUnixNano: String(event.timeUnixNano) })),
    ...(span.traceState === "" ? {} : { traceState: span.traceState }),
    ...(span.links.length === 0
      ? {}
      : {
          links: span.links.map((link) => ({
            ...link,
            traceId: base64(link.traceId),
            spanId: base64(link.spanId),
          })),
        }),
    status:
      span.status.code === 0
        ? {}
        : { code: `STATUS_CODE_${STATUSES[span.status.code] ?? "UNSET"}`, message: span.status.message },
  };
}

function base64(hex: string): string {
  return Buffer.from(hex, "hex").toString("base64");
}
