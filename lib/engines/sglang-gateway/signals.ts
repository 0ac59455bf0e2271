/** How SGLang's model gateway answers each signal: requests as it routed them; of tokens it knows only what passes over gRPC. */
import type { Engine } from "@/lib/engines/engine";
import {
  counter,
  gauge,
  histogram,
  metric,
  notExposed,
  withLabels,
  type MetricRef,
  type Recipe,
} from "@/lib/engines/recipe";

const overGrpc = "Only where the gateway reaches its workers over gRPC.";
const inside = "The gateway passes requests on: what happens inside an engine, its workers tell.";
const noBytes = "The gateway does not count the bytes of bodies.";

const routed = metric("smg_router_requests_total");
const responses: MetricRef = { names: ["smg_http_responses_total"], placement: "gateway" };
const tokens = (type: string): Recipe => ({
  kind: "counter",
  // Whether they move while an answer streams is not known: they judge no stall.
  alternatives: [
    { ...withLabels(metric("smg_router_tokens_total"), { token_type: type }), incrementsAtRequestEnd: true },
  ],
  flag: overGrpc,
});

export const sglangGatewaySignals: Engine["signals"] = {
  ttft: { kind: "summary", metric: metric("smg_router_ttft_seconds"), flag: overGrpc },
  itl: notExposed("The gateway observes the mean time per token of each request, not single gaps."),
  tpot: { kind: "summary", metric: metric("smg_router_tpot_seconds"), flag: overGrpc },
  e2e: histogram("smg_router_request_duration_seconds"),
  "queue-time": notExposed(inside),
  "prefill-time": notExposed(inside),
  "decode-time": notExposed(inside),
  requests: counter(routed),
  "prompt-tokens": tokens("input"),
  "output-tokens": tokens("output"),
  // The HTTP layer stands outside of the routing and alone knows what was refused before it; it has no model label.
  errors: counter(
    {
      ...responses,
      matches: [{ label: "status_code", operator: "=~", value: "5..|429" }],
      isZeroWhileMetricExists: true,
    },
    { ...metric("smg_router_request_errors_total"), zeroWhilePresent: routed },
  ),
  aborts: notExposed("The gateway does not tell requests that their client ended from others."),
  running: gauge({ names: ["smg_worker_requests_active"], placement: "gateway" }),
  waiting: notExposed(inside),
  "kv-usage": notExposed(inside),
  preemptions: notExposed(inside),
  "prompt-length": notExposed("The gateway adds up prompt tokens but observes no lengths."),
  "output-length": notExposed("The gateway adds up output tokens but observes no lengths."),
  "batch-tokens": notExposed(inside),
  "prefix-hit": notExposed(inside),
  "spec-accept": notExposed(inside),
  "request-bytes": notExposed(noBytes),
  "response-bytes": notExposed(noBytes),
  "kv-transfer-time": notExposed(inside),
  flops: notExposed(inside),
  "read-bytes": notExposed(inside),
  "write-bytes": notExposed(inside),
  asleep: notExposed(inside),
};

const perProcessQuantiles =
  "Quantiles that each gateway makes itself over a window of its own: they cannot be merged, so that of several gateways the worst is told.";

export const sglangGatewayCaveats: NonNullable<Engine["caveats"]> = {
  ttft: perProcessQuantiles,
  tpot: perProcessQuantiles,
  e2e: "As the gateway sees it: the way to its workers is inside.",
  errors:
    "5xx and 429 answers of the gateway to all models it serves; older versions tell the errors of its routing.",
  running: "Requests at the workers now, of all models of the gateway.",
};
