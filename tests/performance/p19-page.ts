/**
 * P19: the full Signals page of a deployment with 20,000 tenants, without caches, compared with the slowest of its
 * queries sent alone.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import type { Question } from "@/lib/model/question";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { panels } from "@/components/signals/panels/panels";
import { startQueryLog, type LoggedQuery } from "@/tests/support/sources/query-log";
import { compare, type BenchRow } from "./runner";

const window = { from: "now-30m", to: "now" } as const;

/** `start` clears all caches and points the server at the given address. */
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
        log.clearQueries();
        const startedMs = performance.now();
        await Promise.all(
          questions.map((question) => answerQuestion(question, { sourceScope: allSources, lane: "page" })),
        );
        const tookMs = performance.now() - startedMs;
        sent = log.listQueries();
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
