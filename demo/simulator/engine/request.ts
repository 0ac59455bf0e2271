/** One request in an engine, with the times from which metrics and traces are made. Times are epoch milliseconds. */

export type FinishReason = "stop" | "length" | "abort" | "error" | "repetition";

/** Times of a request outside the engine's host; epoch milliseconds. */
export interface GatewayTiming {
  readonly gatewayMs: number;
  /** Time at which the gateway admitted the request. */
  readonly admittedMs: number;
  /** Duration from the engine back to the client. */
  readonly returnSeconds: number;
}

export interface Request {
  readonly id: string;
  readonly gateway: GatewayTiming;
  /** Arrival at the engine's front end, before tokenization. TTFT and E2E start here. */
  readonly arrivalMs: number;
  readonly promptTokens: number;
  /** Prompt tokens found in the prefix cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly plannedFinishReason: "stop" | "length";
  /** The client disconnects when it has no token by this time. */
  readonly abandonAtMs: number;
  /** Called after each token with the time of its generation, for clients of the HTTP API. */
  readonly onToken?: (request: Request, atMs: number) => void;
  readonly onEnd?: (request: Request) => void;

  queuedMs: number;
  scheduledMs: number | null;
  firstTokenMs: number | null;
  lastTokenMs: number | null;
  finishedMs: number | null;
  finishReason: FinishReason | null;
  /** Tokens whose keys and values are in the cache: the prompt and, after a preemption, earlier output. */
  computedTokens: number;
  generatedTokens: number;
  blocks: number;
  preemptions: number;
  /** Start and end of each prefill chunk, for the trace. */
  readonly chunks: { startMs: number; endMs: number; tokens: number }[];
}

export type RequestPlan = Pick<
  Request,
  | "id"
  | "arrivalMs"
  | "promptTokens"
  | "cachedTokens"
  | "outputTokens"
  | "plannedFinishReason"
  | "abandonAtMs"
  | "onToken"
  | "onEnd"
> & { readonly gateway?: GatewayTiming };

export function createRequest(plan: RequestPlan): Request {
  return {
    ...plan,
    gateway: plan.gateway ?? { gatewayMs: plan.arrivalMs, admittedMs: plan.arrivalMs, returnSeconds: 0 },
    queuedMs: plan.arrivalMs,
    scheduledMs: null,
    firstTokenMs: null,
    lastTokenMs: null,
    finishedMs: null,
    finishReason: null,
    computedTokens: 0,
    generatedTokens: 0,
    blocks: 0,
    preemptions: 0,
    chunks: [],
  };
}

/**
 * Returns the number of tokens that must be in the cache before the next token: the prompt and the output generated
 * before a preemption.
 */
export function countTokensToCompute(request: Request): number {
  return request.promptTokens + Math.max(0, request.generatedTokens - 1);
}
