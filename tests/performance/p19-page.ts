/**
 * P19: the whole Signals page of a deployment whose requests are told for 20,000 tenants, nothing kept before, against the slowest of
 * the questions that it sends, asked again alone.
 */
import type { Question } from "@/lib/model/question";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { panels } from "@/components/signals/panels";
import { startQueryLog, type LoggedQuery } from "@/tests/support/query-log";
import { compare, type BenchRow } from "./runner";

const window = { from: "now-30m", to: "now" } as const;

/** `start` forgets all that was read and points the server at the address it is given. */
export async function benchPage(
  prometheusUrl: string,
  deployment: string,
  start: (url: string) => void,
): Promise<BenchRow> {
  const log = await startQueryLog(prometheusUrl);
  const questions = panels.map(({ signals, statistics }): Question => {
    return { v: 1, signals, statistics, scope: { deployment }, window };
  });
  let sent: readonly LoggedQuery[] = [];
  try {
    return await compare({
      id: "P19",
      title: `page of ${panels.length} panels over the same series, against its slowest query`,
      unit: "ms",
      must: 1.5,
      moonshot: 1.1,
      ours: async () => {
        start(log.url);
        log.forget();
        const startedMs = performance.now();
        await Promise.all(questions.map((question) => answerQuestion(question, { lane: "page" })));
        const tookMs = performance.now() - startedMs;
        sent = log.sent();
        return tookMs;
      },
      peer: async () => slowestOf(prometheusUrl, sent),
    });
  } finally {
    log.close();
  }
}

async function slowestOf(url: string, sent: readonly LoggedQuery[]): Promise<number> {
  let longestMs = 0;
  for (const { path, form } of sent) {
    const startedMs = performance.now();
    const answer = await fetch(new URL(path, url), { method: "POST", body: form });
    await answer.arrayBuffer();
    longestMs = Math.max(longestMs, performance.now() - startedMs);
  }
  return longestMs;
}
