import fc from "fast-check";
import { expect, test } from "vitest";
import {
  compareValueGroups,
  hasNoDifference,
  type ComparedValueGroup,
  type ComparableValue,
} from "./compare-value-groups";

const groupOf = (name: string, ...values: readonly ComparableValue[]): ComparedValueGroup => ({
  name,
  values: new Map(values.map((value, index) => [String(index), value])),
});

test("counts changed, missing and new numbers, with the largest relative change in each direction", () => {
  const copy = [groupOf("ttft p95", 1, 2, 4, 0.5, null)];
  const live = [groupOf("ttft p95", 1, 1.92, 5, null, 7)];
  expect(compareValueGroups(copy, live)).toEqual({
    copyCount: 4,
    liveCount: 4,
    changedCount: 2,
    lowerCount: 1,
    higherCount: 1,
    largestDecreaseRatio: expect.closeTo(0.04, 12),
    largestIncreaseRatio: 0.25,
    missingCount: 1,
    newCount: 1,
    changedTexts: [],
  });
});

test("a number that was 0 has no relative change", () => {
  expect(compareValueGroups([groupOf("rate", 0, 1)], [groupOf("rate", 3, 2)])).toMatchObject({
    changedCount: 2,
    higherCount: 2,
    largestIncreaseRatio: null,
    largestDecreaseRatio: null,
  });
});

test("compares texts by their value", () => {
  const copy = [groupOf("Verdict", "better", "same", null)];
  const live = [groupOf("Verdict", "worse", "same", "better")];
  expect(compareValueGroups(copy, live)).toMatchObject({
    copyCount: 0,
    changedTexts: [
      { group: "Verdict", key: "0", copy: "better", live: "worse" },
      { group: "Verdict", key: "2", copy: null, live: "better" },
    ],
  });
});

test("a group that only one answer has is missing or new", () => {
  const copy = [groupOf("v:1", 1, 2)];
  const live = [groupOf("v:2", 1, 2, 3)];
  expect(compareValueGroups(copy, live)).toMatchObject({ missingCount: 2, newCount: 3, changedCount: 0 });
});

test("the rounding error of a difference is not a change", () => {
  const copy = [groupOf("rate", 1_000, 0.1 + 0.2 - 0.3)];
  const live = [groupOf("rate", 1_000, 0)];
  expect(hasNoDifference(compareValueGroups(copy, live))).toBe(true);
});

const magnitude = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
const numbers = fc.array(fc.oneof(magnitude, fc.constant(null)), { minLength: 1, maxLength: 50 });

test("an answer equals itself in any order", () => {
  fc.assert(
    fc.property(numbers, (values) => {
      const group = groupOf("a", ...values);
      const reversed: ComparedValueGroup = { name: "a", values: new Map([...group.values].toReversed()) };
      expect(hasNoDifference(compareValueGroups([group, groupOf("b", 1)], [groupOf("b", 1), reversed]))).toBe(
        true,
      );
    }),
  );
});

test("the order of additions does not change an answer", () => {
  fc.assert(
    fc.property(fc.array(magnitude, { minLength: 1, maxLength: 300 }), (terms) => {
      const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
      const copy = [groupOf("sum", sum(terms))];
      expect(hasNoDifference(compareValueGroups(copy, [groupOf("sum", sum(terms.toReversed()))]))).toBe(true);
    }),
  );
});

test("each change above a millionth is counted, with its direction", () => {
  const ratio = fc.double({ min: 1e-6, max: 0.9, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(magnitude, fc.option(ratio), fc.boolean()), { minLength: 1, maxLength: 40 }),
      (rows) => {
        // Each number has a group, so that the scale of one does not hide the change of another.
        const toGroups = (toValue: (row: (typeof rows)[number]) => number) =>
          rows.map((row, index) => groupOf(String(index), toValue(row)));
        const live = toGroups(
          ([value, change, isHigher]) => value * (1 + (change ?? 0) * (isHigher ? 1 : -1)),
        );
        const found = compareValueGroups(
          toGroups(([value]) => value),
          live,
        );
        const changed = rows.filter(([, change]) => change !== null);
        expect(found.changedCount).toBe(changed.length);
        expect(found.higherCount).toBe(changed.filter(([, , isHigher]) => isHigher).length);
        const largest = Math.max(0, ...changed.flatMap(([, change]) => change ?? 0));
        const reported = Math.max(found.largestDecreaseRatio ?? 0, found.largestIncreaseRatio ?? 0);
        expect(reported).toBeCloseTo(largest, 9);
      },
    ),
  );
});

test("missing and new numbers change places with the answers", () => {
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      const there = compareValueGroups([groupOf("a", ...one)], [groupOf("a", ...other)]);
      const back = compareValueGroups([groupOf("a", ...other)], [groupOf("a", ...one)]);
      expect([there.missingCount, there.newCount]).toEqual([back.newCount, back.missingCount]);
      expect(there.changedCount).toBe(back.changedCount);
      expect(there.copyCount - there.missingCount).toBe(there.liveCount - there.newCount);
    }),
  );
});
