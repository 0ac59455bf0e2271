/** Synthetic series of known levels, for the tests of change points. */
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";

/** Returns normal values with the deviation `sd` around each level in turn, given as [level, number of values]. */
export function createLevels(
  seed: number,
  sd: number,
  ...plan: readonly (readonly [level: number, count: number])[]
): Float64Array {
  const random = createSeededRandom(seed);
  return Float64Array.from(
    plan.flatMap(([level, count]) => Array.from({ length: count }, () => level + sd * randomNormal(random))),
  );
}
