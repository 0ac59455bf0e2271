/**
 * One instance of a serving engine, simulated step by step: a waiting queue, continuous batching with a token budget
 * and chunked prefill, and KV cache blocks with preemption by recompute. The caller passes the time; the engine reads
 * no clock.
 *
 *     waiting ──schedule──▶ running ──prefill chunks──▶ first token ──one token a step──▶ finished
 *        ▲                     │
 *        └──── preempted ◀─────┘  when no block is free; the most recently scheduled request is preempted first
 */
import {
  healthyMachine,
  computeStepCost,
  type GpuMachine,
  type MachineState,
  type StepTokens,
  type StepCost,
} from "../cost";
import { tokensPerKvBlock } from "../fleet";
import { countTokensToCompute, type FinishReason, type EngineRequest } from "./request";

/** Limits of one step and of the KV cache. */
export interface EngineLimits {
  /** Maximum number of requests in the batch. */
  readonly maxSequences: number;
  readonly stepTokenBudget: number;
  readonly kvBlocks: number;
}

/** Callbacks from which metrics and traces are made, called in order of time. */
export interface EngineListener {
  /** `interTokenMs` is the time since the request's previous token; null for its first. */
  readonly onToken: (request: EngineRequest, atMs: number, interTokenMs: number | null) => void;
  readonly onFinish: (request: EngineRequest) => void;
  readonly onPreempt: (request: EngineRequest) => void;
  readonly onStep: (step: CompletedStep) => void;
}

/** One step that an engine has run, with the prompt tokens that it looked up in the prefix cache. */
export interface CompletedStep {
  readonly startMs: number;
  readonly endMs: number;
  readonly prefillTokens: number;
  readonly decodeTokens: number;
  /** Requests that took part in the step. */
  readonly sequenceCount: number;
  readonly prefixHitTokens: number;
  readonly prefixQueriedTokens: number;
  readonly cost: StepCost;
}

interface ScheduledWork {
  readonly request: EngineRequest;
  readonly tokens: number;
  readonly isPrefill: boolean;
}

interface PlannedStep extends CompletedStep {
  readonly work: readonly ScheduledWork[];
  readonly size: StepTokens;
}

export class SimulatedEngine {
  readonly waiting: EngineRequest[] = [];
  readonly running: EngineRequest[] = [];
  readonly machine: GpuMachine;
  #state: MachineState = healthyMachine;
  limits: EngineLimits;
  usedKvBlocks = 0;
  #clockMs: number;
  #step: PlannedStep | null = null;
  readonly #listener: EngineListener;

  constructor(
    machine: GpuMachine,
    limits: EngineLimits,
    options: { readonly startMs: number; readonly listener: EngineListener },
  ) {
    this.machine = machine;
    this.limits = limits;
    this.#clockMs = options.startMs;
    this.#listener = options.listener;
  }

  get machineState(): MachineState {
    return this.#state;
  }

  /**
   * Changes the machine's state from `atMs` on. The rest of a step in progress takes as long as it would in the new
   * state.
   */
  changeMachineState(state: MachineState, atMs: number): void {
    this.advance(atMs);
    this.#state = state;
    const step = this.#step;
    if (step === null) return;
    const cost = computeStepCost(this.machine, state, step.size);
    const leftMs = (step.endMs - atMs) * (cost.stepSeconds / step.cost.stepSeconds);
    this.#step = { ...step, cost, endMs: atMs + leftMs };
    this.#clockMs = this.#step.endMs;
  }

  /** Running requests whose prompt is not in the cache yet. */
  get prefillingCount(): number {
    return this.running.filter((request) => request.computedTokens < countTokensToCompute(request)).length;
  }

  get kvUsageRatio(): number {
    return this.limits.kvBlocks === 0 ? 0 : Math.min(1, this.usedKvBlocks / this.limits.kvBlocks);
  }

