/**
 * A server of this process over a frozen Prometheus and a database of its own, for suites about what is stored. It is always the
 * same Thursday, a while past noon; histories go on for a while after it, as those of a source that is scraped do.
 */
import { forgetProcessMemory } from "@/lib/server/memory";
import type { Variables } from "@/lib/server/env-variables";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "./database";
import { startPrometheus } from "./prometheus";
import { leaveServerClock, setServerClock } from "./server-clock";
import { leaveServerEnvironment, useServerEnvironment as setServerEnvironment } from "./server-environment";

/** The server's time when a stage opens and whenever it begins anew. */
export const fixtureNowMs = Date.UTC(2026, 9, 1, 12, 7);
/** How long histories should go on after it: longer than any test takes. */
export const fixtureTailMs = 900_000;

export interface StoredFixture {
  readonly prometheusUrl: string;
  /** A server just started, at `stageNowMs`: with an empty database, its sources registered, and `variables` besides. */
  readonly begin: (variables?: Variables) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What a suite's own process remembers of sources that another stage had. */
const cacheNames = ["series-reader", "spacing-reader", "hourly-chunks", "hourly-under-way"];

export async function openStoredFixture(openMetrics: string): Promise<StoredFixture> {
  const prometheus = await startPrometheus(openMetrics);
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
      for (const name of cacheNames) forgetProcessMemory(name);
      setServerEnvironment({ DATABASE_URL: database.url, PROMETHEUS_URL: prometheus.url, ...variables });
      await registerSources();
    },
    close: async () => {
      await end();
      leaveServerClock();
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

/** Times of scrapes from `beforeMs` before the stage's time to the history's end, in seconds as OpenMetrics has them. */
export function scrapeSeconds(beforeMs: number): readonly number[] {
  const count = (beforeMs + fixtureTailMs) / spacingMs;
  return Array.from(
    { length: count + 1 },
    (_, index) => (fixtureNowMs - beforeMs + index * spacingMs) / 1_000,
  );
}

/** Lines of one gauge that stands at `value`. */
export function gaugeLines(
  name: string,
  labels: string,
  value: number,
  beforeMs = 300_000,
): readonly string[] {
  return scrapeSeconds(beforeMs).map((at) => `${name}{${labels}} ${value} ${at}`);
}

/** vLLM servers of which no more is known than the requests that run, as OpenMetrics text. */
export function writeRunning(servers: readonly RunningServer[]): string {
  const lines = servers.flatMap(({ model, job, instance, running = 1 }) =>
    gaugeLines(
      "vllm:num_requests_running",
      `model_name="${model}",job="${job}",instance="${instance}"`,
      running,
    ),
  );
  return ["# TYPE vllm:num_requests_running gauge", ...lines, "# EOF\n"].join("\n");
}
