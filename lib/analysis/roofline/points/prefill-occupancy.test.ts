import fc from "fast-check";
import { expect, test } from "vitest";
import { createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { prefillTimeRatio } from "./prefill-occupancy";

/**
 * Simulates a queue whose server takes up to `maxPrompts` waiting prompts at once, for `fixed` + (1 − fixed)·k
 * seconds with k prompts. Returns the mean number served at once and the busy share.
 */
function simulatedQueue(
  arrivals: number,
  maxPrompts: number,
  fixed: number,
): { atOnce: number; busy: number } {
  const random = createSeededRandom(5);
  let [now, nextAt, waiting, busy, served, spent] = [0, 0, 0, 0, 0, 0];
  while (served < 40_000) {
    for (; nextAt <= now; nextAt -= Math.log(1 - random()) / arrivals) waiting += 1;
    if (waiting === 0) {
      // The running step that a new arrival waits for.
      now += 0.05;
      continue;
    }
    const together = Math.min(waiting, maxPrompts);
    const took = fixed + (1 - fixed) * together;
    now += took;
    busy += took;
    spent += together * took;
    served += together;
    waiting -= together;
  }
  return { atOnce: spent / now, busy: busy / now };
}

test.each([
  [1, 0],
  [2, 0],
  [4, 0],
  [1000, 0],
  [2, 0.9],
  [1000, 0.9],
])(
  "up to %d prompts at once, a fixed part of %d: the share of time matches a simulated queue",
  (maxPrompts, fixed) => {
    for (const arrivals of [0.05, 0.1, 0.2, 0.4, 0.6]) {
      const { atOnce, busy } = simulatedQueue(arrivals, maxPrompts, fixed);
      const found = prefillTimeRatio(atOnce, { maxPrompts, computeRatio: 1 - fixed });
      expect(Math.abs(found / busy - 1), `${arrivals}`).toBeLessThan(0.035);
    }
  },
);

test("property: the result is a share of time that grows with concurrency", () => {
  const amount = fc.double({ min: 1e-4, max: 50, noNaN: true });
  const maxPrompts = fc.double({ min: 1, max: 100, noNaN: true });
  const ratio = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(amount, amount, maxPrompts, ratio, (a, b, fit, computeRatio) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)].map((atOnce) =>
        prefillTimeRatio(atOnce, { maxPrompts: fit, computeRatio }),
      ) as [number, number];
      expect(less).toBeGreaterThan(0);
      expect(more).toBeLessThanOrEqual(1 + 1e-12);
      expect(more).toBeGreaterThanOrEqual(less - 1e-12);
    }),
  );
});
