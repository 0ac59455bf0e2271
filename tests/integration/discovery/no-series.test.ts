/**
 * Selectors that match nothing, in the file and edited: no metric is absent and no target is down. Panels, data check
 * and row all report "no series" from the first minute on.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PATCH } from "@/app/api/v1/deployments/[deploymentId]/route";
import type { Pool } from "@/lib/model/deployment/deployment";
import type { Reading } from "@/lib/model/reading";
import type { SignalId } from "@/lib/model/signals/signals";
import { deleteProcessState } from "@/lib/server/process-state";
import { checkDeployment } from "@/lib/services/data-check/check-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { setServerClock } from "@/tests/support/server/server-clock";
import {
  writeGaugeLines,
  openStoredFixture,
  fixtureNowMs,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

const minuteMs = 60_000;
let stage: StoredFixture;
let folder = "";

beforeAll(async () => {
  const process = 'job="vllm",instance="chat:1"';
  stage = await openStoredFixture(
    [
      "# TYPE up gauge",
      ...writeGaugeLines("up", process, 1),
      // Scrapes continue, so that a missing target was not merely unscraped.
      ...Array.from(
        { length: 121 },
        (_, index) => `up{job="node",instance="host:9100"} 1 ${fixtureNowMs / 1_000 + index * 15}`,
      ),
      "# TYPE vllm:num_requests_running gauge",
      ...writeGaugeLines("vllm:num_requests_running", `${process},model_name="chat"`, 2),
      "# EOF\n",
    ].join("\n"),
  );
});

const file = `version: 1
deployments:
  - title: No such job
    slug: no-job
    engine: vllm
    model: chat
    pools: [{ role: both, selectors: [{ job: vllmm }] }]
  - title: No such model
    slug: no-model
    engine: vllm
    model: chat
    pools: [{ role: both, selectors: [{ job: vllm, model_name: chatt }] }]
`;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "ridgepoint-config-"));
  writeFileSync(path.join(folder, "ridgepoint.yaml"), file);
  await stage.begin({ RIDGEPOINT_CONFIG: path.join(folder, "ridgepoint.yaml") });
  await discoverDeployments();
  return () => rmSync(folder, { recursive: true });
});
afterAll(() => stage.close());

/** Advances the clock by this many minutes and clears caches. */
async function after(minutes: number): Promise<void> {
  for (const name of ["series-reader", "spacing-reader", "signals-answers", "overview-rows"])
    deleteProcessState(name);
  setServerClock(fixtureNowMs + minutes * minuteMs);
  await discoverDeployments();
}

const signals = ["ttft", "running", "gpu-power"] as const satisfies readonly SignalId[];
const window = { from: "now-15m", to: "now" } as const;

/** Returns what panels, data check and row report for a deployment. */
async function reportsOf(slug: string) {
  const deployment = await resolveDeployment(slug, allSources);
  const panels = await Promise.all(
    signals.map(async (signal): Promise<readonly [SignalId, Reading | undefined]> => {
      const statistics = [signal === "running" || signal === "gpu-power" ? "value" : "mean"] as const;
      const scope = { deployment: slug };
      const { series } = await answerQuestion(
        { v: 1, signals: [signal], statistics, scope, window },
        { sourceScope: allSources },
      );
      return [signal, series[0]?.headline];
    }),
  );
  const never = new AbortController().signal;
  const rows = await checkDeployment(deployment, never);
  const { status, sentence } = await readOverviewRow(deployment, window, never);
  return {
    panels: new Map(panels),
    check: new Map(rows.map((row) => [row.signal, row])),
    status: status.id,
    sentence: sentence.map((part) => (part.kind === "text" ? part.text : "…")).join(""),
  };
}

test.each([
  ["no-job", '{job="vllmm"}'],
  ["no-model", '{job="vllm", model_name="chatt"}'],
])('reports "no series" everywhere, immediately and later, for the file\'s %s', async (slug, selector) => {
  const detail = `No series matches the selector ${selector}. Correct it in the configuration file.`;
  for (const minutes of [0, 10]) {
    await after(minutes);
    const { panels, check, status, sentence } = await reportsOf(slug);
    for (const signal of ["ttft", "running"] as const) {
      expect(panels.get(signal)).toEqual({ kind: "absent", reason: "no-series", detail });
      expect(check.get(signal)).toMatchObject({
        outcome: "without-data",
        reason: "no-series",
        detail,
        howToEnable: null,
      });
    }
    // Signals that no selector could match keep their reason.
    expect(panels.get("gpu-power")).toMatchObject({ reason: "metric-absent" });
    expect([status, sentence]).toEqual(["cannot-tell", detail]);
  }
});

async function select(pools: readonly Pool[]): Promise<void> {
  const { id } = await resolveDeployment("chat", allSources);
  const headers = { host: "localhost:3000", "content-type": "application/json", "if-match": '"1"' };
  const body = JSON.stringify({ pools });
  const request = new Request(`http://localhost:3000/api/v1/deployments/${id}`, {
    method: "PATCH",
    headers,
    body,
  });
  const response = await PATCH(request, { params: Promise.resolve({ deploymentId: id }) });
  expect(response.status).toBe(200);
}

test('reports "no series" for edited selectors with a hint where to correct them, and keeps no foreign servers', async () => {
  await select([{ role: "both", selectors: [{ job: "vllm", model_name: "code" }, { job: "elsewhere" }] }]);
  for (const minutes of [0, 10]) {
    await after(minutes);
    const { panels, status, sentence } = await reportsOf("chat");
    const detail =
      'No series matches the selectors {job="vllm", model_name="code"} or {job="elsewhere"}. Correct them under Settings, Deployments.';
    expect(panels.get("running")).toEqual({ kind: "absent", reason: "no-series", detail });
    expect([status, sentence]).toEqual(["cannot-tell", detail]);
  }
  expect((await resolveDeployment("chat", allSources)).instances).toEqual([]);
});

test("reports servers of edited selectors as down after they stop", async () => {
  await select([{ role: "both", selectors: [{ model_name: "chat" }] }]);
  await after(0);
  expect((await reportsOf("chat")).panels.get("running")).toMatchObject({ kind: "present", value: 2 });
  await after(25);
  const { panels, check, status } = await reportsOf("chat");
  expect(panels.get("running")).toMatchObject({ reason: "target-down" });
  // The last sample is 15 minutes after the fixture time. Points are a few minutes apart.
  const since = check.get("running")?.downSince;
  expect(check.get("running")).toMatchObject({ outcome: "without-data", reason: "target-down" });
  if (since?.kind !== "since") throw new Error(`down ${since?.kind}`);
  const lastMs = fixtureNowMs + 15 * minuteMs;
  expect(since.atMs).toBeLessThanOrEqual(lastMs);
  expect(since.atMs + since.withinMs).toBeGreaterThanOrEqual(lastMs);
  expect(since.withinMs).toBeLessThanOrEqual(5 * minuteMs);
  expect(status).toBe("source-down");
  expect((await resolveDeployment("chat", allSources)).instances).toEqual(["chat:1"]);
});
