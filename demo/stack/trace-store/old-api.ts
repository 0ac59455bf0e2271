// Jaeger's older JSON API under `/api`, as in version 2.13: microseconds, an envelope around every response, parents
// only as references, and trace ids without leading zeros when the upper half is zero.
import type { OtlpAttribute, OtlpValue, StoredSpan } from "./otlp";
import { parseDurationNs, parseInteger, parseTraceId, RejectedRequestError } from "./parameters";
import {
  spanKindName,
  toPlainValue,
  type StoredTrace,
  type StoredTraceQuery,
  type TraceStore,
} from "./store";
import { checkLimit } from "./v3-api";

const DEFAULT_LIMIT = 100;
const DEFAULT_LOOKBACK_NS = 48n * 3_600_000_000_000n;

interface OldResponse {
  readonly data: unknown;
  readonly total: number;
  readonly limit: 0;
  readonly offset: 0;
  readonly errors: readonly unknown[] | null;
}

/** Returns the response for a path under `/api`; undefined for an unknown path. */
export function answerOldApi(
  path: string,
  parameters: URLSearchParams,
  { store, nowMs }: { readonly store: TraceStore; readonly nowMs: number },
): OldResponse | undefined {
  if (path === "services") return listed(store.services());
  if (path === "operations") {
    const kind = parameters.get("spanKind") ?? "";
    const operations = store.operations(required(parameters, "service"));
    return listed(operations.filter(({ spanKind }) => kind === "" || spanKind === kind));
  }
  const [, service] = /^services\/([^/]+)\/operations$/.exec(path) ?? [];
  if (service !== undefined) {
    return listed([...new Set(store.operations(decodeURIComponent(service)).map(({ name }) => name))]);
  }
  if (path === "traces") {
    const ids = parameters.getAll("traceID");
    return ids.length > 0 ? readTraces(ids, store) : searchTraces(parameters, store, nowMs);
  }
  const [, idText] = /^traces\/([^/]+)$/.exec(path) ?? [];
  if (idText === undefined) return undefined;
  const trace = store.get(traceIdOf(idText));
  if (trace === undefined) throw new RejectedRequestError(404, "trace not found");
  return createOldApiResponse([renderTrace(trace)]);
}

/** Returns a response of the older API with these data. */
export function createOldApiResponse(
  data: unknown,
  errors: readonly unknown[] | null = null,
  total = 0,
): OldResponse {
  return { data, total, limit: 0, offset: 0, errors };
}

function listed(data: readonly unknown[]): OldResponse {
  return createOldApiResponse(data, null, data.length);
}

function readTraces(idTexts: readonly string[], store: TraceStore): OldResponse {
  const requested = idTexts.map((text) => ({ traceId: traceIdOf(text), trace: store.get(traceIdOf(text)) }));
  const missing = requested.filter(({ trace }) => trace === undefined);
  return createOldApiResponse(
    requested.flatMap(({ trace }) => (trace === undefined ? [] : [renderTrace(trace)])),
    missing.length === 0
      ? null
      : missing.map(({ traceId }) => ({ msg: "trace not found", traceID: shortId(traceId) })),
  );
}

function searchTraces(parameters: URLSearchParams, store: TraceStore, nowMs: number): OldResponse {
  const nowNs = BigInt(nowMs) * 1_000_000n;
  const resultLimit = read(parameters, "limit", parseInteger) ?? DEFAULT_LIMIT;
  const query: StoredTraceQuery = {
    service: required(parameters, "service"),
    operation: parameters.get("operation") ?? "",
    requiredTags: { ...readTagPairs(parameters.getAll("tag")), ...readTagObject(parameters.get("tags")) },
    startMinNs: readMicroseconds(parameters, "start") ?? nowNs - DEFAULT_LOOKBACK_NS,
    startMaxNs: readMicroseconds(parameters, "end") ?? nowNs,
    durationMinNs: read(parameters, "minDuration", parseDurationNs),
    durationMaxNs: read(parameters, "maxDuration", parseDurationNs),
    resultLimit,
  };
  checkLimit(resultLimit, store.maxTraces);
  return createOldApiResponse(store.search(query).map(renderTrace));
}

function required(parameters: URLSearchParams, name: string): string {
  const text = parameters.get(name) ?? "";
  if (text === "") throw new RejectedRequestError(400, `parameter '${name}' is required`);
  return text;
}

function read<T>(
  parameters: URLSearchParams,
  name: string,
  parse: (text: string) => T | undefined,
): T | undefined {
  const text = parameters.get(name) ?? "";
  if (text === "") return undefined;
  const value = parse(text);
  if (value === undefined) throw new RejectedRequestError(400, `unable to parse param '${name}': "${text}"`);
  return value;
}

function readMicroseconds(parameters: URLSearchParams, name: string): bigint | undefined {
  const microseconds = read(parameters, name, parseInteger);
  return microseconds === undefined ? undefined : BigInt(microseconds) * 1_000n;
}

