/**
 * Sends requests like a load generator and records all durations. Before each request it sends one for an unknown
 * model, which measures HTTP, the machine and this program without any work.
 */
import { randomBytes } from "node:crypto";
import { sendChatRequest, ChatRefusedError, type ChatRequest, type ChatTimes } from "@/demo/stack/peers/chat";

export interface LoadPlan {
  readonly url: string;
  readonly model: string;
  readonly requests: number;
  readonly atOnce: number;
  readonly outputTokens: number;
  readonly key?: string;
  /** Every n-th response is not streamed; all are streamed when absent. */
  readonly unstreamedEvery?: number;
  /** Each answered request carries a trace context. */
  readonly isTraced?: true;
}

export interface MeasuredLoad {
  readonly answers: readonly (ChatTimes & { readonly endedAtMs: number; readonly traceId: string | null })[];
  /** Durations of the rejected requests, in seconds. */
  readonly roundTrips: readonly number[];
}

export async function measureLoad(plan: LoadPlan): Promise<MeasuredLoad> {
  const answers: MeasuredLoad["answers"][number][] = [];
  const roundTrips: number[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next; index < plan.requests; index = next) {
      next += 1;
      roundTrips.push(await refusedRoundTrip(requestOf(plan, index)));
      const traceId = plan.isTraced === true ? randomBytes(16).toString("hex") : null;
      const traced = traceId === null ? {} : { traceId };
      answers.push({
        ...(await sendChatRequest({ ...requestOf(plan, index), ...traced })),
        endedAtMs: Date.now(),
        traceId,
      });
    }
  };
  await Promise.all(Array.from({ length: plan.atOnce }, work));
  return { answers, roundTrips };
}

function requestOf(
  { url, model, outputTokens, key: apiKey, unstreamedEvery }: LoadPlan,
  index: number,
): ChatRequest {
  return {
    url,
    model,
    // Each prompt starts differently, so that no cache applies.
    prompt: `${index} ${"words to be read before the first token ".repeat(4 + (index % 5) * 4)}`,
    maxTokens: outputTokens,
    isStreamed: unstreamedEvery === undefined || index % unstreamedEvery !== 0,
    ...(apiKey === undefined ? {} : { apiKey }),
  };
}

async function refusedRoundTrip(request: ChatRequest): Promise<number> {
  const startMs = performance.now();
  const status = await sendChatRequest({ ...request, model: "nobody-serves-this" }).then(
    () => 200,
    (error: unknown) => (error instanceof ChatRefusedError ? error.status : Promise.reject(error)),
  );
  if (status !== 404 && status !== 400) throw new Error(`${request.url} answered ${status} for no model`);
  return (performance.now() - startMs) / 1_000;
}
