import { expect, test } from "vitest";
import type { InstantSample } from "@/lib/model/grid";
import type { InstanceGroup } from "../deployments/instance-groups";
import { addFormerStackNames, addWorkerRoles } from "./dynamo-stacks";

const pool = (...names: readonly string[]) => [
  { role: "both" as const, selectors: names.map((name) => ({ job: "j", dynamo_namespace: name })) },
];

test("keeps former names of a stack after a rollout, but not names of other stacks", () => {
  const before = pool("a-00000001", "b-00000002", "b");
  expect(addFormerStackNames(pool("a-00000003"), before)).toEqual(pool("a-00000003", "a-00000001"));
  expect(addFormerStackNames(pool("a-00000001"), before)).toEqual(pool("a-00000001"));
});

test("keeps a limited number of names, newest first", () => {
  const many = Array.from({ length: 9 }, (_, index) => `a-0000000${index}`);
  const [names] = addFormerStackNames(pool("a-99999999"), pool(...many));
  expect(names?.selectors.map((one) => one.dynamo_namespace)).toEqual(["a-99999999", ...many.slice(0, 5)]);
});

test("does not change selectors without a stack", () => {
  const plain = [{ role: "both" as const, selectors: [{ job: "j" }] }];
  expect(addFormerStackNames(plain, pool("a"))).toEqual(plain);
});

/** Workers whose engine metrics have no Dynamo labels. */
const bareGroup = (...instances: readonly string[]): InstanceGroup => ({
  engine: "vllm",
  model: "m",
  job: "workers",
  namespace: "",
  cluster: "",
  observedCopyLabels: [],
  instances: instances.map((instance) => ({
    instance,
    pod: undefined,
    node: undefined,
    hostname: undefined,
  })),
  lastSeenAtMs: 0,
});
const component = (instance: string, name: string, stack = "shop"): InstantSample => ({
  labels: { job: "workers", instance, dynamo_component: name, dynamo_namespace: stack },
  value: 1,
  atMs: 0,
});

test("finds workers that only decode by the component metrics of their targets", () => {
  const workers = [
    component("d:1", "backend"),
    component("p:1", "prefill"),
    component("a:1", "backend", "lab"),
  ];
  const roleOf = (...instances: readonly string[]) =>
    addWorkerRoles([bareGroup(...instances)], workers).map(({ workerRole }) => workerRole);
  expect(roleOf("d:1")).toEqual(["decode"]);
  expect(roleOf("p:1")).toEqual(["prefill"]);
  // Its stack has no separate prefill worker.
  expect(roleOf("a:1")).toEqual([undefined]);
  // The roles differ, or one of them is unknown.
  expect(roleOf("d:1", "p:1")).toEqual([undefined]);
  expect(roleOf("d:1", "unknown:1")).toEqual([undefined]);
});
