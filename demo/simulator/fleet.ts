/** The five deployments of the demo: model, hardware and traffic, including its daily and weekly pattern. */
import { dcgm } from "./exposition/machines/dcgm";
import type { Exposition } from "./exposition/exposition";
import { node } from "./exposition/machines/node";
import { vllm } from "./exposition/engines/vllm";
import { gpus, models, type Gpu, type Model } from "./hardware";
import type { ReplayedArrival } from "./replay";

/** Lognormal distribution of token counts, capped at the maximum. */
export interface LengthDistribution {
  readonly medianTokens: number;
  /** Standard deviation of the logarithm. */
  readonly sigma: number;
  readonly maxTokens: number;
}

export interface TrafficPlan {
  /** Mean arrivals per second over a week, for the full deployment. */
  readonly requestsPerSecond: number;
  /** Amplitude of the daily cosine as a ratio of the mean. */
  readonly dailyAmplitudeRatio: number;
  /** Load on Saturday and Sunday as a ratio of weekdays. */
  readonly weekendLoadRatio: number;
  readonly peakHourUtc: number;
  readonly promptLength: LengthDistribution;
  readonly outputLength: LengthDistribution;
  /** Fraction of prompt tokens found in the prefix cache, from a system prompt or an earlier turn. */
  readonly prefixHitRatio: number;
}

/** Lognormal duration of a feature lookup before each request. */
export interface FeatureStore {
  readonly medianLookupSeconds: number;
  /** Standard deviation of the logarithm. */
  readonly sigma: number;
}

/** Configuration of a simulated deployment: hardware, engine limits, traffic and exposed metrics. */
export interface DeploymentPlan {
  readonly name: string;
  /** Namespace of the pods. Absent if it is the namespace of the fleet. */
  readonly namespace?: string;
  readonly model: Model;
  readonly gpu: Gpu;
  readonly instanceCount: number;
  readonly gpusPerInstance: number;
  /** Maximum number of requests in an instance's batch. */
  readonly maxSequences: number;
  /** Maximum number of tokens in one step of an instance. */
  readonly stepTokenBudget: number;
  /** Fraction of GPU memory that an engine may use. */
  readonly gpuMemoryRatio: number;
  readonly cpuCoresPerInstance: number;
  readonly traffic: TrafficPlan;
  readonly featureStore: FeatureStore | null;
  /** Arrivals to replay once from the start, before random arrivals. Absent if arrivals are random from the start. */
  readonly replayedArrivals?: readonly ReplayedArrival[];
  /** Metrics of the deployment. Each exposition is one scrape target per instance, or one per deployment. */
  readonly expositions: readonly Exposition[];
}

export const tokensPerKvBlock = 16;

const defaults = {
  maxSequences: 256,
  stepTokenBudget: 2048,
  gpuMemoryRatio: 0.9,
  cpuCoresPerInstance: 8,
  featureStore: null,
  expositions: [vllm, dcgm, node],
} as const;

