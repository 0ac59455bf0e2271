/** Two Dynamo stacks of one model under one job and namespace, with and without stack labels. */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeDiscoveryRemark } from "@/lib/format/discovery-remark";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { findRequestLayers } from "@/lib/services/deployments/request-layers";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

interface Worker {
  readonly instance: string;
  readonly stack: string;
  readonly perSecond: number;
}

/** During a rollout of the stack "blue", workers of both versions run. */
const workers: readonly Worker[] = [
  { instance: "w1:9090", stack: "shop-blue-0a1b2c3d", perSecond: 1 },
  { instance: "w2:9090", stack: "shop-blue-99887766", perSecond: 2 },
  { instance: "w3:9090", stack: "shop-green", perSecond: 5 },
];
/** Engines without Dynamo labels. Only the component metrics have them. */
const bare: readonly Worker[] = [
  { instance: "w4:9090", stack: "lab-one", perSecond: 1 },
  { instance: "w5:9090", stack: "lab-two", perSecond: 1 },
];

function exposition(endSeconds: number): string {
  const times = Array.from({ length: 121 }, (_, index) => endSeconds - 1_800 + index * 15);
  const lines = (name: string, labels: string, perSecond: number): readonly string[] =>
    times.map((at) => `${name}{${labels}} ${(at - endSeconds + 1_800) * perSecond} ${at}`);
  const of = (name: string, labels: (one: Worker) => string) =>
    workers.flatMap((one) => lines(name, `${labels(one)},dynamo_namespace="${one.stack}"`, one.perSecond));
  const ofBare = (name: string, labels: (one: Worker) => string) =>
    bare.flatMap((one) => lines(name, labels(one), one.perSecond));
  const target = (one: Worker): string => `job="workers",namespace="prod",instance="${one.instance}"`;
  const served =
    (model: string) =>
    (one: Worker): string =>
      `${target(one)},model_name="${model}"`;
  const success = "vllm:request_success_total";
  return [
    "# TYPE up gauge",
    ...[...workers, ...bare].flatMap((one) => times.map((at) => `up{${target(one)}} 1 ${at}`)),
    "# TYPE vllm:num_requests_running gauge",
    ...of("vllm:num_requests_running", served("org/pair")),
    ...ofBare("vllm:num_requests_running", served("bare")),
    "# TYPE vllm:request_success counter",
    ...of(success, (one) => `${served("org/pair")(one)},finished_reason="stop"`),
    ...ofBare(success, (one) => `${served("bare")(one)},finished_reason="stop"`),
    "# TYPE dynamo_component_requests counter",
    ...of("dynamo_component_requests_total", target),
    ...bare.flatMap((one) =>
      lines("dynamo_component_requests_total", `${target(one)},dynamo_namespace="${one.stack}"`, 1),
    ),
    "# TYPE dynamo_frontend_model_context_length gauge",
    ...["f1:8000", "f2:8000"].flatMap((instance) =>
      lines(
        "dynamo_frontend_model_context_length",
        `job="fronts",namespace="prod",instance="${instance}",model="pair"`,
        1,
      ),
    ),
    "# EOF\n",
  ].join("\n");
}

let own: TestDatabase;
let prometheus: FrozenPrometheus;
let deployments: readonly KnownDeployment[] = [];

beforeAll(async () => {
  prometheus = await startPrometheus(exposition(Math.floor(Date.now() / 1_000)));
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url, PROMETHEUS_URL: prometheus.url });
  await registerSources();
  await discoverDeployments();
  ({ deployments } = await readKnownDeployments(allSources));
});
afterAll(async () => {
  await leaveServerEnvironment();
  await prometheus.stop();
  await own.drop();
});

function withInstance(instance: string): KnownDeployment {
  const found = deployments.find(({ instances }) => instances.includes(instance));
  if (found === undefined) throw new Error(`no deployment has ${instance}`);
  return found;
}

async function finishedPerSecond({ slug }: KnownDeployment): Promise<number> {
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

test("treats each stack as a deployment that keeps its values during a rollout", async () => {
  expect(deployments.map(({ title, instances }) => [title, instances])).toEqual([
    ["bare", ["w4:9090", "w5:9090"]],
    ["pair (fronts, dynamo)", ["f1:8000", "f2:8000"]],
    ["pair (workers, shop-blue, vllm)", ["w1:9090", "w2:9090"]],
    ["pair (workers, shop-green, vllm)", ["w3:9090"]],
  ]);
  expect(await finishedPerSecond(withInstance("w1:9090"))).toBeCloseTo(3, 1);
  expect(await finishedPerSecond(withInstance("w3:9090"))).toBeCloseTo(5, 1);
});

test("reports targets that are down despite stack selectors", async () => {
  const { series } = await answerQuestion(
    {
      v: 1,
      signals: ["queue-time"],
      statistics: ["p95"],
      scope: { deployment: withInstance("w3:9090").slug },
      window: { from: "now-20m", to: "now-10m" },
    },
    { sourceScope: allSources },
  );
  expect(series.flatMap(({ absence }) => absence.map(([, , reason]) => reason))).toEqual(["metric-absent"]);
});

const remarksOf = ({ remarks = [] }: KnownDeployment): readonly string[] =>
  remarks.map(describeDiscoveryRemark);

test("adds a remark to frontends and workers without a stack label", () => {
  expect(remarksOf(withInstance("f1:8000"))).toEqual([
    expect.stringMatching(
      /^2 Dynamo stacks serve this model \(shop-blue, shop-green\), but the series of their frontends/,
    ),
  ]);
  expect(remarksOf(withInstance("w4:9090"))).toEqual([
    expect.stringMatching(
      /^2 Dynamo stacks serve this model \(lab-one, lab-two\), but the series of their workers/,
    ),
  ]);
  expect(remarksOf(withInstance("w1:9090"))).toEqual([]);
});

test("counts each request once although the frontends serve both stacks", () => {
  const layers = findRequestLayers(deployments);
  expect(layers.get(withInstance("f1:8000").id)?.backendIds.toSorted()).toEqual(
    [withInstance("w1:9090").id, withInstance("w3:9090").id].toSorted(),
  );
});
