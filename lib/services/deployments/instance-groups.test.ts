import { expect, test } from "vitest";
import type { InstantSample } from "@/lib/model/grid";
import { vllm } from "@/lib/engines/vllm";
import { groupInstances, selectorOf } from "./instance-groups";

function sample(labels: Record<string, string>, seconds = 100): InstantSample {
  return { labels, value: seconds, atMs: 200_000 };
}

test("instances of one model, job and namespace are one deployment, last seen with its newest sample", () => {
  const groups = groupInstances(vllm, [
    sample({ model_name: "m", job: "vllm", namespace: "prod", instance: "b:8000" }, 90),
    sample({ model_name: "m", job: "vllm", namespace: "prod", instance: "a:8000", pod: "a" }, 100.5),
  ]);
  expect(groups).toEqual([
    {
      cluster: "",
      copies: [],
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

test("another job or namespace is another deployment; a series without a model is nobody's", () => {
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

test("a selector asks for an empty label only where another deployment has it", () => {
  const alone = groupInstances(vllm, [sample({ model_name: "m", job: "one" })]);
  expect(alone.map((group) => selectorOf(group, alone))).toEqual([{ model_name: "m", job: "one" }]);
  const two = groupInstances(vllm, [
    sample({ model_name: "m", job: "one" }),
    sample({ model_name: "m", job: "one", namespace: "x" }),
  ]);
  expect(two.map((group) => selectorOf(group, two))).toEqual([
    { model_name: "m", job: "one", namespace: "" },
    { model_name: "m", job: "one", namespace: "x" },
  ]);
});

test("an instance seen through both of a Prometheus pair is one instance, and the label that tells the copies apart is known", () => {
  const [group] = groupInstances(vllm, [
    sample({ model_name: "m", job: "v", instance: "a:1", prometheus_replica: "p-0" }),
    sample({ model_name: "m", job: "v", instance: "a:1", prometheus_replica: "p-1" }),
  ]);
  expect(group?.copies).toEqual(["prometheus_replica"]);
  expect(group?.instances).toHaveLength(1);
});

test("a label that differs between instances is no copy", () => {
  const [group] = groupInstances(vllm, [
    sample({ model_name: "m", job: "v", instance: "a:1", replica: "0" }),
    sample({ model_name: "m", job: "v", instance: "b:1", replica: "1" }),
  ]);
  expect(group?.copies).toEqual([]);
});

test("clusters separate deployments of one model", () => {
  const groups = groupInstances(vllm, [
    sample({ model_name: "m", job: "v", instance: "a:1", cluster: "east" }),
    sample({ model_name: "m", job: "v", instance: "b:1", cluster: "west" }),
  ]);
  expect(groups.map((group) => selectorOf(group, groups))).toEqual([
    { model_name: "m", job: "v", cluster: "east" },
    { model_name: "m", job: "v", cluster: "west" },
  ]);
});
