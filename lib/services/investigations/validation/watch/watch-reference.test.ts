import { describe, expect, test } from "vitest";
import { measureFixture } from "@/lib/analysis/comparisons/fixtures";
import { createReference, parseWatchReference } from "./watch-reference";

const goal = { signal: "ttft", statistic: "mean" } as const;
const limit = { kind: "at-most", ...goal, value: 1 } as const;
const reference = createReference({
  values: [goal],
  limits: [limit],
  sides: [{ side: measureFixture({ blockCount: 20 }), signals: ["ttft", "requests"] }],
});

describe("the reference of a watch", () => {
  test("has the signals that the watch reads, and is read as it was written", () => {
    expect(Object.keys(reference.sides[0]?.measured.distributions ?? {})).toEqual(["ttft"]);
    expect(parseWatchReference(JSON.parse(JSON.stringify(reference)))).toEqual(reference);
  });

  test("of the first release has no version and no limits", () => {
    const { schemaVersion: _version, limits: _limits, ...first } = reference;
    expect(parseWatchReference(first)).toEqual({ ...reference, limits: [] });
  });

  test("of a newer release is refused", () => {
    expect(() => parseWatchReference({ ...reference, schemaVersion: 3 })).toThrow("schemaVersion");
  });
});
