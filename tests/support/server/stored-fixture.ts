/**
 * A server in this process over a frozen Prometheus and a separate database, for suites about stored data. The clock
 * starts at a fixed Thursday after noon. Histories continue for a while after it, like those of a scraped source.
 */
import { deleteProcessState } from "@/lib/server/process-state";
import type { RawEnvironment } from "@/lib/server/environment/env-variables";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "./database";
import { startPrometheus, type FrozenHistory } from "@/tests/support/sources/prometheus";
import { resetServerClock, setServerClock } from "./server-clock";
import { leaveServerEnvironment, useServerEnvironment as setServerEnvironment } from "./server-environment";

/** The server's time when a fixture opens and whenever it restarts. */
export const fixtureNowMs = Date.UTC(2026, 9, 1, 12, 7);
/** How long histories must continue after `fixtureNowMs`: longer than any test takes. */
export const fixtureTailMs = 900_000;

export interface StoredFixture {
  readonly prometheusUrl: string;
  /** Restarts the server at `fixtureNowMs` with an empty database, registered sources, and `variables`. */
  readonly begin: (variables?: RawEnvironment) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Caches with data of an earlier fixture's sources. */
const cacheNames = ["series-reader", "spacing-reader", "hourly-chunks", "hourly-in-flight"];

export async function openStoredFixture(history: FrozenHistory): Promise<StoredFixture> {
  const prometheus = await startPrometheus(history);
  let database: TestDatabase | undefined;
  const end = async (): Promise<void> => {
    if (database === undefined) return;
    await leaveServerEnvironment();
    await database.drop();
    database = undefined;
  };
  return {
    prometheusUrl: prometheus.url,
    begin: async (variables = {}) => {
      await end();
      database = await createMigratedDatabase();
      setServerClock(fixtureNowMs);
      for (const name of cacheNames) deleteProcessState(name);
      setServerEnvironment({ DATABASE_URL: database.url, PROMETHEUS_URL: prometheus.url, ...variables });
      await registerSources();
    },
    close: async () => {
      await end();
      resetServerClock();
      await prometheus.stop();
    },
  };
}

export interface RunningServer {
  readonly model: string;
  readonly job: string;
  readonly instance: string;
  readonly running?: number;
}

const spacingMs = 15_000;

/** Returns scrape times from `beforeMs` before the fixture's time to the history's end, in seconds. */
export function scrapeSeconds(beforeMs: number): readonly number[] {
  const count = (beforeMs + fixtureTailMs) / spacingMs;
  return Array.from(
    { length: count + 1 },
    (_, index) => (fixtureNowMs - beforeMs + index * spacingMs) / 1_000,
  );
}

/** Returns the lines of one gauge with a constant value. */
export function writeGaugeLines(
  name: string,
  labels: string,
  value: number,
  beforeMs = 300_000,
): readonly string[] {
  return scrapeSeconds(beforeMs).map((at) => `${name}{${labels}} ${value} ${at}`);
}

/** Returns vLLM servers with only the running-requests gauge, as OpenMetrics text. */
export function writeRunningGauges(servers: readonly RunningServer[]): string {
  const lines = servers.flatMap(({ model, job, instance, running = 1 }) =>
    writeGaugeLines(
      "vllm:num_requests_running",
      `model_name="${model}",job="${job}",instance="${instance}"`,
      running,
    ),
  );
  return ["# TYPE vllm:num_requests_running gauge", ...lines, "# EOF\n"].join("\n");
}
