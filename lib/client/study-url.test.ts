import fc from "fast-check";
import { expect, test } from "vitest";
import { studyBounds } from "@/lib/model/traces/study-bounds";
import {
  conditionParameters,
  studyParameters,
  studyParsers,
  invalidConditions,
  withConditions,
  type StudyState,
} from "./study-url";

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const state: fc.Arbitrary<StudyState> = fc.record({
  svc: optional(fc.string({ minLength: 1, maxLength: 40 })),
  op: optional(fc.string({ minLength: 1, maxLength: 80 })),
  minMs: optional(fc.nat(86_400_000)),
  maxMs: optional(fc.nat(86_400_000)),
  err: optional(fc.constant("true" as const)),
  attr: optional(
    fc.tuple(fc.stringMatching(/^[a-z._]{1,20}$/), fc.string()).map(([name, value]) => `${name}>${value}`),
  ),
  n: optional(fc.integer({ min: studyBounds.min, max: studyBounds.max })),
  slow: optional(fc.constantFrom("duration" as const, "ttft" as const)),
  q: optional(fc.constantFrom(0.5, 0.95, 0.999)),
  over: optional(fc.nat(86_400_000)),
});

test("adds conditions to a link and keeps its other parameters", () => {
  fc.assert(
    fc.property(state, (given) => {
      const link = withConditions("/traces?d=chat", given);
      const search = new URLSearchParams(link.split("?")[1]);
      expect(search.get("d")).toBe("chat");
      expect(invalidConditions(search)).toEqual([]);
      for (const [name, parser] of Object.entries(studyParsers)) {
        const text = search.get(name);
        expect(text === null ? null : parser.parse(text)).toEqual(given[name as keyof StudyState]);
      }
    }),
  );
});

test("names parameters that are invalid", () => {
  expect(invalidConditions(new URLSearchParams("n=7&minMs=-1&attr=plain&err=maybe&op=x&q=1.5"))).toEqual([
    "minMs",
    "err",
    "attr",
    "n",
    "q",
  ]);
});

test("omits conditions that are not set", () => {
  const none = Object.fromEntries(
    Object.keys(studyParsers).map((name) => [name, null]),
  ) as unknown as StudyState;
  expect(Object.values(studyParameters(none)).every((value) => value === undefined)).toBe(true);
  expect(conditionParameters({ ...none, minMs: 0 })["minMs"]).toBe("0");
});
