/** The faults that are on for one workload. */
import { faults, type ActiveFault, type Fault } from "./faults";

/** What became of the wish for a fault. */
export type FaultAnswer =
  | { readonly kind: "set" }
  | { readonly kind: "unknown" }
  /** It cannot be, with the reason as a sentence. */
  | { readonly kind: "refused"; readonly reason: string };

interface Faulty {
  readonly name: string;
  readonly hasFeatureStore: boolean;
  /** Those that a fault may be put on alone. */
  readonly instances: readonly string[];
}

export interface FaultWish {
  readonly id: string;
  /** Without one the fault's usual. */
  readonly strength?: number | undefined;
  /** Only this one; all of them where it is absent. */
  readonly instance?: string | undefined;
}

export class FaultSet {
  readonly #active = new Map<string, ActiveFault>();
  readonly #workload: Faulty;

  constructor(workload: Faulty) {
    this.#workload = workload;
  }

  get active(): readonly ActiveFault[] {
    return [...this.#active.values()];
  }

  set({ id, strength, instance }: FaultWish, atMs: number): FaultAnswer {
    const fault = faults.find((one) => one.id === id);
    if (fault === undefined) return { kind: "unknown" };
    const wanted = strength ?? fault.usualStrength;
    const reason = this.#refusal(fault, wanted, instance);
    if (reason !== undefined) return { kind: "refused", reason };
    const where = instance === undefined ? {} : { instance };
    this.#active.set(id, { fault, strength: wanted, sinceMs: atMs, ...where });
    return { kind: "set" };
  }

  /** False when it was not on. */
  clear(id: string): boolean {
    return this.#active.delete(id);
  }

  #refusal({ id, range, needs }: Fault, strength: number, instance?: string): string | undefined {
    const { least, most } = range;
    const alone = this.#workload.instances.join(", ");
    if (needs === "feature store" && !this.#workload.hasFeatureStore)
      return `${this.#workload.name} has no feature store, so ${id} would change nothing`;
    if (instance !== undefined && !this.#workload.instances.includes(instance))
      return `${this.#workload.name} has no instance ${instance} that a fault could be put on alone${alone === "" ? "" : `; it has ${alone}`}`;
    if (!(strength >= least && strength <= most))
      return `${id} takes a strength from ${least} to ${most}, not ${strength}`;
    return undefined;
  }
}
