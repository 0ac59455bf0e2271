/** Invalid windows and questions at the signals endpoint: each has a specific error, and none reaches the source. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as readOverview } from "@/app/api/v1/overview/route";
import { POST } from "@/app/api/v1/signals/route";
import { GET as readTraces } from "@/app/api/v1/traces/route";
import { POST as readUsualRanges } from "@/app/api/v1/usual-ranges/route";
import type { SignalsResponse } from "@/lib/contracts/signals";
import type { Problem } from "@/lib/model/problem";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import {
  openStoredFixture,
  fixtureNowMs,
  writeRunningGauges,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

let stage: StoredFixture;

beforeAll(async () => {
  stage = await openStoredFixture(writeRunningGauges([{ model: "chat", job: "j", instance: "a:1" }]));
  await stage.begin();
  await discoverDeployments();
});
afterAll(() => stage.close());

function ask(question: object): Promise<Response> {
  const request = post("signals", { questions: [{ key: "one", question }], waitMs: 1_400 });
  return POST(request, { params: Promise.resolve({}) });
}

function post(path: string, body: object): Request {
  return new Request(`http://localhost:3000/api/v1/${path}`, {
    method: "POST",
    headers: { host: "localhost:3000", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

const question = (window: { readonly from: string; readonly to: string }, scope: object = {}) => ({
  v: 1,
  signals: ["running"],
  statistics: ["value"],
  scope: { deployment: "chat", ...scope },
  window,
});

const senseless = [
  ["reversed", "now", "now-1h", "The window is reversed: it ends before it starts"],
  [
    "in the future",
    String(fixtureNowMs + 3_600_000),
    String(fixtureNowMs + 7_200_000),
    "The window is in the future",
  ],
  ["five years long", "now-1825d", "now", "The window is longer than the maximum of 92 days"],
  ["too short", "now-30s", "now", "The window is shorter than a minute"],
] as const;

test.each(senseless)("refuses a window that is %s", async (_what, from, to, detail) => {
  const response = await ask(question({ from, to }));
  expect(response.status).toBe(200);
  const { panels } = (await response.json()) as SignalsResponse;
  expect(panels).toMatchObject([
    { key: "one", state: "failed", problem: { code: "invalid-input", status: 400, detail } },
  ]);
});

test.each(senseless)(
  "refuses a window that is %s at the other endpoints",
  async (_what, from, to, detail) => {
    const get = (path: string): Request =>
      new Request(`http://localhost:3000/api/v1/${path}from=${from}&to=${to}`, {
        headers: { host: "localhost:3000" },
      });
    const usual = {
      deployment: "chat",
      window: { from, to },
      series: [{ signal: "running", statistic: "value" }],
    };
    const context = { params: Promise.resolve({}) };
    const responses = await Promise.all([
      readOverview(get("overview?"), context),
      readTraces(get("traces?deployment=chat&"), context),
      readUsualRanges(post("usual-ranges", usual), context),
    ]);
    for (const response of responses) {
      expect(response.status).toBe(400);
      expect((await response.json()) as Problem).toMatchObject({ code: "invalid-input", detail });
    }
  },
);

test.each([
  ["a step of zero", { ...question({ from: "now-1h", to: "now" }), step: 0 }],
  ["a window that is none", question({ from: "yesterday", to: "now" })],
  ["a label that is none", question({ from: "now-1h", to: "now" }, { split: "a b" })],
  ["no signal", { ...question({ from: "now-1h", to: "now" }), signals: [] }],
])("refuses %s before anything is read", async (_what, body) => {
  const response = await ask(body);
  expect(response.status).toBe(400);
  expect((await response.json()) as Problem).toMatchObject({ code: "invalid-input" });
});

test("a selector without matches reports it for every point, and sends no forbidden query", async () => {
  const response = await ask(question({ from: "now-1h", to: "now" }, { instance: '"} or up{x="' }));
  const { panels } = (await response.json()) as SignalsResponse;
  const [panel] = panels;
  if (panel?.state !== "answered") throw new Error("not answered");
  const [series] = panel.answer.series;
  expect(series?.values.every((value) => value === null)).toBe(true);
  expect(series?.headline).toMatchObject({ kind: "absent" });
});

test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
  "a split by %s, which every object inherits, is a split by a label that no series has",
  async (split) => {
    const response = await ask(question({ from: "now-1h", to: "now" }, { split }));
    const { panels } = (await response.json()) as SignalsResponse;
    const expected = await ask(question({ from: "now-1h", to: "now" }, { split: "no_such_label" }));
    const [other] = ((await expected.json()) as SignalsResponse).panels;
    expect(panels[0]?.state).toBe("answered");
    expect(JSON.stringify(panels[0]).replaceAll(split, "no_such_label")).toHaveLength(
      JSON.stringify(other).length,
    );
  },
);

test.each([
  [
    "requests",
    "mean",
    "mean is not a statistic of “Requests”, which is a counter. Available: rate, ratio-to-requests.",
  ],
  ["running", "p95", "p95 is not a statistic of “Running requests”, which is a gauge. Available: value."],
  [
    "ttft",
    "rate",
    "rate is not a statistic of “Time to first token, TTFT”, which is a distribution. Available: p50, p90, p95, p99, mean, share-of-e2e.",
  ],
])("%s has no %s, and the error lists its statistics", async (signal, statistic, detail) => {
  const response = await ask({
    ...question({ from: "now-1h", to: "now" }),
    signals: [signal],
    statistics: [statistic],
  });
  const { panels } = (await response.json()) as SignalsResponse;
  expect(panels).toMatchObject([
    { key: "one", state: "failed", problem: { code: "invalid-input", status: 400, detail } },
  ]);
});
