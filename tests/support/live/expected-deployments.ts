/** Expected deployments of each simulator profile, and the exporters joined to them. */
import type { EngineId, ExporterId } from "@/lib/model/deployment/deployment";
import type { Expectations } from "./expected";
import * as engines from "./expected-engines";
import * as exporters from "./expected-exporters";
import * as gateways from "./expected-gateways";

export interface ExpectedDeployment {
  readonly profile: string;
  readonly engine: EngineId;
  readonly job: string;
  /** Empty when no label contains the model. */
  readonly model: string;
  /** Scrape addresses. */
  readonly instances: readonly string[];
  readonly expected: Expectations;
}

export interface ExpectedExporters {
  /** The deployment's model. */
  readonly model: string;
  readonly exporters: readonly ExporterId[];
  readonly up: string;
  readonly expected: Expectations;
}

interface Row {
  readonly engine: EngineId;
  readonly job: string;
  readonly port: number;
  readonly expected: Expectations;
  readonly count?: number;
  /** Runs in front of all engines under a separate name. */
  readonly isFront?: true;
  readonly isNameless?: true;
}

function deploymentOf(profile: string, row: Row): ExpectedDeployment {
  const { engine, job, port, expected, count = 1, isFront, isNameless } = row;
  const pods =
    isFront === true && job !== profile
      ? [`${profile}-${job}`]
      : Array.from({ length: count }, (_unused, index) => `${profile}-${index}`);
  const model = isNameless === true ? "" : `${profile}-8b`;
  return { profile, engine, job, model, instances: pods.map((pod) => `${pod}:${port}`), expected };
}

const vllm = { engine: "vllm", job: "vllm", port: 8000, expected: engines.vllm } as const;

/** Every deployment of every profile. */
export const expectedDeployments: readonly ExpectedDeployment[] = [
  deploymentOf("vllm-old", { ...vllm, job: "vllm-old", expected: engines.vllmOld }),
  deploymentOf("vllm-v0", { ...vllm, job: "vllm-v0", expected: engines.vllmOld }),
  deploymentOf("vllm-underscore", { ...vllm, job: "vllm-underscore" }),
  deploymentOf("vllm-data-parallel", { ...vllm, job: "vllm-data-parallel", expected: engines.vllmWithMfu }),
  deploymentOf("ray-vllm", {
    ...vllm,
    engine: "ray-vllm",
    job: "ray-vllm",
    port: 8080,
    expected: engines.rayVllm,
  }),
  deploymentOf("ray-vllm-old", {
    ...vllm,
    engine: "ray-vllm",
    job: "ray-vllm-old",
    port: 8080,
    expected: engines.rayVllmOld,
  }),
  deploymentOf("sglang", { engine: "sglang", job: "sglang", port: 30_000, expected: engines.sglang }),
  deploymentOf("sglang-gateway", {
    engine: "sglang-gateway",
    job: "sglang-gateway",
    port: 29_000,
    expected: gateways.sglangGateway,
    isFront: true,
  }),
  deploymentOf("sglang-gateway", {
    engine: "sglang",
    job: "sglang",
    port: 30_000,
    expected: engines.sglang,
    count: 2,
  }),
  deploymentOf("tgi", { engine: "tgi", job: "tgi", port: 8080, expected: engines.tgi, isNameless: true }),
  deploymentOf("trtllm", { engine: "trtllm", job: "trtllm", port: 8000, expected: engines.trtllm }),
  deploymentOf("triton-trtllm", {
    engine: "triton-trtllm",
    job: "triton-trtllm",
    port: 8002,
    expected: engines.tritonTrtllm,
  }),
  deploymentOf("triton", { engine: "triton", job: "triton", port: 8002, expected: engines.triton }),
  deploymentOf("dynamo-simulated", {
    engine: "dynamo",
    job: "dynamo-frontend",
    port: 8000,
    expected: gateways.dynamo,
    isFront: true,
  }),
  deploymentOf("dynamo-simulated", { ...vllm, job: "dynamo-worker", port: 9090, count: 2 }),
  deploymentOf("llama-cpp", {
    engine: "llama-cpp",
    job: "llama-cpp",
    port: 8080,
    expected: engines.llamaCpp,
    isNameless: true,
  }),
  deploymentOf("llama-cpp-fork", {
    engine: "llama-cpp",
    job: "llama-cpp-fork",
    port: 8080,
    expected: engines.llamaCppFork,
    isNameless: true,
  }),
  deploymentOf("sglang-ranks", {
    engine: "sglang",
    job: "sglang-ranks",
    port: 30_000,
    expected: engines.sglang,
  }),
  deploymentOf("epp", { engine: "epp", job: "epp", port: 9090, expected: gateways.epp, isFront: true }),
  deploymentOf("epp", { ...vllm, count: 2 }),
  deploymentOf("litellm", {
    engine: "litellm",
    job: "litellm",
    port: 4000,
    expected: gateways.litellm,
    isFront: true,
  }),
  deploymentOf("litellm", vllm),
  deploymentOf("otel-genai", {
    engine: "otel-genai",
    job: "otel-genai",
    port: 8889,
    expected: gateways.otelGenai,
    isFront: true,
  }),
  deploymentOf("hand-made", {
    engine: "hand-made",
    job: "hand-made",
    port: 8000,
    expected: engines.customMetrics,
    isNameless: true,
  }),
  deploymentOf("dcgm-46", vllm),
  deploymentOf("nvidia-gpu-exporter", vllm),
  deploymentOf("amd", vllm),
  deploymentOf("cadvisor", { ...vllm, count: 2 }),
  deploymentOf("postgres", vllm),
];

/** The two deployments of a plan named `pair`. */
export const expectedPairDeployments: readonly ExpectedDeployment[] = [
  deploymentOf("pair", { engine: "epp", job: "epp", port: 9090, expected: gateways.epp, isFront: true }),
  deploymentOf("pair", { ...vllm, count: 2 }),
];

export const expectedExporters: readonly ExpectedExporters[] = [
  {
    model: "dcgm-46-8b",
    exporters: ["dcgm"],
    up: 'job="dcgm-46",instance="gpu-dcgm-46-0:9400"',
    expected: exporters.dcgm46,
  },
  {
    model: "nvidia-gpu-exporter-8b",
    exporters: ["nvidia-gpu-exporter"],
    up: 'job="nvidia-gpu-exporter"',
    expected: exporters.nvidiaGpuExporter,
  },
  { model: "amd-8b", exporters: ["amd"], up: 'job="amd"', expected: exporters.amd },
  { model: "cadvisor-8b", exporters: ["cadvisor"], up: 'job="cadvisor"', expected: exporters.cadvisor },
  { model: "postgres-8b", exporters: ["postgres"], up: 'job="postgres"', expected: exporters.postgres },
  { model: "postgres-8b", exporters: ["pgbouncer"], up: 'job="pgbouncer"', expected: exporters.pgbouncer },
];
