/** The faults that are on for one workload. */
import { faults, type ActiveFault } from "./faults";

export class FaultSet {
  readonly #active = new Map<string, ActiveFault>();

  get active(): readonly ActiveFault[] {
    return [...this.#active.values()];
  }

  /** Without a strength the fault's usual one. False when there is no such fault. */
  set(id: string, strength: number | undefined, atMs: number): boolean {
    const fault = faults.find((one) => one.id === id);
    if (fault === undefined) return false;
    this.#active.set(id, { fault, strength: strength ?? fault.usualStrength, sinceMs: atMs });
    return true;
  }

  /** False when it was not on. */
  clear(id: string): boolean {
    return this.#active.delete(id);
  }
}
