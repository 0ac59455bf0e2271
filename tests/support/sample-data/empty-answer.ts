/** An answer without series for tests: complete, fresh and from one source, except for `parts`. */
import type { Answer } from "@/lib/model/answer";

type Grid = Pick<Answer, "stepMs" | "pointCount"> & Partial<Pick<Answer, "startMs">>;

/** Returns an answer whose window spans the grid, including its last point. */
export function createEmptyAnswer(
  { startMs = 0, stepMs, pointCount }: Grid,
  parts: Partial<Answer> = {},
): Answer {
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
