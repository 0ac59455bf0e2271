/**
 * How a source's client reaches its server: one request with a deadline, a body cap, credentials, a bounded queue and a
 * circuit breaker around it. Made in `lib/server/upstream`, handed to the clients in `lib/sources`.
 */

export interface UpstreamRequest {
  readonly method: "GET" | "POST";
  /** Below the source's base address, beginning with "/". */
  readonly path: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** Sent as application/x-www-form-urlencoded. */
  readonly form?: readonly (readonly [name: string, value: string])[];
  readonly signal?: AbortSignal;
  /** From the call to the last byte, queue and retry included; 10 s where not given. */
  readonly deadlineMs?: number;
  /** To the first byte of one attempt; 3 s where not given. A source that computes before it answers needs its deadline. */
  readonly headerLimitMs?: number;
  readonly maxBytes?: number;
  /** Whoever interprets the answer keeps no part of its body: the next one is written over it. */
  readonly isBodyReused?: true;
}

export interface UpstreamResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly latencyMs: number;
  readonly retryAfterMs?: number;
}

export interface Upstream {
  /**
   * Sends `request` and hands the answer, whatever its status, to `interpret`, whose outcome is the result.
   * Throws AppError: source-unreachable, source-slow, too-large of its own; what `interpret` throws passes through and
   * tells the breaker whether the source is ill (5xx, bad answers) or only refused this question (400, 422).
   */
  read<T>(request: UpstreamRequest, interpret: (response: UpstreamResponse) => T | Promise<T>): Promise<T>;
}
