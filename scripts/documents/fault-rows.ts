/** All faults and attacks, by their numbers. `docs/faults.md` is written from this list. */
import { dataAttacks } from "./data-attacks";
import type { FaultRow } from "./fault-row";
import { requestAttacks } from "./request-attacks";
import { browserFaults, databaseFaults, processFaults } from "./server-faults";
import { dataFaults, responseFaults } from "./source-faults";

const byNumber = (a: FaultRow, b: FaultRow): number => Number(a.id.slice(1)) - Number(b.id.slice(1));

/** All faults of `docs/faults.md`, by number. */
export const faultRows: readonly FaultRow[] = [
  ...responseFaults,
  ...dataFaults,
  ...databaseFaults,
  ...processFaults,
  ...browserFaults,
].toSorted(byNumber);

/** All attacks of `docs/faults.md`, by number. */
export const attackRows: readonly FaultRow[] = [...requestAttacks, ...dataAttacks].toSorted(byNumber);
