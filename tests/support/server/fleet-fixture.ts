/**
 * Five deployments with half an hour of history in a real Prometheus, behind a proxy that counts and delays. The
 * clock starts at a fixed Wednesday morning. The history continues for five minutes, for tests that watch pages.
 */
import { fleet } from "@/demo/simulator/fleet";
import { nowMs } from "@/lib/server/clock";
import { deleteProcessState } from "@/lib/server/process-state";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { getCachedDeploymentSnapshot } from "@/lib/services/deployments/known-deployments";
import { startFaultProxy, type FaultProxy } from "@/tests/support/sources/fault-proxy";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { startPrometheus } from "@/tests/support/sources/prometheus";
import { resetServerClock, setServerClock } from "./server-clock";
import { leaveServerEnvironment, useServerEnvironment as setServerEnvironment } from "./server-environment";

export interface FleetFixture {
  readonly proxy: FaultProxy;
  readonly slugs: readonly string[];
  /** Clears all caches except the known deployments, as after a server start. */
  readonly clearCaches: () => void;
  /** Advances the server's clock, as if no page had sent requests in between. */
  readonly advanceClock: (ms: number) => void;
  readonly sourceUrl: string;
  readonly close: () => Promise<void>;
}

const openedAtMs = Date.UTC(2026, 10, 18, 9);
const historyMs = 1_800_000;
const tailMs = 300_000;
const spacingMs = 15_000;

const polledWork = ["signals-panels", "overview-rows"];
const reads = ["series-reader", "spacing-reader", "signals-answers", "split-choices", ...polledWork];

export async function openFleetFixture(): Promise<FleetFixture> {
  const toMs = openedAtMs + tailMs;
  const { writeBlocks } = simulateHistory({ profiles: [], fleet, fromMs: toMs - historyMs, toMs, spacingMs });
  const prometheus = await startPrometheus(writeBlocks);
  const proxy = await startFaultProxy({ targetUrl: prometheus.url });
  setServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: proxy.url,
  });
  const clearCaches = (): void => {
    for (const name of reads) deleteProcessState(name);
  };
  setServerClock(openedAtMs);
  clearCaches();
  await discoverDeployments();
  return {
    proxy,
    slugs: getCachedDeploymentSnapshot().records.map(({ slug }) => slug),
    clearCaches,
    advanceClock: (ms) => {
      setServerClock(nowMs() + ms);
      for (const name of polledWork) deleteProcessState(name);
    },
    sourceUrl: prometheus.url,
    close: async () => {
      resetServerClock();
      await leaveServerEnvironment();
      await proxy.close();
      await prometheus.stop();
    },
  };
}
