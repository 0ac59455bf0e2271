/** A Prometheus behind a fault proxy, for all tests of a file. Each test starts without a fault. */
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { isAppError, type AppError } from "@/lib/model/app-error";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { systemClock } from "@/lib/server/upstream/system-clock";
import { startFaultProxy, type FaultProxy } from "./fault-proxy";
import { startPrometheus, type FrozenPrometheus } from "./prometheus";
import { createTestUpstream } from "@/tests/support/server/upstream";

export interface FaultySource {
  readonly proxy: () => FaultProxy;
  /** A new upstream for each test, with a closed circuit breaker. */
  readonly upstream: () => SourceUpstream;
}

/** Starts it with `openMetrics`, or empty for tests of the connection only. */
export function setUpFaultySource(openMetrics?: string): FaultySource {
  let started: { readonly prometheus: FrozenPrometheus; readonly proxy: FaultProxy } | undefined;
  let upstream: SourceUpstream | undefined;
  const proxyOf = (): FaultProxy => {
    if (started === undefined) throw new Error("the proxy is available only while tests run");
    return started.proxy;
  };
  beforeAll(async () => {
    const prometheus = await startPrometheus(openMetrics);
    started = { prometheus, proxy: await startFaultProxy({ targetUrl: prometheus.url }) };
  });
  afterAll(async () => {
    await started?.proxy.close();
    await started?.prometheus.stop();
  });
  beforeEach(async () => {
    await proxyOf().set(null);
    proxyOf().resetCounts();
    upstream = createTestUpstream(proxyOf().url, { clock: systemClock });
  });
  afterEach(() => upstream?.close());
  return {
    proxy: proxyOf,
    upstream: () => {
      if (upstream === undefined) throw new Error("the upstream is available only inside a test");
      return upstream;
    },
  };
}

/** Returns the AppError with which `request` failed; undefined when it succeeded. */
export async function catchFailure(request: Promise<unknown>): Promise<AppError | undefined> {
  const error: unknown = await request.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (error === undefined || isAppError(error)) return error;
  throw new Error("the failure is not an AppError", { cause: error });
}
