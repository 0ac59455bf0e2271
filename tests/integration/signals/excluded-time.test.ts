/** Comparison of windows on a real Prometheus: time marked as a load test is excluded. */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Question } from "@/lib/model/question";
import { getDatabase } from "@/lib/server/db/client";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { openStoredFixture, fixtureNowMs, type StoredFixture } from "@/tests/support/server/stored-fixture";

const minuteMs = 60_000;
const sampleMs = 15_000;
const endMs = fixtureNowMs;
const startMs = endMs - 60 * minuteMs;
/** Twenty minutes with ten times the load. */
const loadTest = { startMs: startMs + 20 * minuteMs, endMs: startMs + 40 * minuteMs };

function history(): string {
  const lines = Array.from({ length: 80 * 4 + 1 }, (_, index) => {
    const atMs = startMs - 20 * minuteMs + index * sampleMs;
    const level = atMs >= loadTest.startMs && atMs < loadTest.endMs ? 40 : 4;
    return `vllm:num_requests_running{instance="a",job="llm",model_name="chat"} ${level} ${atMs / 1_000}`;
  });
  return ["# TYPE vllm:num_requests_running gauge", ...lines, "# EOF\n"].join("\n");
}

let stage: StoredFixture;

beforeAll(async () => {
  stage = await openStoredFixture(history());
  await stage.begin();
  expect(await discoverDeployments()).toMatchObject({ discoveredCount: 1, isStored: true });
});

afterAll(() => stage.close());

/** Each request has a different window, so that no answer is cached. */
async function readAnswer(shiftMs: number) {
  const question: Question = {
    v: 1,
    signals: ["running"],
    statistics: ["value"],
    scope: { deployment: "chat" },
    window: { from: String(startMs - shiftMs), to: String(endMs) },
    extras: ["window-summary"],
  };
  const { series, excludedTime, rateWindowMs, stepMs } = await answerQuestion(question, {
    sourceScope: allSources,
  });
  return {
    windowSummary: series[0]?.windowSummary?.value ?? Number.NaN,
    excludedTime,
    rateWindowMs,
    stepMs,
  };
}

test("includes unmarked time, and excludes and reports marked time", async () => {
  const unmarked = await readAnswer(0);
  expect(unmarked.excludedTime).toEqual({ kind: "known", durationMs: 0, markedMs: 0, reasons: [] });
  expect(unmarked.windowSummary).toBeGreaterThan(12);
  await getDatabase().event.create({
    data: {
      kind: "exclusion",
      reason: "load-test",
      title: "Load test",
      at: new Date(loadTest.startMs),
      endAt: new Date(loadTest.endMs),
    },
  });
  const marked = await readAnswer(minuteMs);
  expect(marked.windowSummary).toBeCloseTo(4, 6);
  // The rate window of points shortly after the load test overlaps it.
  const lengthMs = loadTest.endMs - loadTest.startMs;
  expect(marked.excludedTime).toEqual({
    kind: "known",
    durationMs: expect.any(Number),
    markedMs: expect.any(Number),
    reasons: ["load-test"],
  });
  const ms = marked.excludedTime?.kind === "known" ? marked.excludedTime.durationMs : 0;
  expect(ms).toBeGreaterThanOrEqual(lengthMs);
  expect(ms).toBeLessThanOrEqual(lengthMs + marked.rateWindowMs + marked.stepMs);
});
