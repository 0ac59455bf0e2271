import { expect, test } from "vitest";
import type { InstanceGroup, ServingInstance, SharedLabels } from "./instance-groups";
import { exporterById } from "@/lib/engines";
import type { InstantSample } from "@/lib/model/grid";
import { createInstanceGroup, createServingInstance } from "@/tests/support/sample-data/deployment-record";
import { joinExporter } from "./join-exporters";

const group = (namespace: string, ...instances: readonly Partial<ServingInstance>[]): InstanceGroup =>
  createInstanceGroup("m", { job: "j", namespace, instances: instances.map(createServingInstance) });

const joinGpus = (to: InstanceGroup, samples: readonly InstantSample[]) =>
  joinExporter(to, exporterById("dcgm"), samples);
const joinHosts = (to: InstanceGroup, samples: readonly InstantSample[]) =>
  joinExporter(to, exporterById("node"), samples);

const sample = (labels: Record<string, string>) => ({ labels, value: 1, atMs: 0 });

test("joins by pod and namespace first", () => {
  const gpus = [
    sample({ pod: "vllm-0", namespace: "prod", Hostname: "n1" }),
    sample({ pod: "vllm-0", namespace: "test", Hostname: "n1" }),
    sample({ pod: "other", namespace: "prod", Hostname: "n1" }),
  ];
  expect(joinGpus(group("prod", { pod: "vllm-0", node: "n1" }), gpus)).toEqual([
    { namespace: "prod", pod: "vllm-0" },
  ]);
});

test("joins a pod label that was renamed during the scrape", () => {
  const gpus = [
    sample({ exported_pod: "vllm-0", exported_namespace: "prod", pod: "dcgm-7", namespace: "gpu" }),
  ];
  expect(joinGpus(group("prod", { pod: "vllm-0" }), gpus)).toEqual([
    { exported_pod: "vllm-0", exported_namespace: "prod" },
  ]);
});

test.each([
  ["node", { node: "n1" }, { node: "n1" }],
  ["new exporters' hostname", { node: "n1" }, { hostname: "n1" }],
  ["old exporters' Hostname", { hostname: "n1" }, { Hostname: "n1" }],
  ["scrape address", { instance: "n1:8000" }, { Hostname: "n1" }],
  ["both scrape addresses", { instance: "10.0.0.7:8000" }, { instance: "10.0.0.7:9400" }],
])("joins by %s without pods", (_name, instance, labels) => {
  expect(joinGpus(group("", instance), [sample(labels), sample({ Hostname: "n2" })])).toEqual([labels]);
});

test.each(["localhost:8000", "127.0.0.1:8000", "[::1]:8000", ""])("does not join by %o", (instance) => {
  const gpus = [
    sample({ instance: "127.0.0.1:9400" }),
    sample({ Hostname: "localhost" }),
    sample({ instance: "" }),
  ];
  expect(joinGpus(group("", { instance }), gpus)).toEqual([]);
});

test("joins a host with several instances once", () => {
  const gpus = [sample({ Hostname: "n1" })];
  expect(joinGpus(group("", { instance: "n1:1" }, { instance: "n1:2" }), gpus)).toEqual([{ Hostname: "n1" }]);
});

test("selects hosts by scrape address, regardless of how they were joined", () => {
  const hosts = [
    sample({ nodename: "n1", instance: "10.0.0.1:9100" }),
    sample({ nodename: "n2", instance: "10.0.0.2:9100" }),
  ];
  expect(joinHosts(group("", { node: "n2" }), hosts)).toEqual([{ instance: "10.0.0.2:9100" }]);
});

test("joins training exporters only to training jobs, even under the same scrape job", () => {
  const iterators = [
    sample({ job: "j", namespace: "prod", instance: "n1:8080" }),
    sample({ job: "j", namespace: "test", instance: "n2:8080" }),
  ];
  const training = { ...group("prod", { instance: "n1:8080" }), engine: "ray-data" as const, model: "" };
  expect(joinExporter(training, exporterById("ray-data"), iterators)).toEqual([
    { job: "j", namespace: "prod" },
  ]);
  const serving = { ...training, engine: "ray-vllm" as const, model: "m" };
  expect(joinExporter(serving, exporterById("ray-data"), iterators)).toEqual([]);
});

test("joins a database by namespace, but not by an empty namespace", () => {
  const databases = [sample({ namespace: "prod", instance: "db:9187" }), sample({ instance: "db2:9187" })];
  const join = (to: InstanceGroup) => joinExporter(to, exporterById("postgres"), databases);
  expect(join(group("prod", { instance: "a:1" }))).toEqual([{ namespace: "prod" }]);
  expect(join(group("test", { instance: "a:1" }))).toEqual([]);
  expect(join(group("", { instance: "a:1" }))).toEqual([]);
});

test.each(["postgres", "pgbouncer"] as const)(
  "joins %s with its replicas, but not two services of one namespace",
  (exporter) => {
    const database = (job: string, instance: string) => sample({ namespace: "prod", job, instance });
    const join = (samples: readonly InstantSample[]) =>
      joinExporter(group("prod", { instance: "a:1" }), exporterById(exporter), samples);
    const features = [database("features", "db-0:9187"), database("features", "db-1:9187")];
    expect(join(features)).toEqual([{ namespace: "prod" }]);
    expect(join([...features, database("billing", "db-2:9187")])).toEqual([]);
  },
);

test.each(["postgres", "pgbouncer"] as const)(
  "does not join %s in a namespace with two services",
  (exporter) => {
    const samples = [
      sample({ namespace: "prod", job: "features", instance: "db:9187" }),
      sample({ namespace: "prod", cluster: "east", job: "features", instance: "db-2:9187" }),
    ];
    const neighbour = (neighbours: readonly SharedLabels[]) =>
      joinExporter(group("prod", { instance: "a:1" }), exporterById(exporter), samples, neighbours);
    const other = { job: "other", namespace: "prod", cluster: "" };
    expect(neighbour([other])).toEqual([]);
    expect(neighbour([{ ...other, namespace: "test" }])).toEqual([{ namespace: "prod" }]);
    // The other deployment is in a different cluster than one of the databases.
    const west = { ...group("prod", { instance: "a:1" }), cluster: "east" };
    expect(
      joinExporter(west, exporterById(exporter), samples.slice(1), [{ ...other, cluster: "west" }]),
    ).toEqual([{ cluster: "east", namespace: "prod" }]);
  },
);

test("joins by job even if other deployments use the same job", () => {
  const iterators = [sample({ job: "j", instance: "n1:8080" })];
  const training = { ...group("prod", { instance: "n1:8080" }), engine: "ray-data" as const, model: "" };
  const neighbours = [{ job: "j", namespace: "prod", cluster: "" }];
  expect(joinExporter(training, exporterById("ray-data"), iterators, neighbours)).toEqual([{ job: "j" }]);
});

test("does not join across clusters, or by cluster alone", () => {
  const databases = [
    sample({ namespace: "prod", cluster: "east", job: "db", instance: "a:9187" }),
    sample({ namespace: "prod", cluster: "west", job: "db", instance: "b:9187" }),
    sample({ cluster: "west", job: "db", instance: "c:9187" }),
  ];
  const here = { ...group("prod", { instance: "a:1" }), cluster: "west" };
  expect(joinExporter(here, exporterById("postgres"), databases)).toEqual([
    { cluster: "west", namespace: "prod" },
  ]);
});
