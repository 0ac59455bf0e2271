/** Active faults of one workload. */
import { faults, type ActiveFault, type Fault } from "./faults";

/** Result of setting a fault; `unknown` when no fault has the id. */
export type SetFaultResult =
  | { readonly kind: "set" }
  | { readonly kind: "unknown" }
  /** The fault cannot be set; the reason is a sentence. */
  | { readonly kind: "refused"; readonly reason: string };

interface FaultTarget {
  readonly name: string;
  readonly hasFeatureStore: boolean;
  /** Instances that a fault can be limited to. */
  readonly instances: readonly string[];
}

/** A fault to set, with its strength and target. */
export interface FaultParameters {
  readonly id: string;
  /** Strength of the fault. Absent for its default strength. */
  readonly strength?: number | undefined;
  /** Name of the affected instance. Absent if the fault affects all instances. */
  readonly instanceName?: string | undefined;
}

/** The active faults of one workload. */
export class FaultSet {
  readonly #active = new Map<string, ActiveFault>();
  readonly #workload: FaultTarget;

  constructor(workload: FaultTarget) {
    this.#workload = workload;
  }

  get activeFaults(): readonly ActiveFault[] {
    return [...this.#active.values()];
  }

  set({ id, strength, instanceName }: FaultParameters, atMs: number): SetFaultResult {
    const fault = faults.find((one) => one.id === id);
    if (fault === undefined) return { kind: "unknown" };
    const wanted = strength ?? fault.defaultStrength;
    const reason = this.#refusal(fault, wanted, instanceName);
    if (reason !== undefined) return { kind: "refused", reason };
    const onInstance = instanceName === undefined ? {} : { instance: instanceName };
    this.#active.set(id, { fault, strength: wanted, sinceMs: atMs, ...onInstance });
    return { kind: "set" };
  }

  /** Removes a fault. Returns false if it was not active. */
  clear(id: string): boolean {
    return this.#active.delete(id);
  }

  #refusal(
    { id, strengthRange, requiredComponent }: Fault,
    strength: number,
    instance?: string,
  ): string | undefined {
    const { min, max } = strengthRange;
    const instanceNames = this.#workload.instances.join(", ");
    if (requiredComponent === "feature store" && !this.#workload.hasFeatureStore)
      return `${this.#workload.name} has no feature store, so ${id} would have no effect`;
    if (instance !== undefined && !this.#workload.instances.includes(instance))
      return `${this.#workload.name} has no instance ${instance}${instanceNames === "" ? "; its faults apply to the full deployment" : `; choose one of ${instanceNames}`}`;
    if (!(strength >= min && strength <= max))
      return `${id} takes a strength from ${min} to ${max}, not ${strength}`;
    return undefined;
  }
}
