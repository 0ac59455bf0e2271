/**
 * A small simulated serving engine for tests: prompt chunks run with decodes, and step times follow the roofline plus
 * overhead. It returns its counters and the true points.
 */
import { createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import type { Ceilings } from "@/lib/analysis/roofline/bounds/roof";
import { decodeGroup, prefillGroup, type Batch } from "@/lib/analysis/roofline/step-work/batch";
import { stepWork, type ServedModel } from "@/lib/analysis/roofline/step-work/step-work";
import type { CounterSample } from "./counter-sample";

/** Properties of an engine whose steps are simulated one by one. */
export interface SimulatedEngine {
  readonly servedModel: ServedModel;
  /** Rates that its steps achieve on one accelerator. */
  readonly achievedRates: Ceilings;
  readonly overheadSeconds: number;
  readonly requestsPerSecond: number;
  readonly promptTokens: number;
  readonly outputTokens: number;
  readonly stepTokenBudget: number;
  readonly simulatedSeconds: number;
  /** Prompts run in separate steps without decodes. */
  readonly hasSeparatePromptSteps?: boolean;
}

/** Rates that the simulated steps of one phase achieved. Estimates must agree with them. */
export interface PhaseTruth {
  readonly flopsPerSecond: number;
  readonly bytesPerSecond: number;
  readonly busyRatio: number;
}

interface Request {
  startedAt: number | null;
  computed: number;
  given: number;
}

interface Chunk {
  readonly request: Request;
  readonly tokens: number;
}

interface Step {
  /** Requests with a first token that need the next one. */
  readonly started: readonly Request[];
  readonly decodes: readonly Request[];
  readonly chunks: readonly Chunk[];
  readonly batch: Batch;
}

const cacheTokens = 400_000;

const newPhase = () => ({ flops: 0, bytes: 0, seconds: 0 });
const newSums = () => ({
  steps: 0,
  generated: 0,
  first: 0,
  gaps: 0,
  gapCount: 0,
  decodeSteps: 0,
  prefill: 0,
  held: 0,
  running: 0,
  computed: 0,
  decode: newPhase(),
  prompts: newPhase(),
});
type Sums = ReturnType<typeof newSums>;

/** Simulates the engine step by step, and returns its counters together with the true rates per phase. */
export function simulateEngine(engine: SimulatedEngine): {
  readonly sample: CounterSample;
  readonly decode: PhaseTruth;
  readonly prompts: PhaseTruth;
  /** Sequences per step that decodes. */
  readonly batch: number;
} {
  const random = createSeededRandom(1);
  const sums = newSums();
  let [now, nextAt] = [0, 0];
  let requests: Request[] = [];
  while (now < engine.simulatedSeconds) {
    for (; nextAt <= now; nextAt -= Math.log(1 - random()) / engine.requestsPerSecond)
      requests.push({ startedAt: null, computed: 0, given: 0 });
    if (requests.length === 0) {
      now = nextAt;
      continue;
    }
    const step = planStep(requests, engine, now);
    now += run(step, engine, sums, { now, requests });
    requests = requests.filter(({ given }) => given < engine.outputTokens);
  }
  const truth = (one: Sums["decode"]): PhaseTruth => ({
    flopsPerSecond: one.flops / one.seconds,
    bytesPerSecond: one.bytes / one.seconds,
    busyRatio: one.seconds / now,
  });
  return {
    decode: truth(sums.decode),
    prompts: truth(sums.prompts),
    sample: sampleOf(sums, engine, now),
    batch: sums.gapCount / sums.decodeSteps,
  };
}

function planStep(
  requests: readonly Request[],
  { promptTokens, stepTokenBudget, hasSeparatePromptSteps }: SimulatedEngine,
  now: number,
): Step {
  const started = requests.filter(({ given }) => given > 0);
  let remainingTokens = hasSeparatePromptSteps === true ? stepTokenBudget : stepTokenBudget - started.length;
  const chunks: Chunk[] = [];
  for (const request of requests) {
    if (request.given > 0 || remainingTokens <= 0) continue;
    const tokens = Math.min(remainingTokens, promptTokens - request.computed);
    request.startedAt ??= now;
    chunks.push({ request, tokens });
    remainingTokens -= tokens;
  }
  const decodes = hasSeparatePromptSteps === true && chunks.length > 0 ? [] : started;
  const context = decodes.reduce((sum, { given }) => sum + promptTokens + given, 0) / decodes.length;
  const prompts = chunks.map(({ request: { computed }, tokens }) =>
    prefillGroup(tokens, { cachedTokens: computed, isLast: computed + tokens === promptTokens }),
  );
  const batch = decodes.length > 0 ? [decodeGroup(decodes.length, context), ...prompts] : prompts;
  return { started, decodes, chunks, batch };
}

/** Runs a step and returns its seconds. */
function run(
  { started, decodes, chunks, batch }: Step,
  { servedModel, achievedRates: reached, overheadSeconds, promptTokens }: SimulatedEngine,
  sums: Sums,
  { now, requests }: { readonly now: number; readonly requests: readonly Request[] },
): number {
  const { flops, bytes } = stepWork(servedModel, batch);
  const took = Math.max(flops / reached.flopsPerSecond, bytes / reached.bytesPerSecond) + overheadSeconds;
  const phase = chunks.length > 0 ? sums.prompts : sums.decode;
  phase.flops += flops;
  phase.bytes += bytes;
  phase.seconds += took;
  sums.steps += 1;
  sums.held += took * requests.reduce((sum, { computed, given }) => sum + computed + given, 0);
  sums.running += took * (started.length + chunks.length);
  // Requests that wait for a prompt step have a longer gap.
  sums.gaps += took * started.length;
  sums.gapCount += decodes.length;
  sums.decodeSteps += decodes.length > 0 ? 1 : 0;
  sums.generated += decodes.length;
  for (const request of decodes) request.given += 1;
  for (const { request, tokens } of chunks) {
    request.computed += tokens;
    sums.computed += tokens;
    if (request.computed < promptTokens) continue;
    request.given = 1;
    sums.generated += 1;
    sums.first += 1;
    sums.prefill += now + took - (request.startedAt ?? now);
  }
  return took;
}

function sampleOf(sums: Sums, engine: SimulatedEngine, seconds: number): CounterSample {
  return {
    promptTokensPerSecond: sums.computed / seconds,
    cachedPromptTokensPerSecond: 0,
    generatedTokensPerSecond: sums.generated / seconds,
    firstTokensPerSecond: sums.first / seconds,
    stepsPerSecond: sums.steps / seconds,
    itlSeconds: sums.gaps / sums.gapCount,
    prefillSeconds: sums.prefill / sums.first,
    runningRequests: sums.running / seconds,
    kvUsageRatio: sums.held / seconds / cacheTokens,
    kvCacheTokens: cacheTokens,
    kvBlockTokens: 1,
    promptTokensMean: engine.promptTokens,
    outputTokensMean: engine.outputTokens,
    stepTokenBudget: engine.stepTokenBudget,
  };
}
