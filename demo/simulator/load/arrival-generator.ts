/** Request arrivals of one deployment: their times and lengths, drawn at random or replayed once from a list. */
import { computeArrivalRate, type DeploymentPlan, type LengthDistribution } from "@/demo/simulator/fleet";
import { createRandom, deriveSeed, type Random } from "@/demo/simulator/random";
import type { ReplayedArrival } from "@/demo/simulator/replay";

/** One request that arrives at the gateway. */
export interface Arrival {
  readonly atMs: number;
  readonly promptTokens: number;
  readonly plannedOutputTokens: number;
}

interface NextArrival {
  readonly atMs: number;
  readonly replayed: ReplayedArrival | null;
}

/** Arrivals of one deployment: drawn at random, or replayed from a list. */
export class ArrivalGenerator {
  readonly #plan: DeploymentPlan;
  readonly #loadRatioAt: (atMs: number) => number;
  readonly #gaps: Random;
  readonly #lengths: Random;
  #replay: { readonly startMs: number; readonly arrivals: readonly ReplayedArrival[]; taken: number } | null =
    null;
  #next: NextArrival;

  /** `loadRatioAt` returns the scenario's factor on the arrival rate. */
  constructor(
    plan: DeploymentPlan,
    options: {
      readonly seed: number;
      readonly startMs: number;
      readonly loadRatioAt: (atMs: number) => number;
    },
  ) {
    this.#plan = plan;
    this.#loadRatioAt = options.loadRatioAt;
    this.#gaps = createRandom(deriveSeed(options.seed, `${plan.name} arrivals`));
    this.#lengths = createRandom(deriveSeed(options.seed, `${plan.name} lengths`));
    this.#next = this.#draw(options.startMs);
    if (plan.replayedArrivals !== undefined) this.replay(plan.replayedArrivals, options.startMs);
  }

  /** Number of replayed arrivals that are still pending. */
  get pendingReplayCount(): number {
    const waiting = this.#replay === null ? 0 : this.#replay.arrivals.length - this.#replay.taken;
    return waiting + (this.#next.replayed === null ? 0 : 1);
  }

  /** Replays `arrivals` once from `startMs` on instead of drawing them. Random arrivals resume afterwards. */
  replay(arrivals: readonly ReplayedArrival[], startMs: number): void {
    this.#replay = { startMs, arrivals, taken: 0 };
    this.#next = this.#planAfter(startMs);
  }

  /** Cancels a replay and draws random arrivals again from `atMs` on. */
  endReplay(atMs: number): void {
    if (this.pendingReplayCount === 0) return;
    this.#replay = null;
    this.#next = this.#draw(atMs);
  }

  /** Removes and returns the next arrival up to `toMs`; undefined if there is none. */
  takeNext(toMs: number): Arrival | undefined {
    const { atMs, replayed } = this.#next;
    if (atMs > toMs) return undefined;
    const { promptLength, outputLength } = this.#plan.traffic;
    const promptTokens = replayed?.promptTokens ?? this.#length(promptLength);
    const plannedOutputTokens = replayed?.outputTokens ?? this.#length(outputLength);
    this.#next = this.#planAfter(atMs);
    return { atMs, promptTokens, plannedOutputTokens };
  }

  #planAfter(afterMs: number): NextArrival {
    const replay = this.#replay;
    const first = replay?.arrivals[replay.taken];
    if (replay === null || first === undefined) {
      this.#replay = null;
      return this.#draw(afterMs);
    }
    replay.taken += 1;
    return { atMs: replay.startMs + first.atSeconds * 1000, replayed: first };
  }

  /** No thinning is needed: the rate changes over hours, gaps are seconds. */
  #draw(afterMs: number): NextArrival {
    const perSecond = computeArrivalRate(this.#plan.traffic, afterMs) * this.#loadRatioAt(afterMs);
    return { atMs: afterMs + this.#gaps.exponential(1000 / perSecond), replayed: null };
  }

  #length({ medianTokens, sigma, maxTokens }: LengthDistribution): number {
    return Math.max(1, Math.min(maxTokens, Math.round(this.#lengths.lognormal(medianTokens, sigma))));
  }
}
