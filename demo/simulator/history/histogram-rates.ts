/**
 * Distributions of requests in the steady state: the histograms of an instance, evaluated at quantiles of prompt and
 * output length. Each quantile represents the same fraction of requests.
 */
import { requestCpuSeconds, tokenizeSecondsPerToken } from "../cost";
import type { DeploymentPlan } from "../fleet";
import { findBucketIndex } from "../exposition/registry";
import {
  listNormalQuantiles,
  listOutputLengthQuantiles,
  listPromptLengthQuantiles,
  normalQuantileLevels,
} from "./length-quantiles";
import { computeCacheHitFactor, type SteadyState } from "./steady-state";
import { histogramIds, historyHistograms, type HistogramId } from "./history-values";

/** Observations per second: in each bucket (not cumulative), their number and their sum. */
export interface HistogramRates {
  readonly buckets: Float64Array;
  count: number;
  sum: number;
}

export type HistogramRatesById = Readonly<Record<HistogramId, HistogramRates>>;

/** Load of an instance, its steady state, and the histogram rates to fill. */
export interface InstanceLoad {
  readonly requestsPerSecond: number;
  readonly stepsPerSecond: number;
  /** Tokens that all steps compute per second. */
  readonly stepTokensPerSecond: number;
  readonly state: SteadyState;
  readonly histogramRates: HistogramRatesById;
}

const residualCount = 6;
/** Half of the range of mean gaps that a level of output length represents, relative to the gap. */
const gapHalfWidth = 0.03;

/** Returns empty histograms. */
export function createEmptyHistogramRates(): HistogramRatesById {
  const entries = histogramIds.map((id) => [
    id,
    { buckets: new Float64Array(historyHistograms[id].bucketEdges.length + 1), count: 0, sum: 0 },
  ]);
  return Object.fromEntries(entries) as HistogramRatesById;
}

/** Fills the histograms. Returns the mean gap between tokens at each level of output length, in seconds. */
export function fillHistogramRates(plan: DeploymentPlan, load: InstanceLoad): Float64Array {
  fillFirstTokenRates(plan, load);
  const gaps = fillTokenRates(plan, load);
  fillStepRates(plan, load);
  fillPreemptionRates(load);
  fillAbortRates(load);
  return gaps;
}

/** Adds observations of a mean gap to buckets: spread over a range, so that a gradual change has gradual counts. */
export function addInterTokenGap(buckets: Float64Array, gapSeconds: number, count: number): void {
  const edges: readonly number[] = historyHistograms.tpot.bucketEdges;
  // A response of one token has no gap.
  if (gapSeconds === 0) {
    buckets[0] = (buckets[0] ?? 0) + count;
    return;
  }
  let low = gapSeconds * (1 - gapHalfWidth);
  const high = gapSeconds * (1 + gapHalfWidth);
  const width = high - low;
  let index = findBucketIndex(edges, low);
  while (low < high) {
    const top = Math.min(edges[index] ?? high, high);
    buckets[index] = (buckets[index] ?? 0) + (count * (top - low)) / width;
    low = top;
    index += 1;
  }
}

function add(histogramRates: HistogramRatesById, id: HistogramId, value: number, perSecond: number): void {
  const into = histogramRates[id];
  const index = findBucketIndex(historyHistograms[id].bucketEdges, value);
  into.buckets[index] = (into.buckets[index] ?? 0) + perSecond;
  into.count += perSecond;
  into.sum += value * perSecond;
}

/** Engines count requests whose clients gave up in queue time and E2E, and in no other histogram. */
function fillAbortRates({ requestsPerSecond, state, histogramRates }: InstanceLoad): void {
  if (state.abortedRatio === 0) return;
  for (const factor of longQueueFactors) {
    const each = (requestsPerSecond * state.abortedRatio) / longQueueFactors.length;
    const seconds = state.meanWaitSeconds * factor;
    for (const id of ["queue", "e2e", "httpDuration"] as const) add(histogramRates, id, seconds, each);
  }
}

/** Factors of a queue that stays long, relative to its mean: it varies by about a fifth. */
const longQueueFactors = listNormalQuantiles(residualCount).map((z) => 1 + 0.21 * z);

const exponentialQuantiles = Array.from(
  { length: residualCount },
  (_, index) => -Math.log(1 - (index + 0.5) / residualCount),
);
const quantileSum = exponentialQuantiles.reduce((sum, quantile) => sum + quantile, 0);

/** Values of an exponential distribution at equally likely quantiles, relative to their mean. */
const waitShares = exponentialQuantiles.map((quantile) => (quantile * residualCount) / quantileSum);

/**
 * Returns the distribution of the number of other prompts in a step, weighted by their lengths. Their number has a Poisson
 * distribution, and each has one of `promptFactors`, the lengths relative to their mean.
 */
