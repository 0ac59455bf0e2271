import { expect, test } from "vitest";
import { traceComparisonContract } from "@/lib/contracts/traces/trace-comparison";
import { parseComparedGroup } from "@/lib/model/traces/compared-group";
import {
  withViewComparison,
  createComparisonLink,
  toComparisonQuery,
  comparisonParsers,
  swapGroups,
  findInvalidComparisonParameters,
  type ComparisonState,
} from "./comparison-url";

const state: ComparisonState = {
  a: { kind: "slow" },
  b: { kind: "rest" },
  aDeployment: null,
  bDeployment: "search-30b",
  time: "request",
  slowQuantile: 0.9,
  slowOverMs: 1_500,
  changeAtMs: null,
  comparedAttribute: null,
  maxRequests: 500,
  display: "drawing",
  nodeOrder: "by-difference",
};

const conditions = {
  service: "chat-gateway",
  operation: null,
  minMs: null,
  maxMs: null,
  errors: null,
  attribute: "tenant=north",
  n: null,
  slowBy: null,
  slowQuantile: null,
  slowOverMs: null,
};

test("sends the parameters that the endpoint accepts", () => {
  expect(
    traceComparisonContract.query.parse({
      deployment: "chat",
      ...asText(toComparisonQuery(state, conditions)),
    }),
  ).toMatchObject({
    a: { kind: "slow" },
    bDeployment: "search-30b",
    time: "request",
    slowQuantile: 0.9,
    slowOverMs: 1_500,
    maxRequests: 500,
    service: "chat-gateway",
    attribute: "tenant=north",
  });
});

test("uses the comparison window of the view, unless the link names groups", () => {
  const viewed = (cmp: string | null, search = "") => {
    const { a, b } = withViewComparison(state, cmp, new URLSearchParams(search));
    return [a, b];
  };
  expect(viewed("weekday")).toEqual([{ kind: "all" }, { kind: "weekday" }]);
  expect(viewed("earlier:86400")[1]).toEqual({ kind: "earlier", shiftMs: 86_400_000 });
  expect(viewed("1780000000000")[1]).toEqual({ kind: "from", startMs: 1_780_000_000_000 });
  expect(viewed(null)).toEqual([state.a, state.b]);
  expect(viewed("previous", "a=slow")).toEqual([state.a, state.b]);
});

test("returns to the original groups when swapped twice", () => {
  const once = { ...state, ...swapGroups(state) };
  expect(once).toMatchObject({
    a: { kind: "rest" },
    b: { kind: "slow" },
    aDeployment: "search-30b",
    bDeployment: null,
  });
  expect({ ...once, ...swapGroups(once) }).toEqual(state);
});

test("keeps the view in a link and adds both groups", () => {
  const pair = [parseComparedGroup(`trace:${"a".repeat(32)}`)!, parseComparedGroup("all")!] as const;
  const view = { d: "chat-70b", from: "now-15m", to: "now", live: true };
  expect(createComparisonLink(view, ...pair)).toBe(
    `/traces/compare?d=chat-70b&from=now-15m&a=trace:${"a".repeat(32)}&b=all`,
  );
});

test("names parameters that are invalid", () => {
  expect(
    findInvalidComparisonParameters(
      new URLSearchParams("a=fast&b=rest&slowQuantile=2&slowOverMs=0&maxRequests=10"),
    ),
  ).toEqual(["a", "slowQuantile", "slowOverMs"]);
  expect(comparisonParsers.maxRequests.parse("5000")).toBeNull();
});

/** Returns the parameters as the request's URL contains them. */
function asText(parameters: Readonly<Record<string, string | number | null>>) {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );
}
