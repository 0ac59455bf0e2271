/** Which system a browser test looks at: its worker's own, so that what one spec does to it no spec of another worker sees. */

export interface SystemAddresses {
  readonly app: string;
  readonly steering: string;
  readonly prometheus: string;
  readonly jaeger: string;
  readonly simulator: string;
  readonly prometheusFaults: string;
  readonly jaegerFaults: string;
}

const variable = "RIDGEPOINT_E2E_SYSTEMS";

/** Tells the workers of this run where their systems are, in the order of their places. */
export function publishSystems(systems: readonly SystemAddresses[]): void {
  process.env[variable] = JSON.stringify(systems);
}

/** The system of the worker that asks; none outside of a worker, where the configuration is read for the first time. */
export function systemOfWorker(): SystemAddresses | undefined {
  const workerIndex = process.env["TEST_PARALLEL_INDEX"];
  const systems = process.env[variable];
  if (workerIndex === undefined || systems === undefined) return undefined;
  return (JSON.parse(systems) as readonly SystemAddresses[])[Number(workerIndex)];
}
