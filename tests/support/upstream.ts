/** An upstream to a test's own server, with the real rules and the real clock unless a test brings its own. */
import {
  createSourceUpstream,
  type SourceUpstream,
  type UpstreamParts,
} from "@/lib/server/upstream/source-upstream";
import { systemTime } from "@/lib/server/upstream/timekeeper";

export function upstreamTo(url: string, parts: Partial<UpstreamParts> = {}): SourceUpstream {
  return createSourceUpstream(
    { slug: "test", kind: "prometheus", url, credentials: { headers: {} } },
    { time: systemTime, random: Math.random, onChange: () => undefined, ...parts },
  );
}
