/** What each profile of the simulator amounts to for the product: its deployments, and what is joined to them. */
import type { EngineId, ExporterId } from "@/lib/model/deployment";
import type { Expectations } from "./expected";
import * as engines from "./expected-engines";
import * as exporters from "./expected-exporters";
import * as gateways from "./expected-gateways";

export interface Served {
  readonly profile: string;
  readonly engine: EngineId;
  readonly job: string;
  /** Empty where nothing names it. */
  readonly model: string;
  /** Scrape addresses. */
  readonly instances: readonly string[];
  readonly expected: Expectations;
}

export interface Joined {
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
  /** Stands before all engines under a name of its own. */
  readonly isFront?: true;
  readonly isNameless?: true;
}

function serve(profile: string, row: Row): Served {
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
export const served: readonly Served[] = [
  serve("vllm-old", { ...vllm, job: "vllm-old", expected: engines.vllmOld }),
  serve("vllm-v0", { ...vllm, job: "vllm-v0", expected: engines.vllmOld }),
  serve("vllm-underscore", { ...vllm, job: "vllm-underscore" }),
  serve("vllm-data-parallel", { ...vllm, job: "vllm-data-parallel", expected: engines.vllmWithMfu }),
  serve("ray-vllm", { ...vllm, engine: "ray-vllm", job: "ray-vllm", port: 8080, expected: engines.rayVllm }),
  serve("ray-vllm-old", {
    ...vllm,
    engine: "ray-vllm",
    job: "ray-vllm-old",
    port: 8080,
    expected: engines.rayVllmOld,
  }),
  serve("sglang", { engine: "sglang", job: "sglang", port: 30_000, expected: engines.sglang }),
  serve("sglang-gateway", {
    engine: "sglang-gateway",
    job: "sglang-gateway",
    port: 29_000,
    expected: gateways.sglangGateway,
    isFront: true,
  }),
  serve("sglang-gateway", {
    engine: "sglang",
    job: "sglang",
    port: 30_000,
    expected: engines.sglang,
    count: 2,
  }),
  serve("tgi", { engine: "tgi", job: "tgi", port: 8080, expected: engines.tgi, isNameless: true }),
  serve("trtllm", { engine: "trtllm", job: "trtllm", port: 8000, expected: engines.trtllm }),
  serve("triton-trtllm", {
    engine: "triton-trtllm",
    job: "triton-trtllm",
    port: 8002,
    expected: engines.tritonTrtllm,
  }),
  serve("triton", { engine: "triton", job: "triton", port: 8002, expected: engines.triton }),
  serve("dynamo-simulated", {
    engine: "dynamo",
    job: "dynamo-frontend",
    port: 8000,
    expected: gateways.dynamo,
    isFront: true,
  }),
  serve("dynamo-simulated", { ...vllm, job: "dynamo-worker", port: 9090, count: 2 }),
  serve("llama-cpp", {
    engine: "llama-cpp",
    job: "llama-cpp",
    port: 8080,
    expected: engines.llamaCpp,
    isNameless: true,
  }),
  serve("llama-cpp-fork", {
    engine: "llama-cpp",
    job: "llama-cpp-fork",
    port: 8080,
    expected: engines.llamaCppFork,
    isNameless: true,
  }),
  serve("sglang-ranks", {
    engine: "sglang",
    job: "sglang-ranks",
    port: 30_000,
    expected: engines.sglang,
  }),
  serve("epp", { engine: "epp", job: "epp", port: 9090, expected: gateways.epp, isFront: true }),
  serve("epp", { ...vllm, count: 2 }),
  serve("litellm", {
    engine: "litellm",
    job: "litellm",
    port: 4000,
    expected: gateways.litellm,
    isFront: true,
  }),
  serve("litellm", vllm),
  serve("otel-genai", {
    engine: "otel-genai",
    job: "otel-genai",
    port: 8889,
    expected: gateways.otelGenai,
    isFront: true,
  }),
  serve("hand-made", {
    engine: "hand-made",
    job: "hand-made",
    port: 8000,
    expected: engines.handMade,
    isNameless: true,
  }),
  serve("dcgm-46", vllm),
  serve("nvidia-gpu-exporter", vllm),
  serve("amd", vllm),
  serve("cadvisor", { ...vllm, count: 2 }),
  serve("postgres", vllm),
];

/** The two of a plan named `pair`. */
export const servedInPair: readonly Served[] = [
  serve("pair", { engine: "epp", job: "epp", port: 9090, expected: gateways.epp, isFront: true }),
  serve("pair", { ...vllm, count: 2 }),
];

export const joined: readonly Joined[] = [
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
