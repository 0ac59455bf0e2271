/**
 * Combines the requests of panels into one request at a time, so that the browser's few connections stay free for
 * live data. Requests are not cancelled when a panel is hidden: the server caches the result.
 */
import type {
  UsualRangeOutcome,
  UsualRangesRequest,
  UsualRangesResponse,
} from "@/lib/contracts/usual-ranges";
import { maxUsualRangeRequests } from "@/lib/model/request-limits";
import { fetchJson } from "@/lib/client/fetch-json";

export type UsualRangeScope = Omit<UsualRangesRequest, "series">;
type SeriesParams = UsualRangesRequest["series"][number];

export interface UsualRangeQueryParams extends SeriesParams {
  readonly scope: UsualRangeScope;
}

type Send = (request: UsualRangesRequest) => Promise<UsualRangesResponse>;

interface PendingRange {
  readonly params: UsualRangeQueryParams;
  readonly resolve: (answer: UsualRangeOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Panels that become visible together request within this time. */
const collectMs = 50;

export function createUsualRangeBatcher(
  sendRequest: Send,
): (params: UsualRangeQueryParams) => Promise<UsualRangeOutcome> {
  let waiting: readonly PendingRange[] = [];
  let isSending = false;

  const sendAll = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    while (waiting.length > 0) {
      const { batch, rest } = nextBatch(waiting);
      waiting = rest;
      await sendBatch(sendRequest, batch);
    }
    isSending = false;
  };

  return (params) =>
    new Promise((resolve, reject) => {
      waiting = [...waiting, { params, resolve, reject }];
      setTimeout(() => void sendAll(), collectMs);
    });
}

/** Returns the requests with the same scope as the one that has waited longest. */
function nextBatch(waiting: readonly PendingRange[]) {
  const scopeOf = ({ params }: PendingRange): string => JSON.stringify(params.scope);
  const [first] = waiting;
  const same = first === undefined ? [] : waiting.filter((one) => scopeOf(one) === scopeOf(first));
  const batch = same.slice(0, maxUsualRangeRequests);
  return { batch, rest: waiting.filter((one) => !batch.includes(one)) };
}

async function sendBatch(send: Send, batch: readonly PendingRange[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  try {
    const series = batch.map(({ params: { signal, statistic } }) => ({ signal, statistic }));
    const { ranges } = await send({ ...first.params.scope, series });
    for (const [index, { resolve }] of batch.entries()) resolve(ranges[index] ?? { state: "pending" });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

export const fetchUsualRange = createUsualRangeBatcher((body) =>
  fetchJson<UsualRangesResponse>("/api/v1/usual-ranges", { method: "POST", body }),
);
