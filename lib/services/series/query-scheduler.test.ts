import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { expect, test } from "vitest";
import { AppError } from "@/lib/model/app-error";
import type { Upstream, UpstreamRequest } from "@/lib/model/sources/upstream";
import { createQueryScheduler } from "./query-scheduler";

const source = requireReadableSource("prometheus", allSources);
const queryOf = ({ query = [], form = [] }: UpstreamRequest): string =>
  [...query, ...form].find(([name]) => name === "query")?.[1] ?? "";

/** A source that times out on every union query, and answers single queries or none. */
function stage({ answersSmall }: { readonly answersSmall: boolean }) {
  let nowMs = 0;
  const sent: string[] = [];
  const upstream: Upstream = {
    read: async (request, interpret) => {
      const query = queryOf(request);
      sent.push(query);
      const isUnion = query.includes(" or on ");
      // The union takes longer than the single query sent at the same time.
      for (let turn = 0; turn < (isUnion ? 50 : 5); turn += 1) await Promise.resolve();
      nowMs += 1_000;
      if (isUnion || !answersSmall) throw new AppError("source-slow", "the source timed out");
      const result = [{ metric: {}, value: [1, "7"] }];
      const answer = { status: "success", data: { resultType: "vector", result } };
      const body = new TextEncoder().encode(JSON.stringify(answer));
      return interpret({ status: 200, contentType: "application/json", body, latencyMs: 1 });
    },
  };
  const asker = createQueryScheduler({
    upstream: () => upstream,
    monotonicMs: () => nowMs,
    maxConcurrent: 7,
    maxWaiting: 100,
  });
  const ask = (promql: string, atMs: number, isAlone = false) =>
    asker.queryInstant({ source, promql, atMs, lane: "page", isSentSeparately: isAlone });
  return { sent, ask };
}

test("sends queries separately when the source times out on a batch but answers single queries", async () => {
  const { sent, ask } = stage({ answersSmall: true });
  const vectors = await Promise.all([ask("a", 1), ask("b", 1), ask("other", 2)]);
  expect(vectors.map(({ samples }) => samples[0]?.value)).toEqual([7, 7, 7]);
  expect(sent).toHaveLength(4);
});

test("sends no additional queries to a source that does not respond", async () => {
  const { sent, ask } = stage({ answersSmall: false });
  const outcomes = await Promise.allSettled([ask("a", 1), ask("b", 1), ask("other", 2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(sent).toHaveLength(2);
});

test("sends slow queries separately, so that others do not wait for them", async () => {
  const { sent, ask } = stage({ answersSmall: true });
  await Promise.all([ask("a", 1), ask("heavy", 1, true)]);
  expect(sent).toEqual(["a", "heavy"]);
});

test("combines two refused queries again after ten minutes", async () => {
  let isRefusing = true;
  let nowMs = 0;
  const sent: string[] = [];
  const upstream: Upstream = {
    read: async (request, interpret) => {
      sent.push(queryOf(request));
      const refusal = { status: "error", errorType: "execution", error: "refused" };
      const answer = { status: "success", data: { resultType: "vector", result: [] } };
      const body = new TextEncoder().encode(JSON.stringify(isRefusing ? refusal : answer));
      const status = isRefusing ? 422 : 200;
      return interpret({ status, contentType: "application/json", body, latencyMs: 1 });
    },
  };
  const limits = { maxConcurrent: 7, maxWaiting: 100 };
  const scheduler = createQueryScheduler({ upstream: () => upstream, monotonicMs: () => nowMs, ...limits });
  const read = (promql: string) => scheduler.queryInstant({ source, promql, atMs: 1, lane: "page" });
  const readBoth = async (): Promise<number> => {
    sent.length = 0;
    await Promise.allSettled([read("a"), read("b")]);
    return sent.length;
  };
  // The combined query is refused, and then each of its parts.
  expect(await readBoth()).toBe(3);
  expect(await readBoth()).toBe(2);
  isRefusing = false;
  nowMs = 599_000;
  expect(await readBoth()).toBe(2);
  nowMs = 601_000;
  expect(await readBoth()).toBe(1);
});

/** A source that refuses every query while `isRefusing` is true. */
function stageRefusals() {
  const stage = { isRefusing: true, nowMs: 0, sent: [] as string[] };
  const upstream: Upstream = {
    read: (request, interpret) => {
      stage.sent.push(queryOf(request));
      const refusal = { status: "error", errorType: "execution", error: "refused" };
      const result = [{ metric: {}, value: [1, "7"] }];
      const answer = { status: "success", data: { resultType: "vector", result } };
      const body = new TextEncoder().encode(JSON.stringify(stage.isRefusing ? refusal : answer));
      const status = stage.isRefusing ? 422 : 200;
      return Promise.resolve(interpret({ status, contentType: "application/json", body, latencyMs: 1 }));
    },
  };
  const scheduler = createQueryScheduler({
    upstream: () => upstream,
    monotonicMs: () => stage.nowMs,
    maxConcurrent: 7,
    maxWaiting: 100,
  });
  const promqls = Array.from({ length: 12 }, (_, index) => `q${index}`);
  const poll = async (): Promise<readonly PromiseSettledResult<unknown>[]> => {
    stage.sent = [];
    return Promise.allSettled(
      promqls.map((promql) => scheduler.queryInstant({ source, promql, atMs: 1, lane: "page" })),
    );
  };
  return { stage, poll };
}

test("repeats one query in 1.5 s to a source that refuses all queries, and fails the others with its error", async () => {
  const { stage, poll } = stageRefusals();
  await poll();
  stage.nowMs = 1_000;
  await poll();
  expect(stage.sent).toHaveLength(1);
  stage.nowMs = 2_000;
  const outcomes = await poll();
  expect(stage.sent).toHaveLength(0);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: "rejected", reason: { code: "query-refused" } });
  stage.nowMs = 2_500;
  await poll();
  expect(stage.sent).toHaveLength(1);
});

test("sends all queries in the first poll after the source accepts them again, and combines them", async () => {
  const { stage, poll } = stageRefusals();
  await poll();
  stage.isRefusing = false;
  stage.nowMs = 2_000;
  const outcomes = await poll();
  expect(outcomes.map(({ status }) => status)).toEqual(Array(12).fill("fulfilled"));
  stage.nowMs = 4_000;
  await poll();
  expect(stage.sent).toHaveLength(1);
});
