/**
 * Addresses of the system that a browser test uses. Each worker has a separate system, so that specs do not affect
 * those of other workers.
 */

export interface SystemAddresses {
  readonly app: string;
  /** Address of the app's PostgreSQL, with the password. */
  readonly database: string;
  readonly steering: string;
  readonly prometheus: string;
  readonly jaeger: string;
  readonly simulator: string;
  readonly prometheusFaults: string;
  readonly jaegerFaults: string;
  /** File with the notes about the sources. */
  readonly sourceNotes: string;
}

/** Database of each system with the program's schema and without connections, so that specs can copy it. */
export const migratedDatabase = "migrated";

const variable = "RIDGEPOINT_E2E_SYSTEMS";

/** Publishes the systems to the workers of this run, in order of worker index. */
export function publishSystemAddresses(systems: readonly SystemAddresses[]): void {
  process.env[variable] = JSON.stringify(systems);
}

/** Returns the system of the current worker; undefined outside a worker, where the configuration is read first. */
export function findSystemOfWorker(): SystemAddresses | undefined {
  const workerIndex = process.env["TEST_PARALLEL_INDEX"];
  const systems = process.env[variable];
  if (workerIndex === undefined || systems === undefined) return undefined;
  return (JSON.parse(systems) as readonly SystemAddresses[])[Number(workerIndex)];
}
