/**
 * Noise of single requests within a slot. The rates of a slot are means. Real counters grow by the number of requests
 * that happen to arrive, so that neighbouring minutes differ: the number in each part of a slot has the variance of a
 * Poisson distribution.
 */
import { historySlotMs } from "../scenario";
import { createRandom, type Random } from "../random";
import { listNormalQuantiles } from "./length-levels";
import type { InstanceRates } from "./rates";
import { historyHistograms, type HistogramId, type ScalarId } from "./series";

/** Number of parts of a slot. Each has separate noise. */
export const slotPartCount = 5;
/** Length of a part. */
export const slotPartMs = historySlotMs / slotPartCount;
const partSeconds = slotPartMs / 1_000;
const normalLevels = listNormalQuantiles(256);

/** Growth of an instance's counters in one part, and its gauges. */
export interface SlotPart {
  readonly histograms: {
    readonly [Id in HistogramId]: { readonly buckets: Float64Array; readonly sum: number };
  };
  /** Growth of counters within the part; values of gauges. */
  readonly scalars: { readonly [Id in ScalarId]: number };
}

const histogramIds = Object.keys(historyHistograms) as HistogramId[];
const bucketMiddles = Object.fromEntries(
  histogramIds.map((id) => {
    const edges: readonly number[] = historyHistograms[id].bucketEdges;
    const last = edges.at(-1) ?? 1;
    return [id, [...edges.map((edge, index) => (edge + (edges[index - 1] ?? 0)) / 2), last * 1.2]];
  }),
) as unknown as { readonly [Id in HistogramId]: readonly number[] };

/** Returns the parts of a slot with these mean rates. The same seed returns the same parts. */
export function listSlotParts(rates: InstanceRates, seed: number): readonly SlotPart[] {
  const random = createRandom(seed);
  return Array.from({ length: slotPartCount }, () => createPart(rates, random));
}

function createPart(rates: InstanceRates, random: Random): SlotPart {
  const expectedCount = rates.histograms.e2e.count * partSeconds;
  /** Number of requests in this part, divided by its mean. */
  const arrivalRatio = expectedCount === 0 ? 1 : drawCount(expectedCount, random) / expectedCount;
  const entries = histogramIds.map((id) => [id, drawHistogram(id, rates, { arrivalRatio, random })]);
  const histograms = Object.fromEntries(entries) as SlotPart["histograms"];
  return {
    histograms: { ...histograms, ...sumPhases(histograms, rates) },
    scalars: {
      ...drawCounters(rates, { arrivalRatio, random }),
      ...drawGauges(rates, { arrivalRatio, random }),
    },
  };
}

interface PartNoise {
  readonly arrivalRatio: number;
  readonly random: Random;
}

/** The buckets of all request histograms add up to the same number of requests. */
function drawHistogram(id: HistogramId, { histograms }: InstanceRates, { arrivalRatio, random }: PartNoise) {
  const { buckets: rates, count, sum } = histograms[id];
  const buckets = new Float64Array(rates.length);
  let drawnCount = 0;
  for (const [index, rate] of rates.entries()) {
    if (rate === 0) continue;
    const drawn = drawCount(rate * partSeconds, random);
    buckets[index] = drawn;
    drawnCount += drawn;
  }
  const scale = drawnCount === 0 ? 0 : (count * partSeconds * arrivalRatio) / drawnCount;
  for (const [index, drawn] of buckets.entries()) buckets[index] = drawn * scale;
  const meanRatio = meanOf(buckets, bucketMiddles[id]) / meanOf(rates, bucketMiddles[id]);
  return { buckets, sum: sum * partSeconds * arrivalRatio * (Number.isFinite(meanRatio) ? meanRatio : 1) };
}

const phaseIds = ["queue", "prefill", "decode"] as const;

/** The phases of a request add up to its time, so their sums have the noise of that time. */
function sumPhases(
  histograms: SlotPart["histograms"],
  rates: InstanceRates,
): Pick<SlotPart["histograms"], (typeof phaseIds)[number]> {
  const ratio = rates.histograms.e2e.sum === 0 ? 0 : histograms.e2e.sum / rates.histograms.e2e.sum;
  const withSum = (id: (typeof phaseIds)[number]) => ({
    buckets: histograms[id].buckets,
    sum: rates.histograms[id].sum * ratio,
  });
  return { queue: withSum("queue"), prefill: withSum("prefill"), decode: withSum("decode") };
}

function meanOf(counts: Float64Array, middles: readonly number[]): number {
  let total = 0;
  let weighted = 0;
  for (const [index, count] of counts.entries()) {
    total += count;
    weighted += count * (middles[index] ?? 0);
  }
  return weighted / total;
}

type Counters = Pick<
  InstanceRates["scalars"],
  | "promptTokens"
  | "cachedTokens"
  | "outputTokens"
  | "steps"
  | "stepTokens"
  | "finishedStop"
  | "finishedLength"
  | "finishedAbort"
  | "preemptions"
  | "http2xx"
  | "cpuBusy"
  | "cpuIdle"
  | "none"
>;

/** Numbers of requests follow the arrivals. The work of the engine follows them less, because a batch smooths it. */
function drawCounters({ scalars }: InstanceRates, { arrivalRatio, random }: PartNoise): Counters {
  const grow = (id: ScalarId, ratio: number): number => scalars[id] * partSeconds * ratio;
  const workRatio = 1 + 0.3 * (arrivalRatio - 1);
  const lengthRatio = arrivalRatio * (1 + 0.05 * drawNormal(random));
  const cpuBusy = grow("cpuBusy", workRatio);
  return {
    promptTokens: grow("promptTokens", lengthRatio),
    cachedTokens: grow("cachedTokens", lengthRatio),
    outputTokens: grow("outputTokens", workRatio),
    steps: grow("steps", 1),
    stepTokens: grow("stepTokens", workRatio),
    finishedStop: grow("finishedStop", arrivalRatio),
    finishedLength: grow("finishedLength", arrivalRatio),
    finishedAbort: grow("finishedAbort", arrivalRatio),
    preemptions: drawCount(scalars.preemptions * partSeconds, random),
    http2xx: grow("http2xx", arrivalRatio),
    cpuBusy,
    cpuIdle: grow("cpuIdle", 1) + grow("cpuBusy", 1) - cpuBusy,
    none: grow("none", 1),
  };
}

type Gauges = Omit<InstanceRates["scalars"], keyof Counters>;

function drawGauges({ scalars }: InstanceRates, { random }: PartNoise): Gauges {
  // With a queue, the batch is as large as it can be.
  const isFull = scalars.waiting >= 1;
  const running = isFull ? scalars.running : Math.round(drawCount(scalars.running, random));
  const kvRatio = isFull || scalars.running === 0 ? 1 : running / scalars.running;
  const load = 1 + 0.03 * drawNormal(random);
  return {
    up: scalars.up,
    running,
    waiting: Math.round(drawCount(scalars.waiting, random)),
    kv: Math.min(1, scalars.kv * kvRatio * (1 - 0.01 * random.uniform())),
    gpuBusy: Math.min(1, scalars.gpuBusy * load),
    tensor: Math.min(1, scalars.tensor * load),
    dram: Math.min(1, scalars.dram * load),
    memoryMiB: scalars.memoryMiB,
    watts: scalars.watts * load,
    smClock: scalars.smClock,
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

/** Draws from the standard normal distribution at equally likely quantiles. */
function drawNormal({ uniform }: Random): number {
  return normalLevels[Math.floor(uniform() * normalLevels.length)] ?? 0;
}