  /** Accepts a tokenized request. Times must not decrease. */
  submit(request: EngineRequest, atMs: number): void {
    this.advance(atMs);
    request.queuedMs = atMs;
    if (blocksFor(request.promptTokens) > this.limits.kvBlocks) {
      this.#finish(request, atMs, "error");
      return;
    }
    this.waiting.push(request);
    if (this.#step === null) this.#clockMs = Math.max(this.#clockMs, atMs);
  }

  /** Ends a request whose client has disconnected. */
  abort(request: EngineRequest, atMs: number): void {
    this.advance(atMs);
    if (request.finishedMs === null) this.#finish(request, atMs, "abort");
  }

  /** Runs everything that happens up to `toMs`. */
  advance(toMs: number): void {
    for (;;) {
      if (this.#step !== null) {
        if (this.#step.endMs > toMs) return;
        this.#apply(this.#step);
        this.#step = null;
        continue;
      }
      if (this.#clockMs > toMs) return;
      this.#dropImpatient();
      const next = this.#plan(this.#clockMs);
      if (next === null) {
        this.#clockMs = toMs;
        return;
      }
      this.#step = next;
      this.#clockMs = next.endMs;
    }
  }

  #dropImpatient(): void {
    const hasClientLeft = (request: EngineRequest): boolean =>
      request.firstTokenMs === null && request.clientTimeoutAtMs <= this.#clockMs;
    if (!this.waiting.some(hasClientLeft) && !this.running.some(hasClientLeft)) return;
    for (const request of [...this.waiting, ...this.running].filter(hasClientLeft))
      this.#finish(request, this.#clockMs, "abort");
  }

  /**
   * Selects the requests of the next step: running ones first, then waiting ones, until budget, batch or cache is
   * full.
   */
  #plan(atMs: number): PlannedStep | null {
    const work: ScheduledWork[] = [];
    let budget = this.limits.stepTokenBudget;
    const before = this.running.length;
    const hasPreempted = (): boolean => this.running.length < before;
    // A copy, because preemption removes requests during the loop.
    for (const request of this.running.slice()) {
      if (budget <= 0) break;
      if (hasPreempted() && !this.running.includes(request)) continue;
      const uncomputedTokens = countTokensToCompute(request) - request.computedTokens;
      const tokens = uncomputedTokens > 0 ? Math.min(uncomputedTokens, budget) : 1;
      if (!this.#reserve(request, tokens)) continue;
      work.push({ request, tokens, isPrefill: uncomputedTokens > 0 });
      budget -= tokens;
    }
    // Admitting a request that was just preempted would preempt others again.
    const isFull = hasPreempted();
    const lookups = isFull ? { queried: 0, hits: 0 } : this.#admit(work, budget, atMs);
    const scheduled = isFull ? work.filter(({ request }) => this.running.includes(request)) : work;
    return scheduled.length === 0 ? null : this.#price(scheduled, atMs, lookups);
  }

  /**
   * Moves waiting requests into the batch while budget, batch and cache have capacity. Returns the prompt tokens
   * looked up in the prefix cache and those found there.
   */
  #admit(
    work: ScheduledWork[],
    budget: number,
    atMs: number,
  ): { readonly queried: number; readonly hits: number } {
    let [remaining, queried, hits] = [budget, 0, 0];
    while (remaining > 0 && this.running.length < this.limits.maxSequences) {
      const [request] = this.waiting;
      if (request === undefined) break;
      const cached = request.scheduledMs === null ? request.cachedTokens : 0;
      const tokens = Math.min(countTokensToCompute(request) - cached, remaining);
      if (blocksFor(cached + tokens) > this.limits.kvBlocks) {
        this.#finish(request, atMs, "length");
        continue;
      }
      if (!this.#hasRoom(cached + tokens)) break;
      this.waiting.shift();
      this.running.push(request);
      request.scheduledMs ??= atMs;
      request.computedTokens = cached;
      this.#grow(request, cached + tokens);
      queried += request.promptTokens;
      hits += cached;
      work.push({ request, tokens, isPrefill: true });
      remaining -= tokens;
    }
    return { queried, hits };
  }

  #price(
    work: readonly ScheduledWork[],
    atMs: number,
    lookups: { readonly queried: number; readonly hits: number },
  ): PlannedStep {
    let [prefillTokens, decodeTokens, decodeContextTokens, prefillAttentionPairs] = [0, 0, 0, 0];
    for (const { request, tokens, isPrefill } of work) {
      if (isPrefill) {
        prefillTokens += tokens;
        prefillAttentionPairs += tokens * (request.computedTokens + tokens / 2);
      } else {
        decodeTokens += 1;
        decodeContextTokens += request.promptTokens + request.generatedTokens;
      }
    }
    const size = { prefillTokens, decodeTokens, decodeContextTokens, prefillAttentionPairs };
    const cost = computeStepCost(this.machine, this.#state, size);
    const endMs = atMs + cost.stepSeconds * 1000;
    return {
      startMs: atMs,
      endMs,
      prefillTokens,
      decodeTokens,
      sequenceCount: work.length,
      prefixHitTokens: lookups.hits,
      prefixQueriedTokens: lookups.queried,
      cost,
      size,
      work,
    };
  }

  #apply(step: PlannedStep): void {
    for (const { request, tokens, isPrefill } of step.work) {
      if (request.finishedMs !== null) continue;
      request.computedTokens += tokens;
      if (isPrefill) {
        request.prefillChunks.push({ startMs: step.startMs, endMs: step.endMs, tokens });
        if (request.computedTokens < countTokensToCompute(request)) continue;
      }
      this.#emitToken(request, step.endMs);
    }
    this.#listener.onStep(step);
  }

  #emitToken(request: EngineRequest, atMs: number): void {
    const gapMs = request.lastTokenMs === null ? null : atMs - request.lastTokenMs;
    request.firstTokenMs ??= atMs;
    request.lastTokenMs = atMs;
    request.generatedTokens += 1;
    this.#listener.onToken(request, atMs, gapMs);
    request.onToken?.(request, atMs);
    if (request.generatedTokens >= request.plannedOutputTokens)
      this.#finish(request, atMs, request.plannedFinishReason);
  }

