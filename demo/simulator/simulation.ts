/** The full fleet on one clock: deployments, sampled traces, and scrape targets. */
import { SimulatedDeployment } from "./deployment";
import type { DeploymentPlan } from "./fleet";
import { RunningProfiles } from "./profiles/running-profiles";
import { createRandom, deriveSeed } from "./random";
import { buildRequestTrace, type RequestTrace } from "./traces/request-trace";
import type { ScrapeTarget, Workload } from "./load/workload";

export interface SimulationOptions {
  readonly fleet: readonly DeploymentPlan[];
  readonly seed: number;
  readonly startMs: number;
  /** First start of the demo, the origin of the scenario. Null or absent disables the scenario. */
  readonly scenarioStartMs?: number | null;
  /**
   * Fraction of requests that are traced. Failed requests and those with a caller's trace context are always traced.
   */
  readonly traceSampleRatio: number;
  readonly onTrace: (trace: RequestTrace, atMs: number) => void;
}

const strideMs = 250;

export class Simulation {
  /** Engines, exporters and jobs in addition to the fleet. */
  readonly profiles: RunningProfiles;
  /** Time of the first simulated request. */
  readonly startMs: number;
  readonly #fleet: readonly SimulatedDeployment[];
  #nowMs: number;

  constructor(options: SimulationOptions) {
    const { fleet, seed, startMs, scenarioStartMs = null, traceSampleRatio, onTrace } = options;
    this.#nowMs = startMs;
    this.startMs = startMs;
    const sampling = createRandom(deriveSeed(seed, "sampling"));
    const salt = `${seed} ${startMs}`;
    const onDone: ConstructorParameters<typeof SimulatedDeployment>[1]["listener"]["onRequestDone"] = (
      deployment,
      routedRequest,
    ) => {
      const chosen = sampling.uniform() < traceSampleRatio;
      const isSpecial = routedRequest.traceParent !== null || routedRequest.request.finishReason === "error";
      if (chosen || isSpecial) onTrace(buildRequestTrace(deployment.plan, routedRequest, salt), this.#nowMs);
    };
    this.#fleet = fleet.map(
      (plan) =>
        new SimulatedDeployment(plan, {
          seed,
          startMs,
          scenarioStartMs,
          listener: { onRequestDone: onDone },
        }),
    );
    this.profiles = new RunningProfiles(seed);
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** All workloads that serve requests, including those of profiles. */
  get deployments(): readonly SimulatedDeployment[] {
    return this.workloads.filter((one) => one instanceof SimulatedDeployment);
  }

  get workloads(): readonly Workload[] {
    return [...this.#fleet, ...this.profiles.workloads];
  }

  /**
   * Advances the simulation in short steps, so that arrivals, engines and the scenario stay in order even after a
   * long pause.
   */
  advance(toMs: number): void {
    const { workloads } = this;
    while (this.#nowMs < toMs) {
      this.#nowMs = Math.min(toMs, this.#nowMs + strideMs);
      for (const workload of workloads) workload.advance(this.#nowMs);
    }
  }

  /** Emits machine samples to exporters; called about once a second. */
  emitMachineSamples(): void {
    for (const workload of this.workloads) workload.emitMachineSamples(this.#nowMs);
  }

  findWorkload(name: string): Workload | undefined {
    return this.workloads.find((one) => one.name === name);
  }

  /** Returns every scrape target with the labels of its scrape job. */
  listTargets(): readonly ScrapeTarget[] {
    return this.workloads.flatMap((workload) => workload.listTargets());
  }
}
