/** Systems for the browser tests: one per worker, started once per run. Specs control their system over HTTP. */
import type { FullConfig } from "@playwright/test";
import { dataFolder } from "@/demo/stack/folders";
import { publishSystemAddresses } from "./e2e-addresses";
import { startSystem, type RunningSystem } from "./e2e-system";

/** Starts all systems. When one does not start, the others are stopped. */
async function startSystems(count: number): Promise<readonly RunningSystem[]> {
  const starts = await Promise.allSettled(
    Array.from({ length: count }, (_, index) =>
      startSystem(dataFolder(`e2e-${process.pid}-${index}`), (line) =>
        console.log(`  system ${index + 1} of ${count}: ${line}`),
      ),
    ),
  );
  const systems = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  const failed = starts.find((start) => start.status === "rejected");
  if (failed === undefined) return systems;
  await Promise.all(systems.map(({ stop }) => stop()));
  throw failed.reason;
}

/** Playwright's global setup: resolves when every app answers and returns a function that stops everything. */
export default async function startEndToEndStack({ workers }: FullConfig): Promise<() => Promise<void>> {
  const systems = await startSystems(workers);
  publishSystemAddresses(systems.map(({ addresses }) => addresses));
  return async () => {
    await Promise.all(systems.map(({ stop }) => stop()));
  };
}
