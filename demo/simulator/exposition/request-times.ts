import type { EngineRequest } from "../engine/request";

/** Durations of a request that engines report, in seconds; null for phases that did not happen. */
export interface RequestSeconds {
  /** Time from arrival at the engine's front end to the first token. */
  readonly ttft: number | null;
  readonly e2e: number;
  /** Time from entering the queue to the first scheduling. */
  readonly queue: number | null;
  /** Time from the first scheduling to the first token. */
  readonly prefill: number | null;
  /** Time from the first to the last token. */
  readonly decode: number | null;
  /** Time from the first scheduling to the last token. */
  readonly inference: number | null;
  /** Mean gap between tokens after the first; null for responses of one token. */
  readonly tpot: number | null;
  /** Time from arrival at the engine's front end to the engine's queue. */
  readonly tokenization: number;
}

const between = (fromMs: number | null, toMs: number | null): number | null =>
  fromMs === null || toMs === null ? null : (toMs - fromMs) / 1000;

/** Returns the durations of a finished request as its engine measures them. */
export function measureRequestTimes(request: EngineRequest): RequestSeconds {
  const { arrivalMs, queuedMs, scheduledMs, firstTokenMs, lastTokenMs, finishedMs } = request;
  const decode = between(firstTokenMs, lastTokenMs);
  return {
    ttft: between(arrivalMs, firstTokenMs),
    e2e: ((finishedMs ?? arrivalMs) - arrivalMs) / 1000,
    queue: between(queuedMs, scheduledMs),
    prefill: between(scheduledMs, firstTokenMs),
    decode,
    inference: between(scheduledMs, lastTokenMs),
    tpot: decode === null || request.generatedTokens < 2 ? null : decode / (request.generatedTokens - 1),
    tokenization: (queuedMs - arrivalMs) / 1000,
  };
}

/**
 * Returns the durations in seconds as a gateway measures them: from arrival at the gateway, including the path back.
 * `admission` is the time until the gateway admits the request.
 */
export function measureGatewayTimes(
  request: EngineRequest,
): Pick<RequestSeconds, "ttft" | "e2e"> & { readonly admission: number } {
  const { gateway, firstTokenMs, finishedMs, arrivalMs } = request;
  const returnSeconds = gateway.returnSeconds;
  const first = between(gateway.gatewayArrivalMs, firstTokenMs);
  return {
    ttft: first === null ? null : first + returnSeconds,
    e2e: ((finishedMs ?? arrivalMs) - gateway.gatewayArrivalMs) / 1000 + returnSeconds,
    admission: (gateway.admittedMs - gateway.gatewayArrivalMs) / 1000,
  };
}

/** Returns whether the client got a complete response. */
export function isAnswered({ finishReason }: EngineRequest): boolean {
  return finishReason === "stop" || finishReason === "length" || finishReason === "repetition";
}
