/** Recipes for SGLang's model gateway: requests as it routes them. It counts tokens only over gRPC. */
import type { Engine } from "@/lib/engines/definitions/engine";
import { missingBeforeFirstEventText } from "@/lib/engines/definitions/outcomes";
import {
  counter,
  gauge,
  histogram,
  metricRef,
  notExposed,
  withLabels,
  type MetricRef,
  type Recipe,
} from "@/lib/engines/definitions/recipe";

const overGrpc = "Connect the gateway to its workers over gRPC.";
const inside = "The gateway only forwards requests to its workers. Scrape the metrics of its workers.";
const noBytes = "The gateway does not measure the size of request and response bodies.";

const routed = metricRef("smg_router_requests_total");
const routingErrors = metricRef("smg_router_request_errors_total");
const responses: MetricRef = { names: ["smg_http_responses_total"], matchedBy: "gateway" };
const tokens = (type: string): Recipe => ({
  kind: "counter",
  // Whether they increase during streaming is unknown, so they are not used to detect stalls.
  alternatives: [
    {
      ...withLabels(metricRef("smg_router_tokens_total"), { token_type: type }),
      incrementsAtRequestEnd: true,
    },
  ],
  howToEnable: overGrpc,
});

/** Maps the metrics of the SGLang model gateway to signals. */
export const sglangGatewaySignals: Engine["signals"] = {
  ttft: { kind: "summary", metric: metricRef("smg_router_ttft_seconds"), howToEnable: overGrpc },
  itl: notExposed(
    "The gateway observes the mean time per token of each request, not individual gaps between tokens.",
  ),
  tpot: { kind: "summary", metric: metricRef("smg_router_tpot_seconds"), howToEnable: overGrpc },
  e2e: histogram("smg_router_request_duration_seconds"),
  "queue-time": notExposed(inside),
  "prefill-time": notExposed(inside),
  "decode-time": notExposed(inside),
  requests: counter(routed),
  "prompt-tokens": tokens("input"),
  "output-tokens": tokens("output"),
  // Only the HTTP layer counts requests that were refused before routing; it has no model label.
  errors: {
    kind: "counter",
    alternatives: [
      {
        ...responses,
        matchers: [{ label: "status_code", operator: "=~", value: "5..|429" }],
        zeroWhilePresent: responses,
        layerRequests: responses,
      },
      {
        ...routingErrors,
        matchers: [{ label: "error_type", operator: "!~", value: ".*cancel.*" }],
        zeroUntilFirstEvent: { zeroWhilePresent: routed, onceObserved: routingErrors },
      },
    ],
    whyNotCounted: missingBeforeFirstEventText({ server: "The gateway", event: "routing error" }),
  },
  aborts: notExposed("The gateway has no separate count of requests aborted by their clients."),
  running: gauge({ names: ["smg_worker_requests_active"], matchedBy: "gateway" }),
  waiting: notExposed(inside),
  "kv-usage": notExposed(inside),
  preemptions: notExposed(inside),
  "prompt-length": notExposed("The gateway counts prompt tokens, but has no histogram of them per request."),
  "output-length": notExposed("The gateway counts output tokens, but has no histogram of them per request."),
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
  "Each gateway computes percentiles over its configured window. Percentiles of several gateways cannot be merged, so the highest value is displayed.";

/**
 * Differences between the metrics of the SGLang model gateway and the definitions of the signals, shown with
 * their values.
 */
export const sglangGatewayCaveats: NonNullable<Engine["caveats"]> = {
  ttft: perProcessQuantiles,
  tpot: perProcessQuantiles,
  e2e: "Measured at the gateway, including the network to its workers.",
  errors:
    "5xx and 429 responses of the gateway for all its models. Older gateway versions do not count responses, so their routing errors are counted instead.",
  running: "Requests in the workers at present, for all models of the gateway.",
};
