/**
 * The server's services in this process over a frozen Prometheus, without a database: sufficient for most suites
 * about answers. The clock is fixed at the end of the history, independent of the machine's speed.
 */
import { vi } from "vitest";
import { startFaultProxy, type FaultProxy } from "@/tests/support/sources/fault-proxy";
import { startPrometheus } from "@/tests/support/sources/prometheus";
import { leaveServerEnvironment, useServerEnvironment as setServerEnvironment } from "./server-environment";

export interface FrozenFixture {
  /** Between the server's services and Prometheus; forwards everything unless a fault is set. */
  readonly proxy: FaultProxy;
  readonly setClock: (atMs: number) => void;
  readonly close: () => Promise<void>;
}

/** `atMs` sets the server's clock; the machine's clock when absent. */
export async function openFrozenFixture(openMetrics: string, atMs?: number): Promise<FrozenFixture> {
  const prometheus = await startPrometheus(openMetrics);
  const proxy = await startFaultProxy({ targetUrl: prometheus.url });
  setServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: proxy.url,
  });
  const setClock = (toMs: number): void => {
    vi.useFakeTimers({ toFake: ["Date"], now: toMs });
  };
  if (atMs !== undefined) setClock(atMs);
  return {
    proxy,
    setClock,
    close: async () => {
      vi.useRealTimers();
      await leaveServerEnvironment();
      await proxy.close();
      await prometheus.stop();
    },
  };
}
