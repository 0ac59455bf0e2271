/** The faults that are on for one workload. */
import { faults, type ActiveFault, type Fault } from "./faults";

/** What became of the wish for a fault. */
export type FaultAnswer =
  | { readonly kind: "set" }
  | { readonly kind: "unknown" }
  /** It cannot be, with the reason as a sentence. */
  | { readonly kind: "refused"; readonly reason: string };

export class FaultSet {
  readonly #active = new Map<string, ActiveFault>();
  readonly #workload: { readonly name: string; readonly hasFeatureStore: boolean };

  constructor(workload: { readonly name: string; readonly hasFeatureStore: boolean }) {
    this.#workload = workload;
  }

  get active(): readonly ActiveFault[] {
    return [...this.#active.values()];
  }

  /** Without a strength the fault's usual one. */
  set(id: string, strength: number | undefined, atMs: number): FaultAnswer {
    const fault = faults.find((one) => one.id === id);
    if (fault === undefined) return { kind: "unknown" };
    const wanted = strength ?? fault.usualStrength;
    const reason = this.#refusal(fault, wanted);
    if (reason !== undefined) return { kind: "refused", reason };
    this.#active.set(id, { fault, strength: wanted, sinceMs: atMs });
    return { kind: "set" };
  }

  /** False when it was not on. */
  clear(id: string): boolean {
    return this.#active.delete(id);
  }

  #refusal({ id, range, needs }: Fault, strength: number): string | undefined {
    const { least, most } = range;
    if (needs === "feature store" && !this.#workload.hasFeatureStore)
      return `${this.#workload.name} has no feature store, so ${id} would change nothing`;
    if (!(strength >= least && strength <= most))
      return `${id} takes a strength from ${least} to ${most}, not ${strength}`;
    return undefined;
  }
}
