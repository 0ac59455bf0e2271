/**
 * Noise of single requests within a slot. Rates are means. Real counters grow by the number of requests that happen to
 * arrive, so that neighbouring minutes differ: the number in each part of a slot has the variance of a Poisson
 * distribution, and the speed of the engine follows it.
 */
import { historySlotMs } from "../scenario";
import type { Random } from "../random";
import { listNormalQuantiles } from "./length-quantiles";
import {
  measureGpuFields,
  measureHost,
  sampleMachine,
  type HistoryMachine,
  type WorkRatios,
} from "./history-machine";
import type { InstanceRates } from "./instance-rates";
import { addInterTokenGap } from "./histogram-rates";
import {
  gpuFields,
  histogramIds,
  historyHistograms,
  type HistogramId,
  type ScalarId,
} from "./history-values";

/** Number of parts of a slot. Each has separate noise. */
export const slotPartCount = 10;
/** Length of a part. */
export const slotPartMs = historySlotMs / slotPartCount;
const partSeconds = slotPartMs / 1_000;
const normalLevels = listNormalQuantiles(256);

/** Growth of an instance's counters in one part, and its gauges at the end. */
export interface SlotPart {
  readonly histograms: {
    readonly [Id in HistogramId]: { readonly buckets: Float64Array; sum: number };
  };
  /** Growth of counters within the part; values of gauges. */
  scalars: { readonly [Id in ScalarId]: number };
  /** Fields of each GPU: growth of counters, values of gauges. */
  readonly gpu: Float64Array;
}

const bucketMiddles = Object.fromEntries(
  histogramIds.map((id) => {
    const edges: readonly number[] = historyHistograms[id].bucketEdges;
    const last = edges.at(-1) ?? 1;
    return [id, [...edges.map((edge, index) => (edge + (edges[index - 1] ?? 0)) / 2), last * 1.2]];
  }),
) as unknown as { readonly [Id in HistogramId]: readonly number[] };

const noScalars: SlotPart["scalars"] = {
  promptTokens: 0,
  cachedTokens: 0,
  computedTokens: 0,
  queriedTokens: 0,
  outputTokens: 0,
  finishedStop: 0,
  finishedLength: 0,
  finishedAbort: 0,
  preemptions: 0,
  http2xx: 0,
  cpuIdle: 0,
  cpuUser: 0,
  cpuSystem: 0,
  cpuIowait: 0,
  sentBytes: 0,
  receivedBytes: 0,
  diskWrittenBytes: 0,
  diskWrites: 0,
  diskWriteSeconds: 0,
  running: 0,
  waiting: 0,
  kv: 0,
  hostLoad: 0,
};

/** Returns a part into which `sampleSlotPart` writes. */
export function createEmptySlotPart(): SlotPart {
  const entries = histogramIds.map((id) => [
    id,
    { buckets: new Float64Array(historyHistograms[id].bucketEdges.length + 1), sum: 0 },
  ]);
  return {
    histograms: Object.fromEntries(entries) as SlotPart["histograms"],
    scalars: noScalars,
    gpu: new Float64Array(gpuFields.length),
  };
}

/** Random numbers of a slot, and the machine of the instance. */
export interface SlotPartSource {
  readonly random: Random;
  readonly machine: HistoryMachine;
}

/** Standard deviation of the mean gap between parts of equal load. */
const gapNoise = 0.02;

interface PartNoise extends WorkRatios {
  readonly random: Random;
  /** Mean gap between tokens relative to its mean. */
  readonly gaps: number;
}

/** Draws one part with these mean rates into `into`. */
export function sampleSlotPart(
  rates: InstanceRates,
  { random, machine }: SlotPartSource,
  into: SlotPart,
): void {
  const noise = drawNoise(rates, random);
  for (const id of histogramIds) drawHistogram(id, rates, noise, into);
  setSums(rates, noise, into);
  const sample = sampleMachine(machine, rates.scalars, noise, partSeconds);
  measureGpuFields(machine, sample, into.gpu);
  into.scalars = {
    ...drawCounters(rates, noise),
    ...drawGauges(rates, noise),
    ...measureHost(machine, sample),
  };
}

function drawNoise({ histograms, scalars }: InstanceRates, random: Random): PartNoise {
  const expectedCount = histograms.e2e.count * partSeconds;
  /** Number of requests in this part, divided by its mean. */
  const requests = expectedCount === 0 ? 1 : drawCount(expectedCount, random) / expectedCount;
  const surplus = requests - 1;
  return {
    random,
    requests,
    promptTokens: requests * (1 + 0.05 * drawNormal(random)),
    // A batch smooths the work of the engine.
    work: 1 + 0.3 * surplus,
    gpu: Math.max(0, 1 + 0.3 * surplus + 0.02 * drawNormal(random)),
    gaps: Math.max(0.5, 1 + scalars.gapPerLoad * surplus + gapNoise * drawNormal(random)),
  };
}

const gapRates = new Float64Array(historyHistograms.tpot.bucketEdges.length + 1);

/** Returns the mean rates of the buckets in this part. A slower part moves gaps into higher buckets. */
function findBucketRates(id: HistogramId, rates: InstanceRates, noise: PartNoise): Float64Array {
  const { buckets, count } = rates.histograms[id];
  if (id !== "tpot") return buckets;
  gapRates.fill(0);
  for (const gap of rates.interTokenSeconds)
    addInterTokenGap(gapRates, gap * noise.gaps, count / rates.interTokenSeconds.length);
  return gapRates;
}

/** Steps do not follow the number of requests. */
const isPerRequest = (id: HistogramId): boolean => id !== "stepTokens";

