import { describe, expect, test } from "vitest";
import { measureFixture } from "@/lib/analysis/comparisons/fixtures";
import { toWatchReference, parseWatchReference } from "./watch-reference";

const goal = { signal: "ttft", statistic: "mean" } as const;
const limit = { kind: "at-most", ...goal, value: 1 } as const;
const reference = toWatchReference({
  values: [goal],
  limits: [limit],
  sides: [{ side: measureFixture({ blockCount: 20 }), signals: ["ttft", "requests"] }],
});

/** Load as the releases before the third version stored it. */
const earlierLoad = {
  requestsPerSecond: 8,
  requestsPerSecondPerInstance: 2,
  dispersionIndex: 1.2,
  meanPromptTokens: 500,
  meanOutputTokens: 200,
  meanRunningRequests: 12,
  entered: {},
};

describe("the reference of a watch", () => {
  test("has the signals that the watch reads, and is read as it was written", () => {
    expect(Object.keys(reference.sides[0]?.measured.distributions ?? {})).toEqual(["ttft"]);
    expect(parseWatchReference(JSON.parse(JSON.stringify(reference)))).toEqual(reference);
  });

  test("of an earlier release does not state how requests were counted, and the first has no version and no limits", () => {
    const { schemaVersion: _version, limits, values, sides } = reference;
    const earlierSides = sides.map((side) => ({ ...side, load: earlierLoad }));
    const upgraded = {
      ...reference,
      sides: sides.map((side) => ({
        ...side,
        load: { ...earlierLoad, requestCounting: null, meanInstanceCount: 4 },
      })),
    };
    expect(parseWatchReference({ schemaVersion: 2, values, limits, sides: earlierSides })).toEqual(upgraded);
    expect(parseWatchReference({ schemaVersion: 3, values, limits, sides })).toEqual(reference);
    expect(parseWatchReference({ values, sides: earlierSides })).toEqual({ ...upgraded, limits: [] });
  });

  test("of a newer release is refused", () => {
    expect(() => parseWatchReference({ ...reference, schemaVersion: 5 })).toThrow("schemaVersion");
  });
});
