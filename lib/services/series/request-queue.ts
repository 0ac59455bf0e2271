/**
 * Queue of requests to one source: a limited number runs concurrently, the others wait in a fair queue. A request
 * that is cancelled while waiting is not sent. A request that was sent completes even if its caller cancels, because
 * its result is cached.
 */
import { AppError } from "@/lib/model/app-error";
import { assertQueueHasSpace, createConcurrencyLimit } from "@/lib/server/concurrency/limit";
import { createFairQueue, type QueuedQuery } from "./fair-queue";

/** Cancellation of a queued request, and a callback for when it is sent. */
export interface QueuedRequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called when the request is sent. From then on, `signal` has no effect. */
  readonly onSent?: (() => void) | undefined;
}

/** Queue that sends requests in batches with limited concurrency. */
export interface RequestQueue<Request extends QueuedQuery, Result> {
  /** Rejects if `send` rejects, if too many requests wait, and with the reason of the signal. */
  readonly run: (request: Request, options?: QueuedRequestOptions) => Promise<Result>;
}

/** Results of a batch. `retry-separately`: the requests cannot be combined and are sent again one by one. */
export type BatchResult<Result> =
  | { readonly kind: "results"; readonly results: readonly Result[] }
  | { readonly kind: "retry-separately" };

/** Limits of a request queue and the function that sends a batch. */
export interface RequestQueueOptions<Request extends QueuedQuery, Result> {
  readonly maxConcurrent: number;
  readonly maxWaiting: number;
  readonly findMaxBatchSize: (group: string) => number;
  /** Returns one result per request, in their order. */
  readonly sendBatch: (requests: readonly Request[]) => Promise<BatchResult<Result>>;
}

interface Entry<Request, Result> extends QueuedQuery {
  readonly request: Request;
  readonly begin: () => void;
  readonly resolve: (answer: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Creates a queue that sends requests in fair order, in batches of one group. */
export function createRequestQueue<Request extends QueuedQuery, Result>(
  options: RequestQueueOptions<Request, Result>,
): RequestQueue<Request, Result> {
  const queue = createFairQueue<Entry<Request, Result>>();
  // Requests wait in the fair queue until a batch can start, so no batch waits in the limit.
  const limit = createConcurrencyLimit({ maxConcurrent: options.maxConcurrent, maxWaiting: 0 });
  let isScheduled = false;

  const send = async (entries: readonly Entry<Request, Result>[]): Promise<void> => {
    for (const { begin } of entries) begin();
    try {
      const sent = await options.sendBatch(entries.map(({ request }) => request));
      for (const [index, entry] of entries.entries()) {
        if (sent.kind === "retry-separately") queue.add({ ...entry, batchGroup: null });
        else if (index in sent.results) entry.resolve(sent.results[index] as Result);
        else entry.reject(new AppError("internal", "the source sent no result for a query of the batch"));
      }
    } catch (error) {
      for (const { reject } of entries) reject(error);
    }
  };

  const sendBatch = async (): Promise<void> => {
    await limit.run(() => send(queue.takeNextBatch(options.findMaxBatchSize)));
    sendWaiting();
  };

  const sendWaiting = (): void => {
    while (limit.countTasks().running < options.maxConcurrent && queue.size() > 0) void sendBatch();
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
        assertQueueHasSpace(queue.size(), options.maxWaiting);
        const leave = (): void => {
          if (queue.remove(entry)) reject(signal?.reason);
        };
        const begin = (): void => {
          signal?.removeEventListener("abort", leave);
          onSent?.();
        };
        const entry: Entry<Request, Result> = {
          lane: request.lane,
          batchGroup: request.batchGroup,
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
