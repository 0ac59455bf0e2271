/** The faults that are on for one workload. */
import { faults, type ActiveFault, type Fault } from "./faults";

/** What became of the wish for a fault. */
export type FaultResult =
  | { readonly kind: "set" }
  | { readonly kind: "unknown" }
  /** It cannot be, with the reason as a sentence. */
  | { readonly kind: "refused"; readonly reason: string };

interface FaultTarget {
  readonly name: string;
  readonly hasFeatureStore: boolean;
  /** Those that a fault may be put on alone. */
  readonly instances: readonly string[];
}

export interface FaultSpec {
  readonly id: string;
  /** Without one the fault's usual. */
  readonly strength?: number | undefined;
  /** Only this one; all of them where it is absent. */
  readonly instance?: string | undefined;
}

export class FaultSet {
  readonly #active = new Map<string, ActiveFault>();
  readonly #workload: FaultTarget;

  constructor(workload: FaultTarget) {
    this.#workload = workload;
  }

  get active(): readonly ActiveFault[] {
    return [...this.#active.values()];
  }

  set({ id, strength, instance }: FaultSpec, atMs: number): FaultResult {
    const fault = faults.find((one) => one.id === id);
    if (fault === undefined) return { kind: "unknown" };
    const wanted = strength ?? fault.usualStrength;
    const reason = this.#refusal(fault, wanted, instance);
    if (reason !== undefined) return { kind: "refused", reason };
    const onInstance = instance === undefined ? {} : { instance };
    this.#active.set(id, { fault, strength: wanted, sinceMs: atMs, ...onInstance });
    return { kind: "set" };
  }

  /** False when it was not on. */
  clear(id: string): boolean {
    return this.#active.delete(id);
  }

  #refusal({ id, range, needs }: Fault, strength: number, instance?: string): string | undefined {
    const { min, max } = range;
    const instanceNames = this.#workload.instances.join(", ");
    if (needs === "feature store" && !this.#workload.hasFeatureStore)
      return `${this.#workload.name} has no feature store, so ${id} would change nothing`;
    if (instance !== undefined && !this.#workload.instances.includes(instance))
      return `${this.#workload.name} has no instance ${instance} that a fault could be put on alone${instanceNames === "" ? "" : `; it has ${instanceNames}`}`;
    if (!(strength >= min && strength <= max))
      return `${id} takes a strength from ${min} to ${max}, not ${strength}`;
    return undefined;
  }
}
