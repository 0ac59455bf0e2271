/** Five deployments with half an hour of history up to now in a real Prometheus, behind a proxy that counts and delays. */
import { fleet } from "@/demo/simulator/fleet";
import { nowMs } from "@/lib/server/clock";
import { forgetProcessMemory, processMemory } from "@/lib/server/memory";
import { discoverDeployments } from "@/lib/services/deployments/discover-deployments";
import { rememberedDeployments } from "@/lib/services/deployments/known-deployments";
import { startFaultProxy, type FaultProxy } from "./fault-proxy";
import { playHistory } from "./played-history";
import { startPrometheus } from "./prometheus";
import { leaveServerEnvironment, useServerEnvironment as setServerEnvironment } from "./server-environment";

export interface FleetStage {
  readonly proxy: FaultProxy;
  readonly slugs: readonly string[];
  /** As if the server had just started: nothing was read yet, and the deployments are known. */
  readonly forgetReads: () => void;
  /** Moves the server's clock on, as if pages had not asked in between. */
  readonly pass: (ms: number) => void;
  readonly sourceUrl: string;
  readonly close: () => Promise<void>;
}

const historyMs = 1_800_000;
const spacingMs = 15_000;

const ongoing = ["signals-ongoing", "overview-ongoing"].flatMap((name) => [name, `${name}-results`]);
const reads = ["series-reader", "spacing-reader", "signals-answers", ...ongoing];

export async function openFleetStage(): Promise<FleetStage> {
  const toMs = Math.ceil(nowMs() / spacingMs) * spacingMs + 120_000;
  const { openMetrics } = playHistory({ profiles: [], fleet, fromMs: toMs - historyMs, toMs, spacingMs });
  const prometheus = await startPrometheus(openMetrics);
  const proxy = await startFaultProxy({ targetUrl: prometheus.url });
  setServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: proxy.url,
  });
  const forgetReads = (): void => {
    for (const name of reads) forgetProcessMemory(name);
  };
  let offsetMs = 0;
  const setClock = (): void => {
    forgetProcessMemory("clock-offset");
    processMemory("clock-offset", () => offsetMs);
  };
  forgetReads();
  await discoverDeployments();
  return {
    proxy,
    slugs: rememberedDeployments().deployments.map(({ slug }) => slug),
    forgetReads,
    pass: (ms) => {
      offsetMs += ms;
      setClock();
      for (const name of ongoing) forgetProcessMemory(name);
    },
    sourceUrl: prometheus.url,
    close: async () => {
      offsetMs = 0;
      setClock();
      await leaveServerEnvironment();
      await proxy.close();
      await prometheus.stop();
    },
  };
}
