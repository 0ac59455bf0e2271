/**
 * The connection of a source's client to its server: requests with a deadline, a body limit and credentials, behind a
 * bounded queue and a circuit breaker. Implemented in `lib/server/upstream` and used by the clients in `lib/sources`.
 */

/** One request of a client to its source. */
export interface UpstreamRequest {
  readonly method: "GET" | "POST";
  /** Path under the source's base URL, beginning with "/". */
  readonly path: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** Fields of the body, which is sent as application/x-www-form-urlencoded. Absent for a request without a body. */
  readonly form?: readonly (readonly [name: string, value: string])[];
  readonly signal?: AbortSignal;
  /** Maximum time from the call to the last byte, including queue time and retries; 10 s by default. */
  readonly deadlineMs?: number;
  /**
   * Maximum time to the first byte of one attempt; 3 s by default. A source that computes before it responds needs its
   * full deadline.
   */
  readonly headerLimitMs?: number;
  readonly maxBytes?: number;
  /**
   * True for a small request that tests whether the source responds. It does not wait behind queries. Its default
   * deadline is 4 s, so that a check that hangs does not hide a source that has recovered.
   */
  readonly isHealthCheck?: true;
  /**
   * True if the buffer of the body is reused for the next response. `interpret` must then not retain any part of the
   * body.
   */
  readonly isBodyReused?: true;
}

/** Response of a source with its complete body. */
export interface UpstreamResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly latencyMs: number;
  readonly retryAfterMs?: number;
  /**
   * Milliseconds by which Ridgepoint's clock is ahead of the source's clock; negative if it is behind. Absent if the
   * source does not report its time.
   */
  readonly clockSkewMs?: number;
}

/** Client that sends requests to one source within limits for time and size. */
export interface Upstream {
  /**
   * Sends `request` and passes the response, with any status, to `interpret`, whose result is returned. Throws
   * AppError: source-unreachable, source-slow or too-large. Errors of `interpret` are rethrown. From such an error, the
   * circuit breaker learns whether the source is unhealthy (5xx, invalid responses) or only refused this request (400,
   * 422).
   */
  read<T>(request: UpstreamRequest, interpret: (response: UpstreamResponse) => T | Promise<T>): Promise<T>;
}
