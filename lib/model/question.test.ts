import fc from "fast-check";
import { expect, test } from "vitest";
import { questionKey, statistics, type Question } from "./question";
import { signalIds } from "./signals/signals";

const question: fc.Arbitrary<Question> = fc.record({
  v: fc.constant(1 as const),
  signals: fc.uniqueArray(fc.constantFrom(...signalIds), { minLength: 1, maxLength: 4 }),
  statistics: fc.uniqueArray(fc.constantFrom(...statistics), { minLength: 1, maxLength: 4 }),
  scope: fc.record({ deployment: fc.stringMatching(/^[a-z0-9]{1,8}$/) }),
  window: fc.record({ from: fc.constantFrom("now-1h", "now-6h"), to: fc.constant("now") }),
});

test("returns the same key in any order of the lists", () => {
  fc.assert(
    fc.property(question, (given) => {
      const shuffled: Question = {
        window: { to: given.window.to, from: given.window.from },
        scope: given.scope,
        statistics: [...given.statistics].reverse(),
        signals: [...given.signals].reverse(),
        v: 1,
      };
      expect(questionKey(shuffled)).toBe(questionKey(given));
    }),
  );
});

test("returns different keys for different questions", () => {
  fc.assert(
    fc.property(question, question, (a, b) => {
      const same =
        new Set(a.signals).symmetricDifference(new Set(b.signals)).size === 0 &&
        new Set(a.statistics).symmetricDifference(new Set(b.statistics)).size === 0 &&
        a.scope.deployment === b.scope.deployment &&
        a.window.from === b.window.from;
      expect(questionKey(a) === questionKey(b)).toBe(same);
    }),
  );
});
