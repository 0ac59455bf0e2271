/** The profiles that are played at the moment, each with deployments and jobs of its own. */
import { Deployment } from "./deployment";
import { profiles, type Profile } from "./profiles";
import { TrainingJob } from "./training/training-job";
import type { Workload } from "./workload";

// Traces of other engines have other spans; none are played yet.
const listener = { onDone: (): void => {} };

export class RunningProfiles {
  readonly #seed: number;
  readonly #played = new Map<string, readonly Workload[]>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  get ids(): readonly string[] {
    return [...this.#played.keys()];
  }

  get workloads(): readonly Workload[] {
    return [...this.#played.values()].flat();
  }

  /** Plays it from now on; one that is played already goes on. False when there is no such profile. */
  add(id: string, nowMs: number): boolean {
    const profile = profiles.find((one) => one.id === id);
    if (profile === undefined) return false;
    if (!this.#played.has(id)) this.#played.set(id, this.#start(profile, nowMs));
    return true;
  }

  /** False when it was not played. */
  remove(id: string): boolean {
    return this.#played.delete(id);
  }

  /** Its processes begin with the call, so that what they count is all that ever happened to them. */
  #start(profile: Profile, nowMs: number): readonly Workload[] {
    const options = { seed: this.#seed, startMs: nowMs, listener };
    return [
      ...profile.deployments.map((plan) => new Deployment(plan, options)),
      ...profile.jobs.map((plan) => new TrainingJob(plan, options)),
    ];
  }
}
