/** A live fleet, a real Prometheus that scrapes it, and the product's services configured for it. */
import { vi } from "vitest";
import { waitUntil } from "@/demo/stack/process/wait-until";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase } from "@/tests/support/server/database";
import { startPrometheus } from "@/tests/support/sources/prometheus";
import {
  leaveServerEnvironment,
  useServerEnvironment as pointServerAt,
} from "@/tests/support/server/server-environment";
import { LiveFleet, type LiveFleetPlan } from "./live-fleet";
import { readTruth, type TruthWindow } from "./truth-window";

export interface LiveFixture {
  readonly fleet: LiveFleet;
  readonly prometheusUrl: string;
  /** Waits until every target was scraped this many times. */
  readonly waitForScrapes: (times: number) => Promise<void>;
  /** Freezes the clock at the current time, so that all tests query the same window. */
  readonly freezeClock: () => Promise<void>;
  /** Returns the recorded events of the window, limited to the scrapes of `up`. */
  readonly readTruth: (up: string, window: Window) => Promise<TruthWindow>;
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
      timeoutMs: 4 * scrapeMs * times + 20_000,
      fix: "check the targets page of the test's Prometheus",
    });
  return {
    fleet,
    prometheusUrl,
    waitForScrapes: scraped,
    freezeClock: async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      // After two more scrapes, all samples of the frozen time are stored in Prometheus.
      await scraped(fleet.scrapesOfEach() + 2);
    },
    readTruth: (up, window) => readTruth(fleet, { prometheusUrl, up, ...window }),
    stop: async () => {
      vi.useRealTimers();
      await leaveServerEnvironment();
      await prometheus.stop();
      fleet.close();
      await database.drop();
    },
  };
}
