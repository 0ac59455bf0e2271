import { expect, test } from "vitest";
import type { InstantSample } from "@/lib/model/grid";
import {
  createDeploymentRecord,
  createInstanceGroup,
  createServingInstance,
} from "@/tests/support/sample-data/deployment-record";
import { formatGroupIdentity, type InstanceGroup } from "../deployments/instance-groups";
import { addStackWorkers, listDeploymentWorkers } from "./stack-workers";

const groupWith = (model: string, instance: string): InstanceGroup =>
  createInstanceGroup(model, {
    job: "workers",
    namespace: "",
    instances: [createServingInstance({ instance })],
  });
const component = (instance: string, name: string, stack = "shop"): InstantSample => ({
  labels: { job: `${name}-job`, instance, dynamo_component: name, dynamo_namespace: stack },
  value: 1,
  atMs: 0,
});
const decode: InstantSample = {
  labels: { job: "workers", instance: "d:1", dynamo_component: "backend", dynamo_namespace: "shop" },
  value: 1,
  atMs: 0,
};
const prefill = component("p:1", "prefill");
const failed = ({ labels: { job = "", instance = "" } }: InstantSample): InstantSample => ({
  labels: { __name__: "up", job, instance },
  value: 0,
  atMs: 0,
});

/** Returns the workers of each group, of which `present` respond and `failing` fail their scrapes. */
function workersOf(
  groups: readonly InstanceGroup[],
  samples: { readonly present: readonly InstantSample[]; readonly recent: readonly InstantSample[] },
  failing: readonly InstantSample[] = [],
) {
  return addStackWorkers(groups, samples).map((group) =>
    listDeploymentWorkers(
      { group, source: { slug: "metrics" }, instances: group.instances.map(({ instance }) => instance) },
      [],
      failing,
    ),
  );
}

const prefillWorker = { job: "prefill-job", instance: "p:1" };

test("adds a worker without engine metrics to the deployment of its stack, also with a different job", () => {
  const samples = [decode, prefill];
  expect(workersOf([groupWith("chat", "d:1")], { present: samples, recent: samples })).toEqual([
    [prefillWorker],
  ]);
});

test("retains a worker that is down while service discovery lists its target", () => {
  const groups = [groupWith("chat", "d:1")];
  const samples = { present: [decode], recent: [decode, prefill] };
  expect(workersOf(groups, samples, [failed(prefill)])).toEqual([[prefillWorker]]);
  expect(workersOf(groups, samples)).toEqual([[]]);
});

test("retains a worker that has been down for longer than its samples are read", () => {
  const group = groupWith("chat", "d:1");
  const record = createDeploymentRecord("chat", {
    metricsSource: "metrics",
    identity: formatGroupIdentity(group),
    workers: [prefillWorker],
  });
  const found = { group, source: { slug: "metrics" }, instances: ["d:1"] };
  expect(listDeploymentWorkers(found, [record], [failed(prefill)])).toEqual([prefillWorker]);
  expect(listDeploymentWorkers(found, [record], [])).toEqual([]);
});

test("adds no worker of another stack, of an unknown role, or with engine metrics", () => {
  const groups = [groupWith("chat", "d:1")];
  for (const other of [
    component("p:2", "prefill", "lab"),
    component("r:1", "router"),
    { ...decode, labels: { ...decode.labels, dynamo_component: "prefill" } },
  ]) {
    const samples = [decode, other];
    expect(workersOf(groups, { present: samples, recent: samples })).toEqual([[]]);
  }
});

test("adds no worker if the stack serves two deployments, because no label names its model", () => {
  const second = component("d:2", "backend");
  const groups = [groupWith("chat", "d:1"), { ...groupWith("code", "d:2"), job: "backend-job" }];
  const samples = [decode, second, prefill];
  expect(workersOf(groups, { present: samples, recent: samples })).toEqual([[], []]);
});
