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
