/**
 * Queue of requests to one source: a limited number runs concurrently, the others wait in a fair queue. A request
 * that is cancelled while waiting is not sent. A request that was sent completes even if its caller cancels, because
 * its result is cached.
 */
import { AppError } from "@/lib/model/app-error";
import { assertCanWait, createLimit } from "@/lib/server/concurrency/limit";
import { createFairQueue, type QueuedQuery } from "./fair-queue";

export interface QueueOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called when the request is sent. From then on, `signal` has no effect. */
  readonly onSent?: (() => void) | undefined;
}

export interface RequestQueue<Request extends QueuedQuery, Result> {
  /** Rejects if `send` rejects, if too many requests wait, and with the reason of the signal. */
  readonly run: (request: Request, options?: QueueOptions) => Promise<Result>;
}

/** `retry-separately`: the requests cannot be combined and are sent again one by one. */
export type BatchResult<Result> =
  | { readonly kind: "answers"; readonly answers: readonly Result[] }
  | { readonly kind: "retry-separately" };

export interface RequestQueueRules<Request extends QueuedQuery, Result> {
  readonly maxConcurrent: number;
  readonly maxWaiting: number;
  readonly limitOf: (group: string) => number;
  /** Returns one result per request, in their order. */
  readonly send: (requests: readonly Request[]) => Promise<BatchResult<Result>>;
}

interface Entry<Request, Result> extends QueuedQuery {
  readonly request: Request;
  readonly begin: () => void;
  readonly resolve: (answer: Result) => void;
  readonly reject: (error: unknown) => void;
}

export function createRequestQueue<Request extends QueuedQuery, Result>(
  rules: RequestQueueRules<Request, Result>,
): RequestQueue<Request, Result> {
  const queue = createFairQueue<Entry<Request, Result>>();
  // Requests wait in the fair queue until a batch can start, so no batch waits in the limit.
  const limit = createLimit({ maxConcurrent: rules.maxConcurrent, maxWaiting: 0 });
  let isScheduled = false;

  const send = async (entries: readonly Entry<Request, Result>[]): Promise<void> => {
    for (const { begin } of entries) begin();
    try {
      const sent = await rules.send(entries.map(({ request }) => request));
      for (const [index, entry] of entries.entries()) {
        if (sent.kind === "retry-separately") queue.add({ ...entry, group: null });
        else if (index in sent.answers) entry.resolve(sent.answers[index] as Result);
        else entry.reject(new AppError("internal", "a query received no result"));
      }
    } catch (error) {
      for (const { reject } of entries) reject(error);
    }
  };

  const sendBatch = async (): Promise<void> => {
    await limit.run(() => send(queue.takeNext(rules.limitOf)));
    sendWaiting();
  };

  const sendWaiting = (): void => {
    while (limit.counts().running < rules.maxConcurrent && queue.size() > 0) void sendBatch();
  };

  /** Waits until the end of the current tick, so that simultaneous requests are sent together. */
  const sendSoon = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      sendWaiting();
    });
  };

  return {
    run: (request, { signal, onSent } = {}) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason);
        assertCanWait(queue.size(), rules.maxWaiting);
        const leave = (): void => {
          if (queue.remove(entry)) reject(signal?.reason);
        };
        const begin = (): void => {
          signal?.removeEventListener("abort", leave);
          onSent?.();
        };
        const entry: Entry<Request, Result> = {
          lane: request.lane,
          group: request.group,
          request,
          begin,
          resolve,
          reject,
        };
        signal?.addEventListener("abort", leave, { once: true });
        queue.add(entry);
        return sendSoon();
      }),
  };
}