function readTagPairs(pairs: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const colon = pair.indexOf(":");
      if (colon < 0) {
        throw new RejectedRequestError(
          400,
          `malformed 'tag' parameter, expecting key:value, received: ${pair}`,
        );
      }
      return [pair.slice(0, colon), pair.slice(colon + 1)];
    }),
  );
}

function readTagObject(text: string | null): Readonly<Record<string, string>> {
  if (text === null) return {};
  const refuse = (why: string): RejectedRequestError =>
    new RejectedRequestError(400, `malformed 'tags' parameter, cannot unmarshal JSON: ${why}`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw error instanceof SyntaxError ? refuse(error.message) : error;
  }
  if (typeof parsed !== "object" || parsed === null) throw refuse("not an object");
  return Object.fromEntries(
    Object.entries(parsed).map(([key, value]) => {
      if (typeof value !== "string") throw refuse(`the value of ${key} is not a string`);
      return [key, value];
    }),
  );
}

function traceIdOf(text: string): string {
  const traceId = parseTraceId(text);
  if (traceId === undefined)
    throw new RejectedRequestError(400, `strconv.ParseUint: parsing "${text}": invalid syntax`);
  return traceId;
}

function shortId(traceId: string): string {
  return traceId.startsWith("0".repeat(16)) ? traceId.slice(16) : traceId;
}

function renderTrace(spans: StoredTrace): unknown {
  const processIds = new Map<string, string>();
  const processes: Record<string, unknown> = {};
  const processIdOf = (span: StoredSpan): string => {
    const key = JSON.stringify(span.resourceAttributes);
    const known = processIds.get(key);
    if (known !== undefined) return known;
    const made = `p${processIds.size + 1}`;
    processIds.set(key, made);
    processes[made] = {
      serviceName: span.service,
      tags: span.resourceAttributes.filter(({ key: name }) => name !== "service.name").map(renderTag),
    };
    return made;
  };
  const rendered = spans.map((span) => renderSpan(span, processIdOf(span)));
  return { traceID: shortId(spans[0]?.traceId ?? ""), spans: rendered, processes, warnings: null };
}

function renderSpan(span: StoredSpan, processID: string): unknown {
  return {
    traceID: shortId(span.traceId),
    spanID: span.spanId,
    operationName: span.name,
    references: renderReferences(span),
    startTime: Number(span.startTimeUnixNano / 1_000n),
    duration: Number((span.endTimeUnixNano - span.startTimeUnixNano) / 1_000n),
    tags: [...span.attributes.map(renderTag), ...derivedTags(span)].toSorted((a, b) =>
      a.key < b.key ? -1 : 1,
    ),
    logs: span.events.map((event) => ({
      timestamp: Number(event.timeUnixNano / 1_000n),
      fields: [{ key: "event", type: "string", value: event.name }, ...event.attributes.map(renderTag)],
    })),
    processID,
    warnings: null,
  };
}

function renderReferences(span: StoredSpan): readonly unknown[] {
  const links = span.links.map((link) => ({
    refType: "FOLLOWS_FROM",
    traceID: shortId(link.traceId),
    spanID: link.spanId,
  }));
  if (span.parentSpanId === undefined) return links;
  // A link to the parent also serves as the parent reference.
  if (links.some(({ spanID }) => spanID === span.parentSpanId)) return links;
  return [{ refType: "CHILD_OF", traceID: shortId(span.traceId), spanID: span.parentSpanId }, ...links];
}

interface Tag {
  readonly key: string;
  readonly type: string;
  readonly value: unknown;
}

function derivedTags(span: StoredSpan): readonly Tag[] {
  const texts: readonly (readonly [string, string])[] = [
    ["otel.scope.name", span.scope.name],
    ["otel.scope.version", span.scope.version],
    ["otel.status_code", ["", "OK", "ERROR"][span.status.code] ?? ""],
    ["otel.status_description", span.status.message],
    ["w3c.tracestate", span.traceState],
    ["span.kind", span.kind === 0 ? "" : spanKindName(span.kind)],
  ];
  const tags = texts
    .filter(([, value]) => value !== "")
    .map(([key, value]) => ({ key, type: "string", value }));
  return span.status.code === 2 ? [{ key: "error", type: "bool", value: true }, ...tags] : tags;
}

function renderTag({ key, value }: OtlpAttribute): Tag {
  const plain = toPlainValue(value);
  return { key, type: tagType(value), value: typeof plain === "object" ? JSON.stringify(plain) : plain };
}

function tagType(value: OtlpValue): string {
  if ("boolValue" in value) return "bool";
  if ("intValue" in value) return "int64";
  if ("doubleValue" in value) return "float64";
  if ("bytesValue" in value) return "binary";
  return "string";
}
