/** An answer without series for tests: whole, fresh and of one source, but for the `parts` that differ. */
import type { Answer } from "@/lib/model/answer";

type Grid = Pick<Answer, "stepMs" | "pointCount"> & Partial<Pick<Answer, "startMs">>;

/** The window holds the grid, its last point included. */
export function emptyAnswer({ startMs = 0, stepMs, pointCount }: Grid, parts: Partial<Answer> = {}): Answer {
  const endMs = startMs + Math.max(0, pointCount - 1) * stepMs;
  return {
    schemaVersion: 1,
    window: { startMs, endMs },
    startMs,
    stepMs,
    pointCount,
    rateWindowMs: 4 * stepMs,
    sampleSpacingMs: stepMs,
    source: { slug: "prometheus", kind: "prometheus", version: null },
    engine: { id: "vllm", version: null },
    asOfMs: endMs,
    stale: null,
    n: null,
    coverageRatio: 1,
    completeness: "complete",
    warnings: [],
    queries: [],
    series: [],
    counts: [],
    notes: [],
    ...parts,
  };
}