  #finish(request: EngineRequest, atMs: number, reason: FinishReason): void {
    request.finishedMs = atMs;
    request.finishReason = reason;
    this.#release(request);
    remove(this.waiting, request);
    remove(this.running, request);
    this.#listener.onFinish(request);
    request.onEnd?.(request);
  }

  /**
   * Reserves cache blocks for `tokens` more of a running request. Preempts the most recently scheduled requests when
   * the cache is full.
   */
  #reserve(request: EngineRequest, tokens: number): boolean {
    const neededTokens = request.computedTokens + tokens;
    while (!this.#fits(request, neededTokens)) {
      const victim = this.running.at(-1);
      if (victim === undefined) return false;
      if (this.running.length === 1) {
        // The only running request does not fit into the cache: it ends at the limit of its context.
        this.#finish(victim, this.#clockMs, "length");
        return false;
      }
      this.#preempt(victim);
      if (victim === request) return false;
    }
    this.#grow(request, neededTokens);
    return true;
  }

  #preempt(request: EngineRequest): void {
    this.#release(request);
    remove(this.running, request);
    request.computedTokens = 0;
    request.preemptionCount += 1;
    this.waiting.unshift(request);
    this.#listener.onPreempt(request);
  }

  #fits(request: EngineRequest, tokens: number): boolean {
    return this.usedKvBlocks + blocksFor(tokens) - request.kvBlocks <= this.limits.kvBlocks;
  }

  #hasRoom(tokens: number): boolean {
    return this.usedKvBlocks + blocksFor(tokens) <= this.limits.kvBlocks;
  }

  #grow(request: EngineRequest, tokens: number): void {
    const more = Math.max(0, blocksFor(tokens) - request.kvBlocks);
    request.kvBlocks += more;
    this.usedKvBlocks += more;
  }

  #release(request: EngineRequest): void {
    this.usedKvBlocks -= request.kvBlocks;
    request.kvBlocks = 0;
  }
}

function blocksFor(tokens: number): number {
  return Math.ceil(tokens / tokensPerKvBlock);
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}
