/** Windows and questions that make no sense, through the signals door: each has its own answer, and none reaches the source. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST } from "@/app/api/v1/signals/route";
import type { SignalsResponse } from "@/lib/contracts/signals";
import type { Problem } from "@/lib/model/problem";
import { discoverDeployments } from "@/lib/services/deployments/discover-deployments";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/database";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/prometheus";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server-environment";

let own: TestDatabase;
let prometheus: FrozenPrometheus;
const atMs = Date.now();

beforeAll(async () => {
  own = await createMigratedDatabase();
  const times = [60, 45, 30, 15, 0].map((agoSeconds) => Math.floor(atMs / 1_000) - agoSeconds);
  const rows = times.map(
    (at) => `vllm:num_requests_running{model_name="chat",job="j",instance="a:1"} 1 ${at}`,
  );
  prometheus = await startPrometheus(`# TYPE vllm:num_requests_running gauge\n${rows.join("\n")}\n# EOF\n`);
  useServerEnvironment({ DATABASE_URL: own.url, PROMETHEUS_URL: prometheus.url });
  await registerSources();
  await discoverDeployments();
});
afterAll(async () => {
  await leaveServerEnvironment();
  await prometheus.stop();
  await own.drop();
});

function ask(question: object): Promise<Response> {
  const request = new Request("http://localhost:3000/api/v1/signals", {
    method: "POST",
    headers: { host: "localhost:3000", "content-type": "application/json" },
    body: JSON.stringify({ questions: [{ key: "one", question }], waitMs: 1_400 }),
  });
  return POST(request, { params: Promise.resolve({}) });
}

const question = (window: { readonly from: string; readonly to: string }, scope: object = {}) => ({
  v: 1,
  signals: ["running"],
  statistics: ["value"],
  scope: { deployment: "chat", ...scope },
  window,
});

test.each([
  ["reversed", "now", "now-1h", "The window is reversed: it ends before it begins."],
  ["in the future", String(atMs + 3_600_000), String(atMs + 7_200_000), "The window lies in the future."],
  ["five years long", "now-1825d", "now", "The window is longer than the 92 days that can be asked for."],
  ["too short", "now-30s", "now", "The window is shorter than a minute."],
])("a window that is %s", async (_what, from, to, detail) => {
  const response = await ask(question({ from, to }));
  expect(response.status).toBe(200);
  const { panels } = (await response.json()) as SignalsResponse;
  expect(panels).toMatchObject([
    { key: "one", state: "failed", problem: { code: "invalid-input", status: 400, detail } },
  ]);
});

test.each([
  ["a step of zero", { ...question({ from: "now-1h", to: "now" }), step: 0 }],
  ["a window that is none", question({ from: "yesterday", to: "now" })],
  ["a label that is none", question({ from: "now-1h", to: "now" }, { split: "a b" })],
  ["no signal", { ...question({ from: "now-1h", to: "now" }), signals: [] }],
])("%s is refused before anything is looked at", async (_what, body) => {
  const response = await ask(body);
  expect(response.status).toBe(400);
  expect((await response.json()) as Problem).toMatchObject({ code: "invalid-input" });
});

test("a selector that matches nothing says so for every point, and asks for nothing it may not", async () => {
  const response = await ask(question({ from: "now-1h", to: "now" }, { instance: '"} or up{x="' }));
  const { panels } = (await response.json()) as SignalsResponse;
  const [panel] = panels;
  if (panel?.state !== "answered") throw new Error("not answered");
  const [series] = panel.answer.series;
  expect(series?.values.every((value) => value === null)).toBe(true);
  expect(series?.headline).toMatchObject({ kind: "absent" });
});