/** Deployments of the demo. */
export const fleet: readonly DeploymentPlan[] = [
  {
    ...defaults,
    name: "chat-70b",
    model: models["llama-3.1-70b"],
    gpu: gpus.h100,
    instanceCount: 2,
    gpusPerInstance: 2,
    traffic: {
      requestsPerSecond: 15,
      dailyAmplitudeRatio: 0.12,
      weekendLoadRatio: 0.94,
      peakHourUtc: 14,
      promptLength: { medianTokens: 700, sigma: 0.8, maxTokens: 8_000 },
      outputLength: { medianTokens: 210, sigma: 0.6, maxTokens: 1_200 },
      prefixHitRatio: 0.35,
    },
  },
  {
    ...defaults,
    name: "code-32b",
    model: models["qwen2.5-32b"],
    gpu: gpus.h200,
    instanceCount: 1,
    gpusPerInstance: 2,
    traffic: {
      requestsPerSecond: 3.2,
      dailyAmplitudeRatio: 0.45,
      weekendLoadRatio: 0.45,
      peakHourUtc: 13,
      promptLength: { medianTokens: 1_800, sigma: 0.7, maxTokens: 12_000 },
      outputLength: { medianTokens: 160, sigma: 0.8, maxTokens: 1_000 },
      prefixHitRatio: 0.55,
    },
  },
  {
    ...defaults,
    name: "extract-14b",
    model: models["qwen3-14b"],
    gpu: gpus.l40s,
    instanceCount: 1,
    gpusPerInstance: 2,
    traffic: {
      requestsPerSecond: 2.4,
      dailyAmplitudeRatio: 0.5,
      weekendLoadRatio: 0.5,
      peakHourUtc: 10,
      promptLength: { medianTokens: 900, sigma: 0.5, maxTokens: 6_000 },
      outputLength: { medianTokens: 60, sigma: 0.5, maxTokens: 400 },
      prefixHitRatio: 0.2,
    },
  },
  {
    ...defaults,
    name: "search-30b",
    model: models["qwen3-30b-a3b"],
    gpu: gpus.h100,
    instanceCount: 2,
    gpusPerInstance: 1,
    featureStore: { medianLookupSeconds: 0.035, sigma: 0.5 },
    traffic: {
      requestsPerSecond: 13,
      dailyAmplitudeRatio: 0.4,
      // Days of equal load can be compared, so that the watch of a validation judges weekends too.
      weekendLoadRatio: 0.95,
      peakHourUtc: 16,
      promptLength: { medianTokens: 1_100, sigma: 0.5, maxTokens: 8_000 },
      outputLength: { medianTokens: 120, sigma: 0.5, maxTokens: 600 },
      prefixHitRatio: 0.3,
    },
  },
  {
    ...defaults,
    name: "assist-8b",
    model: models["llama-3.1-8b"],
    gpu: gpus.l40s,
    instanceCount: 2,
    gpusPerInstance: 1,
    traffic: {
      requestsPerSecond: 9,
      dailyAmplitudeRatio: 0.35,
      weekendLoadRatio: 0.8,
      peakHourUtc: 15,
      promptLength: { medianTokens: 400, sigma: 0.7, maxTokens: 4_000 },
      outputLength: { medianTokens: 130, sigma: 0.6, maxTokens: 800 },
      prefixHitRatio: 0.25,
    },
  },
];

/** Returns the instance names; each instance has one pod and one host. */
export function listInstanceNames(plan: DeploymentPlan): readonly string[] {
  return Array.from({ length: plan.instanceCount }, (_, index) => `${plan.name}-${index}`);
}

/**
 * Returns the KV blocks that fit next to the weights: memory × ratio − weights − 6 % for activations, divided by the
 * bytes of a block.
 */
export function countKvBlocks(plan: DeploymentPlan): number {
  const { model, gpu, gpusPerInstance, gpuMemoryRatio } = plan;
  const weights = model.streamedParameters * model.bytesPerParameter;
  const memory = gpu.memoryBytes * gpusPerInstance;
  const free = memory * gpuMemoryRatio - weights - memory * 0.06;
  return Math.max(64, Math.floor(free / (model.kvBytesPerToken * tokensPerKvBlock)));
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The load changes between a weekday and the weekend from this time before midnight until this time after it. */
const weekendChangeMs = 2 * hourMs;

/**
 * Returns the arrivals per second at a time: a daily cosine with its maximum at the peak hour, lower on Saturday and
 * Sunday (UTC).
 */
export function computeArrivalRate(traffic: TrafficPlan, atMs: number): number {
  const hour = (atMs % dayMs) / hourMs;
  const daily = 1 + traffic.dailyAmplitudeRatio * Math.cos((2 * Math.PI * (hour - traffic.peakHourUtc)) / 24);
  return traffic.requestsPerSecond * daily * computeWeeklyRatio(traffic, atMs);
}

/** Returns the load of the day relative to the mean of a week. It changes gradually around a midnight. */
function computeWeeklyRatio(traffic: TrafficPlan, atMs: number): number {
  const before = ratioOfDay(traffic, atMs - weekendChangeMs);
  const after = ratioOfDay(traffic, atMs + weekendChangeMs);
  if (before === after) return before;
  const share = ((atMs + weekendChangeMs) % dayMs) / (2 * weekendChangeMs);
  return before + (after - before) * share;
}

function ratioOfDay({ weekendLoadRatio }: TrafficPlan, atMs: number): number {
  // The first day of the epoch was a Thursday.
  const weekday = (Math.floor(atMs / dayMs) + 4) % 7;
  const isWeekend = weekday === 0 || weekday === 6;
  return isWeekend ? weekendLoadRatio : 1 + (2 / 5) * (1 - weekendLoadRatio);
}

/**
 * Returns the mean of a lognormal distribution capped at its maximum, accurate to one percent for the sigmas above.
 */
export function computeMeanTokens({ medianTokens, sigma, maxTokens }: LengthDistribution): number {
  return Math.min(maxTokens, medianTokens * Math.exp((sigma * sigma) / 2));
}
