/**
 * Expected values of gateways: requests as they arrive at the gateway, with the path back included in every duration.
 */
import {
  amount,
  events,
  inFlight,
  level,
  meanOnly,
  metricAbsent,
  observed,
  shareOf,
  waiting,
  withoutToken,
  zero,
  type Expectations,
} from "./expected";

export const dynamo: Expectations = {
  ttft: observed("gatewayFirst"),
  itl: observed("gap"),
  e2e: observed("gatewayE2eOfAll"),
  requests: events("answered", "aborted", "refused"),
  "prompt-tokens": amount("prompt"),
  "output-tokens": events("token"),
  errors: zero,
  aborts: events("aborted"),
  running: inFlight,
  waiting: withoutToken,
  "prompt-length": observed("prompt"),
  "output-length": observed("output"),
  "prefix-hit": shareOf("cached", "prompt"),
};

/** Fraction of the admission time that the simulated picker spends in its queue. */
const queueShare = 0.6;

export const epp: Expectations = {
  ttft: observed("gatewayFirst"),
  itl: observed("gap"),
  tpot: observed("tpot"),
  e2e: observed("gatewayE2e"),
  "queue-time": meanOnly((truth) => truth.mean("admission") * queueShare),
  requests: events("taken"),
  "prompt-tokens": amount("prompt"),
  "output-tokens": amount("output"),
  // No error occurred, so its counter does not exist; disconnected clients are not counted at all.
  running: inFlight,
  waiting,
  "kv-usage": level(
    (truth) =>
      truth.level(({ state }) => state.kvUsageRatio) / truth.levels(({ state }) => state.kvUsageRatio).length,
  ),
  "prompt-length": observed("prompt"),
  "output-length": observed("output"),
  "prefix-hit": shareOf("cached", "prompt"),
  "request-bytes": metricAbsent,
  "response-bytes": metricAbsent,
};

export const litellm: Expectations = {
  ttft: meanOnly((truth) => truth.mean("gatewayFirst") - truth.mean("admission")),
  // Labelled only with the upstream's model name, which clients do not use here.
  tpot: metricAbsent,
  e2e: observed("gatewayE2e"),
  "queue-time": observed("admission"),
  requests: events("answered", "aborted", "refused"),
  "prompt-tokens": amount("prompt"),
  "output-tokens": amount("output"),
  // 499 and 400 are client errors.
  errors: zero,
  "prefix-hit": metricAbsent,
};

/** Server and client metrics of the same requests. */
export const otelGenai: Expectations = {
  ttft: observed("first"),
  itl: observed("gap"),
  tpot: observed("tpot"),
  e2e: observed("e2eOfAll"),
  requests: events("answered", "aborted", "refused"),
  "prompt-tokens": amount("prompt"),
  "output-tokens": amount("output"),
  // Cancellations and client errors are not errors.
  errors: zero,
  "prompt-length": observed("prompt"),
  "output-length": observed("output"),
};

export const sglangGateway: Expectations = {
  // The gateway computes quantiles itself, so only the mean is compared with the truth.
  ttft: meanOnly((truth) => truth.mean("gatewayFirst")),
  tpot: meanOnly((truth) => truth.mean("tpot")),
  e2e: observed("gatewayE2e"),
  requests: events("taken"),
  "prompt-tokens": amount("prompt"),
  "output-tokens": amount("output"),
  errors: events("refused"),
  running: metricAbsent,
};
