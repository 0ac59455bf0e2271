/** Measured blocks for tests. */
import type { BlockAbsence, MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";

/** Start of the test data, in ms since 1970. */
export const fixtureStartMs = 1_800_000_000_000;
/** Length of a block in the test data: one minute. */
export const fixtureBlockMs = 60_000;

/** Returns one-minute blocks with these requests, each of which took 0.2 s until its first token. */
export function measureRequests(requests: (number | BlockAbsence)[]): MeasuredBlocks {
  return {
    startMs: fixtureStartMs,
    blockMs: fixtureBlockMs,
    blockCount: requests.length,
    counters: { requests: { unit: "requests-per-second", blocks: requests } },
    distributions: {
      ttft: {
        unit: "seconds",
        upperEdges: [0.1, 0.25, null],
        blocks: requests.map((count) =>
          typeof count === "number"
            ? { counts: [0, count, 0], count, sum: 0.2 * count, weight: count }
            : count,
        ),
      },
    },
    gauges: {},
    absent: {},
  };
}
