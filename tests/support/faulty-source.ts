/** A Prometheus with a proxy before it that puts faults in the way, for all tests of a file: each begins with none. */
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { isAppError, type AppError } from "@/lib/model/app-error";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { systemTime } from "@/lib/server/upstream/timekeeper";
import { startFaultProxy, type FaultProxy } from "./fault-proxy";
import { startPrometheus, type FrozenPrometheus } from "./prometheus";
import { upstreamTo } from "./upstream";

export interface FaultySource {
  readonly proxy: () => FaultProxy;
  /** A new one for each test, with a breaker that knows of no fault. */
  readonly upstream: () => SourceUpstream;
}

/** Over `openMetrics`, or over nothing where only the way to it matters. */
export function setUpFaultySource(openMetrics?: string): FaultySource {
  let started: { readonly prometheus: FrozenPrometheus; readonly proxy: FaultProxy } | undefined;
  let upstream: SourceUpstream | undefined;
  const proxyOf = (): FaultProxy => {
    if (started === undefined) throw new Error("the proxy stands while tests run");
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
    upstream = upstreamTo(proxyOf().url, { time: systemTime });
  });
  afterEach(() => upstream?.close());
  return {
    proxy: proxyOf,
    upstream: () => {
      if (upstream === undefined) throw new Error("each test has an upstream of its own");
      return upstream;
    },
  };
}

/** The expected failure that `asked` ended with; undefined where it was answered. */
export async function failureOf(request: Promise<unknown>): Promise<AppError | undefined> {
  const error: unknown = await request.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (error === undefined || isAppError(error)) return error;
  throw new Error("expected an expected failure", { cause: error });
}
