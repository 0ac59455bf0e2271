/**
 * An upstream to a test's own server, with the real rules. Its clock stands unless a test brings another: a loaded machine takes
 * any time over an answer, and what a deadline or a pause does is for the suites that say so.
 */
import { fakeTime } from "@/lib/server/upstream/fixtures";
import {
  createSourceUpstream,
  type SourceUpstream,
  type UpstreamParts,
} from "@/lib/server/upstream/source-upstream";

export function upstreamTo(url: string, parts: Partial<UpstreamParts> = {}): SourceUpstream {
  return createSourceUpstream(
    { slug: "test", kind: "prometheus", url, credentials: { headers: {} } },
    { time: fakeTime(), random: Math.random, onChange: () => undefined, ...parts },
  );
}
