import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import {
  failingTargetsQuery,
  findFailingInstances,
  findOutages,
  listQueriesOfUpMetric,
  summarizeOutages,
  type UpSamples,
} from "./down-instances";

const atMs = 10_000_000;

/** Samples of `up` every 15 s, the last at `atMs`. */
const upOf = (instance: string, values: readonly number[], endMs = atMs): UpSamples => ({
  labels: { instance, job: "chat" },
  timesMs: values.map((_value, index) => endMs - 15_000 * (values.length - 1 - index)),
  values,
});

test("all deployments share one query for failing targets, which is narrowed to their instances", () => {
  expect(failingTargetsQuery).toBe("up < 1");
  const failing = ["b:8000", "node:9100"].map((instance) => ({ labels: { instance }, value: 0, atMs }));
  expect(findFailingInstances(["a:8000", "b:8000"], failing)).toEqual(["b:8000"]);
});

test("the samples are those of the deployment's targets", () => {
  const deployment = {
    pools: [{ role: "both" as const, selectors: [{ model_name: "m", job: "chat" }] }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
  };
  const context = { engine: engineById("vllm"), deployment, scope: { deployment: "chat" } };
  expect(listQueriesOfUpMetric(context, ["b.x:8000"])).toEqual([
    'up{job="chat",instance=~"b\\\\.x:8000"}[21600s]',
  ]);
});

test("an outage began after the last successful scrape and before the first failed one", () => {
  const outages = findOutages([upOf("b:8000", [1, 1, 0, 0, 0])], atMs);
  expect(summarizeOutages(outages, { instanceCount: 2, atMs })).toEqual({
    downCount: 1,
    instanceCount: 2,
    since: { kind: "since", atMs: atMs - 45_000, withinMs: 15_000, elapsedMs: 45_000 },
  });
});

test("a target that never responded is down for at least the time of its samples", () => {
  const outages = findOutages([upOf("b:8000", [0, 0, 0])], atMs);
  expect(summarizeOutages(outages, { instanceCount: 2, atMs })?.since).toEqual({
    kind: "at-least",
    elapsedMs: 30_000,
  });
});

test("one failed scrape is not conclusive, and a target that responds again is not down", () => {
  expect(findOutages([upOf("a:8000", [1, 1, 0]), upOf("b:8000", [0, 0, 1])], atMs).size).toBe(0);
  expect(summarizeOutages(new Map(), { instanceCount: 2, atMs })).toBeNull();
});

test("a removed target is not down, and targets with one address are down only together", () => {
  expect(findOutages([upOf("a:8000", [1, 0, 0], atMs - 300_000)], atMs).size).toBe(0);
  const copies = [upOf("a:8000", [1, 0, 0]), upOf("a:8000", [1, 1, 1])];
  expect(findOutages(copies, atMs).size).toBe(0);
  // Copies of a pair of scrapers agree that the target is down since the later time.
  const copiesDown = findOutages([upOf("a:8000", [1, 0, 0, 0]), upOf("a:8000", [1, 1, 0, 0])], atMs);
  expect(copiesDown.get("a:8000")?.firstFailureMs).toBe(atMs - 15_000);
});

test("reports the first of several outages", () => {
  const outages = findOutages([upOf("a:8000", [1, 1, 0, 0]), upOf("b:8000", [1, 0, 0, 0])], atMs);
  const down = summarizeOutages(outages, { instanceCount: 4, atMs });
  expect(down).toMatchObject({ downCount: 2, instanceCount: 4, since: { atMs: atMs - 45_000 } });
});
