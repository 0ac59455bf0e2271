/** A frozen Prometheus for one suite, from before its first test until after its last. */
import { afterAll, beforeAll } from "vitest";
import { assertPresent } from "@/lib/base/assert";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { startPrometheus, type FrozenPrometheus } from "./prometheus";
import { createTestUpstream } from "@/tests/support/server/upstream";

export interface FrozenSource extends Pick<FrozenPrometheus, "url" | "version"> {
  readonly upstream: SourceUpstream;
}

/**
 * `openMetrics` is called when the suite starts; its text must end with `# EOF`. Use the result only in tests and
 * hooks.
 */
export function startFrozenSource(openMetrics: () => string): FrozenSource {
  let opened: { readonly prometheus: FrozenPrometheus; readonly upstream: SourceUpstream } | undefined;
  const open = () => assertPresent(opened, "the suite has started");
  beforeAll(async () => {
    const prometheus = await startPrometheus(openMetrics());
    opened = { prometheus, upstream: createTestUpstream(prometheus.url) };
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
