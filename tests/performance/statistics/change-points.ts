/**
 * S2: change points in two result files of Mozilla's Perfherder, which belong to their owners and are not part of the
 * project. `--perfherder` names their folder. `runs1.json` has one true regression, at 1365019665; `runs5.json` is very
 * noisy and has none.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { findChangePoints } from "@/lib/analysis/statistics/change-points/find-change-points";

/** A run is [id, build, Unix time, value, …]. */
const runs = z.object({
  test_runs: z.array(z.tuple([z.number(), z.unknown(), z.number(), z.number()], z.unknown())),
});
const expectedTimes = { "runs1.json": [1_365_019_665], "runs5.json": [] } as const;

/** Prints the times of the change points of each file and whether they are the expected ones. */
export function benchChangePoints(folder: string | undefined, print: (line: string) => void): void {
  if (folder === undefined) {
    print("S2 not run: pass --perfherder and the folder of the result files");
    return;
  }
  for (const [file, expected] of Object.entries(expectedTimes)) {
    const { test_runs: unordered } = runs.parse(JSON.parse(readFileSync(path.join(folder, file), "utf8")));
    const inOrder = unordered.toSorted((a, b) => a[2] - b[2]);
    const { changePoints, spikes } = findChangePoints(Float64Array.from(inOrder, (run) => run[3]));
    const times = changePoints.map(({ index }) => inOrder[index]?.[2]);
    const isExpected = JSON.stringify(times) === JSON.stringify(expected);
    const result = `change points ${JSON.stringify(times)}, ${spikes.length} spikes`;
    print(
      `S2 ${file}, ${unordered.length} runs: ${result} — ${isExpected ? "as expected" : `expected ${JSON.stringify(expected)}`}`,
    );
  }
}
