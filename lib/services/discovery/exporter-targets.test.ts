import { expect, test } from "vitest";
import { exporterById } from "@/lib/engines";
import type { ExporterId } from "@/lib/model/deployment/deployment";
import { createInstanceGroup, createServingInstance } from "@/tests/support/sample-data/deployment-record";
import { canBelongToGroup, createTargetSelector } from "./exporter-targets";
import type { InstanceGroup, ServingInstance } from "../deployments/instance-groups";

const group = (namespace: string, instance: Partial<ServingInstance>): InstanceGroup =>
  createInstanceGroup("m", { job: "j", namespace, instances: [createServingInstance(instance)] });

test.each([
  ["dcgm", { pod: "vllm-0", namespace: "prod", Hostname: "n1" }, { pod: "vllm-0", namespace: "prod" }],
  ["dcgm", { Hostname: "n1", instance: "10.0.0.1:9400" }, { Hostname: "n1" }],
  ["dcgm", { instance: "10.0.0.1:9400" }, { instance: "10.0.0.1:9400" }],
  ["node", { nodename: "n1", instance: "10.0.0.1:9100" }, { instance: "10.0.0.1:9100" }],
  [
    "postgres",
    { namespace: "prod", job: "features", instance: "db:9187" },
    { namespace: "prod", job: "features", instance: "db:9187" },
  ],
  ["postgres", { instance: "db:9187" }, { instance: "db:9187" }],
] as const)("identifies %s %o as one target", (id, labels, selector) => {
  expect(createTargetSelector(exporterById(id), labels)).toEqual(selector);
});

test("returns no selector for labels without identity", () => {
  expect(createTargetSelector(exporterById("cadvisor"), {})).toBeUndefined();
});

const cases: readonly (readonly [ExporterId, InstanceGroup, Readonly<Record<string, string>>, boolean])[] = [
  ["dcgm", group("prod", { pod: "vllm-0" }), { pod: "other", namespace: "prod" }, false],
  ["dcgm", group("prod", { instance: "localhost:8000" }), { Hostname: "n1" }, true],
  ["dcgm", group("prod", { instance: "10.0.0.7:8000" }), { instance: "10.0.0.1:9400" }, true],
  ["dcgm", group("prod", { node: "n1" }), { Hostname: "n2" }, false],
  ["dcgm", group("prod", { node: "n1.example.com" }), { Hostname: "N1" }, true],
  ["postgres", group("prod", {}), { namespace: "prod", job: "a" }, true],
  ["postgres", group("prod", {}), { namespace: "test", job: "a" }, false],
  ["postgres", group("", {}), { namespace: "test", job: "a" }, true],
  ["postgres", group("", { instance: "n1:8000" }), { namespace: "test", instance: "db-0:9187" }, true],
  ["ray-data", group("prod", {}), { job: "j" }, false],
];

test.each(cases)("%s and %o: can %o belong to it? %s", (id, of, labels, expected) => {
  expect(canBelongToGroup(of, exporterById(id), labels)).toBe(expected);
});
