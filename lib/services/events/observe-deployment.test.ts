import { expect, test } from "vitest";
import { rayData } from "@/lib/engines/ray-data";
import { rayVllm } from "@/lib/engines/ray-vllm";
import { trtllm } from "@/lib/engines/trtllm";
import { vllm } from "@/lib/engines/vllm";
import type { InfoMetric } from "@/lib/engines/definitions/engine";
import type { InstantSample } from "@/lib/model/grid";
import { observeDeployment } from "./observe-deployment";

const sample = (labels: Record<string, string>): InstantSample => ({ labels, value: 1, atMs: 0 });
const location = (instance: string) => ({ job: "vllm", instance, rollout: `hash-of-${instance}` });
const serving = [
  sample({ ...location("a"), engine: "0", model_name: "m" }),
  sample({ ...location("a"), engine: "1", model_name: "m" }),
  sample({ ...location("b"), engine: "0", model_name: "m" }),
];
const [info] = vllm.infoMetrics ?? [];
const config = (instance: string, flags: Record<string, string>) =>
  sample({ __name__: "vllm:cache_config_info", ...location(instance), engine: "0", ...flags });

test("counts servers, not engines, and takes flags from labels without location", () => {
  const samples = [
    config("a", { block_size: "16", num_gpu_blocks: "100" }),
    config("b", { block_size: "16", num_gpu_blocks: "101" }),
    config("of-another-model", { block_size: "32" }),
  ];
  expect(observeDeployment({ servingSamples: serving, infoSamples: [{ info: info!, samples }] })).toEqual({
    instances: 2,
    downInstances: null,
    flags: { block_size: ["16"] },
    versions: null,
    metricNames: null,
  });
});

test("returns all different values of instances", () => {
  const samples = [config("b", { block_size: "32" }), config("a", { block_size: "16" })];
  expect(
    observeDeployment({ servingSamples: serving, infoSamples: [{ info: info!, samples }] }).flags,
  ).toEqual({
    block_size: ["16", "32"],
  });
});

test("returns no flags for a server with series from before its restart", () => {
  const samples = [config("a", { block_size: "16" }), config("a", { block_size: "32" })];
  expect(
    observeDeployment({ servingSamples: serving, infoSamples: [{ info: info!, samples }] }).flags,
  ).toBeNull();
});

test("returns a version label as version, not as flag", () => {
  const versioned: InfoMetric = { ...info!, versionLabel: "version" };
  const samples = [config("a", { version: "1.2" })];
  expect(
    observeDeployment({ servingSamples: serving, infoSamples: [{ info: versioned, samples }] }),
  ).toMatchObject({
    flags: null,
    versions: ["1.2"],
  });
});

test("returns the Ray version although every series has it, and no worker names as flags", () => {
  const own = { job: "ray", instance: "head:8080", SessionName: "s1", Version: "2.50.0", WorkerId: "w1" };
  const [rayInfo] = rayVllm.infoMetrics ?? [];
  const samples = [sample({ ...own, __name__: "ray_vllm_cache_config_info", engine: "0", block_size: "16" })];
  expect(
    observeDeployment({
      servingSamples: [sample({ ...own, engine: "0", model_name: "m" })],
      infoSamples: [{ info: rayInfo!, samples }],
    }),
  ).toMatchObject({ versions: ["Ray 2.50.0"], flags: { block_size: ["16"] } });
  const [jobInfo] = rayData.infoMetrics ?? [];
  const iterators = [sample({ ...own, dataset: "train" })];
  expect(
    observeDeployment({ servingSamples: iterators, infoSamples: [{ info: jobInfo!, samples: iterators }] }),
  ).toMatchObject({ versions: ["Ray 2.50.0"], flags: null });
});

test("combines TensorRT-LLM configuration labels to flags", () => {
  const own = { job: "trt", instance: "a:8000", model_name: "m", engine_type: "trtllm" };
  const labels = [
    { dtype: "bf16", tensor_parallel_size: "2" },
    {},
    { speculative_type: "eagle" },
    { block_size: "32" },
  ];
  const infos = (trtllm.infoMetrics ?? []).map((one, index) => ({
    info: one,
    samples: [sample({ ...own, ...labels[index] })],
  }));
  expect(observeDeployment({ servingSamples: [sample(own)], infoSamples: infos })).toMatchObject({
    versions: null,
    flags: {
      dtype: ["bf16"],
      tensor_parallel_size: ["2"],
      speculative_type: ["eagle"],
      block_size: ["32"],
    },
  });
});

test("returns null, never an empty list, without observations", () => {
  expect(
    observeDeployment({ servingSamples: [], infoSamples: [{ info: info!, samples: undefined }] }),
  ).toEqual({
    instances: null,
    downInstances: null,
    flags: null,
    versions: null,
    metricNames: null,
  });
});

test("counts an instance whose scrapes fail, and no instance twice", () => {
  const serving = ["a:8000", "b:8000"].map((instance) => ({ labels: { instance }, value: 1, atMs: 0 }));
  const outages = new Map([
    ["b:8000", { lastUpMs: 5_000, firstFailureMs: 20_000 }],
    ["c:8000", { lastUpMs: null, firstFailureMs: 1_000 }],
  ]);
  const failing = ["b:8000", "c:8000"];
  expect(
    observeDeployment({ servingSamples: serving, infoSamples: [], failedInstances: failing, outages }),
  ).toMatchObject({
    instances: 3,
    downInstances: ["b:8000", "c:8000"],
    lastUpMs: { "b:8000": 5_000 },
    firstFailureMs: { "c:8000": 1_000 },
  });
  // A source without any instance decides nothing.
  expect(
    observeDeployment({ servingSamples: [], infoSamples: [], failedInstances: failing, outages }),
  ).toMatchObject({
    instances: null,
    downInstances: null,
  });
});

test("reports the outage of all instances if no target responds", () => {
  const failing = ["a:8000", "b:8000"];
  const outages = new Map(failing.map((instance) => [instance, { lastUpMs: 5_000, firstFailureMs: 20_000 }]));
  const down = { servingSamples: [], infoSamples: [], failedInstances: failing, outages };
  expect(observeDeployment({ ...down, areAllTargetsFailing: true })).toMatchObject({
    instances: 2,
    downInstances: failing,
    flags: null,
    metricNames: null,
  });
  // A target that responds without series may have restarted.
  expect(observeDeployment({ ...down, areAllTargetsFailing: false })).toMatchObject({
    instances: null,
    downInstances: null,
  });
});
