/** A fault or an attack, the behaviour that Ridgepoint has, and the tests that inject it. */

/** An automated test, by its file and its name as it is written there. */
export interface FaultTest {
  readonly file: string;
  readonly name: string;
}

/** Row of `docs/faults.md`: a fault or an attack, the behaviour of Ridgepoint, and the tests that prove it. */
export interface FaultRow {
  /** R and a number for a fault, T for an attack. Ids never change. */
  readonly id: string;
  readonly fault: string;
  readonly behaviour: string;
  readonly tests: readonly FaultTest[];
  /** Part of the fault that is not tested, with the reason. Absent if all parts are tested. */
  readonly untested?: string;
}

/** Returns the tests of `file` with these names. */
export function listFaultTests(file: string, ...names: readonly string[]): readonly FaultTest[] {
  return names.map((name) => ({ file, name }));
}
