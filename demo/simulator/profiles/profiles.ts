/**
 * Profiles that can run in addition to the fleet: other engines, gateways and exporters, each with a small
 * deployment.
 */
import { vllmDataParallel, vllmOld, vllmUnderscore, vllmV0 } from "@/demo/simulator/exposition/engines/vllm";
import { dcgm46 } from "@/demo/simulator/exposition/machines/dcgm";
import type { Exposition } from "@/demo/simulator/exposition/exposition";
import { epp } from "@/demo/simulator/exposition/gateways/epp";
import { dynamoFrontend } from "@/demo/simulator/exposition/gateways/dynamo-frontend";
import { dynamoWorker } from "@/demo/simulator/exposition/engines/dynamo-worker";
import { litellm } from "@/demo/simulator/exposition/gateways/litellm";
import { otelGenAi } from "@/demo/simulator/exposition/gateways/otel-genai";
import { triton, tritonTrtllm } from "@/demo/simulator/exposition/engines/triton";
import { amd } from "@/demo/simulator/exposition/machines/amd";
import { cadvisor } from "@/demo/simulator/exposition/machines/cadvisor";
import { kubeState } from "@/demo/simulator/exposition/machines/kube-state";
import { nvidiaGpuExporter } from "@/demo/simulator/exposition/machines/nvidia-gpu-exporter";
import { pgbouncer } from "@/demo/simulator/exposition/machines/pgbouncer";
import { postgres } from "@/demo/simulator/exposition/machines/postgres";
import { sglangGateway } from "@/demo/simulator/exposition/gateways/sglang-gateway";
import { customMetrics } from "@/demo/simulator/exposition/training/custom-metrics";
import { llamaCpp, llamaCppFork } from "@/demo/simulator/exposition/engines/llama-cpp";
import { rayVllm, rayVllmOld } from "@/demo/simulator/exposition/engines/ray-vllm";
import { sglang, sglangRanks } from "@/demo/simulator/exposition/engines/sglang";
import { tgi } from "@/demo/simulator/exposition/engines/tgi";
import { trtllm } from "@/demo/simulator/exposition/engines/trtllm";
import { vllm } from "@/demo/simulator/exposition/engines/vllm";
import type { DeploymentPlan } from "@/demo/simulator/fleet";
import { gpus, models, type Gpu } from "@/demo/simulator/hardware";
import type { TrainingPlan } from "@/demo/simulator/training/training-step";

/** Workloads that can be added to the running demo. */
export interface Profile {
  readonly id: string;
  readonly title: string;
  readonly deployments: readonly DeploymentPlan[];
  readonly trainingJobs: readonly TrainingPlan[];
}

interface SmallDeploymentOptions {
  readonly instances?: number;
  readonly gpusPerInstance?: number;
  readonly featureStore?: DeploymentPlan["featureStore"];
  readonly namespace?: string;
  readonly gpu?: Gpu;
}

/** Returns a plan for an 8B model on one L40S per instance with two requests per second. */
function smallDeployment(
  name: string,
  expositions: readonly Exposition[],
  plan: SmallDeploymentOptions = {},
): DeploymentPlan {
  const { instances = 1, gpusPerInstance = 1, featureStore = null, gpu = gpus.l40s, namespace } = plan;
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    model: { ...models["llama-3.1-8b"], servedName: `${name}-8b` },
    gpu,
    instanceCount: instances,
    gpusPerInstance,
    maxSequences: 64,
    stepTokenBudget: 2048,
    gpuMemoryRatio: 0.9,
    cpuCoresPerInstance: 8,
    featureStore,
    expositions,
    traffic: {
      requestsPerSecond: 2 * instances,
      dailyAmplitudeRatio: 0.2,
      weekendLoadRatio: 0.9,
      peakHourUtc: 14,
      promptLength: { medianTokens: 400, sigma: 0.7, maxTokens: 4_000 },
      outputLength: { medianTokens: 120, sigma: 0.6, maxTokens: 800 },
      prefixHitRatio: 0.25,
    },
  };
}

const profile = (
  id: string,
  title: string,
  expositions: readonly Exposition[],
  plan?: SmallDeploymentOptions,
): Profile => ({ id, title, deployments: [smallDeployment(id, expositions, plan)], trainingJobs: [] });

/** Two hosts of eight GPUs that fine-tune an 8B model. */
const training: TrainingPlan = {
  name: "training",
  gpu: gpus.h100,
  hostCount: 2,
  gpusPerHost: 8,
  parameterCount: models["llama-3.1-8b"].activeParameters,
  samplesPerStep: 64,
  tokensPerSample: 2_048,
  batchLoadSeconds: 0.4,
  linkBytesPerSecond: 50e9,
  stepsPerCheckpoint: 200,
  checkpointSeconds: 4,
};

export const profiles: readonly Profile[] = [
  profile("vllm-old", vllmOld.title, [vllmOld]),
  profile("vllm-v0", vllmV0.title, [vllmV0]),
  profile("vllm-underscore", vllmUnderscore.title, [vllmUnderscore]),
  profile("vllm-data-parallel", vllmDataParallel.title, [vllmDataParallel], { instances: 2 }),
  profile("ray-vllm", rayVllm.title, [rayVllm]),
  profile("ray-vllm-old", rayVllmOld.title, [rayVllmOld]),
  profile("sglang", sglang.title, [sglang]),
  profile("sglang-ranks", sglangRanks.title, [sglangRanks], { gpusPerInstance: 2 }),
  profile("sglang-gateway", "SGLang behind its model gateway", [sglangGateway, sglang], { instances: 2 }),
  profile("tgi", tgi.title, [tgi]),
  profile("trtllm", trtllm.title, [trtllm]),
  profile("triton-trtllm", tritonTrtllm.title, [tritonTrtllm]),
  profile("triton", triton.title, [triton]),
  profile("dynamo-simulated", "NVIDIA Dynamo in front of vLLM", [dynamoFrontend, dynamoWorker], {
    instances: 2,
  }),
  profile("llama-cpp", llamaCpp.title, [llamaCpp]),
  profile("llama-cpp-fork", llamaCppFork.title, [llamaCppFork]),
  profile("epp", "Endpoint picker in front of vLLM", [epp, vllm], { instances: 2 }),
  profile("litellm", "LiteLLM proxy in front of vLLM", [litellm, vllm]),
  profile("otel-genai", otelGenAi.title, [otelGenAi]),
  profile("hand-made", customMetrics.title, [customMetrics]),
  profile("dcgm-46", dcgm46.title, [vllm, dcgm46]),
  profile("nvidia-gpu-exporter", nvidiaGpuExporter.title, [vllm, nvidiaGpuExporter]),
  profile("amd", amd.title, [vllm, amd], { gpu: gpus.mi300x }),
  profile("cadvisor", "cAdvisor and kube-state-metrics", [kubeState, vllm, cadvisor], { instances: 2 }),
  profile("postgres", "PostgreSQL and PgBouncer of a feature store", [postgres, pgbouncer, vllm], {
    featureStore: { medianLookupSeconds: 0.03, sigma: 0.5 },
    // A database exporter reports only its namespace, so a separate namespace links it to one model.
    namespace: "features",
  }),
  {
    id: "training",
    title: "NCCL Inspector, Ray Data and a training loop",
    deployments: [],
    trainingJobs: [training],
  },
];
