/**
 * Combines the requests of panels into one request at a time, so that the browser's few connections stay free for
 * live data. Requests are not cancelled when a panel is hidden: the server caches the result.
 */
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";

interface Series {
  readonly signal: SignalId;
  readonly statistic: Statistic;
}

/** Statistic to request within a scope. Requests with equal scopes are combined. */
export interface SeriesParams<Scope> extends Series {
  readonly scope: Scope;
}

/** How requests for statistics are combined and sent. */
export interface SeriesBatchOptions<Scope, Outcome> {
  /** Maximum number of series in one request. */
  readonly maxSeries: number;
  /** Requests the series in one request. Returns one outcome per series, in the order of `series`. */
  readonly sendRequest: (scope: Scope, series: Series[]) => Promise<readonly Outcome[]>;
}

interface WaitingSeries<Scope, Outcome> {
  readonly params: SeriesParams<Scope>;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Time for which requests are collected before they are sent. Panels that become visible together request within it. */
const collectMs = 50;

/**
 * Creates a function that requests one statistic and combines simultaneous requests. It rejects if the
 * request fails or does not contain the statistic.
 */
export function createSeriesBatcher<Scope, Outcome>({
  maxSeries,
  sendRequest,
}: SeriesBatchOptions<Scope, Outcome>): (params: SeriesParams<Scope>) => Promise<Outcome> {
  type Waiting = readonly WaitingSeries<Scope, Outcome>[];
  let waiting: Waiting = [];
  let isSending = false;

  const sendBatch = async (batch: Waiting): Promise<void> => {
    const [first] = batch;
    if (first === undefined) return;
    try {
      const series = batch.map(({ params: { signal, statistic } }) => ({ signal, statistic }));
      const outcomes = await sendRequest(first.params.scope, series);
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined) reject(new Error("The response lacks a requested series."));
        else resolve(outcome);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const sendAll = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    while (waiting.length > 0) {
      const batch = listSameScope(waiting).slice(0, maxSeries);
      waiting = waiting.filter((one) => !batch.includes(one));
      await sendBatch(batch);
    }
    isSending = false;
  };

  return (params) =>
    new Promise((resolve, reject) => {
      waiting = [...waiting, { params, resolve, reject }];
      setTimeout(() => void sendAll(), collectMs);
    });
}

/** Returns the requests with the same scope as the request that has waited longest. */
function listSameScope<Scope, Outcome>(
  waiting: readonly WaitingSeries<Scope, Outcome>[],
): readonly WaitingSeries<Scope, Outcome>[] {
  const scopeOf = ({ params }: WaitingSeries<Scope, Outcome>): string => JSON.stringify(params.scope);
  const [first] = waiting;
  return first === undefined ? [] : waiting.filter((one) => scopeOf(one) === scopeOf(first));
}