function listCompanions(
  meanCount: number,
  promptFactors: readonly number[],
): readonly { readonly weightedCount: number; readonly share: number }[] {
  let share = Math.exp(-meanCount);
  const companions = [{ weightedCount: 0, share }];
  for (let count = 1; count <= maxCounted; count += 1) {
    share = count === maxCounted ? 1 - sumShares(companions) : (share * meanCount) / count;
    for (const length of promptFactors) {
      // The lengths of several prompts partly even out.
      const weightedCount = count + (length - 1) * Math.sqrt(count);
      companions.push({ weightedCount, share: share / promptFactors.length });
    }
  }
  return companions;
}

/** Ratio of the number in the event model to the formula's, fitted to the TTFT of the fleet. */
const companionFit = 1.25;

/** More prompts in a step are rare. */
const maxCounted = 3;

function sumShares(parts: readonly { readonly share: number }[]): number {
  return parts.reduce((sum, { share }) => sum + share, 0);
}

interface Wait {
  readonly seconds: number;
  /** Fraction of the requests with this wait. */
  readonly share: number;
  /** Number of other prompts in the prefill step after this wait, weighted by their lengths. */
  readonly companionCount: number;
}

/**
 * Returns the distribution of waits: exponential where prefills queue, uniform up to one step where only a decode
 * step must finish. In an overload it varies around the wait that the surplus does not outlast. The mean equals the
 * steady state's. Prompts share a prefill step only if they arrive during the one before.
 */
function waitsOf(
  state: SteadyState,
  requestsPerSecond: number,
  promptFactors: readonly number[],
): readonly Wait[] {
  const { meanWaitSeconds, abortedRatio, prefillTimeRatio, decodeStepSeconds, companionCount } = state;
  if (abortedRatio > 0) {
    return longQueueFactors.map((factor) => ({
      seconds: meanWaitSeconds * factor,
      share: 1 / longQueueFactors.length,
      companionCount,
    }));
  }
  const calm = 1 - prefillTimeRatio;
  const queuedSeconds = Math.max(0, meanWaitSeconds - (calm * decodeStepSeconds) / 2) / prefillTimeRatio;
  const queuedCompanions = companionFit * companionCount * lengthBias(state.prefillSeconds);
  return [
    ...listCompanions(requestsPerSecond * decodeStepSeconds, [1]).flatMap(({ weightedCount, share }) =>
      [0.25, 0.75].map((part) => ({
        seconds: decodeStepSeconds * part,
        share: (calm * share) / 2,
        companionCount: weightedCount,
      })),
    ),
    // Who waits long arrived in a long prefill, and so did others.
    ...waitShares.flatMap((part) =>
      listCompanions(queuedCompanions * ((1 + part) / 2), promptFactors).map(({ weightedCount, share }) => ({
        seconds: queuedSeconds * part,
        share: (prefillTimeRatio * share) / residualCount,
        companionCount: weightedCount,
      })),
    ),
  ];
}

/** Returns the mean duration of the prefill in which a request arrives, relative to that of all prefills. */
function lengthBias(prefillSeconds: readonly number[]): number {
  const sum = prefillSeconds.reduce((total, seconds) => total + seconds, 0);
  const squares = prefillSeconds.reduce((total, seconds) => total + seconds * seconds, 0);
  return (squares * prefillSeconds.length) / (sum * sum);
}

function fillFirstTokenRates(
  plan: DeploymentPlan,
  { requestsPerSecond, state, histogramRates }: InstanceLoad,
): void {
  const prompts = listPromptLengthQuantiles(plan);
  const meanPrompt = prompts.reduce((sum, prompt) => sum + prompt, 0) / prompts.length;
  // Three lengths that each stand for a third of the prompts.
  const third = prompts.length / 3;
  const promptFactors = [0, 1, 2].map(
    (part) =>
      prompts.slice(part * third, (part + 1) * third).reduce((sum, prompt) => sum + prompt, 0) /
      third /
      meanPrompt,
  );
  const waits = waitsOf(state, requestsPerSecond, promptFactors);
  const perPrompt = (requestsPerSecond / prompts.length) * (1 - state.abortedRatio);
  for (const [at, prompt] of prompts.entries()) {
    const alone = state.prefillSecondsWithoutCompanions[at] ?? 0;
    const secondsPerCompanion = ((state.prefillSeconds[at] ?? 0) - alone) / state.companionCount;
    const tokenize = requestCpuSeconds + prompt * tokenizeSecondsPerToken;
    const cachedRatio = plan.traffic.prefixHitRatio * computeCacheHitFactor(at, prompts.length);
    add(histogramRates, "promptLength", prompt, perPrompt);
    add(histogramRates, "computedPrompt", prompt * (1 - cachedRatio), perPrompt);
    for (const { seconds, share, companionCount } of waits) {
      const prefill = alone + secondsPerCompanion * companionCount;
      add(histogramRates, "prefill", prefill, perPrompt * share);
      add(histogramRates, "queue", seconds, perPrompt * share);
      add(histogramRates, "ttft", tokenize + seconds + prefill, perPrompt * share);
    }
  }
}

