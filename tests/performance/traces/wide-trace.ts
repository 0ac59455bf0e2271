/**
 * A trace of many spans in the JSON of Jaeger's older API, readable by Jaeger's UI and our reader: a gateway, a
 * router, an engine and its workers, eight children per span, four tags each. The same size produces the same bytes.
 */
import { seeded } from "@/tests/support/histories/vllm-history";

export const wideTraceId = "5eed".padStart(32, "0");

const services = ["gateway", "router", "vllm", "worker"] as const;
const operations = ["POST /v1/chat/completions", "route", "llm_request", "execute_model"] as const;
const fanOut = 8;
const startUs = 1_790_000_000_000_000;

/** Returns the body of `/api/traces/{id}`. */
export function wideTrace(spanCount: number): string {
  const random = seeded(spanCount);
  const starts = new Float64Array(spanCount);
  const lengths = new Float64Array(spanCount);
  const levels = new Uint8Array(spanCount);
  const spans = Array.from({ length: spanCount }, (_, index) => {
    const parent = index === 0 ? -1 : Math.floor((index - 1) / fanOut);
    levels[index] = index === 0 ? 0 : (levels[parent] ?? 0) + 1;
    lengths[index] =
      index === 0 ? 60_000_000 : Math.max(2, ((lengths[parent] ?? 2) / fanOut) * (0.5 + random() / 2));
    const childIndex = (index - 1) % fanOut;
    starts[index] = index === 0 ? 0 : (starts[parent] ?? 0) + (childIndex * (lengths[parent] ?? 0)) / fanOut;
    const kind = Math.min(3, levels[index] ?? 0);
    return {
      traceID: wideTraceId,
      spanID: idOf(index),
      operationName: operations[kind],
      references: parent < 0 ? [] : [{ refType: "CHILD_OF", traceID: wideTraceId, spanID: idOf(parent) }],
      startTime: startUs + Math.round(starts[index] ?? 0),
      duration: Math.round(lengths[index] ?? 0),
      tags: [
        { key: "span.kind", type: "string", value: index === 0 ? "server" : "internal" },
        { key: "gen_ai.request.model", type: "string", value: "llama-3.1-70b" },
        { key: "batch.size", type: "int64", value: 1 + (index % 64) },
        { key: "kv.usage", type: "float64", value: Math.round(random() * 1_000) / 1_000 },
      ],
      logs: [],
      processID: `p${kind + 1}`,
      warnings: null,
    };
  });
  const processes = Object.fromEntries(
    services.map((serviceName, index) => [
      `p${index + 1}`,
      { serviceName, tags: [{ key: "host.name", type: "string", value: `${serviceName}-0` }] },
    ]),
  );
  const trace = { traceID: wideTraceId, spans, processes, warnings: null };
  return JSON.stringify({ data: [trace], total: 0, limit: 0, offset: 0, errors: null });
}

function idOf(index: number): string {
  return (index + 1).toString(16).padStart(16, "0");
}
