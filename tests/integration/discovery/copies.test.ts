/**
 * Two scrapers of the same servers, distinguished by different labels. Nothing may count twice, and separate servers
 * must stay separate.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as DISCOVERY } from "@/app/api/v1/discovery/route";
import type { DiscoveryResponse } from "@/lib/contracts/discovery";
import { describeDiscoveryRemark } from "@/lib/format/discovery-remark";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

const spacingSeconds = 15;
const lengthSeconds = 1_800;

interface Scraped {
  readonly model: string;
  readonly instance: string;
  readonly label: string;
  /** Scrape offset by label value. */
  readonly offsets: Readonly<Record<string, number>>;
  /** Requests finished so far, by label value and seconds since the start. */
  readonly finished: (value: string, seconds: number) => number;
}

const perSecond = (seconds: number): number => 500 + seconds;
const fleet: readonly Scraped[] = [
  // A pair with the label names of Mimir distributors, and a pair with an unusual label name.
  {
    model: "mimir",
    instance: "a:1",
    label: "__replica__",
    offsets: { one: 0, two: 4 },
    finished: (_, at) => perSecond(at),
  },
  {
    model: "mimir",
    instance: "a:2",
    label: "__replica__",
    offsets: { one: 0, two: 4 },
    finished: (_, at) => perSecond(at),
  },
  {
    model: "custom",
    instance: "b:1",
    label: "watcher",
    offsets: { left: 0, right: 7 },
    finished: (_, at) => perSecond(at),
  },
  // Agents on two machines that scrape their loopback address: equal addresses, different servers.
  {
    model: "agents",
    instance: "localhost:8000",
    label: "site",
    offsets: { n1: 0, n2: 6 },
    finished: (site, at) => (site === "n1" ? 500 + at : 9_000 + 2 * at),
  },
  // The same, with a usual label name of pairs.
  {
    model: "named",
    instance: "localhost:8001",
    label: "replica",
    offsets: { "0": 0, "1": 6 },
    finished: (rank, at) => (rank === "0" ? 500 + at : 9_000 + 2 * at),
  },
  // No requests so far.
  { model: "idle", instance: "c:1", label: "watcher", offsets: { left: 0, right: 7 }, finished: () => 0 },
];

function exposition(endSeconds: number): string {
  const lines = (
    name: string,
    of: (one: Scraped, value: string, seconds: number) => number,
    own: (one: Scraped) => string,
  ) =>
    fleet.flatMap((one) =>
      Object.entries(one.offsets).flatMap(([value, offset]) =>
        Array.from({ length: lengthSeconds / spacingSeconds }, (_, index) => {
          const seconds = index * spacingSeconds + offset;
          const labels = `${own(one)}job="${one.model}",instance="${one.instance}",${one.label}="${value}"`;
          return `${name}{${labels}} ${of(one, value, seconds)} ${endSeconds - lengthSeconds + seconds}`;
        }),
      ),
    );
  const model = (one: Scraped): string => `model_name="${one.model}",`;
  return [
    "# TYPE up gauge",
    ...lines(
      "up",
      () => 1,
      () => "",
    ),
    "# TYPE vllm:num_requests_running gauge",
    ...lines("vllm:num_requests_running", () => 4, model),
    "# TYPE vllm:request_success counter",
    ...lines(
      "vllm:request_success_total",
      (one, value, at) => one.finished(value, at),
      (one) => `${model(one)}finished_reason="stop",`,
    ),
    "# EOF\n",
  ].join("\n");
}

let own: TestDatabase;
let prometheus: FrozenPrometheus;

beforeAll(async () => {
  prometheus = await startPrometheus(exposition(Math.floor(Date.now() / 1_000)));
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url, PROMETHEUS_URL: prometheus.url });
  await registerSources();
  expect(await discoverDeployments()).toEqual({ discoveredCount: 5, isStored: true });
});
afterAll(async () => {
  await leaveServerEnvironment();
  await prometheus.stop();
  await own.drop();
});

async function finishedPerSecond(slug: string): Promise<number> {
  const { series } = await answerQuestion(
    {
      v: 1,
      signals: ["requests"],
      statistics: ["rate"],
      scope: { deployment: slug },
      window: { from: "now-20m", to: "now-10m" },
    },
    { sourceScope: allSources },
  );
  const values = series.flatMap((one) => one.values).filter((value) => value !== null);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function remarksOf(title: string): Promise<readonly string[]> {
  const response = await DISCOVERY(
    new Request("http://localhost:3000/api/v1/discovery", { headers: { host: "localhost:3000" } }),
    { params: Promise.resolve({}) },
  );
  const { deployments } = (await response.json()) as DiscoveryResponse;
  return (
    deployments.find((one) => one.title === title)?.remarks.map(describeDiscoveryRemark) ?? [
      "no such deployment",
    ]
  );
}

test.each([
  [
    "mimir",
    ["__replica__"],
    2,
    /^2 servers are scraped several times, with different values of __replica__ \(one, two\)\. Their counters agree/,
  ],
  [
    "custom",
    ["watcher"],
    1,
    /^1 server is scraped several times, with different values of watcher \(left, right\)\. Their counters agree/,
  ],
  [
    "agents",
    [],
    3,
    /with different values of site \(n1, n2\)\. Their counters differ, so these are separate servers and each is counted/,
  ],
  ["named", [], 3, /different values of replica \(0, 1\)\. Their counters differ/],
] as const)(
  "%s: deduplicates %o and counts %d requests per second",
  async (model, copyLabels, rate, remark) => {
    expect((await resolveDeployment(model, allSources)).copyLabels).toEqual(copyLabels);
    expect(await finishedPerSecond(model)).toBeCloseTo(rate, 1);
    expect(await remarksOf(model)).toEqual([expect.stringMatching(remark)]);
  },
);

test("deduplicates nothing, and states it, if no counter changed and the label name is unknown", async () => {
  expect((await resolveDeployment("idle", allSources)).copyLabels).toEqual([]);
  expect(await remarksOf("idle")).toEqual([
    expect.stringMatching(
      /No counter has changed yet, so the copies could not be compared\. Each copy is counted/,
    ),
  ]);
});
