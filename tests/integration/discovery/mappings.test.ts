/**
 * Maps training metrics through the API: preview, persistence through discovery, and reset, with a real Prometheus.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { PATCH } from "@/app/api/v1/deployments/[deploymentId]/route";
import { POST as PREVIEW } from "@/app/api/v1/discovery/preview/route";
import type { DiscoveryPreviewResponse, ReviewResponse } from "@/lib/contracts/discovery";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

let prometheus: FrozenPrometheus;
let own: TestDatabase;
let id = "";

/** A Ray Train job whose loop exports its loss, twice, and 300 tokens per second. */
function exposition(endSeconds: number): string {
  // 15 minutes, and another 15 minutes beyond `endSeconds`, during which the tests run.
  const times = Array.from({ length: 121 }, (_, index) => index * 15);
  const lines = (name: string, more: string, of: (seconds: number) => number): readonly string[] =>
    times.map(
      (seconds) => `${name}{job="ray",instance="r:1"${more}} ${of(seconds)} ${endSeconds - 900 + seconds}`,
    );
  return [
    "# TYPE ray_data_iter_user_seconds gauge",
    ...lines("ray_data_iter_user_seconds", "", (seconds) => seconds / 2),
    "# TYPE loss gauge",
    ...lines("loss", ',split="train"', () => 2.5),
    ...lines("loss", ',split="validation"', () => 9),
    "# TYPE tokens counter",
    ...lines("tokens_total", "", (seconds) => 300 * seconds),
    "# EOF\n",
  ].join("\n");
}

beforeAll(async () => {
  prometheus = await startPrometheus(exposition(Math.floor(Date.now() / 1_000)));
});
afterAll(() => prometheus.stop());

beforeEach(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url, PROMETHEUS_URL: prometheus.url });
  await registerSources();
  await discoverDeployments();
  ({ id } = await resolveDeployment("ray", allSources));
  return async () => {
    await leaveServerEnvironment();
    await own.drop();
  };
});

const headers = { host: "localhost:3000", "content-type": "application/json" };
const address = "http://localhost:3000/api/v1";
const mappings = {
  "train-loss": { gauge: "loss", labels: { split: "train" } },
  "train-tokens": { counter: "tokens_total" },
};

async function review(version: number, body: unknown): Promise<Response> {
  const request = new Request(`${address}/deployments/${id}`, {
    method: "PATCH",
    headers: { ...headers, "if-match": `"${version}"` },
    body: JSON.stringify(body),
  });
  return PATCH(request, { params: Promise.resolve({ deploymentId: id }) });
}

async function saved(response: Promise<Response>): Promise<ReviewResponse["deployment"]> {
  const answer = (await (await response).json()) as ReviewResponse;
  expect(answer).toHaveProperty("deployment");
  return answer.deployment;
}

async function headline(signal: "train-loss" | "train-tokens") {
  const { series } = await answerQuestion(
    {
      v: 1,
      signals: [signal],
      statistics: [signal === "train-loss" ? "value" : "rate"],
      scope: { deployment: "ray" },
      window: { from: "now-10m", to: "now" },
    },
    { sourceScope: allSources },
  );
  return series[0]?.headline;
}

test("previews mappings before they are saved", async () => {
  const request = new Request(`${address}/discovery/preview`, {
    method: "POST",
    headers,
    body: JSON.stringify({ deploymentId: id, mappings }),
  });
  const tried = (await (
    await PREVIEW(request, { params: Promise.resolve({}) })
  ).json()) as DiscoveryPreviewResponse;
  const of = (signal: string) => tried.signals.find((one) => one.signal === signal)?.headline;
  expect(of("train-loss")).toMatchObject({ kind: "present", value: 2.5 });
  const tokens = of("train-tokens");
  expect(tokens?.kind === "present" ? tokens.value : Number.NaN).toBeCloseTo(300, 0);
  expect(await headline("train-loss")).toMatchObject({ kind: "absent", reason: "not-exposed" });
});

test("answers from mapped metrics, keeps them through discovery, and removes them", async () => {
  const edited = await saved(review(1, { mappings }));
  expect(edited).toMatchObject({ mappings, managedBy: "person", takesMappings: true, version: 2 });
  await discoverDeployments();
  expect((await resolveDeployment("ray", allSources)).mappings).toEqual(mappings);
  expect(await headline("train-loss")).toMatchObject({ kind: "present", value: 2.5 });
  const fewer = await saved(review(2, { mappings: { "train-tokens": { counter: "tokens_total" } } }));
  expect(Object.keys(fewer.mappings)).toEqual(["train-tokens"]);
  expect(await saved(review(3, { mappings: {} }))).toMatchObject({ mappings: {}, managedBy: "discovered" });
  // Answers are cached for five seconds.
  await vi.waitFor(
    async () => expect(await headline("train-loss")).toMatchObject({ kind: "absent", reason: "not-exposed" }),
    { timeout: 30_000, interval: 500 },
  );
});

test.each([
  ["a rate of a gauge", { "train-tokens": { gauge: "tokens" } }, /a rate cannot be computed from a gauge/],
  ["a name that is none", { "train-loss": { gauge: "a b" } }, /must be a valid metric name/],
  ["a signal of serving", { ttft: { gauge: "a" } }, /ttft|Invalid/],
])("rejects %s without changes", async (_what, wrong, pattern) => {
  const response = await review(1, { mappings: wrong });
  expect(response.status).toBe(400);
  expect(JSON.stringify(await response.json())).toMatch(pattern);
  expect((await resolveDeployment("ray", allSources)).mappings).toBeUndefined();
});

test("rejects an edit of an outdated version without changes", async () => {
  await saved(review(1, { mappings }));
  expect((await review(1, { mappings: {} })).status).toBe(412);
  expect((await resolveDeployment("ray", allSources)).mappings).toEqual(mappings);
});
