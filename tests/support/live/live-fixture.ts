/** A live fleet, a real Prometheus that scrapes it, and the product's services pointed at nothing else. */
import { vi } from "vitest";
import { waitUntil } from "@/demo/stack/process/wait-until";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase } from "@/tests/support/database";
import { startPrometheus } from "@/tests/support/prometheus";
import {
  leaveServerEnvironment,
  useServerEnvironment as pointServerAt,
} from "@/tests/support/server-environment";
import { LiveFleet, type LiveFleetPlan } from "./live-fleet";
import { readTruth, type TruthWindow } from "./truth-window";

export interface LiveFixture {
  readonly fleet: LiveFleet;
  readonly prometheusUrl: string;
  /** When every target has been scraped so often. */
  readonly scraped: (times: number) => Promise<void>;
  /** From here on it is this moment: what is asked is the same for every test, however long the tests before it took. */
  readonly freezeClock: () => Promise<void>;
  /** What happened in the window, as far as the scrapes of `up` can tell. */
  readonly truth: (up: string, window: Window) => Promise<TruthWindow>;
  readonly stop: () => Promise<void>;
}

interface Window {
  readonly atMs: number;
  readonly windowMs: number;
}

export async function startLiveFixture({
  scrapeMs,
  ...plan
}: LiveFleetPlan & { readonly scrapeMs: number }): Promise<LiveFixture> {
  const fleet = new LiveFleet(plan);
  await fleet.listen();
  const database = await createMigratedDatabase();
  const targetsUrl = `http://${fleet.address}/scrape-targets`;
  const prometheus = await startPrometheus(undefined, { targetsUrl, intervalMs: scrapeMs });
  const prometheusUrl = prometheus.url;
  pointServerAt({ DATABASE_URL: database.url, PROMETHEUS_URL: prometheusUrl });
  await registerSources();
  const scraped = (times: number): Promise<void> =>
    waitUntil({
      condition: `${times} scrapes of every target`,
      isMet: () => Promise.resolve(fleet.scrapesOfEach() >= times),
      limitMs: 4 * scrapeMs * times + 20_000,
      fix: "look at the targets page of the Prometheus that the test starts",
    });
  return {
    fleet,
    prometheusUrl,
    scraped,
    freezeClock: async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      // Once each was scraped again, nothing of this moment is still on its way into Prometheus.
      await scraped(fleet.scrapesOfEach() + 2);
    },
    truth: (up, window) => readTruth(fleet, { prometheusUrl, up, ...window }),
    stop: async () => {
      vi.useRealTimers();
      await leaveServerEnvironment();
      await prometheus.stop();
      fleet.close();
      await database.drop();
    },
  };
}