function fillTokenRates(
  plan: DeploymentPlan,
  { requestsPerSecond, state, histogramRates }: InstanceLoad,
): Float64Array {
  const { prefillStepRatio, decodeStepSeconds, prefillSeconds, meanInterTokenSeconds } = state;
  const outputs = listOutputLengthQuantiles(plan);
  const perOutput = (requestsPerSecond * (1 - state.abortedRatio)) / outputs.length;
  const meanTtft = histogramRates.ttft.sum / Math.max(histogramRates.ttft.count, 1e-12);
  const meanPrefill = prefillSeconds.reduce((sum, seconds) => sum + seconds, 0) / prefillSeconds.length;
  const meanGaps = new Float64Array(outputs.length);
  const { tpot } = histogramRates;
  let tokens = 0;
  for (const [at, output] of outputs.entries()) {
    const gaps = output - 1;
    tokens += gaps * perOutput;
    // The fewer tokens a request has, the more its mean gap varies.
    const spread =
      Math.sqrt((prefillStepRatio * (1 - prefillStepRatio)) / Math.max(1, gaps)) *
      (meanPrefill - decodeStepSeconds);
    const varied = spread * (normalQuantileLevels[(at * 7) % normalQuantileLevels.length] ?? 0);
    const gap = gaps === 0 ? 0 : Math.max(decodeStepSeconds, meanInterTokenSeconds + varied);
    meanGaps[at] = gap;
    addInterTokenGap(tpot.buckets, gap, perOutput);
    tpot.count += perOutput;
    tpot.sum += gap * perOutput;
    add(histogramRates, "decode", gaps * gap, perOutput);
    add(histogramRates, "inference", meanPrefill + gaps * gap, perOutput);
    add(histogramRates, "e2e", meanTtft + gaps * gap, perOutput);
    add(histogramRates, "httpDuration", meanTtft + gaps * gap, perOutput);
    add(histogramRates, "outputLength", output, perOutput);
  }
  add(histogramRates, "itl", decodeStepSeconds, tokens * (1 - prefillStepRatio));
  for (const prefill of prefillSeconds)
    add(histogramRates, "itl", prefill, (tokens * prefillStepRatio) / prefillSeconds.length);
  return meanGaps;
}

/** Steps compute one token per running request, and the prompts that arrived. */
function fillStepRates(plan: DeploymentPlan, load: InstanceLoad): void {
  const { stepsPerSecond, stepTokensPerSecond, state, histogramRates } = load;
  const { stepTokenBudget } = plan;
  const into = histogramRates.stepTokens;
  const prefills = Math.min(state.prefillStepsPerSecond, stepsPerSecond);
  const decodesEach = (stepsPerSecond - prefills) / batchLevels.length;
  for (const z of batchLevels) {
    const batch = state.meanRunning + z * Math.sqrt(state.meanRunning);
    add(histogramRates, "stepTokens", Math.max(1, Math.round(batch)), decodesEach);
  }
  const promptTokens = Math.max(0, stepTokensPerSecond - into.sum) / Math.max(prefills, 1e-12);
  const prompts = listPromptLengthQuantiles(plan);
  const meanPrompt = prompts.reduce((sum, prompt) => sum + prompt, 0) / prompts.length;
  for (const prompt of prompts) {
    const tokens = (promptTokens * prompt) / meanPrompt;
    add(
      histogramRates,
      "stepTokens",
      Math.min(stepTokenBudget, Math.max(1, tokens)),
      prefills / prompts.length,
    );
  }
  // Chunks of long prompts are not laid out, so the sum is set.
  into.sum = stepTokensPerSecond;
}

const batchLevels = listNormalQuantiles(8);

/** The number of preemptions of a request has a Poisson distribution. */
function fillPreemptionRates({ state, histogramRates }: InstanceLoad): void {
  const { count } = histogramRates.outputLength;
  const mean = count === 0 ? 0 : state.preemptionsPerSecond / count;
  let [probability, total] = [Math.exp(-mean), 0];
  for (let preemptions = 0; preemptions < maxPreemptions; preemptions += 1) {
    add(histogramRates, "preemptionCount", preemptions, count * probability);
    total += probability;
    probability *= mean / (preemptions + 1);
  }
  add(histogramRates, "preemptionCount", maxPreemptions, count * Math.max(0, 1 - total));
}

const maxPreemptions = 6;
