/**
 * Expected values of gateways: requests as they arrive at the gateway, with the path back included in every duration.
 */
import {
  sumPerSecond,
  eventsPerSecond,
  expectedInFlight,
  level,
  meanOnly,
  metricAbsent,
  observed,
  shareOf,
  expectedWaiting,
  waitingForFirstToken,
  zeroRate,
  type Expectations,
} from "./expected";

export const dynamo: Expectations = {
  ttft: observed("gatewayFirst"),
  itl: observed("gap"),
  e2e: observed("gatewayE2eOfAll"),
  requests: eventsPerSecond("answered", "aborted", "refused"),
  "prompt-tokens": sumPerSecond("prompt"),
  "output-tokens": eventsPerSecond("token"),
  errors: zeroRate,
  aborts: eventsPerSecond("aborted"),
  running: expectedInFlight,
  waiting: waitingForFirstToken,
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
  requests: eventsPerSecond("taken"),
  "prompt-tokens": sumPerSecond("prompt"),
  "output-tokens": sumPerSecond("output"),
  // No error occurred, so its counter does not exist; disconnected clients are not counted at all.
  running: expectedInFlight,
  waiting: expectedWaiting,
  "kv-usage": level(
    (truth) =>
      truth.sumOfMeanLevels(({ state }) => state.kvUsageRatio) /
      truth.meanLevels(({ state }) => state.kvUsageRatio).length,
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
  requests: eventsPerSecond("answered", "aborted", "refused"),
  "prompt-tokens": sumPerSecond("prompt"),
  "output-tokens": sumPerSecond("output"),
  // 499 and 400 are client errors.
  errors: zeroRate,
  "prefix-hit": metricAbsent,
};

/** Server and client metrics of the same requests. */
export const otelGenai: Expectations = {
  ttft: observed("first"),
  itl: observed("gap"),
  tpot: observed("tpot"),
  e2e: observed("e2eOfAll"),
  requests: eventsPerSecond("answered", "aborted", "refused"),
  "prompt-tokens": sumPerSecond("prompt"),
  "output-tokens": sumPerSecond("output"),
  // Cancellations and client errors are not errors.
  errors: zeroRate,
  "prompt-length": observed("prompt"),
  "output-length": observed("output"),
};

export const sglangGateway: Expectations = {
  // The gateway computes quantiles itself, so only the mean is compared with the truth.
  ttft: meanOnly((truth) => truth.mean("gatewayFirst")),
  tpot: meanOnly((truth) => truth.mean("tpot")),
  e2e: observed("gatewayE2e"),
  requests: eventsPerSecond("taken"),
  "prompt-tokens": sumPerSecond("prompt"),
  "output-tokens": sumPerSecond("output"),
  errors: eventsPerSecond("refused"),
  running: metricAbsent,
};
