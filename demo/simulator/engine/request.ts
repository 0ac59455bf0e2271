/** One request on its way through an engine, with the times that metrics and traces are made from. Times are epoch ms. */

export type FinishReason = "stop" | "length" | "abort" | "error" | "repetition";

/** What a request meets outside the engine's host; epoch milliseconds. */
export interface GatewayTiming {
  readonly gatewayMs: number;
  /** Let through by the gateway. */
  readonly admittedMs: number;
  /** From the engine back to the client. */
  readonly returnSeconds: number;
}

export interface Request {
  readonly id: string;
  readonly gateway: GatewayTiming;
  /** The front end takes it, just before tokenisation: TTFT and E2E begin here. */
  readonly arrivalMs: number;
  readonly promptTokens: number;
  /** Prompt tokens found in the prefix cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly plannedFinishReason: "stop" | "length";
  /** The client goes away when no token came by then. */
  readonly abandonAtMs: number;
  /** Told after each token with the time it came out; for clients that wait on the other side. */
  readonly onToken?: (request: Request, atMs: number) => void;
  readonly onEnd?: (request: Request) => void;

  queuedMs: number;
  scheduledMs: number | null;
  firstTokenMs: number | null;
  lastTokenMs: number | null;
  finishedMs: number | null;
  finishReason: FinishReason | null;
  /** Prompt (and, after a preemption, earlier output) tokens whose keys and values are in the cache. */
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

/** Tokens that must be in the cache before the next token can come: prompt plus what was generated before a preemption. */
export function tokensToCompute(request: Request): number {
  return request.promptTokens + Math.max(0, request.generatedTokens - 1);
}
