/**
 * One attempt of a request: sends it, waits a limited time for headers, reads a limited body and decompresses it.
 * Throws `TransportError` for broken connections and AppError for slow or too large responses.
 */
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { request as undiciRequest, type Dispatcher } from "undici";
import { AppError, isAppError } from "@/lib/model/app-error";
import type { UpstreamResponse } from "@/lib/model/sources/upstream";
import type { BodyReservation } from "./body-budget";
import type { BodyBuffer } from "./body-buffer";
import type { PreparedRequest } from "./prepare-request";
import type { SystemClock } from "./system-clock";
import { watchProgress } from "./body-progress";
import { toTransportFailure, type TransportFailure } from "./transport-failure";

/** Thrown if no complete response arrived. `failure` describes why, and whether a retry may help. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly failure: TransportFailure;

  constructor(failure: TransportFailure) {
    super(failure.error.message, { cause: failure.error });
    this.failure = failure;
  }
}

/** One attempt to send a request, with its limits for time and memory. */
export interface RequestAttempt {
  readonly dispatcher: Dispatcher;
  readonly clock: SystemClock;
  readonly preparedRequest: PreparedRequest;
  readonly host: string;
  readonly headerTimeoutMs: number;
  readonly bodyReservation: BodyReservation;
  readonly buffer: BodyBuffer;
  /** Aborts at the deadline, or if the reader disconnects. */
  readonly signal: AbortSignal;
}

/** A larger ratio of decompressed to compressed bytes is treated as an attack. */
const SUSPICIOUS_RATIO = 100;
const RATIO_FREE_BYTES = 1024 * 1024;

/**
 * Sends a request once and reads the complete response, with any status. Throws source-slow and too-large at
 * a limit, and TransportError for a failed connection.
 */
export async function sendRequest(attempt: RequestAttempt): Promise<UpstreamResponse> {
  const { preparedRequest, clock, host } = attempt;
  const startedMs = clock.monotonicMs();
  const sentAtMs = clock.nowMs();
  const headerLimit = new AbortController();
  const cancelLimit = clock.scheduleAfter(attempt.headerTimeoutMs, () => {
    headerLimit.abort(
      new AppError(
        "source-slow",
        `${host} did not start to respond within ${formatSeconds(attempt.headerTimeoutMs)}`,
      ),
    );
  });
  let hasHeaders = false;
  try {
    const response = await undiciRequest(preparedRequest.origin + preparedRequest.path, {
      dispatcher: attempt.dispatcher,
      method: preparedRequest.method,
      headers: preparedRequest.headers,
      body: preparedRequest.body,
      signal: AbortSignal.any([attempt.signal, headerLimit.signal]),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    hasHeaders = true;
    cancelLimit();
    const clockSkewMs = computeClockSkewMs(response.headers, { sentAtMs, receivedAtMs: clock.nowMs() });
    const body = await readBody(response, attempt);
    const retryAfterMs = parseRetryAfterMs(one(response.headers["retry-after"]), clock.nowMs());
    return {
      status: response.statusCode,
      contentType: one(response.headers["content-type"]) ?? "",
      body,
      latencyMs: clock.monotonicMs() - startedMs,
      ...(clockSkewMs === undefined ? {} : { clockSkewMs }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  } catch (error) {
    // A wait for other bodies may last until the deadline, which is no failure of the source.
    if (isAppError(error) && error.code === "too-large") throw error;
    if (attempt.signal.aborted) throw attempt.signal.reason;
    if (headerLimit.signal.aborted && !hasHeaders) throw headerLimit.signal.reason;
    if (isAppError(error)) throw error;
    throw new TransportError(toTransportFailure(error, host, hasHeaders));
  } finally {
    cancelLimit();
  }
}

async function readBody(response: Dispatcher.ResponseData, attempt: RequestAttempt): Promise<Uint8Array> {
  const { bodyReservation, signal } = attempt;
  const encoding = one(response.headers["content-encoding"]) ?? "identity";
  if (encoding === "identity") {
    try {
      bodyReservation.expect(Number(one(response.headers["content-length"]) ?? 0));
    } catch (error) {
      discard(response.body);
      throw error;
    }
    return collect(response.body, attempt);
  }
  if (encoding !== "gzip" && encoding !== "x-gzip") {
    discard(response.body);
    throw new AppError("source-bad-answer", "the response has an unsupported content encoding");
  }
  const unpacked = createGunzip();
  const guard = ratioGuard(() => unpacked.bytesWritten);
  try {
    // The pipeline forwards every error to all streams, and ends with the deadline in any case.
    return await pipeline(response.body, unpacked, guard, () => collect(guard, attempt), { signal });
  } catch (error) {
    const isGarbled = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    if (!isGarbled) throw error;
    throw new AppError("source-bad-answer", "the response cannot be decompressed", { cause: error });
  }
}

/** Closes the connection of a body that is not read. Without the error listener, its error would end the process. */
function discard(body: Readable): void {
  body.on("error", () => undefined);
  body.destroy();
}

function ratioGuard(packedBytes: () => number): Transform {
  let unpackedBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      unpackedBytes += chunk.length;
      const isBomb = unpackedBytes > RATIO_FREE_BYTES && unpackedBytes > SUSPICIOUS_RATIO * packedBytes();
      if (isBomb)
        done(new AppError("source-bad-answer", "the response decompresses to far more than was sent"));
      else done(null, chunk);
    },
  });
}

/**
 * Collects the bytes of the stream from its events, because awaiting each of dozens of chunks would delay the next.
 */
function collect(
  stream: Readable,
  { bodyReservation, buffer, clock, host }: RequestAttempt,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // Destroying the stream closes its connection.
    const refuse = (error: unknown): void => {
      reject(error);
      stream.destroy(error instanceof Error ? error : undefined);
    };
    const progress = watchProgress(clock, {
      isPaused: () => stream.isPaused(),
      onStall: () => refuse(new AppError("source-slow", `${host} sends its response too slowly`)),
    });
    stream.once("close", progress.end);
    stream.on("data", (bytes: Buffer) => {
      try {
        progress.add(bytes.length);
        const turn = bodyReservation.reserve(bytes.length);
        buffer.add(bytes);
        if (turn === undefined) return;
        stream.pause();
        turn.then(() => stream.resume(), refuse);
      } catch (error) {
        refuse(error);
      }
    });
    stream.once("end", () => resolve(buffer.toBytes()));
    stream.once("error", reject);
    stream.once("close", () => reject(new Error("the stream was closed before its end")));
  });
}

/** Parses Retry-After, which is in seconds or a date, to milliseconds. Undefined when absent or invalid. */
export function parseRetryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}

interface ExchangeTimes {
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
}

/**
 * Returns by how many milliseconds Ridgepoint's clock is ahead of the source's clock, from the Date header, which has a
 * resolution of a second. Returns 0 if the date is between the request and the response. Returns undefined without the
 * header, and for a cached response, whose date is old.
 */
function computeClockSkewMs(
  headers: Dispatcher.ResponseData["headers"],
  { sentAtMs, receivedAtMs }: ExchangeTimes,
): number | undefined {
  const dateMs = Date.parse(one(headers["date"]) ?? "");
  if (Number.isNaN(dateMs) || headers["age"] !== undefined) return undefined;
  if (sentAtMs > dateMs + 1_000) return sentAtMs - (dateMs + 1_000);
  return Math.min(0, receivedAtMs - dateMs);
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** Formats a duration in seconds with at most one digit after the point, such as "1.5 s". */
export function formatSeconds(durationMs: number): string {
  return `${Number((durationMs / 1_000).toFixed(1))} s`;
}
