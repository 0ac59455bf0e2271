import fc from "fast-check";
import { createLoader } from "nuqs";
import { expect, test } from "vitest";
import { traceStudyContract } from "@/lib/contracts/traces/trace-study";
import { traceStudyLimits } from "@/lib/model/traces/study-bounds";
import {
  findInvalidConditions,
  noConditions,
  pickConditions,
  studyParsers,
  addConditionsToLink,
  type StudyState,
} from "./study-url";

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const anyState: fc.Arbitrary<StudyState> = fc.record({
  service: optional(fc.string({ minLength: 1, maxLength: 40 })),
  operation: optional(fc.string({ minLength: 1, maxLength: 80 })),
  minMs: optional(fc.nat(86_400_000)),
  maxMs: optional(fc.nat(86_400_000)),
  errors: optional(fc.constant("true" as const)),
  attribute: optional(
    fc.tuple(fc.stringMatching(/^[a-z._]{1,20}$/), fc.string()).map(([name, value]) => `${name}>${value}`),
  ),
  n: optional(fc.integer({ min: traceStudyLimits.minTraces, max: traceStudyLimits.maxTraces })),
  slowBy: optional(fc.constantFrom("duration" as const, "ttft" as const)),
  slowQuantile: optional(fc.constantFrom(0.5, 0.95, 0.999)),
  slowOverMs: optional(fc.integer({ min: 1, max: 86_400_000 })),
});

const load = createLoader(studyParsers);

test("adds conditions to a link and keeps its other parameters", () => {
  fc.assert(
    fc.property(anyState, (given) => {
      const search = new URL(addConditionsToLink("/traces?d=chat", given), "http://localhost").searchParams;
      expect(search.get("d")).toBe("chat");
      expect(findInvalidConditions(search)).toEqual([]);
      expect(load(search)).toEqual(given);
    }),
  );
});

test("names parameters that are invalid", () => {
  expect(
    findInvalidConditions(
      new URLSearchParams("n=7&minMs=-1&attribute=plain&errors=maybe&operation=x&slowQuantile=1.5"),
    ),
  ).toEqual(["minMs", "errors", "attribute", "n", "slowQuantile"]);
});

test("omits conditions that are not set", () => {
  expect(addConditionsToLink("/traces", noConditions)).toBe("/traces");
  expect(addConditionsToLink("/traces", { ...noConditions, minMs: 0 })).toBe("/traces?minMs=0");
});

test("names conditions as the endpoint's query parameters", () => {
  expect(Object.keys(traceStudyContract.query.shape)).toEqual(
    expect.arrayContaining(Object.keys(studyParsers)),
  );
});

test("picks the conditions that select traces, without limit and definition of slow", () => {
  const state = {
    ...noConditions,
    operation: "decode",
    n: 500,
    slowBy: "ttft",
    slowQuantile: 0.9,
    slowOverMs: 5,
  } as const;
  expect(pickConditions(state)).toEqual({ ...noConditions, operation: "decode" });
});
