/** What is told from memory while the source is down speaks for the time it was read at, not for the time of the question. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "@/lib/model/answer";
import { forgetProcessMemory, processMemory } from "@/lib/server/memory";
import { rememberDeployments } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { startFaultProxy, type FaultProxy } from "@/tests/support/fault-proxy";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/prometheus";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server-environment";
import { dayPlan, frozenEndMs, model, writeHistory } from "@/tests/support/vllm-history";

let prometheus: FrozenPrometheus;
let proxy: FaultProxy;

/** The server's clock from now on. */
function setClock(atMs: number): void {
  forgetProcessMemory("clock-offset");
  processMemory("clock-offset", () => atMs - Date.now());
}

beforeAll(async () => {
  prometheus = await startPrometheus(writeHistory(dayPlan));
  proxy = await startFaultProxy({ targetUrl: prometheus.url });
  useServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: proxy.url,
  });
});
afterAll(async () => {
  forgetProcessMemory("clock-offset");
  await leaveServerEnvironment();
  await proxy.close();
  await prometheus.stop();
});

function ask(): Promise<Answer> {
  return answerQuestion({
    v: 1,
    signals: ["running"],
    statistics: ["value"],
    scope: { deployment: "d" },
    window: { from: "now-15m", to: "now" },
  });
}

test("a number read four minutes ago is dated four minutes ago", async () => {
  setClock(frozenEndMs);
  rememberDeployments({
    records: [
      {
        id: "1",
        slug: "d",
        title: "d",
        model,
        engine: "vllm",
        engineVersion: null,
        metricsSource: "prometheus",
        tracesSource: null,
        pools: [{ role: "both", selectors: [{ model_name: model }] }],
        traceServices: [],
        attachments: [],
        metricNames: [],
        copyLabels: [],
        firstSeenAtMs: 0,
        lastSeenAtMs: frozenEndMs,
        instances: [],
        identity: "d",
        review: "proposed",
        managedBy: "discovered",
        missingSinceMs: null,
        edits: {},
        version: 1,
        mergedInto: null,
      },
    ],
    aliases: new Map(),
  });
  const fresh = (await ask()).series[0]?.headline;
  expect(fresh).toMatchObject({ kind: "present" });
  await proxy.set({ kind: "down" });
  setClock(frozenEndMs + 240_000);
  const { series, stale } = await ask();
  expect(stale).toMatchObject({ code: "source-unreachable" });
  expect(series[0]?.headline).toEqual(fresh);
});
