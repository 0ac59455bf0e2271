import fc from "fast-check";
import { expect, test } from "vitest";
import { findOnset, type PointStates } from "./onset";

const points = (text: string): PointStates =>
  Array.from(text, (sign) => (sign === "?" ? null : sign === "x"));
const times = (count: number, sign: string): string => sign.repeat(count);

test("an incident of 57 minutes began 57 minutes ago, not at the last short recovery", () => {
  const incident = points(`${times(300, ".")}${times(40, "x")}...${times(12, "x")}.x`);
  expect(findOnset(incident, 10)).toEqual({ kind: "began", index: 300, lastOtherIndex: 299 });
});

test("a recovery that lasts longer than the longest interruption begins a new state", () => {
  const again = points(`..${times(30, "x")}${times(11, ".")}xxx`);
  expect(findOnset(again, 10)).toEqual({ kind: "began", index: 43, lastOtherIndex: 42 });
  expect(findOnset(again, 11)).toEqual({ kind: "began", index: 2, lastOtherIndex: 1 });
});

test("a single exceeded point some minutes before the onset is not the onset", () => {
  expect(findOnset(points("....x.....xxxxxx"), 10)).toMatchObject({ kind: "began", index: 10 });
});

test("a state that alternates every minute is one state", () => {
  expect(findOnset(points("....x.x.x.x.x"), 10)).toMatchObject({ kind: "began", index: 4 });
});

test("unknown points before the onset leave open when it began", () => {
  expect(findOnset(points("..???xxx"), 10)).toEqual({ kind: "began", index: 5, lastOtherIndex: 1 });
  expect(findOnset(points("?????xxx"), 10)).toEqual({ kind: "before", index: 5 });
});

test("a state that held at the first point began before it", () => {
  expect(findOnset(points("xxxx"), 10)).toEqual({ kind: "before", index: 0 });
});

test("the newest points may not show the state yet, but a state that ended has no onset", () => {
  expect(findOnset(points("...xxx.."), 2)).toMatchObject({ kind: "began", index: 3 });
  expect(findOnset(points("...xxx..."), 2)).toEqual({ kind: "unknown" });
  expect(findOnset(points("????"), 10)).toEqual({ kind: "unknown" });
  expect(findOnset([], 10)).toEqual({ kind: "unknown" });
});

const history = fc.array(fc.constantFrom(true, false, null), { minLength: 1, maxLength: 120 });
const limit = fc.integer({ min: 0, max: 12 });

test("property: the onset is a point at which the state held, and the point named before it is another state", () => {
  fc.assert(
    fc.property(history, limit, (held, maxInterruption) => {
      const onset = findOnset(held, maxInterruption);
      fc.pre(onset.kind !== "unknown");
      const lastOther = onset.kind === "began" ? onset.lastOtherIndex : -1;
      expect(held[onset.index]).toBe(true);
      expect(held[lastOther] ?? false).toBe(false);
      expect(held.slice(lastOther + 1, onset.index)).not.toContain(false);
    }),
  );
});

test("property: the onset does not move while the state continues", () => {
  fc.assert(
    fc.property(history, limit, fc.integer({ min: 1, max: 60 }), (held, maxInterruption, minutes) => {
      const now = [...held, true];
      const later = [...now, ...Array.from({ length: minutes }, () => true)];
      expect(findOnset(later, maxInterruption)).toEqual(findOnset(now, maxInterruption));
    }),
  );
});

test("property: a steady state has its first point as onset, and a short interruption does not change it", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      limit,
      fc.integer({ min: 1, max: 60 }),
      (before, first, interruption, last) => {
        const text = `${times(before, ".")}${times(first, "x")}${times(interruption, ".")}${times(last, "x")}`;
        const isOneState = interruption <= first;
        expect(findOnset(points(text), 12)).toMatchObject({
          kind: "began",
          index: isOneState ? before : before + first + interruption,
        });
      },
    ),
  );
});
