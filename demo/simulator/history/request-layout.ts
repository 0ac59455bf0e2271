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
} from "./length-levels";
import { computeHitFactor, type SteadyState } from "./steady-state";
import { histogramIds, historyHistograms, type HistogramId } from "./values";

/** Observations per second: in each bucket (not cumulative), their number and their sum. */
export interface Tally {
  readonly buckets: Float64Array;
  count: number;
  sum: number;
}

export type Tallies = Readonly<Record<HistogramId, Tally>>;

/** Load of an instance, its steady state, and the histograms that the layout fills. */
export interface Layout {
  readonly requestsPerSecond: number;
  readonly stepsPerSecond: number;
  /** Tokens that all steps compute per second. */
  readonly stepTokensPerSecond: number;
  readonly state: SteadyState;
  readonly tallies: Tallies;
}

const residualCount = 6;
/** Half of the range of mean gaps that a level of output length represents, relative to the gap. */
const gapHalfWidth = 0.03;

/** Returns empty histograms. */
export function createTallies(): Tallies {
  const entries = histogramIds.map((id) => [
    id,
    { buckets: new Float64Array(historyHistograms[id].bucketEdges.length + 1), count: 0, sum: 0 },
  ]);
  return Object.fromEntries(entries) as Tallies;
}

/** Fills the histograms. Returns the mean gap between tokens at each level of output length, in seconds. */
export function layOutRequests(plan: DeploymentPlan, layout: Layout): Float64Array {
  layOutFirstTokens(plan, layout);
  const gaps = layOutTokens(plan, layout);
  layOutSteps(plan, layout);
  layOutPreemptions(layout);
  layOutAborts(layout);
  return gaps;
}

/** Adds observations of a mean gap to buckets: spread over a range, so that a gradual change has gradual counts. */
export function addGap(buckets: Float64Array, gapSeconds: number, count: number): void {
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

function add(tallies: Tallies, id: HistogramId, value: number, perSecond: number): void {
  const into = tallies[id];
  const index = findBucketIndex(historyHistograms[id].bucketEdges, value);
  into.buckets[index] = (into.buckets[index] ?? 0) + perSecond;
  into.count += perSecond;
  into.sum += value * perSecond;
}

/** Engines count requests whose clients gave up in queue time and E2E, and in no other histogram. */
function layOutAborts({ requestsPerSecond, state, tallies }: Layout): void {
  if (state.abortedRatio === 0) return;
  for (const factor of longQueueFactors) {
    const each = (requestsPerSecond * state.abortedRatio) / longQueueFactors.length;
    const seconds = state.meanWaitSeconds * factor;
    for (const id of ["queue", "e2e", "httpDuration"] as const) add(tallies, id, seconds, each);
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

function layOutFirstTokens(plan: DeploymentPlan, { requestsPerSecond, state, tallies }: Layout): void {
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
    const alone = state.alonePrefillSeconds[at] ?? 0;
    const secondsPerCompanion = ((state.prefillSeconds[at] ?? 0) - alone) / state.companionCount;
    const tokenize = requestCpuSeconds + prompt * tokenizeSecondsPerToken;
    const cachedRatio = plan.traffic.prefixHitRatio * computeHitFactor(at, prompts.length);
    add(tallies, "promptLength", prompt, perPrompt);
    add(tallies, "computedPrompt", prompt * (1 - cachedRatio), perPrompt);
    for (const { seconds, share, companionCount } of waits) {
      const prefill = alone + secondsPerCompanion * companionCount;
      add(tallies, "prefill", prefill, perPrompt * share);
      add(tallies, "queue", seconds, perPrompt * share);
      add(tallies, "ttft", tokenize + seconds + prefill, perPrompt * share);
    }
  }
}

function layOutTokens(plan: DeploymentPlan, { requestsPerSecond, state, tallies }: Layout): Float64Array {
  const { prefillStepRatio, decodeStepSeconds, prefillSeconds, meanInterTokenSeconds } = state;
  const outputs = listOutputLengthQuantiles(plan);
  const perOutput = (requestsPerSecond * (1 - state.abortedRatio)) / outputs.length;
  const meanTtft = tallies.ttft.sum / Math.max(tallies.ttft.count, 1e-12);
  const meanPrefill = prefillSeconds.reduce((sum, seconds) => sum + seconds, 0) / prefillSeconds.length;
  const meanGaps = new Float64Array(outputs.length);
  const { tpot } = tallies;
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
    addGap(tpot.buckets, gap, perOutput);
    tpot.count += perOutput;
    tpot.sum += gap * perOutput;
    add(tallies, "decode", gaps * gap, perOutput);
    add(tallies, "inference", meanPrefill + gaps * gap, perOutput);
    add(tallies, "e2e", meanTtft + gaps * gap, perOutput);
    add(tallies, "httpDuration", meanTtft + gaps * gap, perOutput);
    add(tallies, "outputLength", output, perOutput);
  }
  add(tallies, "itl", decodeStepSeconds, tokens * (1 - prefillStepRatio));
  for (const prefill of prefillSeconds)
    add(tallies, "itl", prefill, (tokens * prefillStepRatio) / prefillSeconds.length);
  return meanGaps;
}

/** Steps compute one token per running request, and the prompts that arrived. */
function layOutSteps(plan: DeploymentPlan, layout: Layout): void {
  const { stepsPerSecond, stepTokensPerSecond, state, tallies } = layout;
  const { stepTokenBudget } = plan;
  const into = tallies.stepTokens;
  const prefills = Math.min(state.prefillStepsPerSecond, stepsPerSecond);
  const decodesEach = (stepsPerSecond - prefills) / batchLevels.length;
  for (const z of batchLevels) {
    const batch = state.meanRunning + z * Math.sqrt(state.meanRunning);
    add(tallies, "stepTokens", Math.max(1, Math.round(batch)), decodesEach);
  }
  const promptTokens = Math.max(0, stepTokensPerSecond - into.sum) / Math.max(prefills, 1e-12);
  const prompts = listPromptLengthQuantiles(plan);
  const meanPrompt = prompts.reduce((sum, prompt) => sum + prompt, 0) / prompts.length;
  for (const prompt of prompts) {
    const tokens = (promptTokens * prompt) / meanPrompt;
    add(tallies, "stepTokens", Math.min(stepTokenBudget, Math.max(1, tokens)), prefills / prompts.length);
  }
  // Chunks of long prompts are not laid out, so the sum is set.
  into.sum = stepTokensPerSecond;
}

const batchLevels = listNormalQuantiles(8);

/** The number of preemptions of a request has a Poisson distribution. */
function layOutPreemptions({ state, tallies }: Layout): void {
  const { count } = tallies.outputLength;
  const mean = count === 0 ? 0 : state.preemptionsPerSecond / count;
  let [probability, total] = [Math.exp(-mean), 0];
  for (let preemptions = 0; preemptions < maxPreemptions; preemptions += 1) {
    add(tallies, "preemptionCount", preemptions, count * probability);
    total += probability;
    probability *= mean / (preemptions + 1);
  }
  add(tallies, "preemptionCount", maxPreemptions, count * Math.max(0, 1 - total));
}

const maxPreemptions = 6;
