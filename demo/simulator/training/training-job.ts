/** A simulated training job, which reports each step to its exporters. */
import { combineFaults, healthyConditions, type InstanceConditions } from "../faults/faults";
import { FaultSet, type SetFaultResult } from "../faults/fault-set";
import { createRandom, deriveSeed, type Random } from "../random";
import type { ScrapeTarget, Workload } from "../load/workload";
import { trainingExpositions, type TrainingExporter } from "./training-expositions";
import { blendSteps, createTrainingStep, type TrainingPlan, type TrainingStep } from "./training-step";

export class TrainingJob implements Workload {
  readonly plan: TrainingPlan;
  readonly #faults: FaultSet;
  readonly #random: Random;
  readonly #exposed: readonly TrainingExporter[];
  #conditions: InstanceConditions = healthyConditions;
  #startMs: number;
  #next: TrainingStep | null = null;
  #count = 0;
  #jitter = 1;

  constructor(plan: TrainingPlan, options: { readonly seed: number; readonly startMs: number }) {
    this.plan = plan;
    // The data loader reads from a feature store.
    this.#faults = new FaultSet({ name: plan.name, hasFeatureStore: true, instances: [] });
    this.#startMs = options.startMs;
    this.#random = createRandom(deriveSeed(options.seed, plan.name));
    this.#exposed = trainingExpositions.map(({ create }) => create(plan));
  }

  get name(): string {
    return this.plan.name;
  }

  get activeFaults(): Workload["activeFaults"] {
    return this.#faults.activeFaults;
  }

  setFault(id: string, strength: number | undefined, atMs: number, instanceName?: string): SetFaultResult {
    const answer = this.#faults.set({ id, strength, instanceName }, atMs);
    if (answer.kind === "set") this.#applyConditions(atMs);
    return answer;
  }

  clearFault(id: string, atMs: number): boolean {
    const wasActive = this.#faults.clear(id);
    this.#applyConditions(atMs);
    return wasActive;
  }

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

  emitMachineSamples(): void {
    // Exporters are updated at the end of each step.
  }

  resetCounters(): void {
    for (const exporter of this.#exposed) exporter.resetCounters();
  }

  listTargets(): readonly ScrapeTarget[] {
    return trainingExpositions.flatMap(({ id, port, path }, index): ScrapeTarget[] => {
      const exporter = this.#exposed[index];
      const host = `gpu-${this.name}-0`;
      const labels = { job: id, instance: `${host}:${port}` };
      return exporter === undefined
        ? []
        : [{ path: `/targets/${host}/${id}${path}`, labels, printMetrics: exporter.printMetrics }];
    });
  }

  /**
   * Replans a step that has not begun because of a cold start, and adjusts a step in progress to the new conditions.
   */
  #applyConditions(atMs: number): void {
    this.advance(atMs);
    this.#conditions = combineFaults(this.#faults.activeFaults);
    const current = this.#next;
    if (current === null) return;
    if (current.startMs <= atMs) {
      this.#next = blendSteps(current, this.#planned(current.startMs), atMs);
      return;
    }
    this.#startMs = atMs;
    this.#next = this.#planned(Math.max(atMs, this.#conditions.coldUntilMs));
  }

  #planned(startMs: number): TrainingStep {
    return createTrainingStep(this.plan, this.#conditions, {
      startMs,
      stepNumber: this.#count,
      loaderTimeFactor: this.#jitter,
    });
  }

  #begin(): TrainingStep {
    this.#count += 1;
    this.#jitter = this.#random.lognormal(1, 0.15);
    return this.#planned(Math.max(this.#startMs, this.#conditions.coldUntilMs));
  }
}
