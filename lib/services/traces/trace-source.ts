/** Where a deployment's traces are: its source, the API that source speaks, remembered while it answers. */
import { AppError } from "@/lib/model/app-error";
import type { Source } from "@/lib/model/source";
import { processMemory } from "@/lib/server/memory";
import { nowMs } from "@/lib/server/clock";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { configuredSources } from "@/lib/services/sources/source-state";
import { connectionFor } from "@/lib/services/sources/source-connections";
import { probeApi, type JaegerApi } from "@/lib/sources/jaeger/client";

export interface TraceSource {
  readonly source: Source;
  readonly upstream: SourceUpstream;
  readonly version: string | null;
  readonly api: JaegerApi;
}

interface Remembered {
  readonly api: JaegerApi;
  readonly untilMs: number;
}

/** A source may be replaced by another version under the same address. */
const rememberedMs = 60_000;

const apis = (): Map<string, Remembered> => processMemory("trace-apis", () => new Map<string, Remembered>());

/** Throws not-found when no source of traces is configured, and what the source's own failure is. */
export async function traceSource(slug: string | null): Promise<TraceSource> {
  const chosen = slug ?? configuredSources().find(({ kind }) => kind === "jaeger")?.slug;
  if (chosen === undefined)
    throw new AppError("not-found", "no source of traces is set; JAEGER_URL names one");
  const { source, upstream, version } = connectionFor(chosen);
  const known = apis().get(chosen);
  if (known !== undefined && known.untilMs > nowMs()) return { source, upstream, version, api: known.api };
  const api = await probeApi(upstream);
  apis().set(chosen, { api, untilMs: nowMs() + rememberedMs });
  return { source, upstream, version, api };
}
