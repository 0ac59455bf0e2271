/**
 * Every profile of the simulator, scraped by one real Prometheus and read through the product: each is discovered,
 * and its numbers match the events between the scrapes. Means and rates may differ by 2 %, percentiles must be in the
 * engine's bucket, and levels must match the mean of the engine's state at the scrapes.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { profiles } from "@/demo/simulator/profiles/profiles";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { checkDeployment } from "@/lib/services/data-check/check-deployment";
import { checkMismatches, findMismatches } from "@/tests/support/live/compare-with-truth";
import { startLiveFixture, type LiveFixture } from "@/tests/support/live/live-fixture";
import {
  expectedExporters,
  expectedDeployments,
  expectedPairDeployments,
  type ExpectedDeployment,
} from "@/tests/support/live/expected-deployments";
import { trainingTruth } from "@/tests/support/live/training-truth";

/** Slightly more load than an engine of eight sequences can serve: requests wait, and some clients give up. */
const busy = { maxSequences: 8, requestsPerSecond: 2.6 } as const;
const alone = profiles.flatMap(({ deployments }) => deployments);
/**
 * An endpoint picker with old and new names in front of two engines, scraped by a highly available pair of Prometheus
 * servers.
 */
const pair = alone
  .filter(({ name }) => name === "epp")
  .map((plan) => ({ ...plan, name: "pair", model: { ...plan.model, servedName: "pair-8b" } }));
// In a separate namespace: a picker's pool metrics name no model, and would apply to every model in its namespace.
const replicas = ["a", "b"].map((name) => ({ prometheus_replica: name, namespace: "pair" }));
const plans = [...alone, ...pair].map((plan) => ({
  ...plan,
  maxSequences: busy.maxSequences,
  traffic: { ...plan.traffic, requestsPerSecond: busy.requestsPerSecond * plan.instanceCount },
}));

let stage: LiveFixture;
let scrapedSinceMs = 0;
let deployments: readonly KnownDeployment[] = [];

beforeAll(async () => {
  stage = await startLiveFixture({
    plans,
    profiles: ["training"],
    // Every finish reason has occurred at each engine by then, because a rate cannot include the first value of a
    // series.
    warmUpMs: 900_000,
    scrapeMs: 2_000,
    copies: { pair: replicas },
  });
  scrapedSinceMs = Date.now();
  await stage.waitForScrapes(13);
  await stage.freezeClock();
  await discoverDeployments();
  ({ deployments } = await readKnownDeployments(allSources));
});
afterAll(() => stage.stop());

function find({ job, model, engine }: Pick<ExpectedDeployment, "job" | "model" | "engine">): KnownDeployment {
  const isIt = (one: KnownDeployment): boolean =>
    one.engine === engine &&
    (model === "" || one.model === model) &&
    one.pools.some(({ selectors }) => selectors.some((selector) => selector["job"] === job));
  const [found, ...more] = deployments.filter(isIt);
  if (found === undefined || more.length > 0)
    throw new Error(`${1 + more.length} deployments of ${job} ${model}`);
  return found;
}

const anyOf = (instances: readonly string[]): string => `instance=~"${instances.join("|")}"`;

test("each deployment is discovered once, with its engine, model and instances", () => {
  const found = deployments.map(({ engine, model, instances }) => ({
    engine,
    model,
    instances: instances.toSorted(),
  }));
  const wanted = [...expectedDeployments, ...expectedPairDeployments].map(
    ({ engine, model, job, instances }) => ({
      engine,
      model: model === "" ? job : model,
      instances: instances.toSorted(),
    }),
  );
  const training = { engine: "ray-data", model: "ray-training", instances: ["gpu-training-0:8080"] };
  const byText = (rows: readonly object[]): readonly string[] =>
    rows.map((row) => JSON.stringify(row)).toSorted();
  expect(byText(found)).toEqual(byText([...wanted, training]));
});

describe.each(expectedDeployments)("$profile: $engine", (one) => {
  test("its numbers match the recorded events", async () => {
    const { slug } = find(one);
    const up = `job="${one.job}",${anyOf(one.instances)}`;
    const lines = await findMismatches({
      deployment: slug,
      expected: one.expected,
      readTruth: (window) => stage.readTruth(up, window),
    });
    expect(lines).toEqual([]);
  });

  test("the data check reports for every signal a number or the true reason for its absence", async () => {
    const rows = await checkDeployment(find(one), AbortSignal.timeout(20_000));
    expect(checkMismatches(rows, one.expected, one.engine)).toEqual([]);
  });
});

/**
 * The replicas scrape at different times: within a window of 15 s they differ by the events of one. Counting twice
 * would be a difference of 1.
 */
const replicaSlack = 0.25;

test.each(expectedPairDeployments)("$engine scraped by both replicas counts once", async (one) => {
  const deployment = find(one);
  expect(deployment.copyLabels).toEqual(["prometheus_replica"]);
  const expected = Object.fromEntries(
    Object.entries(one.expected).filter(([, { kind }]) => kind === "rate" || kind === "level"),
  );
  const up = (instances: readonly string[], replica: string) =>
    `job="${one.job}",prometheus_replica="${replica}",${anyOf(instances)}`;
  const lines = await findMismatches({
    deployment: deployment.slug,
    expected,
    copied: {
      slack: replicaSlack,
      readTruths: async (window) =>
        Promise.all(
          one.instances.map(async (instance) =>
            Promise.all(["a", "b"].map(async (replica) => stage.readTruth(up([instance], replica), window))),
          ),
        ),
    },
    readTruth: (window) => stage.readTruth(up(one.instances, "a"), window),
  });
  expect(lines).toEqual([]);
});

test.each(expectedExporters)("$exporters joined to $model", async ({ model, exporters, up, expected }) => {
  const deployment = find({ job: "vllm", model, engine: "vllm" });
  expect(deployment.attachments.map(({ exporter }) => exporter)).toEqual(
    expect.arrayContaining([...exporters]),
  );
  const truthOf = (window: { readonly atMs: number; readonly windowMs: number }) =>
    stage.readTruth(up, window);
  expect(await findMismatches({ deployment: deployment.slug, expected, readTruth: truthOf })).toEqual([]);
});

test("the training job: Ray's counts and NCCL's times match its steps", async () => {
  const [deployment] = deployments.filter(({ engine }) => engine === "ray-data");
  const jobs = profiles.flatMap((profile) => profile.trainingJobs);
  const window = { startMs: scrapedSinceMs, endMs: Date.now() };
  const expected = trainingTruth(stage.fleet.startMs, jobs, window);
  expect(deployment?.attachments.map(({ exporter }) => exporter)).toEqual(["ray-data", "nccl-inspector"]);
  const rows = await checkDeployment(
    deployment ?? find({ job: "", model: "", engine: "ray-data" }),
    AbortSignal.timeout(20_000),
  );
  const value = (signal: string): number => rows.find((row) => row.signal === signal)?.value ?? Number.NaN;
  expect(value("train-allreduce-time")).toBeCloseTo(expected.allReduceSeconds, 9);
  expect(value("train-bus-bandwidth") / expected.busBytesPerSecond).toBeCloseTo(1, 9);
  // A step is inside a window or not, so the count may differ by one in the truth and by one in the rate.
  const steps = (expected.stepsPerSecond * (window.endMs - window.startMs)) / 1000;
  expect(Math.abs(value("train-batches") / expected.stepsPerSecond - 1)).toBeLessThan(2 / steps);
  expect(Math.abs(value("train-data-wait") - expected.dataWaitRatio)).toBeLessThan(0.01);
});
