import fc from "fast-check";
import { expect, test } from "vitest";
import { toEpochNs, toEpochTime, countNsBetween, parseEpochTime } from "./epoch-time";

const near = fc.bigInt({ min: 1_790_000_000_000_000_000n, max: 1_790_000_003_000_000_000n });
const any = fc.oneof(near, fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }), fc.constant(0n));

test("property: conversion preserves an instant to the nanosecond, also before 1970", () => {
  fc.assert(
    fc.property(any, (ns) => {
      const time = toEpochTime(ns);
      expect(toEpochNs(time)).toBe(ns);
      expect(time.nanoseconds).toBeGreaterThanOrEqual(0);
      expect(time.nanoseconds).toBeLessThan(1e9);
      expect(Number.isSafeInteger(time.seconds)).toBe(true);
    }),
  );
});

test("property: digits convert to the number they represent", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,20}$/), (digits) => {
      expect(parseEpochTime(digits)).toEqual(toEpochTime(BigInt(digits)));
    }),
  );
});

test("property: a difference is exact if a number can represent it, and otherwise has the correct sign", () => {
  fc.assert(
    fc.property(any, any, (from, at) => {
      const digits = countNsBetween(toEpochTime(from), toEpochTime(at));
      const exact = at - from;
      const isExact = Number.isSafeInteger(Number(exact));
      expect(isExact ? BigInt(digits) : Math.sign(digits)).toBe(isExact ? exact : exact > 0n ? 1 : -1);
    }),
  );
});
