/** A training job: step after step, told to those who have names for it. */
import { conditionsOf, healthy, type Conditions } from "../faults";
import { FaultSet } from "../fault-set";
import { createRandom, seedFrom, type Random } from "../random";
import type { ScrapeTarget, Workload } from "../workload";
import { trainingExpositions, type TrainingExposed } from "./training-expositions";
import { trainingStep, type TrainingPlan, type TrainingStep } from "./training-step";

export class TrainingJob implements Workload {
  readonly plan: TrainingPlan;
  readonly #faults = new FaultSet();
  readonly #random: Random;
  readonly #exposed: readonly TrainingExposed[];
  #conditions: Conditions = healthy;
  #startMs: number;
  #next: TrainingStep | null = null;
  #count = 0;

  constructor(plan: TrainingPlan, options: { readonly seed: number; readonly startMs: number }) {
    this.plan = plan;
    this.#startMs = options.startMs;
    this.#random = createRandom(seedFrom(options.seed, plan.name));
    this.#exposed = trainingExpositions.map(({ create }) => create(plan));
  }

  get name(): string {
    return this.plan.name;
  }

  get activeFaults(): Workload["activeFaults"] {
    return this.#faults.active;
  }

  setFault(id: string, strength: number | undefined, atMs: number): boolean {
    const isKnown = this.#faults.set(id, strength, atMs);
    this.#conditions = conditionsOf(this.#faults.active);
    return isKnown;
  }

  clearFault(id: string): boolean {
    const was = this.#faults.clear(id);
    this.#conditions = conditionsOf(this.#faults.active);
    return was;
  }

  /** A step that has begun ends as it began; a fault shows in the next. */
  advance(toMs: number): void {
    for (;;) {
      this.#next ??= this.#begin();
      const { endMs } = this.#next;
      if (endMs > toMs) return;
      for (const { onStep } of this.#exposed) onStep(this.#next);
      this.#startMs = endMs;
      this.#next = null;
    }
  }

  update(): void {
    // Everything it tells is told at the end of a step.
  }

  restart(): void {
    for (const exposed of this.#exposed) exposed.restart();
  }

  targets(): readonly ScrapeTarget[] {
    return trainingExpositions.flatMap(({ id, port, path }, index): ScrapeTarget[] => {
      const exposed = this.#exposed[index];
      const host = `gpu-${this.name}-0`;
      const labels = { job: id, instance: `${host}:${port}` };
      return exposed === undefined
        ? []
        : [{ path: `/targets/${host}/${id}${path}`, labels, print: exposed.print }];
    });
  }

  #begin(): TrainingStep {
    this.#count += 1;
    const startMs = Math.max(this.#startMs, this.#conditions.coldUntilMs);
    const jitter = this.#random.lognormal(1, 0.15);
    return trainingStep(this.plan, this.#conditions, { startMs, number: this.#count, jitter });
  }
}