/** The buckets of all request histograms add up to the same number of requests. */
function drawHistogram(id: HistogramId, rates: InstanceRates, noise: PartNoise, into: SlotPart): void {
  const { count, sum } = rates.histograms[id];
  const bucketRates = findBucketRates(id, rates, noise);
  const { buckets } = into.histograms[id];
  const middles = bucketMiddles[id];
  let [drawnCount, drawnSum, meanCount, meanSum] = [0, 0, 0, 0];
  for (let index = 0; index < buckets.length; index += 1) {
    const rate = bucketRates[index] ?? 0;
    const drawn = rate === 0 ? 0 : drawCount(rate * partSeconds, noise.random);
    buckets[index] = drawn;
    if (drawn === 0) continue;
    const middle = middles[index] ?? 0;
    drawnCount += drawn;
    drawnSum += drawn * middle;
    meanCount += rate;
    meanSum += rate * middle;
  }
  const countRatio = isPerRequest(id) ? noise.requests : 1;
  const scale = drawnCount === 0 ? 0 : (count * partSeconds * countRatio) / drawnCount;
  for (let index = 0; index < buckets.length; index += 1) buckets[index] = (buckets[index] ?? 0) * scale;
  const meanRatio = drawnCount === 0 || meanSum === 0 ? 1 : drawnSum / drawnCount / (meanSum / meanCount);
  into.histograms[id].sum = sum * partSeconds * countRatio * meanRatio;
}

const phaseIds = ["queue", "prefill", "decode", "inference"] as const;

/**
 * Sets the sums that depend on each other: gaps prolong the time of requests, whose phases have the noise of that
 * time.
 */
function setSums(
  { histograms, scalars }: InstanceRates,
  noise: PartNoise,
  { histograms: into }: SlotPart,
): void {
  into.tpot.sum = histograms.tpot.sum * partSeconds * noise.requests * noise.gaps;
  into.itl.sum *= noise.gaps;
  into.stepTokens.sum =
    (scalars.promptTokens - scalars.cachedTokens + scalars.outputTokens) * partSeconds * noise.work;
  into.httpDuration.sum = into.e2e.sum;
  const ratio = histograms.e2e.sum === 0 ? 0 : into.e2e.sum / histograms.e2e.sum;
  for (const id of phaseIds) into[id].sum = histograms[id].sum * ratio;
}

type Counters = Pick<
  SlotPart["scalars"],
  | "promptTokens"
  | "cachedTokens"
  | "computedTokens"
  | "queriedTokens"
  | "outputTokens"
  | "finishedStop"
  | "finishedLength"
  | "finishedAbort"
  | "preemptions"
  | "http2xx"
>;

/** Numbers of requests follow the arrivals. */
function drawCounters({ scalars }: InstanceRates, noise: PartNoise): Counters {
  const promptTokens = scalars.promptTokens * partSeconds * noise.promptTokens;
  const hitRatio = 1 + 0.03 * drawNormal(noise.random);
  const cachedTokens = scalars.cachedTokens * partSeconds * noise.promptTokens * hitRatio;
  const served = scalars.finishedStop + scalars.finishedLength;
  // A preempted request looks its prompt up again, and finds none of it.
  const lookups = served === 0 ? 1 : 1 + scalars.preemptions / served;
  const requests = partSeconds * noise.requests;
  return {
    promptTokens,
    cachedTokens,
    computedTokens: promptTokens - cachedTokens,
    queriedTokens: promptTokens * lookups,
    outputTokens: scalars.outputTokens * partSeconds * noise.work,
    finishedStop: scalars.finishedStop * requests,
    finishedLength: scalars.finishedLength * requests,
    finishedAbort: scalars.finishedAbort * requests,
    preemptions: drawCount(scalars.preemptions * partSeconds, noise.random),
    http2xx: scalars.http2xx * requests,
  };
}

type Gauges = Pick<SlotPart["scalars"], "running" | "waiting" | "kv">;

function drawGauges({ scalars }: InstanceRates, { random }: PartNoise): Gauges {
  // With a queue, the batch is as large as it can be.
  const isFull = scalars.finishedAbort > 0;
  const running = Math.round(isFull ? scalars.running : drawCount(scalars.running, random));
  const kvRatio = isFull || scalars.running === 0 ? 1 : running / scalars.running;
  return {
    running,
    waiting: drawInteger(scalars.waiting, random),
    kv: Math.min(1, scalars.kv * kvRatio * (1 - 0.01 * random.uniform())),
  };
}

/** Below this mean, the normal distribution would often be negative. */
const minNormalMean = 6;

/**
 * Draws a number of events with the mean and variance of a Poisson distribution. It is not an integer: counters of the
 * history are means of instances.
 */
function drawCount(mean: number, random: Random): number {
  if (mean <= 0) return 0;
  if (mean >= minNormalMean) return Math.max(0, mean + Math.sqrt(mean) * drawNormal(random));
  const shape = Math.max(1, Math.round(mean));
  let total = 0;
  for (let index = 0; index < shape; index += 1) total += random.exponential(mean / shape);
  return total;
}

/** Draws an integer from a Poisson distribution. */
function drawInteger(mean: number, random: Random): number {
  if (mean >= minNormalMean) return Math.round(drawCount(mean, random));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.uniform(); product > limit; product *= random.uniform()) count += 1;
  return count;
}

/** Draws from the standard normal distribution at equally likely quantiles. */
function drawNormal({ uniform }: Random): number {
  return normalLevels[Math.floor(uniform() * normalLevels.length)] ?? 0;
}
