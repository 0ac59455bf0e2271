import { expect, test } from "vitest";
import type { InstantSample } from "@/lib/model/grid";
import { vllm } from "@/lib/engines/vllm";
import {
  groupInstances,
  formatGroupIdentity,
  createGroupSelector,
  createGroupSelectors,
} from "./instance-groups";

function sample(labels: Record<string, string>, seconds = 100): InstantSample {
  return { labels, value: seconds, atMs: 200_000 };
}

test("groups instances of one model, job and namespace, with the time of the newest sample", () => {
  const groups = groupInstances(vllm, [
    sample({ model_name: "m", job: "vllm", namespace: "prod", instance: "b:8000" }, 90),
    sample({ model_name: "m", job: "vllm", namespace: "prod", instance: "a:8000", pod: "a" }, 100.5),
  ]);
  expect(groups).toEqual([
    {
      cluster: "",
      observedCopyLabels: [],
      engine: "vllm",
      model: "m",
      job: "vllm",
      namespace: "prod",
      lastSeenAtMs: 100_500,
      instances: [
        { instance: "a:8000", pod: "a", node: undefined, hostname: undefined },
        { instance: "b:8000", pod: undefined, node: undefined, hostname: undefined },
      ],
    },
  ]);
});

test("separates jobs and namespaces, and ignores series without a model", () => {
  const groups = groupInstances(vllm, [
    sample({ model_name: "m", job: "one" }),
    sample({ model_name: "m", job: "two" }),
    sample({ model_name: "m", job: "two", namespace: "x" }),
    sample({ job: "two" }),
    sample({ model_name: "", job: "two" }),
  ]);
  expect(groups.map(({ job, namespace }) => [job, namespace])).toEqual([
    ["one", ""],
    ["two", ""],
    ["two", "x"],
  ]);
});

test("groups Dynamo workers by stack across rollouts, without a stack selector for a single stack", () => {
  const worker = (stack: string, instance: string) =>
    sample({ model_name: "m", job: "j", instance, ...(stack === "" ? {} : { dynamo_namespace: stack }) });
  const two = groupInstances(vllm, [worker("a-0a1b2c3d", "1"), worker("a-99887766", "2"), worker("b", "3")]);
  expect(two.map(({ stack, instances }) => [stack, instances.length])).toEqual([
    ["a", 2],
    ["b", 1],
  ]);
  expect(new Set(two.map(formatGroupIdentity)).size).toBe(2);
  expect(two.map((group) => createGroupSelectors(group, two))).toEqual([
    [
      { model_name: "m", job: "j", dynamo_namespace: "a-0a1b2c3d" },
      { model_name: "m", job: "j", dynamo_namespace: "a-99887766" },
    ],
    [{ model_name: "m", job: "j", dynamo_namespace: "b" }],
  ]);
  const alone = groupInstances(vllm, [worker("a-0a1b2c3d", "1")]);
  expect(alone.map((group) => createGroupSelectors(group, alone))).toEqual([[{ model_name: "m", job: "j" }]]);
  const siblings = groupInstances(vllm, [worker("a", "1"), worker("", "2")]);
  expect(siblings.map((group) => createGroupSelectors(group, siblings))).toEqual([
    [{ model_name: "m", job: "j", dynamo_namespace: "a" }],
    [{ model_name: "m", job: "j", dynamo_namespace: "" }],
  ]);
});

test("selects an empty label only if another deployment has a value for it", () => {
  const alone = groupInstances(vllm, [sample({ model_name: "m", job: "one" })]);
  expect(alone.map((group) => createGroupSelector(group, alone))).toEqual([{ model_name: "m", job: "one" }]);
  const two = groupInstances(vllm, [
    sample({ model_name: "m", job: "one" }),
    sample({ model_name: "m", job: "one", namespace: "x" }),
  ]);
  expect(two.map((group) => createGroupSelector(group, two))).toEqual([
    { model_name: "m", job: "one", namespace: "" },
    { model_name: "m", job: "one", namespace: "x" },
  ]);
});

test("counts an instance scraped by a Prometheus pair once, and finds the copy label", () => {
  const [group] = groupInstances(vllm, [
    sample({ model_name: "m", job: "v", instance: "a:1", prometheus_replica: "p-0" }),
    sample({ model_name: "m", job: "v", instance: "a:1", prometheus_replica: "p-1" }),
  ]);
  expect(group?.observedCopyLabels).toEqual(["prometheus_replica"]);
  expect(group?.instances).toHaveLength(1);
});

test("does not treat a label that differs between instances as a copy label", () => {
  const [group] = groupInstances(vllm, [
    sample({ model_name: "m", job: "v", instance: "a:1", replica: "0" }),
    sample({ model_name: "m", job: "v", instance: "b:1", replica: "1" }),
  ]);
  expect(group?.observedCopyLabels).toEqual([]);
});

test("separates deployments by cluster", () => {
  const groups = groupInstances(vllm, [
    sample({ model_name: "m", job: "v", instance: "a:1", cluster: "east" }),
    sample({ model_name: "m", job: "v", instance: "b:1", cluster: "west" }),
  ]);
  expect(groups.map((group) => createGroupSelector(group, groups))).toEqual([
    { model_name: "m", job: "v", cluster: "east" },
    { model_name: "m", job: "v", cluster: "west" },
  ]);
});
