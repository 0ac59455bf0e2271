/** The whole fleet in one clock: deployments, their traces by sampling, and the targets a scraper can ask. */
import { Deployment } from "./deployment";
import type { DeploymentPlan } from "./fleet";
import { RunningProfiles } from "./running-profiles";
import { createRandom, seedFrom } from "./random";
import { requestTrace, type RequestTrace } from "./traces/request-trace";
import type { ScrapeTarget, Workload } from "./workload";

export interface SimulationOptions {
  readonly fleet: readonly DeploymentPlan[];
  readonly seed: number;
  readonly startMs: number;
  /** First start of the demo, which the fleet's story is told from; none is played where it is absent. */
  readonly scenarioStartMs?: number | null;
  /** Share of requests that are traced; failed ones and those of outside callers always are. */
  readonly traceSampleRatio: number;
  readonly onTrace: (trace: RequestTrace, atMs: number) => void;
}

const strideMs = 250;

export class Simulation {
  /** Engines, exporters and jobs beside the fleet. */
  readonly profiles: RunningProfiles;
  readonly #fleet: readonly Deployment[];
  #nowMs: number;

  constructor(options: SimulationOptions) {
    const { fleet, seed, startMs, scenarioStartMs = null, traceSampleRatio, onTrace } = options;
    this.#nowMs = startMs;
    const sampling = createRandom(seedFrom(seed, "sampling"));
    const salt = `${seed} ${startMs}`;
    const onDone: ConstructorParameters<typeof Deployment>[1]["listener"]["onDone"] = (
      deployment,
      journey,
    ) => {
      const chosen = sampling.uniform() < traceSampleRatio;
      const isSpecial = journey.traceParent !== null || journey.request.finishReason === "error";
      if (chosen || isSpecial) onTrace(requestTrace(deployment, journey, salt), this.#nowMs);
    };
    this.#fleet = fleet.map(
      (plan) => new Deployment(plan, { seed, startMs, scenarioStartMs, listener: { onDone } }),
    );
    this.profiles = new RunningProfiles(seed);
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** All that serve requests, those of profiles too. */
  get deployments(): readonly Deployment[] {
    return this.workloads.filter((one) => one instanceof Deployment);
  }

  get workloads(): readonly Workload[] {
    return [...this.#fleet, ...this.profiles.workloads];
  }

  /** Lets time pass in small strides, so that arrivals, engines and seasons keep their order however long the leap is. */
  advance(toMs: number): void {
    const { workloads } = this;
    while (this.#nowMs < toMs) {
      this.#nowMs = Math.min(toMs, this.#nowMs + strideMs);
      for (const workload of workloads) workload.advance(this.#nowMs);
    }
  }

  /** Tells exporters what the machines did; called about once a second. */
  update(): void {
    for (const workload of this.workloads) workload.update(this.#nowMs);
  }

  workload(name: string): Workload | undefined {
    return this.workloads.find((one) => one.name === name);
  }

  /** Every target of every exporter, with the labels its scrape job gives it. */
  targets(): readonly ScrapeTarget[] {
    return this.workloads.flatMap((workload) => workload.targets());
  }
}
