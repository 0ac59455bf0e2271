/** Reason for which a request ended; `error` when its prompt can never fit the KV cache. */
export type FinishReason = "stop" | "length" | "abort" | "error" | "repetition";

/** Times of a request outside the engine's host; epoch milliseconds. */
export interface GatewayTiming {
  readonly gatewayArrivalMs: number;
  /** Time at which the gateway admitted the request. */
  readonly admittedMs: number;
  /** Duration from the engine back to the client. */
  readonly returnSeconds: number;
}

/**
 * One request in an engine, with the times from which metrics and traces are made. Times are epoch milliseconds.
 */
export interface EngineRequest {
  readonly id: string;
  readonly gateway: GatewayTiming;
  /** Arrival at the engine's front end, before tokenization. TTFT and E2E start here. */
  readonly arrivalMs: number;
  readonly promptTokens: number;
  /** Prompt tokens found in the prefix cache. */
  readonly cachedTokens: number;
  /** The response ends after this many tokens. */
  readonly plannedOutputTokens: number;
  readonly plannedFinishReason: "stop" | "length";
  /** The client disconnects when it has no token by this time. */
  readonly clientTimeoutAtMs: number;
  /** Called after each token with the time of its generation, for clients of the HTTP API. */
  readonly onToken?: (request: EngineRequest, atMs: number) => void;
  /** Called when the request has ended for any reason. */
  readonly onEnd?: (request: EngineRequest) => void;

  /** Time at which the request entered the engine's queue, after tokenization. */
  queuedMs: number;
  scheduledMs: number | null;
  firstTokenMs: number | null;
  lastTokenMs: number | null;
  finishedMs: number | null;
  finishReason: FinishReason | null;
  /** Tokens whose keys and values are in the cache: the prompt and, after a preemption, earlier output. */
  computedTokens: number;
  generatedTokens: number;
  /** Blocks of the KV cache that the request occupies now. */
  kvBlocks: number;
  preemptionCount: number;
  /** Start and end of each prefill chunk, for the trace. */
  readonly prefillChunks: { startMs: number; endMs: number; tokens: number }[];
}

/** Fields that are known when a request is created. Without `gateway` it arrives at the engine directly. */
export type RequestPlan = Pick<
  EngineRequest,
  | "id"
  | "arrivalMs"
  | "promptTokens"
  | "cachedTokens"
  | "plannedOutputTokens"
  | "plannedFinishReason"
  | "clientTimeoutAtMs"
  | "onToken"
  | "onEnd"
> & { readonly gateway?: GatewayTiming };

export function createRequest(plan: RequestPlan): EngineRequest {
  return {
    ...plan,
    gateway: plan.gateway ?? {
      gatewayArrivalMs: plan.arrivalMs,
      admittedMs: plan.arrivalMs,
      returnSeconds: 0,
    },
    queuedMs: plan.arrivalMs,
    scheduledMs: null,
    firstTokenMs: null,
    lastTokenMs: null,
    finishedMs: null,
    finishReason: null,
    computedTokens: 0,
    generatedTokens: 0,
    kvBlocks: 0,
    preemptionCount: 0,
    prefillChunks: [],
  };
}

/**
 * Returns the number of tokens that must be in the cache before the next token: the prompt and the output generated
 * before a preemption.
 */
export function countTokensToCompute(request: EngineRequest): number {
  return request.promptTokens + Math.max(0, request.generatedTokens - 1);
}
