/** Cached answers, served while the source is down, carry the time at which they were read. */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "@/lib/model/answer";
import { cacheDeployments } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { createDeploymentRecord } from "@/tests/support/sample-data/deployment-record";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";
import { dayPlan, frozenEndMs, model, writeHistory } from "@/tests/support/histories/vllm-history";

let stage: FrozenFixture;

beforeAll(async () => {
  stage = await openFrozenFixture(writeHistory(dayPlan), frozenEndMs);
});
afterAll(async () => {
  await stage.close();
});

function ask(): Promise<Answer> {
  return answerQuestion(
    {
      v: 1,
      signals: ["running"],
      statistics: ["value"],
      scope: { deployment: "d" },
      window: { from: "now-15m", to: "now" },
    },
    { sourceScope: allSources },
  );
}

test("a number read four minutes ago has the time of that read", async () => {
  cacheDeployments({
    records: [createDeploymentRecord(model, { slug: "d", title: "d", lastSeenAtMs: frozenEndMs })],
    aliases: new Map(),
  });
  const fresh = (await ask()).series[0]?.headline;
  expect(fresh).toMatchObject({ kind: "present" });
  await stage.proxy.set({ kind: "down" });
  stage.setClock(frozenEndMs + 240_000);
  const { series, stale } = await ask();
  expect(stale).toMatchObject({ code: "source-unreachable" });
  expect(series[0]?.headline).toEqual(fresh);
});
