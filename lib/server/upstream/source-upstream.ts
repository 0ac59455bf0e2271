/**
 * Reads from a source in this order: breaker, queue, request, report of the outcome to the breaker. The deadline starts
 * when the request is sent and includes its retry. The wait in the queue has a separate limit of the same length, because
 * a long wait does not mean that the source is slow. Health checks do not wait in the queue.
 */
import { AppError, isAppError } from "@/lib/model/app-error";
import type { ProblemCode } from "@/lib/model/problem";
import type { SourceKind } from "@/lib/model/sources/source";
import type { SourceCredentials } from "@/lib/model/sources/source-credentials";
import type { Upstream, UpstreamRequest } from "@/lib/model/sources/upstream";
import { createConcurrencyLimit } from "@/lib/server/concurrency/limit";
import type { OutgoingRules } from "@/lib/server/upstream/outgoing/outgoing-rules";
import { sourceRules } from "@/lib/server/upstream/outgoing/source-rules";
import { createRequester, type Requester } from "./requester";
import { createBreaker, type AdmittedRequest, type BreakerState, type SourceProbe } from "./breaker";
import { startDeadline } from "./deadline";
import { createHangWatch, type HangWatch, type SourceHang } from "./hang-watch";
import { extractHost } from "./prepare-request";
import { findProbeError, createProbeRequest } from "./probe";
import { TransportError } from "./send";
import type { SystemClock } from "./system-clock";
import { upstreamLimits } from "./upstream-limits";

/** Name, kind, URL and credentials of a source. */
export interface UpstreamTarget {
  readonly slug: string;
  readonly kind: SourceKind;
  readonly url: string;
  readonly credentials: SourceCredentials;
  /** Rules for the address of each connection. Absent for a source that the operator configured. */
  readonly rules?: OutgoingRules;
  /** Maximum size of any response. Absent if the limit of each request decides. */
  readonly maxResponseBytes?: number;
}

/** Clock, random numbers in [0, 1), and a listener for changes of the circuit breaker. */
export interface UpstreamOptions {
  readonly clock: SystemClock;
  readonly random: () => number;
  readonly onChange: (state: BreakerState) => void;
}

/** Client of one source with its circuit breaker. */
export interface SourceUpstream extends Upstream {
  readonly getState: () => BreakerState;
  /**
   * Returns by how many milliseconds Ridgepoint's clock was ahead of the source's clock in the last response. Null if
   * unknown.
   */
  readonly getClockSkewMs: () => number | null;
  /** Returns for how long the source has not responded, although its reads may not have failed yet. Null if it responds. */
  readonly getHang: () => SourceHang | null;
  readonly retryNow: () => void;
  readonly close: () => Promise<void>;
}

/** Codes that describe the state of the source. All others concern a single query. */
const sourceErrorCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "source-unreachable",
  "source-untrusted",
  "source-slow",
  "source-auth-failed",
  "source-rate-limited",
  "source-not-ready",
  "source-error",
  "source-bad-answer",
]);

/** Result of a probe that was not sent. */
const pausedError = new AppError("source-slow", "the source receives no requests now");

/**
 * Creates the client of a source. It limits simultaneous requests, retries failed ones, and stops sending
 * while its circuit breaker is open.
 */
