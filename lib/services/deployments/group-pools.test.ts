import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { createGroupPools } from "./group-pools";
import { groupInstances } from "./instance-groups";

const vllm = engineById("vllm");

interface Worker {
  readonly instance: string;
  readonly component?: string;
  readonly job?: string;
}

/** Returns the pools of each group of these workers, by job. */
function poolsOf(workers: readonly Worker[]): Readonly<Record<string, unknown>> {
  const groups = groupInstances(
    vllm,
    workers.map(({ instance, component, job = "workers" }) => ({
      labels: {
        model_name: "chat",
        job,
        instance,
        dynamo_namespace: "shop",
        ...(component === undefined ? {} : { dynamo_component: component }),
      },
      value: 1,
      atMs: 1_000,
    })),
  );
  return Object.fromEntries(groups.map((group) => [group.job, createGroupPools(group, groups)]));
}

const selector = { model_name: "chat", job: "workers" };

test("workers of one component do both", () => {
  expect(poolsOf([{ instance: "a", component: "backend" }])).toEqual({
    workers: [{ role: "both", selectors: [selector] }],
  });
});

test("the main component decodes if the stack has prefill workers", () => {
  const workers = [
    { instance: "a", component: "backend" },
    { instance: "b", component: "prefill" },
  ];
  expect(poolsOf(workers)).toEqual({
    workers: [
      { role: "decode", selectors: [{ ...selector, dynamo_component: "backend" }] },
      { role: "prefill", selectors: [{ ...selector, dynamo_component: "prefill" }] },
    ],
  });
});

test("prefill workers of another job make the main component decode", () => {
  const workers = [
    { instance: "a", component: "backend", job: "decoders" },
    { instance: "b", component: "prefill", job: "prefillers" },
  ];
  expect(poolsOf(workers)).toEqual({
    decoders: [{ role: "decode", selectors: [{ model_name: "chat", job: "decoders" }] }],
    prefillers: [{ role: "prefill", selectors: [{ model_name: "chat", job: "prefillers" }] }],
  });
});

test("series without a component stay in one pool, so that none is lost", () => {
  expect(poolsOf([{ instance: "a", component: "prefill" }, { instance: "b" }])).toEqual({
    workers: [{ role: "both", selectors: [selector] }],
  });
});
