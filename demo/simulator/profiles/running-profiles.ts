/** Profiles that are currently running, each with separate deployments and jobs. */
import { SimulatedDeployment } from "@/demo/simulator/deployment";
import { profiles, type Profile } from "./profiles";
import { TrainingJob } from "@/demo/simulator/training/training-job";
import type { Workload } from "@/demo/simulator/load/workload";

// Profiles send no traces: traces of other engines have different spans.
const listener = { onRequestDone: (): void => {} };

/** The profiles that run in addition to the fleet. */
export class RunningProfiles {
  readonly #seed: number;
  readonly #running = new Map<string, readonly Workload[]>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  get ids(): readonly string[] {
    return [...this.#running.keys()];
  }

  get workloads(): readonly Workload[] {
    return [...this.#running.values()].flat();
  }

  /** Starts a profile. A profile that already runs continues. Returns false if there is no profile with this id. */
  add(id: string, nowMs: number): boolean {
    const profile = profiles.find((one) => one.id === id);
    if (profile === undefined) return false;
    if (!this.#running.has(id)) this.#running.set(id, this.#start(profile, nowMs));
    return true;
  }

  /** Stops a profile. Returns false if it was not running. */
  remove(id: string): boolean {
    return this.#running.delete(id);
  }

  /** Starts the profile's processes at `nowMs`, so their counters include everything since their start. */
  #start(profile: Profile, nowMs: number): readonly Workload[] {
    const options = { seed: this.#seed, startMs: nowMs, listener };
    return [
      ...profile.deployments.map((plan) => new SimulatedDeployment(plan, options)),
      ...profile.trainingJobs.map((plan) => new TrainingJob(plan, options)),
    ];
  }
}