export function createSourceUpstream(target: UpstreamTarget, options: UpstreamOptions): SourceUpstream {
  const { clock, random, onChange } = options;
  const host = extractHost(target.url);
  const limit = createConcurrencyLimit({
    maxConcurrent: upstreamLimits.maxConcurrentRequests,
    maxWaiting: upstreamLimits.maxQueuedRequests,
  });
  let clockSkewMs: number | null = null;
  const requester = createRequester({
    url: target.url,
    credentials: target.credentials,
    rules: target.rules ?? sourceRules,
    maxResponseBytes: target.maxResponseBytes,
    clock: clock,
    random,
    onResponse: (response) => {
      clockSkewMs = response.clockSkewMs ?? null;
    },
  });
  const inTime = async <T>(
    request: UpstreamRequest,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const deadline = startDeadline(clock, deadlineMsOf(request), host, request.signal);
    try {
      return await run(deadline.signal);
    } finally {
      deadline.cancel();
    }
  };
  const probe = probeOf(target, requester, clock);
  const breaker = createBreaker({ clock: clock, random, onChange, probe });
  // While the breaker is open, its probes find the recovery.
  const hangWatch = createHangWatch(clock, () =>
    breaker.getState().kind === "open" ? Promise.resolve(pausedError) : probe(),
  );
  return {
    getState: breaker.getState,
    getClockSkewMs: () => clockSkewMs,
    getHang: hangWatch.getHang,
    retryNow: breaker.retryNow,
    close: async () => {
      breaker.close();
      hangWatch.close();
      await requester.close();
    },
    read: async (request, interpret) => {
      // The breaker may open while a read waits in the queue, so each read is admitted when it is sent.
      const send = (hangEnd?: AbortSignal) =>
        counted(breaker.admit(), [request.signal, hangEnd], (recovery) =>
          inTime(request, (deadline) =>
            requester.sendWithRetry(
              request,
              AbortSignal.any([deadline, recovery, ...(hangEnd === undefined ? [] : [hangEnd])]),
              interpret,
            ),
          ),
        );
      if (request.isHealthCheck) return send();
      breaker.admit();
      return inTime(request, (waitSignal) =>
        limit.run(() => sendAgainAfterHang(hangWatch, send), waitSignal),
      );
    },
  };
}

/** Sends a read, and once more if the source hung and responds again. */
async function sendAgainAfterHang<T>(
  hangWatch: HangWatch,
  send: (hangEnd: AbortSignal) => Promise<T>,
): Promise<T> {
  const read = hangWatch.start();
  try {
    return await send(read.signal);
  } catch (error) {
    if (!read.signal.aborted) throw error;
  } finally {
    read.end();
  }
  return send(new AbortController().signal);
}

function deadlineMsOf({ deadlineMs, isHealthCheck }: UpstreamRequest): number {
  return deadlineMs ?? (isHealthCheck ? upstreamLimits.probeDeadlineMs : upstreamLimits.deadlineMs);
}

async function counted<T>(
  admission: AdmittedRequest,
  readers: readonly (AbortSignal | undefined)[],
  run: (recovery: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    const result = await run(admission.signal);
    admission.reportSuccess();
    return result;
  } catch (error) {
    // A disconnected reader, or the end of a hang, reveals nothing about the source now.
    if (readers.some((reader) => reader?.aborted === true)) throw error;
    const failure = asAppError(error);
    if (failure === undefined) throw error;
    if (sourceErrorCodes.has(failure.code)) admission.reportFailure(failure);
    // The source responded and refused only this query, so it is healthy.
    else admission.reportSuccess();
    throw failure;
  }
}

/** Returns the error of a source as an AppError. Undefined for a programming error. */
function asAppError(error: unknown): AppError | undefined {
  if (error instanceof TransportError) return error.failure.error;
  return isAppError(error) ? error : undefined;
}

function probeOf(target: UpstreamTarget, requester: Requester, time: SystemClock): SourceProbe {
  const host = extractHost(target.url);
  return async () => {
    const deadline = startDeadline(time, upstreamLimits.probeDeadlineMs, host);
    const request = { ...createProbeRequest(target.kind), headerLimitMs: upstreamLimits.probeDeadlineMs };
    try {
      return await requester.sendOnce(request, deadline.signal, (response) =>
        findProbeError(target.kind, response),
      );
    } catch (error) {
      return asAppError(error) ?? new AppError("source-error", `${host} cannot be queried`, { cause: error });
    } finally {
      deadline.cancel();
    }
  };
}
