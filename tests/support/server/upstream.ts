/**
 * Creates an upstream to a test server with the real rules. Its clock is fixed unless a test passes another one,
 * because response times on a loaded machine vary. Deadlines and pauses have separate suites.
 */
import { createFakeClock } from "@/lib/server/upstream/fixtures";
import {
  createSourceUpstream,
  type SourceUpstream,
  type UpstreamOptions,
} from "@/lib/server/upstream/source-upstream";

export function createTestUpstream(url: string, parts: Partial<UpstreamOptions> = {}): SourceUpstream {
  return createSourceUpstream(
    { slug: "test", kind: "prometheus", url, credentials: { headers: {} } },
    { clock: createFakeClock(), random: Math.random, onChange: () => undefined, ...parts },
  );
}
