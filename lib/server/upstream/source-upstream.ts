/**
 * The order of things for one read of one source: breaker, place in the queue, attempt, at most one retry, and telling
 * the breaker how it went. The deadline counts from the call, so waiting in the queue and retrying are inside it.
 */
import { rootCertificates } from "node:tls";
import { Agent } from "undici";
import { AppError, isAppError } from "@/lib/model/app-error";
import type { ProblemCode } from "@/lib/model/problem";
import type { SourceKind } from "@/lib/model/source";
import type { Upstream, UpstreamRequest, UpstreamResponse } from "@/lib/model/upstream";
import { bodyAllowance } from "./body-budget";
import { createBreaker, type Admission, type BreakerState } from "./breaker";
import { placeOf, prepareRequest, type Address } from "./prepare-request";
import { judgeProbe, probeRequest } from "./probe";
import { createRetryBudget } from "./retry-budget";
import { seconds, send, TransportError } from "./send";
import { createSlots } from "./slots";
import type { Timekeeper } from "./timekeeper";

export const upstreamLimits = {
  connectMs: 2_000,
  headerMs: 3_000,
  deadlineMs: 10_000,
  /** A probe begins every 1.5 s whether or not the last one has come home, so this may be longer. */
  probeDeadlineMs: 4_000,
  maxBytes: 64 * 1024 * 1024,
  concurrent: 8,
  queued: 64,
  retryWaitMs: 100,
} as const;

export interface UpstreamTarget extends Address {
  readonly slug: string;
  readonly kind: SourceKind;
}

export interface UpstreamParts {
  readonly time: Timekeeper;
  readonly random: () => number;
  readonly onChange: (state: BreakerState) => void;
}

export interface SourceUpstream extends Upstream {
  readonly state: () => BreakerState;
  readonly retryNow: () => void;
  readonly close: () => Promise<void>;
}

/** What these codes tell is the source's condition; every other failure is about the one question. */
const illness: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "source-unreachable",
  "source-slow",
  "source-auth-failed",
  "source-rate-limited",
  "source-not-ready",
  "source-error",
  "source-bad-answer",
]);

const retriedStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

export function createSourceUpstream(target: UpstreamTarget, parts: UpstreamParts): SourceUpstream {
  const { time, random } = parts;
  const place = placeOf(target.url);
  const slots = createSlots(upstreamLimits.concurrent, upstreamLimits.queued);
  const budget = createRetryBudget();
  const agent = new Agent({
    // Probes have connections of their own, so that hanging readers cannot keep them waiting.
    connections: upstreamLimits.concurrent + 4,
    connect: { timeout: upstreamLimits.connectMs, ...trusted(target.credentials.caPem) },
  });

  const attempt = async <T>(
    request: UpstreamRequest,
    signal: AbortSignal,
    interpret: Interpret<T>,
  ): Promise<T> => {
    const allowance = bodyAllowance(request.maxBytes ?? upstreamLimits.maxBytes);
    try {
      const response = await send({
        dispatcher: agent,
        time,
        prepared: prepareRequest(target, request),
        place,
        headerLimitMs: request.headerLimitMs ?? upstreamLimits.headerMs,
        allowance,
        signal,
      });
      return await interpret(response);
    } finally {
      allowance.giveBack();
    }
  };

  const attemptTwice = async <T>(
    request: UpstreamRequest,
    signal: AbortSignal,
    interpret: Interpret<T>,
  ): Promise<T> => {
    budget.earn();
    let status = 0;
    try {
      return await attempt(request, signal, (response) => {
        status = response.status;
        return interpret(response);
      });
    } catch (error) {
      if (signal.aborted || !mayRetry(error, status) || !budget.spend()) throw error;
      await pause(time, upstreamLimits.retryWaitMs * (0.5 + random()), signal);
      return attempt(request, signal, interpret);
    }
  };

  const breaker = createBreaker({
    time,
    random,
    onChange: parts.onChange,
    probe: async () => {
      const deadline = deadlineAfter(time, upstreamLimits.probeDeadlineMs, place, undefined);
      try {
        return await attempt(probeRequest(target.kind), deadline.signal, (response) =>
          judgeProbe(target.kind, response),
        );
      } catch (error) {
        return (
          asAppError(error) ?? new AppError("source-error", `${place} cannot be asked`, { cause: error })
        );
      } finally {
        deadline.cancel();
      }
    },
  });

  return {
    state: breaker.state,
    retryNow: breaker.retryNow,
    close: async () => {
      breaker.close();
      await agent.destroy();
    },
    read: async (request, interpret) => {
      breaker.admit();
      const deadline = deadlineAfter(
        time,
        request.deadlineMs ?? upstreamLimits.deadlineMs,
        place,
        request.signal,
      );
      let leave: (() => void) | undefined;
      try {
        leave = await slots.take(deadline.signal);
        // It may have opened while this read waited in the queue.
        return await counted(breaker.admit(), () => attemptTwice(request, deadline.signal, interpret));
      } finally {
        leave?.();
        deadline.cancel();
      }
    },
  };
}

type Interpret<T> = (response: UpstreamResponse) => T | Promise<T>;

async function counted<T>(admission: Admission, run: () => Promise<T>): Promise<T> {
  try {
    const result = await run();
    admission.succeeded();
    return result;
  } catch (error) {
    const failure = asAppError(error);
    if (failure === undefined) throw error;
    if (illness.has(failure.code)) admission.failed(failure);
    // It answered, and only this question was refused: the source is well.
    else admission.succeeded();
    throw failure;
  }
}

/** Undefined for a reader who left and for mistakes of ours. */
function asAppError(error: unknown): AppError | undefined {
  if (error instanceof TransportError) return error.failure.error;
  return isAppError(error) ? error : undefined;
}

function mayRetry(error: unknown, status: number): boolean {
  if (error instanceof TransportError) return error.failure.isRetriable;
  if (!isAppError(error) || error.code === "source-slow" || error.retryAfterMs !== undefined) return false;
  return retriedStatuses.has(status) && illness.has(error.code);
}

interface Deadline {
  readonly signal: AbortSignal;
  readonly cancel: () => void;
}

function deadlineAfter(
  time: Timekeeper,
  delayMs: number,
  place: string,
  reader: AbortSignal | undefined,
): Deadline {
  const limit = new AbortController();
  const cancel = time.after(delayMs, () => {
    limit.abort(new AppError("source-slow", `${place} did not answer within ${seconds(delayMs)}`));
  });
  return { signal: reader === undefined ? limit.signal : AbortSignal.any([reader, limit.signal]), cancel };
}

function pause(time: Timekeeper, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      cancel();
      reject(signal.reason);
    };
    const cancel = time.after(delayMs, () => {
      signal.removeEventListener("abort", leave);
      resolve();
    });
    signal.addEventListener("abort", leave, { once: true });
  });
}

function trusted(caPem: string | undefined): { readonly ca?: string[] } {
  return caPem === undefined ? {} : { ca: [...rootCertificates, caPem] };
}
