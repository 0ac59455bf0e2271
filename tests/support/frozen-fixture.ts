/**
 * The server's own parts in this process over a frozen Prometheus, without a database: what most suites about answers need.
 * The clock stands where it is set, so that "now" lies where the history ends, however long a loaded machine takes to ask.
 */
import { vi } from "vitest";
import { startFaultProxy, type FaultProxy } from "./fault-proxy";
import { startPrometheus } from "./prometheus";
import { leaveServerEnvironment, useServerEnvironment as setServerEnvironment } from "./server-environment";

export interface FrozenFixture {
  /** Between the server's parts and Prometheus; lets everything through until told otherwise. */
  readonly proxy: FaultProxy;
  readonly setClock: (atMs: number) => void;
  readonly close: () => Promise<void>;
}

/** `atMs`: the server's time until it is set again; the machine's where not given. */
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
