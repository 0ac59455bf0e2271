/** Queries of a split by a label with many values, and their order. */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Answer } from "@/lib/model/answer";
import type { Question } from "@/lib/model/question";
import { deleteProcessState } from "@/lib/server/process-state";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { getCachedDeploymentSnapshot } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { startQueryLog, type QueryLog } from "@/tests/support/sources/query-log";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { resetServerClock, setServerClock } from "@/tests/support/server/server-clock";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server/server-environment";
import { tenantHistory, writeTenantHistory } from "@/tests/support/histories/tenant-history";

let prometheus: FrozenPrometheus;
let log: QueryLog;
let slug = "";

/** Sets the server's clock to this time after the end of the history. */
function stopClock(afterMs = 0): void {
  setServerClock(tenantHistory.endMs + afterMs);
}

beforeAll(async () => {
  prometheus = await startPrometheus(writeTenantHistory());
  log = await startQueryLog(prometheus.url);
  stopClock();
  setServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: log.url,
  });
  await discoverDeployments();
  slug = getCachedDeploymentSnapshot().records[0]?.slug ?? "";
});
beforeEach(() => {
  stopClock();
  log.delayQueries(() => undefined);
  for (const name of ["series-reader", "spacing-reader", "signals-answers", "split-choices"])
    deleteProcessState(name);
  log.clearQueries();
});
afterAll(async () => {
  resetServerClock();
  await leaveServerEnvironment();
  log.close();
  await prometheus.stop();
});

const question = (split?: string, window: Question["window"] = { from: "now-30m", to: "now" }): Question => ({
  v: 1,
  signals: ["requests"],
  statistics: ["rate"],
  scope: { deployment: slug, ...(split === undefined ? {} : { split }) },
  window,
});

const counted = "vllm:request_success_total";
const times = (part: string): number =>
  log
    .listQueries()
    .map(({ promql }) => promql)
    .join("\n")
    .split(part).length - 1;

test("queries the inputs of the rest before the named values are known", async () => {
  const { promise: totalSent, resolve: release } = Promise.withResolvers<void>();
  // The ranking query is answered only after the query for the total was sent. If that query waited for the ranking,
  // the test would never end.
  log.delayQueries((promql) => {
    if (promql.includes("topk(8")) return totalSent;
    if (promql.includes("sum(rate(vllm:request_success_total")) release();
    return undefined;
  });
  const { split, series } = await answerQuestion(question("tenant"), { sourceScope: allSources });
  expect(split).toMatchObject({ namedCount: 8, totalCount: 13 });
  expect(series).toHaveLength(9);
});

test("sends no query without the named values when there is no rest", async () => {
  await answerQuestion(question("tenant"), { sourceScope: allSources });
  expect(times("!~")).toBe(0);
  // One ranking and one count of values. The total over the window and for now.
  expect(times(`increase(${counted}`)).toBe(2);
  expect(times(`sum(rate(${counted}`)).toBe(2);
});

test("does not read the total again for a panel that already has it", async () => {
  await answerQuestion(question(), { sourceScope: allSources });
  log.clearQueries();
  await answerQuestion(question("tenant"), { sourceScope: allSources });
  expect(log.listQueries().filter(({ path }) => path.endsWith("query_range"))).toHaveLength(1);
});

test("reuses the choice for a minute, and omits the total for fewer than eight values", async () => {
  await answerQuestion(question("instance"), { sourceScope: allSources });
  expect(times("topk(8")).toBe(1);
  deleteProcessState("signals-answers");
  log.clearQueries();
  stopClock(20_000);
  const { split } = await answerQuestion(question("instance"), { sourceScope: allSources });
  expect(split).toMatchObject({ namedCount: 1, totalCount: 1 });
  expect(times("topk(8")).toBe(0);
  expect(times(`sum(rate(${counted}`)).toBe(0);
});

test("shows the previous values after a minute while choosing again", async () => {
  await answerQuestion(question("tenant"), { sourceScope: allSources });
  deleteProcessState("signals-answers");
  log.clearQueries();
  stopClock(60_000);
  const { promise, resolve } = Promise.withResolvers<void>();
  log.delayQueries((promql) => (promql.includes("topk(8") ? promise : undefined));
  const { split } = await answerQuestion(question("tenant"), { sourceScope: allSources });
  expect(split).toMatchObject({ namedCount: 8 });
  expect(times("topk(8")).toBe(1);
  resolve();
  await expect.poll(() => times("count(sum by (tenant)")).toBe(1);
});

test("uses one ranking query for all panels of a page", async () => {
  const requests = await answerQuestion(question("tenant"), { sourceScope: allSources });
  log.clearQueries();
  const otherAnswers = await Promise.all(
    (["ttft", "running"] as const).map((signal) =>
      answerQuestion(
        {
          ...question("tenant"),
          signals: [signal],
          statistics: [signal === "ttft" ? "p95" : "value"],
        },
        { sourceScope: allSources },
      ),
    ),
  );
  const namesOf = ({ series }: Answer): readonly string[] =>
    series.flatMap(({ group }) => (group?.kind === "value" ? [group.value] : []));
  expect(namesOf(requests)).toHaveLength(8);
  for (const answer of otherAnswers) {
    expect(namesOf(answer)).toEqual(namesOf(requests));
    expect(answer.split).toMatchObject({ sharedPageValues: namesOf(requests), rule: requests.split?.rule });
  }
  expect(times(`topk(8, sum by (tenant) (increase(${counted}`)).toBe(0);
});
