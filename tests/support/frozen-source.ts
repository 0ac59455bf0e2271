/** A frozen Prometheus of a suite's own and the way to it, from before its first test until after its last. */
import { afterAll, beforeAll } from "vitest";
import { assertPresent } from "@/lib/base/assert";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { startPrometheus, type FrozenPrometheus } from "./prometheus";
import { upstreamTo } from "./upstream";

export interface FrozenSource extends Pick<FrozenPrometheus, "url" | "version"> {
  readonly upstream: SourceUpstream;
}

/** `openMetrics` is written when the suite begins, and ends with `# EOF`. To be used by tests and hooks, not before. */
export function frozenSource(openMetrics: () => string): FrozenSource {
  let opened: { readonly prometheus: FrozenPrometheus; readonly upstream: SourceUpstream } | undefined;
  const open = () => assertPresent(opened, "the suite has begun");
  beforeAll(async () => {
    const prometheus = await startPrometheus(openMetrics());
    opened = { prometheus, upstream: upstreamTo(prometheus.url) };
  });
  afterAll(async () => {
    await opened?.upstream.close();
    await opened?.prometheus.stop();
  });
  return {
    get url() {
      return open().prometheus.url;
    },
    get version() {
      return open().prometheus.version;
    },
    get upstream() {
      return open().upstream;
    },
  };
}
