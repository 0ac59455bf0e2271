/** Simulated deployments at known positions of their roofline, with the true positions. */
import { dcgm } from "@/demo/simulator/exposition/machines/dcgm";
import { vllm } from "@/demo/simulator/exposition/engines/vllm";
import type { DeploymentPlan } from "@/demo/simulator/fleet";
import { gpus, models, type Model } from "@/demo/simulator/hardware";
import type { ReplayedArrival } from "@/demo/simulator/replay";
import { RooflineTruth } from "@/demo/simulator/roofline-truth";

export const rooflineTruth = new RooflineTruth();

/** So small that launching its kernels takes longer than running them. */
const opt: Model = {
  servedName: "opt-1.3b",
  layerCount: 24,
  hiddenSize: 2048,
  attentionHeadCount: 32,
  attentionHeadSize: 64,
  activeParameters: 1_311_000_000,
  lmHeadParameters: 102_957_056,
  streamedParameters: 1_311_000_000,
  bytesPerParameter: 2,
  precision: "fp16",
  kvBytesPerToken: 196_608,
  maxContextTokens: 2_048,
};

interface Differs {
  readonly model?: Model;
  readonly gpu?: DeploymentPlan["gpu"];
  readonly traffic?: Partial<DeploymentPlan["traffic"]>;
  readonly replayed?: readonly ReplayedArrival[];
}

function plan(name: string, { model, gpu, traffic, replayed }: Differs): DeploymentPlan {
  return {
    name,
    model: { ...(model ?? models["llama-3.1-8b"]), servedName: name },
    gpu: gpu ?? gpus.l40s,
    instanceCount: 1,
    gpusPerInstance: 1,
    maxSequences: 256,
    stepTokenBudget: 2048,
    gpuMemoryRatio: 0.9,
    cpuCoresPerInstance: 8,
    featureStore: null,
    expositions: [vllm, dcgm, rooflineTruth.exposition],
    traffic: {
      requestsPerSecond: 3,
      dailyAmplitudeRatio: 0,
      weekendLoadRatio: 1,
      peakHourUtc: 14,
      promptLength: { medianTokens: 400, sigma: 0.7, maxTokens: 4_000 },
      outputLength: { medianTokens: 130, sigma: 0.6, maxTokens: 800 },
      prefixHitRatio: 0.25,
      ...traffic,
    },
    ...(replayed === undefined ? {} : { replayedArrivals: replayed }),
  };
}

const minutes = 25;

/** Returns identical requests in identical order at the given rate. */
function alike(requestsPerSecond: number): readonly ReplayedArrival[] {
  return Array.from({ length: Math.ceil(minutes * 60 * requestsPerSecond) }, (_, index) => ({
    atSeconds: (index + ((index * 7) % 10) / 20) / requestsPerSecond,
    promptTokens: 2_600 + ((index * 317) % 800),
    outputTokens: 150 + ((index * 61) % 100),
  }));
}

/** Returns requests at a rate that increases linearly, so that batch sizes differ. */
function rising(fromPerSecond: number, toPerSecond: number): readonly ReplayedArrival[] {
  const arrivals: ReplayedArrival[] = [];
  for (let atSeconds = 0; atSeconds < minutes * 60;) {
    const share = atSeconds / (minutes * 60);
    arrivals.push({ atSeconds, promptTokens: 1_500, outputTokens: 300 });
    atSeconds += 1 / (fromPerSecond + share * (toPerSecond - fromPerSecond));
  }
  return arrivals;
}

/** Fraction of the memory bandwidth of `slow-8b` that is available. */
export const cutTo = 0.5;
const requestsPerSecond = 0.5;
/** Factor on its decode-only steps; 2.8 ms of launches do not change. */
const longer = (47.5 + 2.8) / (23.8 + 2.8);

export const rooflineFleet: readonly DeploymentPlan[] = [
  plan("assist-8b", {}),
  plan("prompts-8b", {
    traffic: {
      requestsPerSecond: 1.2,
      promptLength: { medianTokens: 3_000, sigma: 0.2, maxTokens: 6_000 },
      outputLength: { medianTokens: 20, sigma: 0.3, maxTokens: 60 },
      prefixHitRatio: 0,
    },
  }),
  plan("opt-1.3b", { model: opt, gpu: gpus.h100, traffic: { requestsPerSecond: 12, prefixHitRatio: 0 } }),
  plan("sound-8b", { replayed: alike(requestsPerSecond), traffic: { prefixHitRatio: 0 } }),
  plan("rising-8b", { replayed: rising(0.2, 2), traffic: { prefixHitRatio: 0 } }),
  plan("slow-8b", { replayed: alike(requestsPerSecond / longer), traffic: { prefixHitRatio: 0 } }),
];
