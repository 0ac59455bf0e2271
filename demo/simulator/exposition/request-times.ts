/** Durations of a request that engines report, in seconds; null for phases that did not happen. */
import type { Request } from "../engine/request";

export interface RequestSeconds {
  /** From arrival at the engine's front end. */
  readonly ttft: number | null;
  readonly e2e: number;
  /** From first queued to first scheduled. */
  readonly queue: number | null;
  readonly prefill: number | null;
  /** From the first to the last token. */
  readonly decode: number | null;
  readonly inference: number | null;
  /** Mean gap between tokens after the first; null for responses of one token. */
  readonly tpot: number | null;
  readonly tokenizing: number;
}

const between = (fromMs: number | null, toMs: number | null): number | null =>
  fromMs === null || toMs === null ? null : (toMs - fromMs) / 1000;

export function measureRequestTimes(request: Request): RequestSeconds {
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
    tokenizing: (queuedMs - arrivalMs) / 1000,
  };
}

/** Returns the durations as a gateway measures them: from arrival at the gateway, including the path back. */
export function measureGatewayTimes(
  request: Request,
): Pick<RequestSeconds, "ttft" | "e2e"> & { readonly admission: number } {
  const { gateway, firstTokenMs, finishedMs, arrivalMs } = request;
  const returnSeconds = gateway.returnSeconds;
  const first = between(gateway.gatewayMs, firstTokenMs);
  return {
    ttft: first === null ? null : first + returnSeconds,
    e2e: ((finishedMs ?? arrivalMs) - gateway.gatewayMs) / 1000 + returnSeconds,
    admission: (gateway.admittedMs - gateway.gatewayMs) / 1000,
  };
}

/** Returns whether the client got a complete response. */
export function isAnswered({ finishReason }: Request): boolean {
  return finishReason === "stop" || finishReason === "length" || finishReason === "repetition";
}
