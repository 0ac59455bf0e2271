/**
 * Known history for the trace endpoints: a request every five seconds through a gateway to an engine, which loads an
 * adapter that only a configured phase rule maps. After a deploy in the middle, each request spends 300 ms more in
 * tokenization, and more of them run at a time.
 */
export const requestCount = 120;
const betweenMs = 5_000;
const [gatewayMs, slowMs] = [100, 300];
const ms = 1_000_000n;

const requestIdOf = (index: number): string => (index + 1).toString(16).padStart(32, "0");
const spanId = (short: string): string => short.padStart(16, "0");

export interface TracedHistory {
  readonly startMs: number;
  readonly deployMs: number;
  readonly endMs: number;
}

/**
 * Returns the history that ends at least a minute before `nowMs`, with its deploy at a full minute, because load is
 * compared by minute.
 */
export function tracedHistoryBefore(nowMs: number): TracedHistory {
  const deployMs = Math.floor((nowMs - 60_000 - (requestCount / 2) * betweenMs) / 60_000) * 60_000;
  const half = (requestCount / 2) * betweenMs;
  return { startMs: deployMs - half, deployMs, endMs: deployMs + half };
}

/** `ridgepoint.yaml` with the deployment's services and a phase rule for loading the adapter. */
export const tracedConfig = `version: 1
deployments:
  - title: Chat
    engine: vllm
    selectors: [{ model_name: chat }]
    traceServices: [chat-gateway, chat]
    phases:
      - { operation: "attach*", phase: queue }
`;

/** Returns the requests as OTLP JSON for a trace store. */
export function exportTracedHistory({ startMs }: TracedHistory): unknown {
  const requests = Array.from({ length: requestCount }, (_, index) => ({
    id: requestIdOf(index),
    atMs: startMs + index * betweenMs,
    extraMs: index < requestCount / 2 ? 0 : slowMs,
  }));
  const span = (
    { id, atMs }: (typeof requests)[number],
    [short, parent, name]: readonly [string, string | null, string],
    [fromMs, toMs]: readonly [number, number],
  ) => ({
    traceId: id,
    spanId: spanId(short),
    ...(parent === null ? {} : { parentSpanId: spanId(parent) }),
    name,
    kind: short === "c" || short === "d" ? 1 : 2,
    startTimeUnixNano: String(BigInt(atMs + fromMs) * ms),
    endTimeUnixNano: String(BigInt(atMs + toMs) * ms),
    attributes: [{ key: "build", value: { stringValue: name } }],
  });
  const of = (service: string, spans: readonly object[]) => ({
    resource: { attributes: [{ key: "service.name", value: { stringValue: service } }] },
    scopeSpans: [{ scope: { name: "test" }, spans }],
  });
  return {
    resourceSpans: [
      of(
        "chat-gateway",
        requests.map((one) => span(one, ["a", null, "POST /v1"], [0, gatewayMs + one.extraMs])),
      ),
      of(
        "chat",
        requests.flatMap((one) => [
          span(one, ["b", "a", "llm_request"], [10, 90 + one.extraMs]),
          span(one, ["c", "b", "Attach LoRA"], [20, 60]),
          ...(one.extraMs === 0 ? [] : [span(one, ["d", "b", "tokenize"], [60, 60 + one.extraMs])]),
        ]),
      ),
    ],
  };
}

/** Returns the running-requests gauge as OpenMetrics text: 1 before the deploy, 9 after it, 4 at the end. */
export function exposeTracedHistory({ startMs, deployMs, endMs }: TracedHistory, nowMs: number): string {
  const lines: string[] = [];
  for (let atMs = startMs; atMs <= nowMs; atMs += 15_000) {
    const running = atMs < deployMs ? 1 : atMs < endMs ? 9 : 4;
    lines.push(
      `vllm:num_requests_running{job="vllm",instance="v:1",model_name="chat"} ${running} ${atMs / 1_000}`,
    );
  }
  return ["# TYPE vllm:num_requests_running gauge", ...lines, "# EOF\n"].join("\n");
}
