/** Reads generated deployments from a real Prometheus, and compares their rows with the truth. */
import { allSources } from "@/lib/model/sources/source-scope";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { openFrozenFixture } from "@/tests/support/server/frozen-fixture";
import { listFalseStatements } from "./false-statements";
import { writeExpositions, type ExposedSeriesList } from "./strange-expositions";
import { fleetSeconds, makeStrangeFleet } from "./strange-fleets";

const firstEndMs = Date.UTC(2026, 9, 1, 12);
const hourMs = 3_600_000;
const spacingSeconds = 15;
const times = Array.from({ length: fleetSeconds / spacingSeconds + 1 }, (_, index) => index * spacingSeconds);

/** Returns the false statements about cases `from` to `to` (exclusive), each after the number of its case. */
export async function judgeStrangeFleets(from: number, to: number): Promise<readonly string[]> {
  // Results are cached by source and time, and a process may judge several batches.
  const endMs = firstEndMs + from * hourMs;
  const fleets = Array.from({ length: to - from }, (_, index) => makeStrangeFleet(from + index));
  const expositions: Record<string, ExposedSeriesList> = Object.assign(
    {},
    ...fleets.map((one) => one.expositions),
  );
  const fixture = await openFrozenFixture(writeExpositions(expositions, endMs, times), endMs);
  try {
    // The first discovery sees every target before it dies, restarts or is renamed.
    for (const atMs of [endMs - 660_000, endMs]) {
      fixture.setClock(atMs);
      await discoverDeployments();
    }
    const { deployments } = await readKnownDeployments(allSources);
    const found: string[] = [];
    for (const fleet of fleets) {
      const deployment = deployments.find(({ model }) => model === fleet.model);
      if (deployment === undefined) {
        found.push(`${fleet.model}: not discovered`);
        continue;
      }
      const window = { from: "now-15m", to: "now" } as const;
      const row = await readOverviewRow(deployment, window, AbortSignal.timeout(60_000));
      found.push(...listFalseStatements(fleet, row).map((one) => `${fleet.model}: ${one}`));
    }
    return found;
  } finally {
    await fixture.close();
  }
}
